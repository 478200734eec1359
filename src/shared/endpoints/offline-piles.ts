import * as z from 'zod/mini'
import { pageNumber, pageSize } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity, isoDay, isSpanOfDays, titled } from './inputs.ts'

/** Hundredths of a percent of the time without planned work; null where all of it was planned, or there is none yet. */
const availability = z.nullable(z.int())

/**
 * Piles that were without a socket in a period, each with how often and for how long, the longest first; and how much of the time they, and
 * all within reach, neither were offline nor had a fault. Days are each site's own. The spells themselves are the entity's list.
 */
export const offlineByPile = endpoint({
  method: 'POST',
  path: '/system/device-offline-record/by-device',
  lags: true,
  permission: 'offline_record.list',
  reaches: 'itself',
  body: z
    .object({
      from: isoDay,
      to: isoDay,
      /** Of one site alone. */
      site_id: z.optional(z.nullable(identity)),
      page_num: pageNumber,
      page_size: pageSize,
    })
    .check(z.refine(isSpanOfDays, { error: 'out_of_range', path: ['to'] })),
  data: z.object({
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    /** Of all piles of the site, or within reach. */
    availability,
    spells: z.int(),
    rows: z.array(
      z.object({
        pile: titled,
        site: z.nullable(titled),
        serial_number: z.nullable(z.string()),
        /** How many spells lie in the period, the one that began before it among them. */
        offline_count: z.int(),
        last_offline_at: z.string(),
        /** It has no socket now. */
        still: z.boolean(),
        offline_seconds: z.int(),
        availability,
      }),
    ),
  }),
})
