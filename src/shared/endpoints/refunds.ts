import * as z from 'zod/mini'
import { refund } from '../entities/refund.ts'
import { endpoint } from '../kit/endpoint.ts'
import { filled, identity, written } from './inputs.ts'
import { MOST_ORDER_CENTS } from './order-money.ts'

const status = z.object({ id: z.int(), status: z.enum(refund.fields.status.choices) })
const step = { method: 'POST', data: status, repeatable: true, changes: 'refund' } as const

/** Asks to pay back a part of what an order was paid. Cents; never more than is paid and neither back nor under way. */
export const requestRefund = endpoint({
  ...step,
  path: '/system/refund/request',
  permission: 'refund.request',
  reaches: { order: 'order_id' },
  body: z.object({
    order_id: identity,
    amount_cents: z
      .int({ error: 'whole_number' })
      .check(z.gte(1, { error: 'out_of_range' }), z.lte(MOST_ORDER_CENTS, { error: 'out_of_range' })),
    way: z.enum(refund.fields.way.choices, { error: 'not_a_choice' }),
    reason: filled(500),
  }),
})

/** Another person than who asked agrees, or says no with a word. */
export const reviewRefund = endpoint({
  ...step,
  path: '/system/refund/review',
  permission: 'refund.review',
  reaches: { refund: 'id' },
  body: z
    .object({ id: identity, agreed: z.boolean({ error: 'required' }), remark: written(500) })
    .check(z.refine(({ agreed, remark }) => agreed || Boolean(remark), { error: 'required', path: ['remark'] })),
})

/** Pays a reviewed refund, or one that failed once more: to the balance at once, else it is under way until it is confirmed. */
export const payRefund = endpoint({
  ...step,
  path: '/system/refund/pay',
  permission: 'refund.pay',
  reaches: { refund: 'id' },
  body: z.object({ id: identity }),
})

/** Says what became of a refund that is under way: paid, under the reference of anyone who paid it, or failed, and why. */
export const confirmRefund = endpoint({
  ...step,
  path: '/system/refund/confirm',
  permission: 'refund.confirm',
  reaches: { refund: 'id' },
  body: z
    .object({ id: identity, paid: z.boolean({ error: 'required' }), reference: written(64), failure: written(500) })
    .check(
      z.refine(({ paid, reference }) => !paid || Boolean(reference), { error: 'required', path: ['reference'] }),
      z.refine(({ paid, failure }) => paid || Boolean(failure), { error: 'required', path: ['failure'] }),
    ),
})

/** Takes a request back, or gives one up that failed. */
export const withdrawRefund = endpoint({
  ...step,
  path: '/system/refund/withdraw',
  permission: 'refund.request',
  reaches: { refund: 'id' },
  body: z.object({ id: identity, remark: filled(500) }),
})
