import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Looking } from '../context.ts'
import type { Database } from '../database/tables.ts'
import type { Person } from '../person.ts'
import { reached } from '../reach/within.ts'
import { CUBES, type Cube, type CubeName, type Facts, SUMS } from './cubes.ts'

/** Whole days by each site's own clock, the last one included: YYYY-MM-DD. */
export interface DaySpan {
  from: string
  to: string
}

interface Asked {
  person: Pick<Person, 'reach'>
  span: DaySpan
  site_id?: number | null | undefined
}

/** Days before these are kept: of all figures but the parts of piles, and of those. `infinity` when all are; they only grow. */
export interface Built {
  all: string
  pile_parts: string
}

export async function builtUntil(db: Kysely<Database>): Promise<Built> {
  const { rows } = await sql<Built>`
    select built_until::text as all, piles_built_until::text as pile_parts from figures_state`.execute(db)
  return rows[0] as Built
}

const within = (
  { person, span, site_id }: Asked,
  alias: string,
) => sql`${sql.ref(`${alias}.day`)} between ${span.from}::date and ${span.to}::date
  and ${site_id == null ? sql`true` : sql`${sql.ref(`${alias}.site_id`)} = ${site_id}`} and ${reached(person, 'order', alias)}`

/** All that orders and refunds add in these days. The index finds what lies within a day of them in any zone. */
export const factsIn = (asked: Asked): Facts => sql`(select * from fact x where ${within(asked, 'x')}
  and x.at >= ${asked.span.from}::date - interval '1 day' and x.at < ${asked.span.to}::date + interval '2 days')`

/** Whose sites alone say what they reach: by these is kept more than by piles. */
export const bySites = ({ person: { reach } }: Pick<Asked, 'person'>) => reach === null || reach.piles.length === 0

/** The same figures by piles, of those that are kept by sites. */
const OF_PILES: Partial<Record<CubeName, CubeName>> = {
  site: 'gun',
  band: 'pile_band',
  clock: 'pile_clock',
  reason: 'pile_clock',
}
const PILE_PARTS: readonly CubeName[] = ['pile_band', 'pile_clock']

/**
 * The figures of these days with the keys of a cube, in parts that are to be added up: what is kept, what has changed since, and what
 * is not kept yet. Those who reach piles are told from the figures of piles.
 */
export function figuresIn(until: Built, name: CubeName, asked: Asked): RawBuilder<unknown> {
  const chosen = (!bySites(asked) && OF_PILES[name]) || name
  const cube: Cube = CUBES[chosen]
  const columns = sql.join(['day', ...cube.keys, ...SUMS].map((column) => sql.ref(column)))
  const built = PILE_PARTS.includes(chosen) ? until.pile_parts : until.all
  const all = built === 'infinity'
  const from = asked.span.from > built ? asked.span.from : built
  const rest = sql`union all select ${columns} from (${cube.parts(factsIn({ ...asked, span: { ...asked.span, from } }))}) part`
  const isKept = all ? sql`true` : sql`day < ${built}::date`
  const changes = sql`(select * from figures_change x where ${within(asked, 'x')} and ${isKept})`
  return sql`(
    select ${columns} from ${sql.table(cube.table)} k where ${within(asked, 'k')} and ${isKept}
    union all select ${columns} from (${cube.parts(changes)}) part
    ${all || asked.span.to < built ? sql`` : rest})`
}

/**
 * The facts of an earlier day up to the time that the clock of each site shows today. The zones in use say from when to when, so that
 * no clock is asked for each order; only orders of a zone that no site is in any more are asked one by one.
 */
export async function partOfDay({ db, person }: Looking, day: string, today: string): Promise<Facts> {
  const zones = (await db.selectFrom('site').select('time_zone').distinct().execute()).map(({ time_zone }) => time_zone)
  const ago = sql`make_interval(days => ${today}::date - ${day}::date)`
  const theirs = reached(person, 'order', 'x')
  const then = (zone: RawBuilder<unknown>) => sql`(now() at time zone ${zone}) - ${ago}`
  const parts = zones.map((zone) => {
    const until = sql`least(${then(sql`${zone}::text`)}, ${day}::timestamp + interval '1 day') at time zone ${zone}::text`
    return sql`select * from fact x where x.at >= ${day}::timestamp at time zone ${zone}::text and x.at < ${until} and x.time_zone = ${zone} and ${theirs}`
  })
  const around = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${day}::date - interval '1 day' and ${at} < now() - ${ago} + interval '3 hours'`
  const isElsewhere = (zone: RawBuilder<unknown>) => sql`${zone} <> all(${zones}::text[])`
  // Told by the index alone: where there is none, which is nearly always, no order of these days is read for it.
  const isAny = sql`(exists (select from orders o where o.ended_at is not null and ${around(sql`o.ended_at`)} and ${isElsewhere(sql`o.time_zone`)})
    or exists (select from refund r join orders o on o.id = r.order_id where ${around(sql`r.refunded_at`)} and ${isElsewhere(sql`o.time_zone`)}))`
  const elsewhere = sql`select * from fact x where ${isAny} and ${around(sql`x.at`)} and ${theirs}
    and case when ${isElsewhere(sql`x.time_zone`)} then x.day = ${day}::date
      and x.at at time zone x.time_zone < ${then(sql`x.time_zone`)} else false end`
  return sql`(${sql.join([...parts, elsewhere], sql` union all `)})`
}
