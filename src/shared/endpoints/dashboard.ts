import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { isoDay, isSpanOfDays } from './inputs.ts'

/** A figure beside the same one a week before; null where there is nothing to compare with. */
const compared = z.object({ now: z.number(), before: z.nullable(z.number()) })

/** Null for anyone who may not see orders, which say what is paid. */
const money = z.nullable(z.int())

const day = z.optional(isoDay)

interface Asked {
  from?: string | undefined
  to?: string | undefined
}
const isWhole = ({ from, to }: Asked) => (from === undefined) === (to === undefined)
const isSpan = ({ from, to }: Asked) => from === undefined || to === undefined || isSpanOfDays({ from, to })

/** Where everybody lands. Days are those of each site's own clock; which of them is today says the clock of most sites. */
export const dashboard = endpoint({
  method: 'POST',
  path: '/system/index/index',
  lags: true,
  permission: 'dashboard.view',
  reaches: 'itself',
  body: z
    .object({
      /** So many days up to today, unless a first and a last one are named. */
      days: z._default(z.int().check(z.gte(7, { error: 'out_of_range' }), z.lte(90, { error: 'out_of_range' })), 30),
      from: day,
      to: day,
      /** Also what these days brought, beside those before them. */
      compare: z._default(z.boolean({ error: 'invalid' }), false),
    })
    .check(
      z.refine(isWhole, { error: 'required', path: ['to'] }),
      z.refine(isSpan, { error: 'out_of_range', path: ['to'] }),
    ),
  data: z.object({
    /** The days that the trend is of. */
    from: z.string(),
    to: z.string(),
    /** Today is one of them. */
    lasts: z.boolean(),
    /**
     * What these days brought up to now, beside as long a time before them: of whole months as many months, of one that is
     * not over the same days of the one before. Null unless asked for.
     */
    period: z.nullable(z.object({ energy_wh: compared, services: compared, income_cents: z.nullable(compared) })),
    power_w: z.int(),
    rated_power_w: z.int(),
    /** The limits of the sites with piles, added up, and how many of these sites have one. */
    power_limit_w: z.int(),
    limited_sites: z.int(),
    sites_with_piles: z.int(),
    /** Guns, and those of them that charge. */
    guns: z.int(),
    charging: z.int(),
    energy_wh: compared,
    services: compared,
    services_total: z.int(),
    /** Faulted piles of all, in hundredths of a percent: 71 is 0.71 %. */
    failure_rate: compared,
    faulted: z.int(),
    offline: z.int(),
    /** What orders that ended brought, less what was paid back; null as `money` is. */
    income_cents: z.nullable(compared),
    /** The window's income by kind, and what was paid back in it, whenever its order ended. */
    electricity_cents: money,
    service_cents: money,
    occupation_cents: money,
    refunded_cents: money,
    /** One entry a day, days without income included. */
    trend: z.array(
      z.object({
        day: z.string(),
        electricity_cents: money,
        service_cents: money,
        occupation_cents: money,
        refunded_cents: money,
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
        /** It stands for all of a site: so many of its piles are struck, as far as the newest tell. */
        site: z.nullable(z.object({ id: z.int(), name: z.string(), piles: z.int() })),
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
