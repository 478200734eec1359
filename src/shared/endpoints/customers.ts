import * as z from 'zod/mini'
import { passwordSchema } from '../domain/password-rule.ts'
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

const entered = z.object({ balance_cents: z.int(), number: z.string() })

/** Adds to the prepaid balance; the answer is the new balance in cents and the receipt's number. */
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

/** Puts a balance right by an entry of its own, up or down, and says why. Never below zero. */
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
