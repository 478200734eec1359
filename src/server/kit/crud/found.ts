import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, titleFields } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { theirsOf } from '../reach/hold.ts'
import { anyOf, type Searched, searchedFor } from './keyword.ts'
import { newest, sampleMatches } from './match-sample.ts'

type Db = Kysely<Database>

/** Anyone who has more matches types another character. */
const MOST = 500
/** So many of the newest rows are looked at for a word of one character. */
export const RECENT = 3_000

export interface Found {
  ids: number[]
  /** There are more than these. */
  more: boolean
}

export interface Search {
  entity: Entity
  wanted: Searched
  keyword: unknown
  person: Person
}

/**
 * What a keyword finds in a table that grows without end: every match, or the newest and some others of more than a person reads.
 * One character is looked for among the newest records only. Null without a keyword. Call it in a transaction.
 */
export async function foundBy(db: Db, entity: Entity, keyword: unknown, person: Person): Promise<Found | null> {
  const wanted = searchedFor(entity, keyword, person)
  if (!wanted) return null
  if (wanted.length > 1) return search(db, { entity, wanted, keyword, person })
  const { ids, passed } = await newest(db, entity, { condition: anyOf(wanted.places), among: RECENT, most: MOST })
  return { ids, more: passed === RECENT || ids.length === MOST }
}

/** An index gathers all matches before it gives the first, so it is asked only for what a look around does not find in plenty. */
async function search(db: Db, asked: Search): Promise<Found> {
  const { places } = asked.wanted
  const condition = anyOf(places)
  const part = anyOf(places.map((place) => place.part ?? place))
  const seen = await sampleMatches(db, asked.entity, { condition, part, most: MOST })
  if (seen.isAll) return { ids: seen.ids, more: false }
  for (const stretch of seen.dense) {
    const { ids } = await newest(db, asked.entity, { condition, most: MOST, ...stretch })
    if (ids.length === MOST) return { ids: together(seen.ids, ids), more: true }
  }
  const found = await byIndex(db, asked, seen.isPartRare)
  return found.more ? { ids: together(seen.ids, found.ids), more: true } : found
}

export async function byIndex(
  db: Db,
  { entity, wanted, keyword, person }: Search,
  isPartRare: boolean,
  most = MOST,
): Promise<Found> {
  const conditions: RawBuilder<SqlBool>[] = []
  let more = false
  for (const { name, condition, of, part } of wanted.places) {
    const titled = of && (await foundTitles(db, of, keyword, person))
    more ||= titled?.more ?? false
    conditions.push(
      titled ? sql`${sql.ref(`t.${name}`)} = any(${titled.ids})` : isPartRare && part ? part.whole : condition,
    )
  }
  const { rows } = await withoutWalks(db, wanted, () =>
    sql<{ id: number; place: number }>`${sql.join(
      conditions.map(
        (condition, place) =>
          sql`(select t.id, ${place}::int as place from ${sql.table(entity.table)} t where ${condition} limit ${most + 1})`,
      ),
      sql` union all `,
    )}`.execute(db),
  )
  const isCut = conditions.some((_, at) => rows.filter(({ place }) => place === at).length > most)
  return { ids: together(rows.map(({ id }) => id)), more: more || isCut }
}

/** What the titles of a reference are found by, they alone; of people those within reach. */
async function foundTitles(db: Db, entity: Entity, keyword: unknown, person: Person): Promise<Found> {
  const wanted = searchedFor(entity, keyword, person, titleFields(entity))
  if (!wanted) return { ids: [], more: false }
  const found = await search(db, { entity, wanted, keyword, person })
  return entity.maskedTitle ? { ...found, ids: await theirsOf(db, person, entity, found.ids) } : found
}

export const together = (...lists: readonly number[][]): number[] => [...new Set(lists.flat())]

// With a limit in sight the planner would rather walk the table or an order of it until it has met enough, which may be never.
async function withoutWalks<T>(db: Db, { isAnywhere }: Searched, read: () => Promise<T>): Promise<T> {
  const ways = ['enable_seqscan', ...(isAnywhere ? ['enable_indexscan', 'enable_indexonlyscan'] : [])]
  const walks = (on: 'on' | 'off') =>
    sql`select set_config(name, ${on}, true) from unnest(${ways}::text[]) name`.execute(db)
  await walks('off')
  const result = await read()
  await walks('on')
  return result
}
