import { type RawBuilder, sql } from 'kysely'
import type { Statement, StatementFigures } from '../../shared/endpoints/statements.ts'
import { entities } from '../../shared/entities/index.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { daysOfMonth, type Month, type Part, type Party, partsOf, type Question } from './figures.ts'

/** What a party's piles brought in a month, from one moment of the database. Refused as not found where the person does not reach the party. */
export async function statementOf(looking: Looking, { of, id, month }: Party & { month: string }): Promise<Statement> {
  const days = daysOfMonth(month)
  const question = { of, id, month: days }
  const [about, parts] = await Promise.all([aboutOf(looking, question), partsOf(looking, question)])
  const { issuer, made_at, over, whole, ...party } = about
  const titles = await titlesOf(looking, question, parts)
  const places = grouped(parts, ({ place }) => place ?? 0)
  return {
    party: { of, id, ...party },
    ...{ issuer, month, ...days, over, whole, made_at },
    total: { ...figuresOf(parts), ...settlementOf(parts) },
    places: places
      .map(([place, own]) => ({ id: place, title: titles.get(place) ?? '', ...figuresOf(own) }))
      .sort((a, b) => b.income_cents - a.income_cents || a.title.localeCompare(b.title)),
    days: grouped(parts, ({ day }) => day).map(([day, own]) => ({ day, ...figuresOf(own) })),
  }
}

interface About {
  name: string
  address: string | null
  contact: string | null
  issuer: string
  made_at: string
  over: boolean
  whole: boolean
}

/** The piles `p` of a party `t`: a merchant's are those that it had in the month. */
const PARTIES = {
  merchant: {
    entity: entities.merchant,
    has: ({
      from,
      to,
    }: Month) => sql`exists (select from pile_ownership w where w.pile_id = p.id and w.merchant_id = t.id
      and w.from_day <= ${to}::date and w.to_day > ${from}::date)`,
  },
  site: { entity: entities.site, has: () => sql`p.site_id = t.id` },
} as const

async function aboutOf({ db, person }: Looking, { of, id, month }: Question): Promise<About> {
  const { entity, has } = PARTIES[of]
  const theirs = has(month)
  const zones = sql`select coalesce(s.time_zone, 'Asia/Shanghai') as zone from pile p left join site s on s.id = p.site_id where ${theirs}`
  const { rows } = await sql<About>`
    select t.name, t.address, t.contact, (select product_name from system_setting) as issuer, now()::timestamptz as made_at,
      (now() at time zone 'UTC')::date > ${month.to}::date and not exists (
        select from (${zones}) z where (now() at time zone z.zone)::date <= ${month.to}::date) as over,
      not exists (select from pile p where ${theirs} and not ${reached(person, 'pile', 'p')}) as whole
    from ${sql.table(entity.table)} t where t.id = ${id} and ${reached(person, of, 't')}`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  return { ...found, made_at: new Date(found.made_at).toISOString() }
}

const TITLES: Record<Question['of'], RawBuilder<unknown>> = {
  merchant: sql`select id, name as title from site`,
  site: sql`select id, station_number as title from pile`,
}

async function titlesOf({ db }: Looking, { of }: Question, parts: readonly Part[]): Promise<Map<number, string>> {
  const ids = [...new Set(parts.flatMap(({ place }) => place ?? []))]
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from (${TITLES[of]}) named where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

function grouped<K>(parts: readonly Part[], keyOf: (part: Part) => K): [K, Part[]][] {
  const groups = new Map<K, Part[]>()
  for (const part of parts) {
    const key = keyOf(part)
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups]
}

type Summed = Exclude<keyof Part, 'day' | 'place'>
const sum = (parts: readonly Part[], name: Summed) => parts.reduce((all, part) => all + part[name], 0)

function figuresOf(parts: readonly Part[]): StatementFigures {
  const [electricity_cents, service_cents, occupation_cents, refunded_cents] = [
    sum(parts, 'electricity_cents'),
    sum(parts, 'service_cents'),
    sum(parts, 'occupation_cents'),
    sum(parts, 'refunded_cents'),
  ]
  const billed_cents = electricity_cents + service_cents + occupation_cents
  return {
    ...{ sessions: sum(parts, 'sessions'), energy_wh: sum(parts, 'energy_wh') },
    ...{ electricity_cents, service_cents, occupation_cents, billed_cents, refunded_cents },
    income_cents: billed_cents - refunded_cents,
  }
}

const settlementOf = (parts: readonly Part[]) => ({
  paid_cents: sum(parts, 'paid_cents'),
  open_cents: sum(parts, 'open_cents'),
  unsettled: sum(parts, 'unsettled'),
  ledger_cents: sum(parts, 'ledger_cents'),
  customers_paid_cents: sum(parts, 'customers_paid_cents'),
})
