import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** A division of China by its six-digit code (GB/T 2260). */
export interface Region {
  id: number
  title: string
  /** Whether there are divisions below it. */
  has_children: boolean
  /** Those below it, when the whole tree was asked for. */
  children?: Region[] | undefined
}

const region: z.ZodMiniType<Region> = z.object({
  id: z.int(),
  title: z.string(),
  has_children: z.boolean(),
  get children() {
    return z.optional(z.array(region))
  },
})

const yes = z.pipe(
  z.enum(['1', 'true', '0', 'false'], { error: 'invalid' }),
  z.transform((given) => given === '1' || given === 'true'),
)

/** The provinces; with `parent_id` the cities of a province or the areas of a city; with `tree` everything below as well. */
export const provinces = endpoint({
  method: 'GET',
  path: '/common-provinces/index',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({
    parent_id: z.optional(z.coerce.number({ error: 'invalid' }).check(z.int({ error: 'whole_number' }))),
    tree: z.optional(yes),
  }),
  data: z.array(region),
})
