import { Navigate } from 'react-router-dom'
import { type Inspection, inspection } from '../../../shared/entities/inspection.ts'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import { useRecord } from '../../kit/records/page/use-record.ts'
import { useHome } from '../../kit/session/homes.ts'
import { Skeleton } from '../../kit/ui/states.tsx'

/** A pile of a round shows where it is answered; who sees no work orders sees its facts. */
export function InspectionPage({ id }: { id: number }) {
  const home = useHome('work_order')
  const { data, isPending } = useRecord(inspection, id)
  if (isPending) return <Skeleton height={260} />
  if (!home || !data) return <EntityPage entity={inspection} id={id} />
  const { work_order_id } = data as unknown as Inspection
  return <Navigate to={`${home}/${work_order_id}?pile=${id}`} replace />
}
