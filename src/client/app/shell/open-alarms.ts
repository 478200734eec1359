import { alarm } from '../../../shared/entities/alarm.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { useRecords } from '../../kit/fields/use-records.ts'
import { useMay } from '../../kit/session/can.tsx'

/** How many alarms wait for someone; 0 for those who may not see them. */
export function useOpenAlarms(): number {
  const may = useMay()
  const query = useRecords(
    alarm,
    { status: ['open'], page_num: 1, page_size: 1 },
    { everyMs: 2_000, offline: true, beside: true },
    may(permissionOf(alarm, 'list')),
  )
  return query.data?.total ?? 0
}

/** A badge has no room for more. */
export const badge = (count: number) => (count > 99 ? '99+' : String(count))
