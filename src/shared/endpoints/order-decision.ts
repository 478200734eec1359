import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled, identity } from './inputs.ts'

export const DECISIONS = ['charge', 'charge_part', 'waive'] as const
export const PAYERS = ['claimed', 'other', 'nobody'] as const

/**
 * A person decides what becomes of a session that was not authorized. charge: the payer owes all of it; charge_part: the owner of the
 * card owes what was drawn until it was blocked; waive: nobody owes anything. `payer`: whose card it claimed to be, the
 * customer of `customer_id`, or nobody known yet (the order is then unpaid, to be collected). `energy_wh` only where the
 * meter, or the session's end, is not to be believed.
 */
export const decideOrder = endpoint({
  method: 'POST',
  path: '/system/order/decide',
  permission: 'order.settle',
  reaches: { order: 'id', customer: 'customer_id' },
  body: z.object({
    id: identity,
    decision: z.enum(DECISIONS, { error: 'not_a_choice' }),
    payer: z._default(z.enum(PAYERS, { error: 'not_a_choice' }), 'claimed'),
    customer_id: z.optional(z.nullable(identity)),
    energy_wh: z.optional(
      z.nullable(
        z
          .int({ error: 'whole_number' })
          .check(z.gte(0, { error: 'out_of_range' }), z.lte(10_000_000, { error: 'out_of_range' })),
      ),
    ),
    remark: filled(500),
  }),
  data: z.object({ status: z.string(), shortfall_cents: z.int() }),
  repeatable: true,
  changes: 'order',
})
