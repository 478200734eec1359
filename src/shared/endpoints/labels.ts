import * as z from 'zod/mini'
import { identities } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity, titled } from './inputs.ts'

/** Piles whose labels a browser prints at once. */
export const MOST_LABELS = 500

/** What stands on the labels of piles: of those named, or of a whole site or batch, page by page. */
export const pileLabels = endpoint({
  method: 'POST',
  path: '/system/device/labels',
  permission: 'pile.list',
  reaches: 'itself',
  body: z.object({
    ids: z.optional(identities(MOST_LABELS)),
    site_id: z.optional(identity),
    batch_task_id: z.optional(identity),
    page_num: z._default(
      z.int().check(z.gte(1, { error: 'out_of_range' }), z.lte(100_000, { error: 'out_of_range' })),
      1,
    ),
  }),
  data: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        id: z.int(),
        station_number: z.string(),
        self_code: z.nullable(z.string()),
        site: z.nullable(titled),
        pile_type: z.nullable(titled),
        /** Their numbers; those of its type while it has not reported any. */
        connectors: z.array(z.int()),
      }),
    ),
  }),
})
