import * as z from 'zod/mini'
import { listQuery } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity, pageOf, titled } from './inputs.ts'

const page = pageOf(titled)

/** The sites that orders can be narrowed to, by title. Anyone who may see orders may choose among them. */
export const orderSites = endpoint({
  method: 'POST',
  path: '/system/order/park-lot-list',
  permission: 'order.list',
  reaches: 'itself',
  body: listQuery,
  data: page,
})

/** The piles that orders can be narrowed to, by station number; those of one site if it is named. */
export const orderPiles = endpoint({
  method: 'POST',
  path: '/system/order/device-list',
  permission: 'order.list',
  reaches: 'itself',
  body: z.extend(listQuery, { site_id: z.optional(z.nullable(identity)) }),
  data: page,
})
