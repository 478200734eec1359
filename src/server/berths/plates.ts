import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type notePlate, PLATES, type Spot } from '../../shared/endpoints/berths.ts'
import { order } from '../../shared/entities/order.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Context, Looking } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { saidAt } from '../kit/said-at.ts'

type Plate = NonNullable<Spot['plate']>

const ORDERS = permissionOf(order, 'list')

const kept = sql`(select plate_hours from system_setting) * interval '1 hour'`

/**
 * Which car stands at each of these berths: a session that goes on tells it better than what was typed before it began. People with
 * the right to plates at a berth see both; people who may see the order see the session's.
 */
export async function platesAt({ db, person }: Looking, ids: readonly number[]): Promise<ReadonlyMap<number, Plate>> {
  const seen = may(person, PLATES) ? [reached(narrowed(person, PLATES), 'berth', 'b')] : []
  const ordered = may(person, ORDERS) ? [reached(narrowed(person, ORDERS), 'order', 'o')] : []
  const plates = new Map<number, Plate>()
  for (const { berth_id, ...plate } of [
    ...(await typedAt(db, ids, seen)),
    ...(await chargedAt(db, ids, [...seen, ...ordered])),
  ]) {
    const before = plates.get(berth_id)
    if (!before || before.since <= plate.since) plates.set(berth_id, plate)
  }
  return plates
}

type Found = Plate & { berth_id: number }
/** Conditions of which one is enough. */
type Ways = readonly RawBuilder<SqlBool>[]

async function typedAt(db: Kysely<Database>, ids: readonly number[], ways: Ways): Promise<Found[]> {
  if (ways.length === 0) return []
  const { rows } = await sql<Found>`
    select p.berth_id, p.plate, p.noted_at as since, p.user_name as by from berth b join berth_plate p on p.berth_id = b.id
    where b.id = any(${[...ids]}::bigint[]) and p.plate is not null and p.noted_at > now() - ${kept} and (${sql.join(ways, sql` or `)})`.execute(
    db,
  )
  return rows
}

/** By the connector that the berth names; a berth that any of several reaches tells nobody which car is at it. */
async function chargedAt(db: Kysely<Database>, ids: readonly number[], ways: Ways): Promise<Found[]> {
  if (ways.length === 0) return []
  const { rows } = await sql<Found>`
    select b.id as berth_id, o.plate, o.started_at as since, null as by
    from berth b join orders o on o.pile_id = b.pile_id and o.status = 'generated' and o.plate is not null
      and o.connector_number = coalesce(b.connector_number,
        (select case when count(*) = 1 then min(c.number) end from connector c where c.pile_id = b.pile_id and c.number > 0))
    where b.id = any(${[...ids]}::bigint[]) and (${sql.join(ways, sql` or `)})`.execute(db)
  return rows
}

/** What was said last holds, whenever it comes. */
export async function note(
  { id, plate, said_at }: Parsed<typeof notePlate>,
  context: Context,
): Promise<Data<typeof notePlate>> {
  const { db, person } = context
  const noted_at = saidAt(said_at, context, 0)
  const said = { plate, noted_at, user_id: person.id, user_name: person.name }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('berth_plate')
    .values({ berth_id: id, ...said })
    .onConflict((conflict) =>
      conflict.column('berth_id').doUpdateSet(said).where('berth_plate.noted_at', '<=', noted_at),
    )
    .executeTakeFirstOrThrow()
  return { taken: Boolean(numInsertedOrUpdatedRows) }
}

/** Removes what staff typed longer ago than an operator wants it kept. Gives how many. */
export async function forgetOldPlates(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`delete from berth_plate where noted_at < now() - ${kept}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
