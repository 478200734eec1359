import { type RawBuilder, sql } from 'kysely'
import { gunText } from '../../shared/domain/gun-number.ts'
import type { StatisticKind } from '../../shared/endpoints/statistics.ts'
import { customer } from '../../shared/entities/customer.ts'
import type { Looking } from '../kit/context.ts'
import { type CubeName, type SUMS, summed } from '../kit/figures/cubes.ts'
import { ownedOn } from '../kit/figures/ownership.ts'
import { type Built, type DaySpan, factsIn, figuresIn } from '../kit/figures/read.ts'
import { theirsOf } from '../kit/reach/hold.ts'
import { maskedTitle } from '../kit/reach/titles.ts'

export interface Asked {
  by: StatisticKind
  span: DaySpan
  site_id: number | null
  /** Days before these are kept. */
  built: Built
}

/** What the orders and refunds of a group add up to. */
export type Sums = Record<(typeof SUMS)[number], number> & { key: string }

interface Groups {
  /** Nothing for what is kept by nothing: there are as many as orders, which are read. */
  cube: CubeName | null
  /** Of a row `f` of the cube, or of a fact. */
  key: RawBuilder<string | null>
}

/** By the clock: sessions when they began, charging when it was. */
const GROUPS: Record<StatisticKind, Groups> = {
  day: { cube: 'site', key: sql`to_char(f.day, 'YYYY-MM-DD')` },
  week: { cube: 'site', key: sql`to_char(date_trunc('week', f.day), 'YYYY-MM-DD')` },
  month: { cube: 'site', key: sql`to_char(date_trunc('month', f.day), 'YYYY-MM-DD')` },
  hour: { cube: 'clock', key: sql`split_part(f.clock, '-', 2)` },
  weekday: { cube: 'clock', key: sql`split_part(f.clock, '-', 1)` },
  weekday_hour: { cube: 'clock', key: sql`f.clock` },
  site: { cube: 'site', key: sql`f.site_id::text` },
  pile: { cube: 'gun', key: sql`f.pile_id::text` },
  connector: { cube: 'gun', key: sql`f.pile_id || '-' || f.connector_number` },
  pile_type: { cube: 'gun', key: sql`f.pile_type_id::text` },
  merchant: { cube: 'gun', key: sql`owned.merchant_id::text` },
  customer: { cube: null, key: sql`f.customer_id::text` },
  card: { cube: null, key: sql`f.card_number` },
  band: { cube: 'band', key: sql`f.band` },
  stop_reason: { cube: 'reason', key: sql`f.stop_reason` },
  // No session's own: what there was beside them.
  fault: { cube: 'site', key: sql`''` },
}

/** What the orders that ended in the period brought, and what was paid back in it, by group. */
export async function sumsOf({ db, person }: Looking, { by, span, site_id, built }: Asked): Promise<Sums[]> {
  const { cube, key } = GROUPS[by]
  const asked = { person, span, site_id }
  const figures = cube ? figuresIn(built, cube, asked) : factsIn(asked)
  const owned = by === 'merchant' ? ownedOn(sql`f.pile_id`, sql`f.day`) : sql``
  const { rows } = await sql<Sums>`
    select * from (select coalesce(${key}, '') as key, ${summed((name) => sql.ref(`f.${name}`))}
      from ${figures} f ${owned} group by 1) sums
    where (facts, energy_wh, refunded_cents, charging_seconds) <> (0, 0, 0, 0)`.execute(db)
  return rows
}

const TITLES: Partial<Record<StatisticKind, RawBuilder<unknown>>> = {
  site: sql`select id::text as key, name as title from site`,
  pile: sql`select id::text as key, station_number as title from pile`,
  connector: sql`select p.id || '-' || c.number as key, p.station_number as title from pile p join connector c on c.pile_id = p.id`,
  pile_type: sql`select id::text as key, name as title from pile_type`,
  merchant: sql`select id::text as key, name as title from merchant`,
  customer: sql`select id::text as key, account as title from customer`,
}

/** What groups are called; times, cards and reasons say it themselves. Of a customer out of reach only a mask is shown. */
export async function titlesOf(
  { db, person }: Looking,
  by: StatisticKind,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const named = TITLES[by]
  if (!named || keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; title: string }>`
    select key, title from (${named}) named where key = any(${[...keys]}::text[])`.execute(db)
  if (by === 'connector') return new Map(rows.map(({ key, title }) => [key, `${title}-${gunText(gunIn(key))}`]))
  if (by !== 'customer') return new Map(rows.map(({ key, title }) => [key, title]))
  const theirs = new Set(
    await theirsOf(
      db,
      person,
      customer,
      rows.map(({ key }) => Number(key)),
    ),
  )
  return new Map(
    rows.map(({ key, title }) => {
      const id = Number(key)
      return [key, theirs.has(id) ? title : maskedTitle(customer, { id, title }).title]
    }),
  )
}

const gunIn = (key: string) => Number(key.slice(key.indexOf('-') + 1))

/** Today at the site where the day began first. */
export async function todayOf({ db }: Looking): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(max((now() at time zone zone)::date), 'YYYY-MM-DD') as today
    from (select time_zone as zone from site union select 'Asia/Shanghai') zones`.execute(db)
  return (rows[0] as { today: string }).today
}
