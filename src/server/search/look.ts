import { type Kysely, sql } from 'kysely'
import { type Entity, titleFields } from '../../shared/kit/entity.ts'
import { inUse } from '../kit/crud/archive.ts'
import { anyOf, type Condition, casesOf } from '../kit/crud/keyword.ts'
import { atOneMoment } from '../kit/database/moment.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { within } from '../kit/reach/within.ts'
import { walkReach } from './reach-walk.ts'
import { type Typed, type Word, wordIn } from './word.ts'

type Db = Kysely<Database>

/** The newest records that are looked through for anyone who reaches all of them. */
const NEWEST = 2_000
/** So many all over the table, and at most twice as many, tell how many hold the word. */
const SPREAD = 32
/** When no more of those do, an index may be asked: of a million that are ten or twenty thousand. */
const RARE = 1
/** An index gives so many at most for each place where the word may stand; of so many some are within reach. */
const INDEXED = 300
/** So many where all are. Each lies on a page of its own. */
const INDEXED_FOR_ALL = 100
/** So many of the same name are asked whose they are. */
const NAMESAKES = 100

export interface Wanted {
  entity: Entity
  typed: Typed
  person: Person
  /** The fields to look in, none of them a reference. */
  only: readonly string[]
  /** So many are enough. */
  most: number
  /** What orders those of one site or pile: an index has it so. */
  by: string
  /** Holds the word in another way, which an index of its own finds. */
  also?: Condition | null
  /** Only what is called so or what an index finds, not the newest. */
  isByIndexAlone?: boolean
}

/** What was found, and whether there may be more: a limit was reached, or nothing but the newest could be looked through. */
export interface Looked {
  /** Within reach. */
  ids: number[]
  /** Of these nobody has asked yet whether they are. */
  unasked: number[]
  more: boolean
}
type Found = Pick<Looked, 'ids' | 'more'>

interface Asked extends Wanted {
  word: Word
  held: Condition
}

/**
 * Records that are theirs and hold the word in these fields: those that are called exactly so, the newest of theirs, and what an
 * index finds. However many records there are and however many hold the word, no step of it goes through more than some thousand.
 */
export async function look(db: Db, wanted: Wanted): Promise<Looked> {
  const { entity, typed, person, only, also, most } = wanted
  const word = wordIn(entity, typed, person, only)
  if (!word) return { ids: [], unasked: [], more: false }
  const held = sql<boolean>`(${sql.join([also ? anyOf([word.held, also].map(holds)) : word.held, ...inUse(entity)], sql` and `)})`
  const asked = { ...wanted, word, held }
  return atOneMoment(db, async (trx) => {
    const [, called, near] = await Promise.all([
      walkOnly(trx),
      calledSo(trx, wanted),
      wanted.isByIndexAlone ? { ids: [], isAll: false } : newest(trx, asked),
    ])
    if (near.isAll || near.ids.length > most) return { ids: near.ids, unasked: called, more: !near.isAll }
    const far = await byIndex(trx, asked)
    return { ids: together(near.ids, far.ids), unasked: together(called, far.unasked), more: far.more }
  })
}

const holds = (condition: Condition) => ({ condition })
const together = (...lists: readonly number[][]): number[] => [...new Set(lists.flat())]

/** Those that are called exactly so, however many others hold it in a part. */
async function calledSo(db: Db, { entity, typed, only }: Wanted): Promise<number[]> {
  const names = titleFields(entity).filter((name) => only.includes(name))
  if (!names.length) return []
  const looks = names.map(
    (name) => sql`(select t.id from ${sql.table(entity.table)} t
      where ${sql.ref(`t.${name}`)} in (${sql.join(casesOf(typed.keyword))}) limit ${sql.lit(NAMESAKES)})`,
  )
  const { rows } = await sql<{ id: number }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of the newest that this person reaches. */
async function newest(db: Db, { entity, person, held, most, by }: Asked): Promise<{ ids: number[]; isAll: boolean }> {
  const { reach } = person
  if (reach && within(person, entity)) return walkReach(db, { entity, hit: held, reach, by, most })
  return { ids: await walked(db, { entity, held, most }), isAll: false }
}

/** The newest that hold it, from one on. */
async function walked(db: Db, { entity, held, most }: Pick<Asked, 'entity' | 'held' | 'most'>, from?: number) {
  const { rows } = await sql<{ id: number }>`
    select w.id from (select t.id, coalesce(${held}, false) as hit from ${sql.table(entity.table)} t
      where ${from === undefined ? sql`true` : sql`t.id <= ${from}`} order by t.id desc limit ${sql.lit(NEWEST)}) w
    where w.hit limit ${sql.lit(most + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Spread {
  matching: number
  partly: number
  /** The newest of those that match. */
  latest: number | null
  is_all: boolean
}

/** What an index finds where that is little; where it is much, what stands behind one that was met by chance. */
async function byIndex(db: Db, asked: Asked): Promise<Looked> {
  const { entity, person, word, also } = asked
  const isEverybody = !within(person, entity)
  const { matching, partly, latest, is_all } = await spreadOf(db, asked)
  if (is_all && isEverybody && !asked.isByIndexAlone) return { ids: [], unasked: [], more: false }
  const few = matching <= RARE
  const parts = word.anywhere.map(({ condition, part }) => (part && partly <= RARE ? part.whole : condition))
  const [behind, begun, others, , found] = await Promise.all([
    latest !== null && !few && isEverybody ? walked(db, asked, latest) : [],
    indexed(db, asked, word.beginnings),
    indexed(db, asked, also ? [also] : []),
    gatherOnly(db),
    indexed(db, asked, few ? [...parts, ...word.said] : []),
  ])
  const ids = together(begun.ids, others.ids, found.ids)
  return {
    ids: isEverybody ? together(behind, ids) : [],
    unasked: isEverybody ? [] : ids,
    more: !few || !word.isIndexed || begun.more || others.more || found.more,
  }
}

/** The rows all over are those whose identity is a multiple of a power of two: the same ones, and in memory, for a long while. */
async function spreadOf(db: Db, { entity, held, word }: Asked): Promise<Spread> {
  const table = sql.table(entity.table)
  const hasParts = word.anywhere.some(({ part }) => part)
  const part = hasParts ? anyOf(word.anywhere.map((place) => place.part ?? place)) : sql`false`
  const { rows } = await sql<Spread>`
    select count(*) filter (where seen.matches) as matching, count(*) filter (where seen.partly) as partly,
      max(seen.id) filter (where seen.matches) as latest,
      ${isSmall(entity)} as is_all
    from (select t.id, coalesce(${held}, false) as matches, coalesce(${part}, false) as partly
      from (select max(id) as last, 1::bigint << floor(log(2, greatest(max(id) / ${sql.lit(SPREAD)}, 1)))::int as step
        from ${table}) grid, generate_series(step, last, step) n join ${table} t on t.id = n) seen`.execute(db)
  return rows[0] ?? { matching: 0, partly: 0, latest: null, is_all: true }
}

/** Counted only where the table may be as small as that; the database tells of one that is many times larger. */
const isSmall = ({ table }: Entity) => sql`
  case when (select reltuples from pg_class where oid = ${sql.lit(table)}::regclass) > ${sql.lit(10 * NEWEST)} then false
    else (select count(*) from (select from ${sql.table(table)} limit ${sql.lit(NEWEST + 1)}) first) <= ${sql.lit(NEWEST)} end`

/** Row by row from an index, which stops when it has enough: gathered beforehand they would be all that begin so. */
const walkOnly = (db: Db) => plan(db, { seqscan: 'off', bitmapscan: 'off', indexscan: 'on', indexonlyscan: 'on' })

/** Gathered by an index of threes. With a limit in sight the planner would rather walk an order of the table until it has met enough, which may be never. */
const gatherOnly = (db: Db) => plan(db, { seqscan: 'off', bitmapscan: 'on', indexscan: 'off', indexonlyscan: 'off' })

/** For what this transaction asks from here on. */
const plan = (db: Db, ways: Record<string, 'on' | 'off'>) =>
  sql
    .raw(
      Object.entries(ways)
        .map(([way, how]) => `set local enable_${way} = ${how}`)
        .join('; '),
    )
    .execute(db)

async function indexed(db: Db, { entity, person }: Asked, conditions: readonly Condition[]): Promise<Found> {
  if (!conditions.length) return { ids: [], more: false }
  const most = within(person, entity) ? INDEXED : INDEXED_FOR_ALL
  const looks = conditions.map(
    (condition, place) => sql`(select t.id, ${sql.lit(place)}::int as place from ${sql.table(entity.table)} t
      where ${condition} limit ${sql.lit(most + 1)})`,
  )
  const { rows } = await sql<{ id: number; place: number }>`${sql.join(looks, sql` union all `)}`.execute(db)
  const isCut = conditions.some((_, at) => rows.filter(({ place }) => place === at).length > most)
  return { ids: together(rows.map(({ id }) => id)), more: isCut }
}
