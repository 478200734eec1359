import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { Database } from '../database/tables.ts'

type Db = Kysely<Database>
type Condition = RawBuilder<SqlBool>

/** The newest rows that are looked at in any case. */
const NEAR = 1_000
/** How many are walked where matches stand close. */
const FAR = 10_000
/** At least so many rows, and at most twice as many, are looked at all over the table. */
const SPREAD = 128
/** With this share of those, an index would have most of the table to gather. */
const MANY = 0.1
/** What fewer than this share of all have is quickly looked through. */
const RARE = 0.01
/** Of a million that would be some thousand. */
const FEW = 0.003

/** Where to begin a walk, newest first, and how many rows to pass; without a moment at the newest row. */
export interface Stretch {
  from?: string | number
  among: number
}

export interface MatchSample {
  /** The matches among the newest rows. */
  ids: number[]
  /** The table has no other rows. */
  isAll: boolean
  /** Where many more stand, if they do. */
  dense: Stretch[]
  /** Of all that were looked at hardly any match. */
  isRare: boolean
  /** Few have the part of the word. */
  isPartRare: boolean
}

export interface Wanted {
  condition: Condition
  part: Condition
  most: number
}

interface Seen {
  ids: number[]
  near: number
  spread: number
  matching: number
  latest: string | number | null
  partly: number
}

/** Looks at the newest rows and at some all over the table, and tells where a walk is likely to meet `most` matches, and whether the index may be asked for a part of the word. */
export async function sampleMatches(db: Db, entity: Entity, wanted: Wanted): Promise<MatchSample> {
  const { ids, near, spread, matching, latest, partly } = await glance(db, entity, wanted)
  const dense: Stretch[] = []
  const expected = (wanted.most / Math.max(ids.length, 1)) * near
  if (expected <= FAR) dense.push({ among: Math.min(FAR, 2 * Math.ceil(expected)) })
  if (latest !== null && matching >= spread * MANY) dense.push({ from: latest, among: FAR })
  const isRare = ids.length + matching < (near + spread) * FEW
  return { ids, isAll: near < NEAR, dense, isRare, isPartRare: partly < (near + spread) * RARE }
}

/** The rows all over are those whose identity is a multiple of a power of two: the same ones, and in memory, for a long while. */
async function glance(db: Db, entity: Entity, { condition, part }: Wanted): Promise<Seen> {
  const table = sql.table(entity.table)
  const looked = (
    isNear: boolean,
  ) => sql`t.id, ${sql.ref(`t.${momentOf(entity)}`)} as at, ${sql.lit(isNear)} as is_near,
    coalesce(${condition}, false) as matches, coalesce(${part}, false) as partly`
  const { rows } = await sql<Seen>`
    select coalesce(array_agg(id) filter (where is_near and matches), '{}') as ids,
      count(*) filter (where is_near) as near, count(*) filter (where not is_near) as spread,
      count(*) filter (where matches and not is_near) as matching, max(at) filter (where matches and not is_near) as latest,
      count(*) filter (where partly) as partly
    from (
      (select ${looked(true)} from ${table} t ${newestFirst(entity)} limit ${NEAR})
      union all
      (select ${looked(false)} from (select max(id) as last, 1::bigint << floor(log(2, greatest(max(id) / ${SPREAD}, 1)))::int as step
          from ${table}) grid, generate_series(step, last, step) n join ${table} t on t.id = n)) seen`.execute(db)
  return rows[0] ?? { ids: [], near: 0, spread: 0, matching: 0, latest: null, partly: 0 }
}

interface Walk extends Stretch {
  condition: Condition
  most: number
}

/** The newest matches of a stretch, `most` of them; `passed` is how many rows it had. */
export async function newest(db: Db, entity: Entity, { condition, from, among, most }: Walk) {
  const moment = sql.ref(`t.${momentOf(entity)}`)
  const { rows } = await sql<{ ids: number[]; passed: number }>`
    select coalesce((array_agg(id order by at desc, id desc) filter (where matches))[1:${sql.lit(most)}], '{}') as ids,
      count(*) as passed
    from (select t.id, ${moment} as at, ${condition} as matches from ${sql.table(entity.table)} t
      where ${from === undefined ? sql`true` : sql`${moment} <= ${from}`} ${newestFirst(entity)} limit ${among}) walked`.execute(
    db,
  )
  return rows[0] ?? { ids: [], passed: 0 }
}

const momentOf = ({ tally }: Entity): string => tally?.by ?? 'id'

const newestFirst = (entity: Entity) => sql`order by ${sql.ref(`t.${momentOf(entity)}`)} desc, t.id desc`
