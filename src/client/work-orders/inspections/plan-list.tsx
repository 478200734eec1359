import { useTranslation } from 'react-i18next'
import { type InspectionPlan, inspectionPlan } from '../../../shared/entities/inspection-plan.ts'
import { EntityList } from '../../kit/records/entity-list.tsx'
import { useAllTypes } from './use-all-types.ts'
import { useTurn } from './use-turn.ts'

/** Plans with how often and when next. */
export function PlanList() {
  const { t } = useTranslation('inspections')
  const turn = useTurn()
  const allTypes = useAllTypes()
  return (
    <EntityList
      entity={inspectionPlan}
      filters={['check_list_id', 'site_ids']}
      without={['unit']}
      cells={{
        pile_type_ids: allTypes,
        every: (row) => turn.often(row as unknown as InspectionPlan),
      }}
      extra={[{ key: 'next', label: t('next'), after: 'every', cell: (row: InspectionPlan) => turn.next(row) }]}
    />
  )
}
