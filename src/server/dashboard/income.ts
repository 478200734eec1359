import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import type { Bounds } from './days.ts'
import { endedByDay, servicesUntil } from './kept-days.ts'

/** What a day brought, money and all. */
export type Day = { [Figure in keyof Dashboard['trend'][number]]: NonNullable<Dashboard['trend'][number][Figure]> }
export type Sums = Omit<Day, 'day'>

/**
 * Everything here is in the index of ended orders, so that no order itself is read. A supplement bills a session that was
 * counted with its first order.
 */
const sums = sql`coalesce(sum(electricity_cents), 0)::bigint as electricity_cents, coalesce(sum(service_cents), 0)::bigint as service_cents,
  coalesce(sum(occupation_cents), 0)::bigint as occupation_cents, coalesce(sum(energy_wh), 0)::bigint as energy_wh,
  count(*) filter (where type <> 'supplement') as services`

const endedBetween = (from: string, to: string): RawBuilder<unknown> => sql`ended_at >= ${from} and ended_at < ${to}`

const paidBackBetween = (from: string, to: string, person: Asking): RawBuilder<unknown> =>
  sql`refund where refunded_at >= ${from} and refunded_at < ${to} and ${reached(person, 'refund', 'refund')}`

type Asking = Looking['person']
const theirs = (person: Asking) => reached(person, 'order', 'orders')

/**
 * What the orders that ended on each day from `from` up to `to` brought, and what was paid back on it, whenever its order
 * ended; days without either are there, with nothing.
 */
export async function incomeByDay({ db, person }: Looking, zone: string, from: string, to: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with ended as (${endedByDay({ person, zone, from, to })}),
    back as (
      select (refunded_at at time zone ${zone})::date as day, sum(amount_cents)::bigint as refunded_cents
      from ${paidBackBetween(from, to, person)} group by 1)
    select to_char(each, 'YYYY-MM-DD') as day, coalesce(electricity_cents, 0) as electricity_cents,
      coalesce(service_cents, 0) as service_cents, coalesce(occupation_cents, 0) as occupation_cents,
      coalesce(refunded_cents, 0) as refunded_cents, coalesce(energy_wh, 0) as energy_wh, coalesce(services, 0) as services
    from generate_series((${from}::timestamptz at time zone ${zone})::date,
      ((${to}::timestamptz - interval '1 microsecond') at time zone ${zone})::date, interval '1 day') each
    left join ended on ended.day = each::date left join back on back.day = each::date order by each`.execute(db)
  return rows
}

/** The days of the window that are over, and how many orders had ended when today began. */
export interface PastIncome {
  days: Day[]
  services: number
}

export async function pastOf(looking: Looking, { zone, from, until, today }: Bounds): Promise<PastIncome> {
  const [days, services] = await Promise.all([
    from < until ? incomeByDay(looking, zone, from, until) : [],
    servicesBefore(looking, zone, today),
  ])
  return { days, services }
}

async function servicesBefore({ db, person }: Looking, zone: string, to: string): Promise<number> {
  const { rows } = await sql<{ services: number }>`${servicesUntil({ person, zone, to })}`.execute(db)
  return rows[0]?.services ?? 0
}

/** What ended between two moments; null when nothing has ended before the second at all: there is nothing to compare with. */
export async function sumsBetween({ db, person }: Looking, from: string, to: string): Promise<Sums | null> {
  const { rows } = await sql<Sums>`
    select ${sums}, (select coalesce(sum(amount_cents), 0)::bigint from ${paidBackBetween(from, to, person)}) as refunded_cents
    from orders where ${endedBetween(from, to)} and ${theirs(person)}`.execute(db)
  const found = rows[0] as Sums
  return found.services > 0 || (await anyEndedBefore({ db, person }, to)) ? found : null
}

/** What as long a time before the window brought; null as above. */
export async function sumsBefore(looking: Looking, { zone, before }: Bounds): Promise<Sums | null> {
  const [days, rest] = await Promise.all([
    before.from < before.midnight ? incomeByDay(looking, zone, before.from, before.midnight) : [],
    sumsBetween(looking, before.midnight, before.to),
  ])
  return rest && sumOf([...days, rest])
}

const NOTHING: Sums = {
  ...{ electricity_cents: 0, service_cents: 0, occupation_cents: 0, refunded_cents: 0 },
  ...{ energy_wh: 0, services: 0 },
}
const FIGURES = Object.keys(NOTHING) as (keyof Sums)[]

export const sumOf = (parts: readonly Sums[]): Sums =>
  Object.fromEntries(
    FIGURES.map((figure) => [figure, parts.reduce((sum, part) => sum + part[figure], 0)]),
  ) as unknown as Sums

async function anyEndedBefore({ db, person }: Looking, to: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('orders')
    .select('id')
    .where('ended_at', '<', to)
    .where(theirs(person))
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

type Income = Pick<Sums, 'electricity_cents' | 'service_cents' | 'occupation_cents' | 'refunded_cents'>
/** What orders brought less what went back: revenue by the end of a session, refunds by the day on which they were paid. */
export const incomeOf = (sums: Income) =>
  sums.electricity_cents + sums.service_cents + sums.occupation_cents - sums.refunded_cents
