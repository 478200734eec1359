import { sql } from 'kysely'
import type { Context, Looking } from '../kit/context.ts'
import { theirTags } from '../kit/reach/tags.ts'
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
  const theirs = await theirTags({ db, person }, tags)
  const strange = tags.find((tag) => !theirs.has(tag))
  if (strange !== undefined) throw wrongField(field, 'commands:unknown_tag', { tag: strange.slice(0, 40) })
  for (const id of transactions)
    if (!(await isOfPile(db, pile_id, id)))
      throw wrongField(field, 'commands:unknown_transaction', { transaction: id.slice(0, 40) })
}

const OUR_NUMBER = /^\d{1,15}$/

/** It opened an order here, reports of it wait for their first one, or one was kept aside. */
async function isOfPile(db: Looking['db'], pile_id: number, transaction: string): Promise<boolean> {
  const number = OUR_NUMBER.test(transaction) ? Number(transaction) : null
  const { rows } = await sql`
    select from orders where pile_id = ${pile_id} and transaction_id = ${number}::bigint
    union all
    select from orders where pile_id = ${pile_id} and station_transaction_id = ${transaction}
    union all
    select from unbegun_transaction where pile_id = ${pile_id} and transaction_id = ${transaction}
    union all
    select from set_aside where pile_id = ${pile_id}
      and coalesce(payload ->> 'transactionId', payload ->> 'transaction_id') = ${transaction}
    limit 1`.execute(db)
  return rows.length > 0
}
