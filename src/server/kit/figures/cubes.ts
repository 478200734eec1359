import { type RawBuilder, sql } from 'kysely'

/** What facts are added up in (migration 0177). `facts` says whether there is anything at all. */
export const SUMS = [
  ...['facts', 'sessions', 'energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'cost_cents'],
  ...['refunded_cents', 'charging_seconds', 'occupied_seconds', 'failed_sessions'],
] as const

/** Facts, as a table or a query. */
export type Facts = RawBuilder<unknown>

/** Figures that are kept by day and by something more. */
export interface Cube {
  table: string
  /** Beside the day. */
  keys: readonly string[]
  /** The parts of facts that it adds up, each with its keys and all sums. */
  parts(facts: Facts): RawBuilder<unknown>
  /** The cube that tells the same more finely, kept before it: whole days are added up from its rows, not from every fact again. */
  of?: Cube
}

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))
/** All sums, nothing but those that are named. */
const only = (given: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(SUMS.map((name) => sql`${given[name] ?? sql`0`} as ${sql.ref(name)}`))
/** All sums as they are, but those that are named. */
const but = (given: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(SUMS.map((name) => sql`${given[name] ?? sql.ref(`f.${name}`)} as ${sql.ref(name)}`))

const plain = (table: string, keys: readonly string[]): Cube => ({
  table,
  keys,
  parts: (facts) => sql`select day, ${names([...new Set([...keys, 'pile_id'])])}, ${names(SUMS)} from ${facts} f`,
})

export const clockOf = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql`extract(isodow from ${at})::int || '-' || extract(hour from ${at})::int`
const sinceStart = (to: RawBuilder<unknown>) => sql`floor(greatest(0, extract(epoch from ${to} - f.started_at)))`

/** Sessions when they began; of charging each hour has the seconds that lie in it: it says when guns are in use. */
const clockParts = (facts: Facts) => sql`
  select f.day, f.site_id, f.pile_id, f.stop_reason, ${clockOf(sql`f.started_at at time zone f.time_zone`)} as clock, ${but({ charging_seconds: sql`0` })}
  from ${facts} f
  union all
  select f.day, f.site_id, f.pile_id, f.stop_reason, ${clockOf(sql`hour at time zone f.time_zone`)}, ${only({
    charging_seconds: sql`f.sessions * (${sinceStart(sql`least(hour + interval '1 hour', f.charge_ended_at)`)} - ${sinceStart(sql`hour`)})`,
  })}
  from ${facts} f cross join lateral generate_series(date_trunc('hour', f.started_at, f.time_zone),
    f.charge_ended_at - interval '1 microsecond', '1 hour') hour where f.sessions <> 0`

const LINE = ['energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'cost_cents', 'charging_seconds']
const lines = sql`(select band, wh as energy_wh, electricity_cents, service_cents, occupation_cents, cost_cents,
  case when kind = 'energy' and f.sessions <> 0 then seconds else 0 end as charging_seconds
  from jsonb_to_recordset(f.lines) line (kind text, band text, wh bigint, seconds bigint, electricity_cents bigint, service_cents bigint,
    occupation_cents bigint, cost_cents bigint) where f.energy_wh <> 0 or f.electricity_cents <> 0 or f.service_cents <> 0 or f.occupation_cents <> 0)`

/** Each line of a bill in its band. The session itself, and what its lines do not say, is in the band in which it began. */
const bandParts = (facts: Facts) => sql`
  select f.day, f.site_id, f.pile_id, line.band, ${only(Object.fromEntries(LINE.map((name) => [name, sql`f.facts * coalesce(${sql.ref(`line.${name}`)}, 0)`])))}
  from ${facts} f cross join lateral ${lines} line
  union all
  select f.day, f.site_id, f.pile_id, f.lines -> 0 ->> 'band', ${but(
    Object.fromEntries(
      LINE.map((name) => [name, sql`${sql.ref(`f.${name}`)} - f.facts * coalesce(${sql.ref(`all_lines.${name}`)}, 0)`]),
    ),
  )}
  from ${facts} f cross join lateral (
    select ${sql.join(LINE.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from ${lines} line) all_lines`

const gun = plain('figures_gun', ['site_id', 'pile_id', 'connector_number', 'pile_type_id'])
const pileBand: Cube = { table: 'figures_pile_band', keys: ['site_id', 'pile_id', 'band'], parts: bandParts }
// Few sessions of a pile begin in the same hour of a day: that their reason is told apart as well makes hardly any row more.
const pileClock: Cube = {
  table: 'figures_pile_clock',
  keys: ['site_id', 'pile_id', 'clock', 'stop_reason'],
  parts: clockParts,
}

export const CUBES = {
  gun,
  pile_band: pileBand,
  pile_clock: pileClock,
  site: { ...plain('figures_site', ['site_id']), of: gun },
  clock: { table: 'figures_clock', keys: ['site_id', 'clock'], parts: clockParts, of: pileClock },
  reason: { ...plain('figures_reason', ['site_id', 'stop_reason']), of: pileClock },
  band: { table: 'figures_band', keys: ['site_id', 'band'], parts: bandParts, of: pileBand },
} satisfies Record<string, Cube>
export type CubeName = keyof typeof CUBES

export const summed = (given: (name: string) => RawBuilder<unknown> = sql.ref) =>
  sql.join(SUMS.map((name) => sql`coalesce(sum(${given(name)}), 0)::bigint as ${sql.ref(name)}`))
