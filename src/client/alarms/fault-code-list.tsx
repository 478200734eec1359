import { useTranslation } from 'react-i18next'
import { type FaultCode, faultCode } from '../../shared/entities/fault-code.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** What makers' codes mean; a code of no type is of all. */
export function FaultCodeList() {
  const { t } = useTranslation('alarm_rules')
  return (
    <EntityList
      entity={faultCode}
      cells={{
        pile_type_id: ({ pile_type_id }: FaultCode) => (pile_type_id === null ? t('all_pile_types') : null),
      }}
    />
  )
}
