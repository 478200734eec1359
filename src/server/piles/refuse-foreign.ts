import { sql } from 'kysely'
import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import { card as cardEntity } from '../../shared/entities/card.ts'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import type { Context, Looking } from '../kit/context.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { wrongField } from '../kit/refusal.ts'
import { namedIn } from './named-in-call.ts'
import type { CallFacts } from './ports.ts'

/**
 * Holds a raw call's payload to what its caller reaches, as the plain commands are: a card or customer of others is refused as one
 * that does not exist, and so is a transaction that this pile never had.
 */
export async function refuseForeign(
  pile_id: number,
  facts: CallFacts,
  { db, person }: Context,
  field = 'payload',
): Promise<void> {
  if (person.reach === null) return
  const { tags, transactions } = namedIn(facts)
  const theirs = await tagsOf({ db, person }, tags)
  const strange = tags.find((tag) => !theirs.has(tag))
  if (strange !== undefined) throw wrongField(field, 'commands:unknown_tag', { tag: strange.slice(0, 40) })
  for (const id of transactions)
    if (!(await isOfPile(db, pile_id, id))) throw wrongField(field, 'commands:unknown_transaction', { transaction: id })
}

/** Those that stand for a card or a customer in use within reach. */
async function tagsOf({ db, person }: Looking, tags: readonly string[]): Promise<ReadonlySet<string>> {
  if (!tags.length) return new Set()
  const { rows: cards } = await sql<{ id: number; tag: string }>`
    select id, upper(number) as tag from card where upper(number) = any(${[...tags]}) and archived_at is null`.execute(
    db,
  )
  const asked = new Map(tags.map((tag) => [tag, customerOfTag(tag)]))
  const ids = [...asked.values()].filter((id) => id !== null)
  const customers = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('archived_at', 'is', null)
    .execute()
  const theirCards = new Set(
    await theirsOf(
      db,
      person,
      cardEntity,
      cards.map(({ id }) => id),
    ),
  )
  const theirCustomers = new Set(
    await theirsOf(
      db,
      person,
      customerEntity,
      customers.map(({ id }) => id),
    ),
  )
  return new Set([
    ...cards.filter(({ id }) => theirCards.has(id)).map(({ tag }) => tag),
    ...tags.filter((tag) => theirCustomers.has(asked.get(tag) ?? 0)),
  ])
}

/** It opened an order here, or a report of it was kept aside. */
async function isOfPile(db: Looking['db'], pile_id: number, transaction_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from orders where pile_id = ${pile_id} and transaction_id = ${transaction_id}::bigint
    union all
    select from set_aside where pile_id = ${pile_id}
      and coalesce(payload ->> 'transactionId', payload ->> 'transaction_id') = ${String(transaction_id)}
    limit 1`.execute(db)
  return rows.length > 0
}
