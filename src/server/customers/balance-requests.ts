import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { reviewBalanceRequest, withdrawBalanceRequest } from '../../shared/endpoints/customers.ts'
import { balanceRequest } from '../../shared/entities/balance-request.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import { ownRow, refuseOwn, withOwn } from '../kit/four-eyes.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { lockedBalance, type Tell } from './balance.ts'

type Request = Selectable<Database['balance_request']>

/** The list counts requests by status, over all other filters; each says whether another person has to decide on it. */
export const balanceRequestExtension: Extension<typeof balanceRequest> = {
  extend: (rows, context) => withOwn('balance_request', rows, context),
  row: ownRow,
  summary: async (where, { db }) => {
    const { rows } = await sql<{ status: string; count: number }>`
      select t.status, count(*) as count from balance_request t where ${where('status')} group by t.status`.execute(db)
    const none = Object.fromEntries(balanceRequest.fields.status.choices.map((status) => [status, 0]))
    return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
  },
}

/** A second person says yes, and it is entered in the same transaction, once; or no. */
export async function review(
  { id, agreed, remark }: Parsed<typeof reviewBalanceRequest>,
  context: Context,
  tell: Tell,
): Promise<Data<typeof reviewBalanceRequest>> {
  const { db, person } = context
  const request = await waiting(context, id)
  await refuseOwn(db, request, person, 'refusals:balance_four_eyes')
  const entry_number = agreed ? await enter(request, context, tell) : null
  const status = agreed ? 'approved' : 'rejected'
  return decide(context, id, { status, remark, entry_number })
}

/** Nobody decides on it any more. */
export async function withdraw(
  { id, remark }: Parsed<typeof withdrawBalanceRequest>,
  context: Context,
): Promise<Data<typeof withdrawBalanceRequest>> {
  const { person } = context
  const request = await waiting(context, id)
  if (request.asked_by_id !== person.id && !request.asked_persons.includes(person.id))
    throw new Refusal(409, 'refusals:balance_not_yours')
  return decide(context, id, { status: 'withdrawn', remark, entry_number: null })
}

/** The request, held until the transaction ends. */
async function waiting({ db }: Context, id: number): Promise<Request> {
  const request = await db.selectFrom('balance_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!request) throw notFound()
  if (request.status !== 'waiting') throw new Refusal(409, 'refusals:balance_decided')
  return request
}

async function enter(request: Request, { db, person, afterCommit }: Context, tell: Tell): Promise<string> {
  const { id: request_id, customer_id, kind, amount_cents, remark, asked_by, asked_persons } = request
  try {
    await lockedBalance({ db, person }, { id: customer_id, amount_cents })
  } catch (error) {
    throw atNoField(error)
  }
  const { balance_cents, number } = await db
    .insertInto('ledger_entry')
    .values({
      ...{ customer_id, kind, amount_cents, remark, request_id, entered_persons: asked_persons },
      entered_by: `${asked_by} + ${person.name}`,
    })
    .returning(['balance_cents', 'number'])
    .executeTakeFirstOrThrow()
  afterCommit(() => tell.balance(customer_id, balance_cents))
  afterCommit(() => tell.changed('customer', customer_id))
  return number
}

/** Who agrees typed no amount: what is wrong with it is told as it is. */
function atNoField(error: unknown): unknown {
  const { amount_cents: wrong } = error instanceof Refusal ? error.fields : {}
  return wrong ? new Refusal(409, wrong.key, { figures: wrong.figures ?? {} }) : error
}

interface Decision {
  status: 'approved' | 'rejected' | 'withdrawn'
  remark: string | null
  entry_number: string | null
}

async function decide({ db, person }: Context, id: number, { status, remark, entry_number }: Decision) {
  await db
    .updateTable('balance_request')
    .set({ status, entry_number, decision_remark: remark, decided_by: person.name, decided_by_id: person.id })
    .set(({ eb, fn }) => ({
      decided_at: fn<string>('now'),
      updated_at: fn<string>('now'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  return { id, status }
}
