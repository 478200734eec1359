import { sql } from 'kysely'
import { customerOfTag } from '../../../shared/domain/customer-tag.ts'
import { card as cardEntity } from '../../../shared/entities/card.ts'
import { customer as customerEntity } from '../../../shared/entities/customer.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Looking } from '../context.ts'
import { theirsOf } from './hold.ts'

/** Those of the idTags, in capitals, that stand for a card or a customer in use within reach. */
export async function theirTags({ db, person }: Looking, tags: readonly string[]): Promise<ReadonlySet<string>> {
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
  const theirs = async (entity: Entity, found: readonly { id: number }[]) =>
    new Set(
      await theirsOf(
        db,
        person,
        entity,
        found.map(({ id }) => id),
      ),
    )
  const theirCards = await theirs(cardEntity, cards)
  const theirCustomers = await theirs(customerEntity, customers)
  return new Set([
    ...cards.filter(({ id }) => theirCards.has(id)).map(({ tag }) => tag),
    ...tags.filter((tag) => theirCustomers.has(asked.get(tag) ?? 0)),
  ])
}
