import { type Kysely, sql } from 'kysely'
import { connectorIn } from '../../shared/domain/label-code.ts'
import { numbersIn } from '../../shared/domain/scanned-code.ts'
import type { ScannedRecord, scanCode } from '../../shared/endpoints/scan.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { berth } from '../../shared/entities/berth.ts'
import { card } from '../../shared/entities/card.ts'
import { pile } from '../../shared/entities/pile.ts'
import { rejectedConnection } from '../../shared/entities/rejected-connection.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { type Entity, permissionOf, titleField } from '../../shared/kit/entity.ts'
import type { Context } from '../kit/context.ts'
import { casesOf } from '../kit/crud/keyword.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed } from '../kit/person.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { inBrief } from './brief.ts'

type Asking = Pick<Context, 'db' | 'person'>
type Scanned = Data<typeof scanCode>
type Brief = Pick<ScannedRecord, 'entity' | 'id' | 'title' | 'state' | 'details'>

/** What a line says of each beside its title. */
const PILE = { details: ['state', 'site', 'pile_type'] }
const CARD = { details: ['status', 'customer'] }
/** A number that more piles share, such as a serial number of a careless maker, is no help. */
const MOST = 10

/** Piles and cards that a code stands for; without any, who tried to connect under its number. */
export async function scanned(asking: Asking, code: string): Promise<Scanned> {
  const numbers = numbersIn(code)
  const connector = connectorIn(code)
  const [piles, cards] = await Promise.all([
    briefly(asking, pile, PILE, (db) => pilesOf(db, cased(numbers.piles))),
    briefly(asking, card, CARD, (db) => cardsOf(db, numbers.cards)),
  ])
  const found = await Promise.all([
    ...piles.map(async (one) => ({ ...one, ...(await aroundPile(asking, one.id, connector)) })),
    ...cards.map((one) => ({ ...one, berth: null, alarm_id: null })),
  ])
  return { found, rejected: found.length ? null : await rejectedAs(asking, cased(numbers.piles)) }
}

const cased = (numbers: readonly string[]) => [...new Set(numbers.flatMap(casesOf))]

/** Those of an entity that the person may list. */
async function briefly(
  { db, person }: Asking,
  entity: Entity,
  place: typeof PILE,
  look: (db: Kysely<Database>) => Promise<number[]>,
): Promise<Brief[]> {
  if (!may(person, permissionOf(entity, 'list'))) return []
  const own = narrowed(person, permissionOf(entity, 'list'))
  const ids = await theirsOf(db, own, entity, await look(db))
  const rows = await inBrief(db, { entity, place }, ids, own)
  const [state = '', ...titled] = place.details
  return rows.map((row) => ({
    entity: entity.name as Brief['entity'],
    id: row.id,
    title: String(row[titleField(entity)]),
    state: String(row[state]),
    details: titled.flatMap((name) => (row[name] as { title: string } | null)?.title ?? []),
  }))
}

/** Each kind of number by its own index. */
async function pilesOf(db: Kysely<Database>, numbers: readonly string[]): Promise<number[]> {
  const looks = ['station_number', 'self_code', 'serial_number', 'imei'].map(
    (field) =>
      sql`(select id from pile where ${sql.ref(field)} = any(${numbers}::text[]) and archived_at is null limit ${sql.lit(MOST)})`,
  )
  const { rows } = await sql<{ id: number }>`${sql.join(looks, sql` union `)} limit ${sql.lit(MOST)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function cardsOf(db: Kysely<Database>, numbers: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from card where upper(number) = any(${numbers.map((number) => number.toUpperCase())}::text[])
      and archived_at is null limit ${sql.lit(MOST)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function aroundPile(
  asking: Asking,
  id: number,
  connector: number | null,
): Promise<Pick<ScannedRecord, 'berth' | 'alarm_id'>> {
  const nearest = sql`(connector_number is not distinct from ${connector}) desc`
  const [berths, alarms] = await Promise.all([
    theirFirst(
      asking,
      berth,
      sql`select id from berth where pile_id = ${id}
      order by ${nearest}, connector_number nulls last, serial limit ${sql.lit(MOST)}`,
    ),
    theirFirst(
      asking,
      alarm,
      sql`select id from alarm where pile_id = ${id} and status = 'open'
      order by ${nearest}, raised_at desc, id desc limit ${sql.lit(MOST)}`,
    ),
  ])
  return { berth: berths ? String(berths.serial) : null, alarm_id: alarms?.id ?? null }
}

/** The first of them that the person may list. */
async function theirFirst({ db, person }: Asking, entity: Entity, asked: ReturnType<typeof sql>) {
  const permission = permissionOf(entity, 'list')
  if (!may(person, permission)) return null
  const { rows } = await (asked as ReturnType<typeof sql<{ id: number }>>).execute(db)
  const own = narrowed(person, permission)
  const theirs = new Set(
    await theirsOf(
      db,
      own,
      entity,
      rows.map(({ id }) => id),
    ),
  )
  const first = rows.find(({ id }) => theirs.has(id))
  if (!first) return null
  const [row] = await rowsOf(db, entity, [first.id], own)
  return row ?? null
}

async function rejectedAs(asking: Asking, numbers: readonly string[]): Promise<Scanned['rejected']> {
  const row = await theirFirst(
    asking,
    rejectedConnection,
    sql`select id from rejected_connection
    where station_number = any(${numbers}::text[]) order by last_at desc limit ${sql.lit(MOST)}`,
  )
  return row as unknown as Scanned['rejected']
}
