import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity, titled } from './inputs.ts'

/** A time on a site's clock, as `<input type="datetime-local">` writes it. */
const wallTime = z.iso
  .datetime({ local: true, precision: -1, error: 'not_a_time' })
  .check(z.regex(/\d$/, { error: 'not_a_time' }))

/** From when until when a strategy prices a site; `to` null: until further notice. `strategy` null: no price then. */
const priceStretch = z.object({
  /** Null where it is the first of the stretches: from now on, or since long. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  strategy: z.nullable(titled),
  /** What has to be taken back to undo it; null where it is no plan for later or for a time. */
  period_id: z.nullable(z.int()),
})

/** A site's prices from now on, without a hole between them. */
export const sitePrices = z.object({
  id: z.int(),
  title: z.string(),
  time_zone: z.string(),
  stretches: z.array(priceStretch),
})
export type SitePrices = z.output<typeof sitePrices>

/** The time line of a site's prices. */
export const pricePlan = endpoint({
  method: 'POST',
  path: '/system/park-lot/prices',
  permission: 'site.list',
  reaches: { site: 'id' },
  body: z.object({ id: identity }),
  data: sitePrices,
})

/**
 * Gives a strategy to sites: from a time of each site's own clock on (null: from now), for good or until another. What has an end
 * goes before what has none, which comes back after it. Orders that began before keep their prices.
 */
export const assignStrategy = endpoint({
  method: 'POST',
  path: '/system/strategy/assign-sites',
  permission: 'site.update',
  reaches: { site: 'site_ids' },
  body: z.object({
    id: identity,
    site_ids: z
      .array(identity, { error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'too_many' })),
    from: z.nullable(wallTime),
    to: z.nullable(wallTime),
  }),
  data: z.null(),
  repeatable: true,
  changes: 'strategy',
  says: 'saved',
})

/** Takes back what is planned; what holds already for a time ends now. */
export const dropPeriod = endpoint({
  method: 'POST',
  path: '/system/park-lot/prices/drop',
  permission: 'site.update',
  reaches: { site: 'id' },
  body: z.object({ id: identity, period_id: identity }),
  data: z.null(),
  repeatable: true,
  changes: 'site',
  says: 'saved',
})
