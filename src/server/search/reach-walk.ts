import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Ties } from '../../shared/kit/within.ts'
import { entityNamed } from '../kit/crud/columns.ts'
import type { Condition } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { identities, identitiesAside } from '../kit/reach/identities.ts'
import type { Reached } from '../kit/reach/reach.ts'
import { columnsOf } from '../kit/reach/within.ts'

type Db = Kysely<Database>

/** So many of theirs are looked through, the newest. */
const THEIRS = 2_000
/** Each of so many sites, piles or departments has its own newest looked through, of more some of all. */
const OWNERS = 200
const OF_MANY = 1_000
/** And of more the newest of the whole table, as far as they are theirs. */
const FAR = 3_000
/** So many customers have their newest cards looked through, and so many of each. */
const OWNING = 600
const OF_EACH = 5

export interface Walk {
  entity: Entity
  /** What is looked for. */
  hit: Condition
  reach: Reached
  /** What an index orders them by within a site or a pile. */
  by: string
  /** So many are enough. */
  most: number
}

export interface Walked {
  ids: number[]
  /** There are no others of theirs. */
  isAll: boolean
}

/** A look at rows: the identities of those that hit, and whether there were more than it looked at. */
type Look = RawBuilder<{ ids: number[] | null; cut: boolean }>

/** The newest that are theirs, each way that they are theirs by an index of its own, and none of it longer than a limit. */
export async function walkReach(db: Db, walk: Walk): Promise<Walked> {
  const looks = waysOf(walk.entity).flatMap((ties) => looksAt(walk, ties))
  if (!looks.length) return { ids: [], isAll: true }
  const { rows } = await sql<{ ids: number[]; is_all: boolean }>`
    select coalesce((array_agg(distinct hit order by hit desc) filter (where hit is not null))[1:${sql.lit(walk.most + 1)}], '{}') as ids,
      not coalesce(bool_or(cut), false) as is_all
    from (${sql.join(looks, sql` union all `)}) look left join unnest(look.ids) hit on true`.execute(db)
  const [found] = rows
  return { ids: found?.ids ?? [], isAll: found?.is_all ?? true }
}

type Way = Ties & { where?: Condition }

/** Of two ties the second counts where the first one's reference is empty. */
function waysOf({ within: ties }: Entity): Way[] {
  if (typeof ties === 'string') return []
  if (!Array.isArray(ties)) return [ties as Ties]
  const [first, second] = ties as readonly [Ties & { through: string }, Ties]
  return [first, { ...second, where: sql`${sql.ref(`t.${first.through}`)} is null` }]
}

function looksAt(walk: Walk, ties: Way): Look[] {
  const { reach } = walk
  const where = ties.where ?? sql`true`
  const columns = columnsOf(ties, reach)
  const most = Math.ceil(THEIRS / columns.length)
  return [
    ...columns.flatMap(([column, ids]) => looksBy({ ...walk, column, ids, where, most })),
    ...(ties.through ? looksThrough(walk, ties.through) : []),
    ...(ties.rows ? looksByRows(walk, ties.rows) : []),
  ]
}

interface Column extends Pick<Walk, 'entity' | 'hit' | 'by'> {
  column: string
  ids: readonly number[]
  where: Condition
  most: number
}

/** Rows by one column. Each owner's newest come from an index that is ordered so. */
function looksBy({ entity, hit, by, column, ids, where, most }: Column): Look[] {
  const table = sql.table(entity.table)
  const own = sql.ref(`t.${column}`)
  const found = sql`array_agg(w.id) filter (where w.hit) as ids`
  const seen = sql`t.id, coalesce(${hit}, false) as hit`
  if (column === 'id')
    return [
      sql`select ${found}, ${sql.lit(ids.length > most)} as cut from (select ${seen} from ${table} t
        where t.id = any(${identitiesAside(newestOf(ids, most))}) and ${where}) w`,
    ]
  if (ids.length <= OWNERS) {
    const each = Math.ceil(most / ids.length)
    return [
      sql`select its.ids, its.cut from unnest(${identities(ids)}) owner (id) cross join lateral (
        select ${found}, count(*) = ${sql.lit(each)} as cut from (select ${seen} from ${table} t
          where ${own} = owner.id and ${where} order by ${sql.ref(`t.${by}`)} desc, t.id desc limit ${sql.lit(each)}) w) its`,
    ]
  }
  return [
    sql`select ${found}, count(*) = ${sql.lit(OF_MANY)} as cut from (select ${seen} from ${table} t
      where ${own} = any(${identitiesAside(ids)}) and ${where} limit ${sql.lit(OF_MANY)}) w`,
    sql`select array_agg(t.id) filter (where ${hit}) as ids, false as cut
      from (select * from ${table} t order by t.id desc limit ${sql.lit(FAR)}) t
      where (${own} in (select unnest(${identities(ids)})) or false) and ${where}`,
  ]
}

/** By the array that was reached, so that what is sent of it is written once. */
const newest = new WeakMap<readonly number[], readonly number[]>()

/** The newest have the highest identities. */
function newestOf(ids: readonly number[], most: number): readonly number[] {
  if (ids.length <= most) return ids
  const known = newest.get(ids) ?? [...ids].sort((a, b) => b - a).slice(0, most)
  newest.set(ids, known)
  return known
}

/** What belongs as another record does: the newest of the newest of those. */
function looksThrough({ entity, hit, reach }: Walk, field: string): Look[] {
  const to = entityNamed(entity.fields[field]?.to)
  const owners = waysOf(to).flatMap((ties) =>
    columnsOf(ties, reach).flatMap(([column, ids]) =>
      looksBy({ entity: to, hit: sql`true`, by: 'id', column, ids, where: sql`true`, most: OWNING }),
    ),
  )
  if (!owners.length) return []
  return [
    sql`select its.ids, look.cut from (${sql.join(owners, sql` union all `)}) look
      left join lateral (select array_agg(w.id) as ids from unnest(look.ids) owner cross join lateral (
        select t.id, coalesce(${hit}, false) as hit from ${sql.table(entity.table)} t
        where ${sql.ref(`t.${field}`)} = owner order by t.id desc limit ${sql.lit(OF_EACH)}) w where w.hit) its on true`,
  ]
}

/** What belongs by rows of another table, which name it. */
function looksByRows({ entity, hit, reach }: Walk, { table, own, ...ties }: NonNullable<Ties['rows']>): Look[] {
  return columnsOf(ties, reach).map(
    ([column, ids]) => sql`
      select array_agg(t.id) filter (where ${hit}) as ids, bool_or(theirs.many) as cut
      from (select r.own, count(*) over () = ${sql.lit(THEIRS)} as many from (
        select ${sql.ref(`r.${own}`)} as own from ${sql.table(table)} r
        where ${sql.ref(`r.${column}`)} = any(${identitiesAside(ids)}) limit ${sql.lit(THEIRS)}) r) theirs
      join ${sql.table(entity.table)} t on t.id = theirs.own`,
  )
}
