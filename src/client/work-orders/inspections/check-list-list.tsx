import { useTranslation } from 'react-i18next'
import { type CheckList, checkList } from '../../../shared/entities/check-list.ts'
import { EntityList } from '../../kit/records/entity-list.tsx'
import { useAllTypes } from './use-all-types.ts'

/** Check lists with what they are for and how much is to be looked at. */
export function CheckListList() {
  const { t } = useTranslation('inspections')
  const allTypes = useAllTypes()
  return (
    <EntityList
      entity={checkList}
      cells={{ pile_type_ids: allTypes, items: ({ items }: CheckList) => t('items', { count: items.length }) }}
    />
  )
}
