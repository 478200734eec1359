import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** Whose statements there are. */
export const STATEMENT_PARTIES = ['merchant', 'site'] as const
export type StatementParty = (typeof STATEMENT_PARTIES)[number]

/** A month of the calendar: 2026-10. */
const isoMonth = z
  .string({ error: 'required' })
  .check(z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, { error: 'not_a_month' }))

const party = z.optional(z.nullable(identity))

const asked = () =>
  z
    .object({
      /** A merchant's statement is of all its piles, a site's of all that stand there: one of the two. */
      merchant_id: party,
      site_id: party,
      /** Each order counts in the month of its own site's clock in which it ended. */
      month: isoMonth,
    })
    .check(
      z.refine(({ merchant_id, site_id }) => !merchant_id !== !site_id, { error: 'one_of_two', path: ['merchant_id'] }),
    )

const figures = {
  /** Sessions that ended; a supplement bills one that was counted. */
  sessions: z.int(),
  energy_wh: z.int(),
  electricity_cents: z.int(),
  service_cents: z.int(),
  occupation_cents: z.int(),
  /** The three together. */
  billed_cents: z.int(),
  /** Paid back in the month, whenever the session ended. */
  refunded_cents: z.int(),
  /** What is billed less what was paid back. */
  income_cents: z.int(),
}

const statement = z.object({
  party: z.object({
    of: z.enum(STATEMENT_PARTIES),
    id: z.int(),
    name: z.string(),
    address: z.nullable(z.string()),
    contact: z.nullable(z.string()),
  }),
  /** What the operator calls itself. */
  issuer: z.string(),
  month: z.string(),
  /** Its first and its last day. */
  from: z.string(),
  to: z.string(),
  /** The month is over at every site. */
  over: z.boolean(),
  /** False where the person who asks does not reach all of the party's piles. */
  whole: z.boolean(),
  made_at: z.string(),
  total: z.object({
    ...figures,
    /** Paid of what is billed, to this day. */
    paid_cents: z.int(),
    open_cents: z.int(),
    /** Orders that still wait to be settled. */
    unsettled: z.int(),
    /** What the ledger took from customers' balances for these orders, and what these orders say that it took. */
    ledger_cents: z.int(),
    customers_paid_cents: z.int(),
  }),
  /** The sites of a merchant, the piles of a site. */
  places: z.array(z.object({ id: z.int(), title: z.string(), ...figures })),
  /** Days on which something ended or was paid back. */
  days: z.array(z.object({ day: z.string(), ...figures })),
})
export type Statement = z.output<typeof statement>
export type StatementFigures = Pick<Statement['days'][number], keyof typeof figures>
export type StatementAsked = z.output<ReturnType<typeof asked>>

/** What a merchant's or a site's piles brought in a month, to the cent. */
export const showStatement = endpoint({
  method: 'POST',
  path: '/system/statement/show',
  permission: 'statement.view',
  reaches: { merchant: 'merchant_id', site: 'site_id' },
  body: asked(),
  data: statement,
})

/** Sends the last month's statement now, whether it went before or not. */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/system/statement-delivery/send',
  permission: 'statement_delivery.send',
  reaches: { statement_delivery: 'id' },
  body: z.object({ id: identity }),
  data: z.null(),
  changes: 'statement_delivery',
  says: 'statements:sent',
})

/** The same as a workbook, with every order behind it. */
export const statementWorkbook = endpoint({
  method: 'POST',
  path: '/system/statement/workbook',
  permission: 'statement.view',
  reaches: { merchant: 'merchant_id', site: 'site_id' },
  body: asked(),
  data: z.any(),
  answers: 'file',
})
