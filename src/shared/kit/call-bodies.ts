import * as z from 'zod/mini'
import { MOST_ROWS, PAGE_SIZE } from './endpoint.ts'
import { identity } from './identity.ts'

/** What calls take of lists and of several records: a console that asks for them knows nothing of what a record's input must be. */

const plain = z.union([z.string().check(z.maxLength(200, { error: 'too_long' })), z.number()])

/** Filters arrive under the fields' names: a value, a list of values, or `{ from, to }` for figures and moments. */
export const filterValue = z.union([
  plain,
  z.boolean(),
  z.array(plain).check(z.maxLength(200, { error: 'too_many' })),
  z.object({ from: z.optional(plain), to: z.optional(plain) }),
])

/** The page of a list, counted from 1. */
export const pageNumber = z._default(
  z.coerce.number().check(z.int(), z.gte(1, { error: 'out_of_range' }), z.lte(10_000_000, { error: 'out_of_range' })),
  1,
)
/** Rows of a page. */
export const pageSize = z._default(
  z.coerce.number().check(z.int(), z.gte(1, { error: 'out_of_range' }), z.lte(MOST_ROWS, { error: 'out_of_range' })),
  PAGE_SIZE,
)

/** What every list takes: the page, the order, a keyword, and filters under their fields' names. */
export const listQuery = z.looseObject({
  page_num: pageNumber,
  page_size: pageSize,
  /** Tables send null for "the list's own order". */
  prop: z.optional(z.nullable(z.string())),
  order: z.optional(z.nullable(z.string())),
  keyword: z.optional(z.nullable(z.string().check(z.maxLength(100, { error: 'too_long' })))),
})

/** As many records as one call may delete or change. */
export const MOST_AT_ONCE = 500

export const identities = (most = MOST_AT_ONCE) =>
  z.array(identity()).check(z.minLength(1, { error: 'required' }), z.maxLength(most, { error: 'too_many' }))

const eitherOne = ({ id, ids }: { id?: unknown; ids?: unknown }) => (id === undefined) !== (ids === undefined)

/** What `remove` takes: one record or several, of which all go or none. */
export const removeSchema = z
  .object({
    id: z.optional(identity()),
    ids: z.optional(identities()),
    /** Only tells what would become of them. */
    dry_run: z.optional(z.boolean({ error: 'invalid' })),
  })
  .check(z.refine(eitherOne, { error: 'required', path: ['id'] }))

/** What `restore` takes. */
export const restoreSchema = z
  .object({ id: z.optional(identity()), ids: z.optional(identities()) })
  .check(z.refine(eitherOne, { error: 'required', path: ['id'] }))

/** What `options` takes: a keyword and filters, or the ids whose titles are asked for. `all`: those too that are not offered any more. */
export const optionsQuery = z.looseObject({
  keyword: z.optional(z.nullable(z.string().check(z.maxLength(100, { error: 'too_long' })))),
  ids: z.optional(identities(100)),
  all: z.optional(z.boolean({ error: 'invalid' })),
})
