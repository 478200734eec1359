import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SEARCHED } from '../../shared/endpoints/shell.ts'
import { type Entity, permissionOf, titleField, titleFields } from '../../shared/kit/entity.ts'
import { inUse } from '../kit/crud/archive.ts'
import { entityNamed } from '../kit/crud/columns.ts'
import { ENOUGH, foundTheirs } from '../kit/crud/found-theirs.ts'
import { ownSearched } from '../kit/crud/keyword.ts'
import { type Kept, rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, NOBODY, narrowed, type Person } from '../kit/person.ts'
import { within } from '../kit/reach/within.ts'

type Db = Kysely<Database>

const MOST_OF_EACH = 5
/** Whose reach is everything. */
const ANYBODY: Person = { ...NOBODY, reach: null }

interface Place {
  entity: Entity
  /** What says more about each. */
  details: readonly string[]
  /** Found by the titles of what these refer to as well; the newest of each by this column, which an index has. */
  through?: Readonly<Record<string, string>>
}

/** What the top bar finds. */
const PLACES: Readonly<Record<(typeof SEARCHED)[number], Omit<Place, 'entity'>>> = {
  pile: { details: ['site', 'serial_number'] },
  order: { details: ['site', 'pile', 'customer', 'plate'], through: { customer_id: 'id', pile_id: 'started_at' } },
  customer: { details: ['name', 'phone'] },
  site: { details: ['address'] },
  card: { details: ['customer'], through: { customer_id: 'id' } },
  merchant: { details: ['contact', 'phone'] },
  user: { details: ['name', 'dept'] },
}

/** The newest few of each kind that the person may list, of `only` or of all kinds; what is called exactly so stands first. */
export async function find(db: Db, person: Person, { keyword, only }: { keyword: string; only?: string | undefined }) {
  const places = SEARCHED.filter((name) => only === undefined || name === only)
    .map((name) => ({ entity: entityNamed(name), ...PLACES[name] }))
    .filter(({ entity }) => may(person, permissionOf(entity, 'list')))
  const owners = foundOnce(db)
  const found = await Promise.all(places.map((place) => findIn(db, person, place, { keyword, owners })))
  return found.flat()
}

type Finding = (wanted: Parameters<typeof foundTheirs>[1]) => Promise<number[]>

/** Orders and cards have the same customers: within the same reach they are looked for once. */
function foundOnce(db: Db): Finding {
  const known = new Map<string, Promise<number[]>>()
  return (wanted) => {
    const { entity, person, only } = wanted
    const key = JSON.stringify([entity.name, person.reach, only])
    const found = known.get(key) ?? foundTheirs(db, wanted)
    known.set(key, found)
    return found
  }
}

async function findIn(
  db: Db,
  asking: Person,
  { entity, details, through = {} }: Place,
  { keyword, owners }: { keyword: string; owners: Finding },
) {
  const person = narrowed(asking, permissionOf(entity, 'list'))
  const lists = await Promise.all([
    owners({ entity, keyword, person, only: ownSearched(entity), isCovered: isCovered(entity) }),
    ...Object.entries(through).map(([field, by]) =>
      foundThrough(db, { entity, keyword, person, asking, field, by, owners }),
    ),
  ])
  const ids = await newestOf(db, entity, person, [...new Set(lists.flat())], keyword)
  const records = await rowsOf(db, entity, ids, person)
  return records.map((record) => ({
    entity: entity.name,
    id: record.id,
    title: String(record[titleField(entity)]),
    detail: detailOf(record, details, String(record[titleField(entity)])),
  }))
}

interface Through {
  entity: Entity
  keyword: string
  person: Person
  /** The same with all their rights. */
  asking: Person
  field: string
  by: string
  owners: Finding
}

/** The indexes of orders by pile and by site have all the fields that an order is found by (migration 0182). */
const isCovered = ({ name }: Entity) => name === 'order'

/** Who finds the same ones themselves finds what is theirs by all of their fields: it is one search for both. */
function isListedAlike(asking: Person, { reach }: Person, to: Entity): boolean {
  const list = permissionOf(to, 'list')
  return may(asking, list) && JSON.stringify(narrowed(asking, list).reach) === JSON.stringify(reach)
}

/** The newest of each of those that the word finds, where those are no more than anyone looks through. */
async function foundThrough(
  db: Db,
  { entity, keyword, person, asking, field, by, owners: found }: Through,
): Promise<number[]> {
  const to = entityNamed(entity.fields[field]?.to)
  const wanted = {
    entity: to,
    keyword,
    person,
    only: isListedAlike(asking, person, to) ? ownSearched(to) : titleFields(to),
  }
  // What happened stays where it happened: a pile that has moved out of reach left its orders there.
  const anywhere =
    !to.maskedTitle && within(person, to) ? [found({ ...wanted, person: ANYBODY, only: titleFields(to) })] : []
  const lists = await Promise.all([found(wanted), ...anywhere])
  const owners = lists.flatMap((ids) => ids.slice(0, ENOUGH))
  if (!owners.length) return []
  const theirs = within(person, entity) ?? sql<SqlBool>`true`
  const { rows } = await sql<{ id: number }>`
    select its.id from unnest(${owners}::bigint[]) owner (id) cross join lateral (
      select t.id from ${sql.table(entity.table)} t where ${sql.ref(`t.${field}`)} = owner.id and ${theirs}
      order by ${sql.ref(`t.${by}`)} desc, t.id desc limit ${MOST_OF_EACH}) its`.execute(db)
  return rows.map(({ id }) => id)
}

async function newestOf(db: Db, entity: Entity, person: Person, ids: readonly number[], keyword: string) {
  if (!ids.length) return []
  const theirs = within(person, entity)
  const where: RawBuilder<SqlBool>[] = [
    sql`t.id = any(${[...ids]}::bigint[])`,
    ...inUse(entity),
    ...(theirs ? [theirs] : []),
  ]
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t where ${sql.join(where, sql` and `)}
    order by lower(${sql.ref(`t.${titleField(entity)}`)}) = lower(${keyword}) desc, t.id desc limit ${MOST_OF_EACH}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const detailOf = (record: Kept, details: readonly string[], title: string): string =>
  details
    .map((name) => record[name] as string | { title: string } | null)
    .map((value) => (value && typeof value === 'object' ? value.title : value))
    .filter((said) => said && said !== title)
    .join(' · ')
