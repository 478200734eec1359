import { type Kysely, sql } from 'kysely'
import type { correctBalance, secondPerson, topUp } from '../../shared/endpoints/customers.ts'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context, Looking } from '../kit/context.ts'
import { refuseArchived } from '../kit/crud/archive.ts'
import { mayRead } from '../kit/crud/masking.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { notFound, type Refusal, wrongField } from '../kit/refusal.ts'

/** What is told once it is durable. */
export interface Tell {
  balance(customer_id: number, balance_cents: number): void
  changed(entity: string, id: number): void
}

type Db = Kysely<Database>
type Entered = Data<typeof topUp>

interface Entry {
  id: number
  kind: 'top_up' | 'correction'
  amount_cents: number
  remark: string | null
}

export const payIn = (payment: Parsed<typeof topUp>, context: Context, tell: Tell) =>
  enterOrAsk({ ...payment, kind: 'top_up' }, context, tell)

export const correct = (correction: Parsed<typeof correctBalance>, context: Context, tell: Tell) =>
  enterOrAsk({ ...correction, kind: 'correction' }, context, tell)

/** Enters it at once, or above the limit takes down that a second person has to agree. */
async function enterOrAsk(entry: Entry, context: Context, tell: Tell): Promise<Entered> {
  const { db, person } = context
  const { id, amount_cents, kind, remark } = entry
  const before = await lockedBalance(context, entry)
  const told = (balance_cents: number) => (seesBalances(person) ? balance_cents : null)
  const { limit_cents, used_cents } = await usedUp(db, id, person.id)
  if (limit_cents !== null && used_cents + Math.abs(amount_cents) > limit_cents) {
    const request = await db
      .insertInto('balance_request')
      .values({ customer_id: id, kind, amount_cents, remark, asked_by: person.name, asked_by_id: person.id })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    const after = { number: request.number, customer_id: id, kind, amount_cents, remark }
    const created = { action: 'create', entity: 'balance_request', entity_id: request.id, before: null, after }
    await audit(db, context, created)
    context.afterCommit(() => tell.changed('balance_request', request.id))
    return { balance_cents: told(before), number: null, request }
  }
  const entered = await db
    .insertInto('ledger_entry')
    .values({
      ...{ customer_id: id, kind, amount_cents, remark, entered_by: person.name },
      entered_persons: sql<number[]>`persons_behind(${person.id})`,
    })
    .returning(['balance_cents', 'number'])
    .executeTakeFirstOrThrow()
  context.afterCommit(() => tell.balance(id, entered.balance_cents))
  return { number: entered.number, balance_cents: told(entered.balance_cents), request: null }
}

/**
 * The balance, held until the transaction ends: two entries of one customer come one after the other, and the second one sees
 * what the first one left. Refused where the entry cannot be made.
 */
export async function lockedBalance(
  { db, person }: Looking,
  { id, amount_cents }: Pick<Entry, 'id' | 'amount_cents'>,
): Promise<number> {
  const customer = await db
    .selectFrom('customer')
    .select(['balance_cents', 'archived_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw notFound()
  refuseArchived(customerEntity, customer)
  if (amount_cents < 0 && customer.balance_cents + amount_cents < 0) throw tooMuch(customer.balance_cents, person)
  return customer.balance_cents
}

/**
 * The limit (null: off), and what the persons behind the caller, and those tied to them, entered for this customer in the last
 * 24 hours without a second person: a large sum in many small ones is a large sum. Cents.
 */
export async function usedUp(db: Db, customer_id: number, asker: number): Promise<Data<typeof secondPerson>> {
  const { rows } = await sql<Data<typeof secondPerson>>`
    select nullif(s.second_person_cents, 0) as limit_cents, (
      select coalesce(sum(abs(e.amount_cents)), 0) from ledger_entry e
      where e.customer_id = ${customer_id} and e.kind in ('top_up', 'correction') and e.request_id is null
        and e.created_at > now() - interval '24 hours'
        and e.entered_persons && persons_tied(persons_behind(${asker}), now())) as used_cents
    from system_setting s`.execute(db)
  return rows[0] ?? { limit_cents: null, used_cents: 0 }
}

/** What is not there cannot be taken; a balance in debt only goes up. */
const tooMuch = (balance_cents: number, person: Person): Refusal =>
  seesBalances(person)
    ? wrongField('amount_cents', 'refusals:more_than_balance', { balance: (balance_cents / 100).toFixed(2) })
    : wrongField('amount_cents', 'refusals:more_than_there')

const seesBalances = (person: Person) => mayRead(customerEntity, 'balance_cents', person)
