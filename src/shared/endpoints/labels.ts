import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

const identity = z.int({ error: 'required' }).check(z.gte(1, { error: 'required' }))
const titled = z.nullable(z.object({ id: z.int(), title: z.string() }))

/** Piles whose labels a browser prints at once. */
export const MOST_LABELS = 500

/** What stands on the labels of piles: of those named, or of a whole site or batch, page by page. */
export const pileLabels = endpoint({
  method: 'POST',
  path: '/system/device/labels',
  permission: 'pile.list',
  reaches: 'itself',
  body: z.object({
    ids: z.optional(
      z.array(identity).check(z.minLength(1, { error: 'required' }), z.maxLength(MOST_LABELS, { error: 'too_many' })),
    ),
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
        site: titled,
        pile_type: titled,
        /** Their numbers; those of its type while it has not reported any. */
        connectors: z.array(z.int()),
      }),
    ),
  }),
})
