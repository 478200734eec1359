import { type InspectionPlan, inspectionPlan } from '../../../shared/entities/inspection-plan.ts'
import type { AnyRow } from '../../kit/fields/cell.tsx'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import { useTurn } from './use-turn.ts'

const planOf = (row: AnyRow) => row as unknown as InspectionPlan

/** A plan: what is inspected where, how often, and by whom. */
export function PlanPage({ id }: { id: number }) {
  const turn = useTurn()
  return (
    <EntityPage
      entity={inspectionPlan}
      id={id}
      tells={(field, row) =>
        field !== 'unit' && (field !== 'pile_type_ids' || (planOf(row).pile_type_ids ?? []).length > 0)
      }
      cells={{ every: (row) => `${turn.often(planOf(row))} · ${turn.next(planOf(row))}` }}
    />
  )
}
