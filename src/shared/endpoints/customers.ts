import * as z from 'zod/mini'
import { card } from '../entities/card.ts'
import { customer } from '../entities/customer.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'

const id = z.coerce.number({ error: 'required' }).check(z.int(), z.gte(1, { error: 'required' }))

/** Adds to the prepaid balance; the answer is the new balance in cents. */
export const topUp = endpoint({
  method: 'POST',
  path: '/system/client/charge',
  permission: 'customer.top_up',
  body: z.object({
    id: z.int({ error: 'required' }).check(z.gte(1, { error: 'required' })),
    amount_cents: z
      .int({ error: 'whole_number' })
      .check(z.gte(1, { error: 'out_of_range' }), z.lte(10_000_000, { error: 'out_of_range' })),
    remark: z.optional(z.nullable(z.string().check(z.maxLength(500, { error: 'too_long' })))),
  }),
  data: z.object({ balance_cents: z.int() }),
  repeatable: true,
  changes: 'customer',
})

export const customerDetails = endpoint({
  method: 'GET',
  path: '/client/details',
  permission: 'customer.list',
  body: z.object({ id }),
  data: z.object({ customer: rowSchema(customer), cards: z.array(rowSchema(card)) }),
})
