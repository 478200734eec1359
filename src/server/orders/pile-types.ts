import type { Kysely } from 'kysely'
import type { order } from '../../shared/entities/order.ts'
import type { Row, Titled } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'

type Order = Row<typeof order>
type Typed = Order & { pile_type: Titled | null; device_type_id: number | null; device_type_name: string | null }

/** Orders with the type of the pile that they ran on, under the specification's words too. */
export async function withPileTypes(rows: readonly Order[], db: Kysely<Database>): Promise<Typed[]> {
  const types = await typesOf(
    db,
    rows.map(({ pile_id }) => pile_id),
  )
  return rows.map((row) => {
    const pile_type = types.get(row.pile_id) ?? null
    return { ...row, pile_type, device_type_id: pile_type?.id ?? null, device_type_name: pile_type?.title ?? null }
  })
}

async function typesOf(db: Kysely<Database>, piles: readonly number[]) {
  if (!piles.length) return new Map<number, Titled>()
  const found = await db
    .selectFrom('pile')
    .innerJoin('pile_type', 'pile_type.id', 'pile.pile_type_id')
    .select(['pile.id as pile_id', 'pile_type.id', 'pile_type.name as title'])
    .where('pile.id', 'in', [...new Set(piles)])
    .execute()
  return new Map(found.map(({ pile_id, ...type }) => [pile_id, type]))
}
