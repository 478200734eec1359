import type { Maintenance } from '../../shared/entities/maintenance.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'

const WHERE_AND_WHEN = ['site_id', 'pile_ids', 'starts_at', 'service']
const KEPT: Readonly<Record<Maintenance['state'], readonly string[]>> = {
  planned: [],
  under_way: WHERE_AND_WHEN,
  over: [...WHERE_AND_WHEN, 'ends_at'],
  cancelled: [...WHERE_AND_WHEN, 'ends_at'],
}

/** What has begun keeps when and where it began, as the server sees to. */
export const keeps = (name: string, row: AnyRow): boolean => KEPT[(row as unknown as Maintenance).state].includes(name)
