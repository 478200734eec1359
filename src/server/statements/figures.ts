import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StatementParty } from '../../shared/endpoints/statements.ts'
import type { Looking } from '../kit/context.ts'
import { dayOwned } from '../kit/figures/ownership.ts'
import { reached } from '../kit/reach/within.ts'

/** Whole days, the last one included: YYYY-MM-DD. */
export interface Month {
  from: string
  to: string
}

/** The days of 2026-10. */
export function daysOfMonth(month: string): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Whose statement: a merchant's or a site's. */
export interface Party {
  of: StatementParty
  id: number
}

export interface Question extends Party {
  month: Month
}

/** What ended on a day at a place, or was paid back. */
export interface Part {
  day: string
  place: number | null
  sessions: number
  energy_wh: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  refunded_cents: number
  paid_cents: number
  open_cents: number
  unsettled: number
  customers_paid_cents: number
  ledger_cents: number
}

/** Orders `o` that are the party's; a merchant's are those that ended while it had their pile. */
const ofParty = ({ of, id }: Question): RawBuilder<SqlBool> =>
  of === 'site'
    ? sql<SqlBool>`o.site_id = ${id}`
    : sql<SqlBool>`exists (select from pile_ownership w where w.pile_id = o.pile_id and w.merchant_id = ${id}
        and ${dayOwned('o')} >= w.from_day and ${dayOwned('o')} < w.to_day)`

/** The index finds what lies within a day of the month in any zone; of those the site's calendar decides. */
const inMonth = (at: RawBuilder<unknown>, { from, to }: Month) =>
  sql<SqlBool>`${at} >= ${from}::date - interval '1 day' and ${at} < ${to}::date + interval '2 days'
    and (${at} at time zone o.time_zone)::date between ${from}::date and ${to}::date`

const dayOf = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone o.time_zone, 'YYYY-MM-DD')`
const ENDED = sql`o.ended_at`
const REFUNDED = sql`r.refunded_at`

/** What the month's orders of a party add up to, by day and place, from the orders, the refunds and the ledger themselves. */
export async function partsOf({ db, person }: Looking, question: Question): Promise<Part[]> {
  const { of, month } = question
  const place = of === 'site' ? sql`o.pile_id` : sql`o.site_id`
  const { rows } = await sql<Part>`
    with ended as (
      select ${dayOf(ENDED)} as day, ${place} as place, count(*) filter (where o.type <> 'supplement') as sessions,
        sum(o.energy_wh) as energy_wh, sum(o.electricity_cents) as electricity_cents, sum(o.service_cents) as service_cents,
        sum(o.occupation_cents) as occupation_cents, sum(o.paid_cents) as paid_cents, sum(o.total_cents - o.paid_cents) as open_cents,
        count(*) filter (where o.status = 'completed') as unsettled,
        sum(o.paid_cents) filter (where o.customer_id is not null) as customers_paid_cents, sum(taken.cents) as ledger_cents
      from orders o
        cross join lateral (select -sum(l.amount_cents) as cents from ledger_entry l where l.order_id = o.id and l.kind = 'charge') taken
      where ${inMonth(ENDED, month)} and ${ofParty(question)} and ${reached(person, 'order', 'o')} group by 1, 2),
    back as (
      select ${dayOf(REFUNDED)} as day, ${place} as place, sum(r.amount_cents) as refunded_cents
      from refund r join orders o on o.id = r.order_id
      where ${inMonth(REFUNDED, month)} and ${ofParty(question)} and ${reached(person, 'refund', 'r')} group by 1, 2),
    both_kinds as (
      select day, place, sessions, energy_wh, electricity_cents, service_cents, occupation_cents, 0 as refunded_cents, paid_cents, open_cents,
        unsettled, customers_paid_cents, ledger_cents from ended
      union all select day, place, 0, 0, 0, 0, 0, refunded_cents, 0, 0, 0, 0, 0 from back)
    select day, place, ${sums} from both_kinds group by day, place order by day, place`.execute(db)
  return rows
}

const SUMMED = [
  ...['sessions', 'energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'refunded_cents'],
  ...['paid_cents', 'open_cents', 'unsettled', 'customers_paid_cents', 'ledger_cents'],
]
const sums = sql.join(SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))

/** An order as it stands in the workbook; times by its site's clock. Whose it was is nothing that a merchant has to know. */
export interface OrderLine {
  number: string
  site: string | null
  pile: string
  connector_number: number
  started_at: string
  ended_at: string
  energy_wh: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  total_cents: number
  paid_cents: number
  refunded_cents: number
  status: string
}

/** Orders read at once: a month of a large merchant is no burden on memory then. */
const AT_ONCE = 5_000

/** The orders behind the figures, in the order in which they ended. */
export async function* ordersOf({ db, person }: Looking, question: Question): AsyncGenerator<OrderLine[]> {
  let after = { ended: '-infinity', id: 0 }
  for (;;) {
    const { rows } = await sql<OrderLine & { id: number; ended: string }>`
      select o.id, o.ended_at::text as ended, o.number, s.name as site, p.station_number as pile, o.connector_number,
        to_char(o.started_at at time zone o.time_zone, 'YYYY-MM-DD HH24:MI:SS') as started_at,
        to_char(o.ended_at at time zone o.time_zone, 'YYYY-MM-DD HH24:MI:SS') as ended_at, o.energy_wh, o.electricity_cents,
        o.service_cents, o.occupation_cents, o.total_cents, o.paid_cents, o.refunded_cents, o.status
      from orders o join pile p on p.id = o.pile_id left join site s on s.id = o.site_id
      where ${inMonth(ENDED, question.month)} and ${ofParty(question)} and ${reached(person, 'order', 'o')}
        and (o.ended_at, o.id) > (${after.ended}::timestamptz, ${after.id})
      order by o.ended_at, o.id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}
