import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** A figure beside the same one a week before; null where there is nothing to compare with. */
const compared = z.object({ now: z.number(), before: z.nullable(z.number()) })

/** Where everybody lands. Days are those of the server's default site zone, Asia/Shanghai unless a site says otherwise. */
export const dashboard = endpoint({
  method: 'POST',
  path: '/system/index/index',
  permission: 'dashboard.view',
  reaches: 'itself',
  body: z.object({
    days: z._default(z.int().check(z.gte(7, { error: 'out_of_range' }), z.lte(90, { error: 'out_of_range' })), 30),
  }),
  data: z.object({
    power_w: z.int(),
    rated_power_w: z.int(),
    energy_wh: compared,
    services: compared,
    services_total: z.int(),
    /** Faulted piles of all, in hundredths of a percent: 71 is 0.71 %. */
    failure_rate: compared,
    faulted: z.int(),
    offline: z.int(),
    /** What orders that ended brought, less what was paid back. */
    income_cents: compared,
    /** The window's income by kind, and what was paid back in it, whenever its order ended. */
    electricity_cents: z.int(),
    service_cents: z.int(),
    occupation_cents: z.int(),
    refunded_cents: z.int(),
    /** One entry a day, days without income included. */
    trend: z.array(
      z.object({
        day: z.string(),
        electricity_cents: z.int(),
        service_cents: z.int(),
        occupation_cents: z.int(),
        refunded_cents: z.int(),
        energy_wh: z.int(),
        services: z.int(),
      }),
    ),
    attention: z.array(
      z.object({
        kind: z.enum(['alarm', 'offline', 'occupied', 'abnormal_order', 'rejected', 'failed_task']),
        id: z.int(),
        pile_id: z.nullable(z.int()),
        title: z.string(),
        station_number: z.string(),
        connector_number: z.nullable(z.int()),
        since: z.string(),
      }),
    ),
    sites: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        connectors: z.int(),
        available: z.int(),
        charging: z.int(),
        waiting: z.int(),
        faulted: z.int(),
        reserved: z.int(),
        offline: z.int(),
      }),
    ),
  }),
})
export type Dashboard = z.output<(typeof dashboard)['data']>
