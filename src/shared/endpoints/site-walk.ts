import * as z from 'zod/mini'
import { alarm } from '../entities/alarm.ts'
import { pile } from '../entities/pile.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'
import { connectorNow } from './piles.ts'

const walkedPile = z.object({
  id: z.int(),
  station_number: z.string(),
  state: z.enum(pile.fields.state.choices),
  last_seen_at: z.nullable(z.string()),
  maintenance_until: z.nullable(z.string()),
  connectors: z.array(connectorNow),
  /** Its open alarms, the newest; empty for anyone who may not see alarms. */
  alarms: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      kind: z.enum(alarm.fields.kind.choices),
      severity: z.enum(alarm.fields.severity.choices),
      connector_number: z.nullable(z.int()),
      raised_at: z.string(),
      assignee_name: z.nullable(z.string()),
    }),
  ),
  /** When someone on a round looked at it last, and who. */
  looked_at: z.nullable(z.string()),
  looked_by: z.nullable(z.string()),
})
export type WalkedPile = z.output<typeof walkedPile>

/** A site for a person who walks through it: its piles in service as they are now. Its berths are `berthPlan`'s. */
export const siteWalk = endpoint({
  method: 'POST',
  path: '/system/park-lot/walk',
  permission: 'pile.list',
  reaches: { site: 'site_id' },
  body: z.object({ site_id: identity }),
  data: z.object({
    site: z.object({
      id: z.int(),
      name: z.string(),
      longitude: z.nullable(z.number()),
      latitude: z.nullable(z.number()),
      /** When its day began: what was looked at since belongs to the round of today. */
      midnight: z.string(),
    }),
    piles: z.array(walkedPile),
  }),
})
export type SiteWalk = z.output<(typeof siteWalk)['data']>
