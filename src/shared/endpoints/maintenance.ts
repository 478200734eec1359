import * as z from 'zod/mini'
import { maintenance } from '../entities/maintenance.ts'
import { endpoint } from '../kit/endpoint.ts'
import { permissionOf } from '../kit/entity.ts'
import { rowWith } from '../kit/schema.ts'
import { identity } from './inputs.ts'

/** Rows bear the clock of their site, by which people plan, and the campaigns that took its guns out of service and put them back. */
export const maintenanceRow = rowWith(maintenance, {
  time_zone: z.string(),
  out_campaign_id: z.nullable(z.int()),
  back_campaign_id: z.nullable(z.int()),
})

/** Ends what is under way now, and calls off what has not begun. */
export const endMaintenance = endpoint({
  method: 'POST',
  path: '/system/maintenance/end',
  permission: permissionOf(maintenance, 'update'),
  reaches: { maintenance: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ id: z.int(), state: z.enum(['over', 'cancelled']) }),
  repeatable: true,
  changes: 'maintenance',
})
