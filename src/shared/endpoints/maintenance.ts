import * as z from 'zod/mini'
import { maintenance } from '../entities/maintenance.ts'
import { endpoint } from '../kit/endpoint.ts'
import { permissionOf } from '../kit/entity.ts'
import { rowWith } from '../kit/schema.ts'
import { identity } from './inputs.ts'

const serviceCampaign = z.object({ id: z.int(), service: z.enum(['out', 'back']) })
export type ServiceCampaign = z.output<typeof serviceCampaign>

/**
 * Rows bear the clock of their site, by which people plan, and the campaigns that took its guns out of service and put them back, in their
 * order: piles that moved there or away meanwhile have campaigns of their own.
 */
export const maintenanceRow = rowWith(maintenance, {
  time_zone: z.string(),
  campaigns: z.array(serviceCampaign),
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
