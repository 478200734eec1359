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
 * What orders brought and what went back, as the index of ended orders has it: what it lacks would be read from the orders. An ended
 * order's figures are its settled ones.
 */
const brought = sql`(
  select o.ended_at as at, o.site_id, o.pile_id, o.time_zone, case when o.type <> 'supplement' then 1 else 0 end::bigint as sessions,
    o.settled_energy_wh as energy_wh, o.settled_electricity_cents as electricity_cents, o.settled_service_cents as service_cents,
    o.occupation_cents, 0::bigint as refunded_cents from orders o where o.ended_at is not null
  union all
  select r.refunded_at, o.site_id, o.pile_id, o.time_zone, 0, 0, 0, 0, 0, r.amount_cents
  from refund r join orders o on o.id = r.order_id where r.refunded_at is not null)`

/**
 * What an earlier day had brought by the time that the clock of each site shows today: sessions, Wh and cents. The zones in use say from
 * when to when, so that no clock is asked for each order.
 */
export async function partOfDay({ db, person }: Looking, day: string, today: string): Promise<RawBuilder<unknown>> {
  const { rows: zones } = await sql<{ time_zone: string }>`select time_zone from order_zone`.execute(db)
  const theirs = reached(person, 'order', 'x')
  const parts = zones.map(({ time_zone: zone }) => {
    const here = sql`at time zone ${zone}::text`
    const then = sql`(now() ${here}) - make_interval(days => ${today}::date - ${day}::date)`
    return sql`select * from ${brought} x where x.at >= ${day}::timestamp ${here}
      and x.at < least(${then}, ${day}::timestamp + interval '1 day') ${here} and x.time_zone = ${zone} and ${theirs}`
  })
  const none = sql`select * from ${brought} x where false`
  return sql`(${sql.join(parts.length > 0 ? parts : [none], sql` union all `)})`
}
