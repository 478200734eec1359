import * as z from 'zod/mini'
import { passwordSchema } from '../domain/password-schema.ts'
import { balanceRequest } from '../entities/balance-request.ts'
import { card } from '../entities/card.ts'
import { customer } from '../entities/customer.ts'
import { endpoint } from '../kit/endpoint.ts'
import { cents } from '../kit/fields.ts'
import { rowSchema, rowWith } from '../kit/schema.ts'
import { filled, identity, titled, written, writtenIdentity } from './inputs.ts'

/** ¥ 100,000: more is a slip of the finger. */
const MOST_CENTS = 10_000_000

/** How the bounds of an amount are said: in yuan. */
export const topUpFields = { amount_cents: cents({ min: 1, most: MOST_CENTS }) }
export const correctionFields = { amount_cents: cents({ min: -MOST_CENTS, most: MOST_CENTS }) }

/** Entered: the new balance in cents and the receipt's number. Above the limit: the balance as it was, no receipt, and the request. */
const entered = z.object({
  /** Null for anyone who may not see balances. */
  balance_cents: z.nullable(z.int()),
  number: z.nullable(z.string()),
  /** What waits for a second person instead; null when it was entered. */
  request: z.nullable(z.object({ id: z.int(), number: z.string() })),
})

/** Adds to the prepaid balance, or asks for it where a second person has to agree (`secondPerson`). */
export const topUp = endpoint({
  method: 'POST',
  path: '/system/client/charge',
  permission: 'customer.top_up',
  reaches: { customer: 'id' },
  body: z.object({
    id: identity,
    amount_cents: z
      .int({ error: 'whole_number' })
      .check(z.gte(1, { error: 'out_of_range' }), z.lte(MOST_CENTS, { error: 'out_of_range' })),
    remark: written(500),
  }),
  data: entered,
  repeatable: true,
  changes: 'customer',
})

/** Puts a balance right by an entry of its own, up or down, and says why; or asks for it. Never below zero. */
export const correctBalance = endpoint({
  method: 'POST',
  path: '/system/client/correct',
  permission: 'customer.correct',
  reaches: { customer: 'id' },
  body: z.object({
    id: identity,
    amount_cents: z.int({ error: 'whole_number' }).check(
      z.gte(-MOST_CENTS, { error: 'out_of_range' }),
      z.lte(MOST_CENTS, { error: 'out_of_range' }),
      z.refine((cents) => cents !== 0, { error: 'required' }),
    ),
    remark: filled(500),
  }),
  data: entered,
  repeatable: true,
  changes: 'customer',
})

/** From what sum on a second person has to agree, and how much of it the caller has used up for this customer in 24 hours. Cents. */
export const secondPerson = endpoint({
  method: 'GET',
  path: '/system/client/second-person',
  permission: 'customer.list',
  reaches: { customer: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({ limit_cents: z.nullable(z.int()), used_cents: z.int() }),
})

/** Another person than those behind a request agrees, and it is entered at once; or says no with a word. */
export const reviewBalanceRequest = endpoint({
  method: 'POST',
  path: '/system/balance-request/review',
  permission: 'balance_request.approve',
  reaches: { balance_request: 'id' },
  body: z
    .object({ id: identity, agreed: z.boolean({ error: 'required' }), remark: written(500) })
    .check(z.refine(({ agreed, remark }) => agreed || Boolean(remark), { error: 'required', path: ['remark'] })),
  data: z.object({ id: z.int(), status: z.enum(balanceRequest.fields.status.choices) }),
  repeatable: true,
  changes: 'balance_request',
})

/** Takes a request back: only who asked, or a person behind the app that did. */
export const withdrawBalanceRequest = endpoint({
  method: 'POST',
  path: '/system/balance-request/withdraw',
  permission: 'balance_request.list',
  reaches: { balance_request: 'id' },
  body: z.object({ id: identity, remark: filled(500) }),
  data: z.object({ id: z.int(), status: z.enum(balanceRequest.fields.status.choices) }),
  repeatable: true,
  changes: 'balance_request',
})

/** Gives a customer another password. */
export const resetCustomerPassword = endpoint({
  method: 'POST',
  path: '/system/client/reset-password',
  permission: 'customer.reset_password',
  reaches: { customer: 'id' },
  body: z
    .object({
      id: identity,
      password: passwordSchema(),
      password_again: z.optional(z.string({ error: 'required' })),
    })
    .check(
      z.refine(({ password, password_again = password }) => password === password_again, {
        error: 'passwords_differ',
        path: ['password_again'],
      }),
    ),
  data: z.null(),
  repeatable: true,
  changes: 'customer',
})

export const customerDetails = endpoint({
  method: 'GET',
  path: '/client/details',
  permission: 'customer.list',
  reaches: { customer: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({ customer: rowSchema(customer), cards: z.array(rowSchema(card)) }),
})

/** A customer as lists give it: with the cards. */
export const customerRow = rowWith(customer, {
  cards: z.array(titled),
})
