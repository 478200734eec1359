import * as z from 'zod/mini'
import { listQuery } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { pageOf, titled } from './inputs.ts'
import { siteStates } from './sites.ts'

/** For anyone who tries the API out: live data of this network, nobody's personal data. All answer 404 when they are switched off. */

const onlySigned = { permission: 'signed_in', reaches: 'itself' } as const

export const demoVersion = endpoint({
  ...onlySigned,
  method: 'GET',
  path: '/demo/ver',
  body: z.object({}),
  data: z.object({ version: z.string() }),
})

/** Gives back what was sent, with the time at which it came. */
export const demoPost = endpoint({
  ...onlySigned,
  method: 'POST',
  path: '/demo/post',
  body: z.record(z.string().check(z.maxLength(60, { error: 'too_long' })), z.unknown()),
  data: z.object({ received_at: z.iso.datetime(), body: z.record(z.string(), z.unknown()) }),
})

/** The network's piles, page by page, as every table asks for them. */
export const demoPage = endpoint({
  permission: 'pile.list',
  reaches: 'itself',
  method: 'GET',
  path: '/demo/page',
  body: listQuery,
  data: pageOf(
    z.object({ id: z.int(), station_number: z.string(), site: z.nullable(titled), real_time_state: z.string() }),
  ),
})

/** The sites to choose from. */
export const demoList = endpoint({
  permission: 'site.list',
  reaches: 'itself',
  method: 'GET',
  path: '/demo/list',
  body: z.object({ keyword: z.optional(z.string().check(z.maxLength(100, { error: 'too_long' }))) }),
  data: z.array(titled),
})

interface DemoNode {
  title: string
  path: string | null
  children: DemoNode[]
}
const demoNode: z.ZodMiniType<DemoNode> = z.object({
  title: z.string(),
  path: z.nullable(z.string()),
  get children() {
    return z.array(demoNode)
  },
})

/** The pages of anyone who asks, as a tree in their language. */
export const demoMenu = endpoint({
  ...onlySigned,
  method: 'GET',
  path: '/demo/menu',
  body: z.object({}),
  data: z.array(demoNode),
})

const CODES = ['400', '401', '403', '404', '409', '422', '429'] as const

/** Connectors by state; with `code`, what a refusal of that code looks like. */
export const demoStatus = endpoint({
  permission: 'site.list',
  reaches: 'itself',
  method: 'GET',
  path: '/demo/status',
  body: z.object({ code: z.optional(z.enum(CODES, { error: 'not_a_choice' })) }),
  data: z.object({ states: z.partialRecord(z.enum(siteStates), z.int()) }),
})
