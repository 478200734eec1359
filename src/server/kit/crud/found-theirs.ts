import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import { atOneMoment } from '../database/moment.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { theirsOf } from '../reach/hold.ts'
import { within } from '../reach/within.ts'
import { inUse } from './archive.ts'
import { byIndex, RECENT, type Search, together } from './found.ts'
import { anyOf, heldIn, searchedFor } from './keyword.ts'
import { newest, sampleMatches } from './match-sample.ts'

type Db = Kysely<Database>
type Condition = RawBuilder<SqlBool>

/** Of so many anyone sees the newest few. */
export const ENOUGH = 200
/** An index may find so many that are to be looked through for theirs. */
const MOST = 5_000
/** So many of a kind show: when the newest records hold as many, no index is asked. */
const FEW = 5

interface Wanted {
  entity: Entity
  keyword: string
  person: Person
  /** The fields to look in, none of them a reference. */
  only: readonly string[]
  /** The indexes by what they are theirs by have all these fields. */
  isCovered?: boolean
}

/**
 * Some of the records that are theirs and hold the word in these fields, in no order; none of them only where there is none. What has
 * it for its title comes with them, the newest do where many hold it. A word too short for the index of threes is looked for anywhere
 * in the newest records, and in what one reaches, else at a field's beginning.
 */
export async function foundTheirs(db: Db, wanted: Wanted): Promise<number[]> {
  const { entity, keyword, person, only } = wanted
  const indexed = searchedFor(entity, keyword, person, only)
  const held = heldIn(entity, keyword, person, only)
  if (!indexed || !held) return []
  const asked = { entity, wanted: indexed, keyword, person }
  return atOneMoment(db, async (trx) => {
    const ids = within(person, entity)
      ? await ofReach(trx, asked, { held, isCovered: wanted.isCovered })
      : await ofAll(trx, asked, held)
    return ids.length < FEW ? ids : together(await titled(trx, wanted), ids)
  })
}

async function ofAll(db: Db, asked: Search, held: Condition): Promise<number[]> {
  const { entity, wanted } = asked
  if (!wanted.isAnywhere) {
    const { ids, passed } = await newest(db, entity, { condition: held, among: RECENT, most: ENOUGH })
    return passed < RECENT || ids.length >= FEW ? ids : together(ids, (await byIndex(db, asked, false, ENOUGH)).ids)
  }
  const seen = await sampled(db, asked, held)
  if (seen.isAll || seen.ids.length >= FEW) return seen.ids
  for (const stretch of seen.dense) {
    const { ids } = await newest(db, entity, { condition: held, most: ENOUGH, ...stretch })
    if (ids.length >= FEW) return together(seen.ids, ids)
  }
  return together(seen.ids, (await byIndex(db, asked, seen.isPartRare, ENOUGH)).ids)
}

const sampled = (db: Db, { entity, wanted }: Search, held: Condition) => {
  const part = anyOf(wanted.places.map((place) => place.part ?? place))
  return sampleMatches(db, entity, { condition: held, part, most: ENOUGH })
}

/** What few hold is found first and then asked whose it is; of what many hold theirs are walked. */
async function ofReach(db: Db, asked: Search, walk: Walk): Promise<number[]> {
  const { entity, wanted, person } = asked
  const { held } = walk
  const seen = await sampled(db, asked, held)
  const theirs = await theirsOf(db, person, entity, seen.ids)
  if (seen.isAll || theirs.length >= FEW) return theirs
  if (wanted.isAnywhere && seen.isRare) {
    const { ids, more } = await byIndex(db, asked, seen.isPartRare, MOST)
    if (!more) return theirsOf(db, person, entity, together(seen.ids, ids))
  }
  return together(theirs, await walked(db, asked, walk))
}

interface Walk extends Pick<Wanted, 'isCovered'> {
  held: Condition
}

// With a limit in sight the planner would rather look through the whole table, or through an index that has some of the fields.
async function walked(db: Db, { entity, person }: Search, { held, isCovered }: Walk): Promise<number[]> {
  const theirs = within(person, entity, 't', 'find') ?? sql<SqlBool>`true`
  const where = sql.join([theirs, held, ...inUse(entity)], sql` and `)
  const others = ['enable_seqscan', ...(isCovered ? [] : ['enable_indexscan', 'enable_indexonlyscan'])]
  const turn = (on: 'on' | 'off') =>
    sql`select set_config(name, ${on}, true) from unnest(${others}::text[]) name`.execute(db)
  await turn('off')
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t where ${where} limit ${ENOUGH}`.execute(db)
  await turn('on')
  return rows.map(({ id }) => id)
}

/** Those that are called so, however many others hold it in a part. */
async function titled(db: Db, { entity, keyword, person, only }: Wanted): Promise<number[]> {
  const title = titleField(entity)
  if (!only.includes(title)) return []
  const word = keyword.trim()
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(entity.table)} t
    where ${sql.ref(`t.${title}`)} in (${word}, ${word.toUpperCase()}, ${word.toLowerCase()}) limit ${FEW}`.execute(db)
  return theirsOf(
    db,
    person,
    entity,
    rows.map(({ id }) => id),
  )
}
