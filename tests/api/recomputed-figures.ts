import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/server/kit/database/tables.ts'
import type { StatisticKind } from '../../src/shared/endpoints/statistics.ts'

export const FIGURES = [
  ...[
    'sessions',
    'energy_wh',
    'electricity_cents',
    'service_cents',
    'occupation_cents',
    'refunded_cents',
    'cost_cents',
  ],
  ...['charging_seconds', 'occupied_seconds', 'failed_sessions'],
] as const as readonly (keyof Figures)[]
export interface Figures {
  sessions: number
  energy_wh: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  refunded_cents: number
  cost_cents: number
  charging_seconds: number
  occupied_seconds: number
  failed_sessions: number
}

interface Line {
  kind: string
  band: string | null
  wh: number
  seconds: number
  electricity_cents: number
  service_cents: number
  occupation_cents: number
  cost_cents: number
}

interface Order
  extends Omit<Figures, 'sessions' | 'refunded_cents' | 'charging_seconds' | 'occupied_seconds' | 'failed_sessions'> {
  id: number
  type: string
  time_zone: string
  site_id: number | null
  pile_id: number
  pile_type_id: number | null
  connector_number: number
  stop_reason: string | null
  customer_id: number | null
  card_number: string | null
  day: string | null
  started_at: string
  charge_ended_at: string | null
  unplugged_at: string | null
  lines: Line[]
}

interface Reach {
  sites: readonly number[]
  piles: readonly number[]
}

const NOTHING = Object.fromEntries(FIGURES.map((name) => [name, 0])) as unknown as Figures
const seconds = (from: string | null, to: string | null) =>
  from && to ? Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000)) : 0

/** When people come, by the clock on the wall. */
function wall(zone: string, at: number) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return {
    weekday: String(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1),
    hour: String(Number(part('hour'))),
  }
}

const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const monday = (date: string) => plusDays(date, -((new Date(date).getUTCDay() + 6) % 7))

type Groups = Record<StatisticKind, Map<string, Figures>>

/** What statistics should say of these days, from the orders and refunds one after the other. */
export async function recomputed(
  db: Kysely<Database>,
  span: { from: string; to: string },
  reach: Reach | null,
): Promise<Groups> {
  const { rows: orders } = await sql<Order>`
    select o.*, to_char(timezone(o.time_zone, o.ended_at), 'YYYY-MM-DD') as day from orders o`.execute(db)
  const { rows: refunds } = await sql<{ order_id: number; amount_cents: number; day: string }>`
    select r.order_id, r.amount_cents, to_char(timezone(o.time_zone, r.refunded_at), 'YYYY-MM-DD') as day
    from refund r join orders o on o.id = r.order_id where r.refunded_at is not null`.execute(db)
  const { rows: owned } = await sql<Owned>`
    select pile_id, merchant_id, from_day::text as "from" from pile_ownership order by from_day desc`.execute(db)
  const groups = new Tally(owned)
  const isTheirs = ({ site_id, pile_id }: Order) =>
    reach === null || (site_id !== null && reach.sites.includes(site_id)) || reach.piles.includes(pile_id)
  const isIn = (day: string | null): day is string => day !== null && day >= span.from && day <= span.to
  for (const order of orders.filter(isTheirs)) {
    if (isIn(order.day)) groups.addOrder(order, order.day)
    for (const { amount_cents, day } of refunds.filter(({ order_id }) => order_id === order.id))
      if (isIn(day)) groups.addRefund(order, day, amount_cents)
  }
  return groups.all
}

/** Whose a pile was from a day on, the latest first. */
interface Owned {
  pile_id: number
  merchant_id: number | null
  from: string
}

class Tally {
  readonly #owned: readonly Owned[]
  constructor(owned: readonly Owned[]) {
    this.#owned = owned
  }

  #merchantOf(pile: number, day: string): number | null {
    const isOwn = ({ pile_id, from }: Owned) => pile_id === pile && (from === '-infinity' || from <= day)
    return this.#owned.find(isOwn)?.merchant_id ?? null
  }

  readonly all = new Proxy({} as Groups, {
    get: (groups, by: string) => {
      const known = groups as unknown as Record<string, Map<string, Figures>>
      known[by] ??= new Map()
      return known[by]
    },
  })

  #add(by: StatisticKind, key: string | number | null, given: Partial<Figures>) {
    if (!Object.values(given).some((figure) => figure !== 0)) return
    const group = this.all[by]
    const sums = group.get(String(key ?? '')) ?? { ...NOTHING }
    for (const name of FIGURES) sums[name] += given[name] ?? 0
    group.set(String(key ?? ''), sums)
  }

  #plain(order: Order, day: string, given: Partial<Figures>) {
    const keys: Partial<Record<StatisticKind, string | number | null>> = {
      ...{ day, week: monday(day), month: `${day.slice(0, 7)}-01` },
      ...{ site: order.site_id, pile: order.pile_id, connector: `${order.pile_id}-${order.connector_number}` },
      ...{
        pile_type: order.pile_type_id,
        merchant: this.#merchantOf(order.pile_id, day),
        stop_reason: order.stop_reason,
      },
      ...{ customer: order.customer_id, card: order.card_number },
    }
    for (const [by, key] of Object.entries(keys)) this.#add(by as StatisticKind, key, given)
  }

  #clock({ time_zone }: Order, at: number, given: Partial<Figures>) {
    const { weekday, hour } = wall(time_zone, at)
    this.#add('weekday', weekday, given)
    this.#add('hour', hour, given)
    this.#add('weekday_hour', `${weekday}-${hour}`, given)
  }

  addOrder(order: Order, day: string) {
    const counts = order.type !== 'supplement'
    const { electricity_cents, service_cents, occupation_cents, cost_cents, energy_wh } = order
    const money = { energy_wh, electricity_cents, service_cents, occupation_cents, cost_cents }
    const session = {
      sessions: counts ? 1 : 0,
      occupied_seconds: counts ? seconds(order.charge_ended_at, order.unplugged_at) : 0,
      failed_sessions: counts && energy_wh < 100 ? 1 : 0,
    }
    const charging_seconds = counts ? seconds(order.started_at, order.charge_ended_at) : 0
    this.#plain(order, day, { ...money, ...session, charging_seconds })
    this.#clock(order, Date.parse(order.started_at), { ...money, ...session })
    // Wherever the clock stands, its hours begin at whole or half hours of UTC.
    const half = 1_800_000
    const from = Date.parse(order.started_at)
    for (let at = from; at < from + charging_seconds * 1000; ) {
      const next = Math.min((Math.floor(at / half) + 1) * half, from + charging_seconds * 1000)
      this.#clock(order, at, { charging_seconds: (next - at) / 1000 })
      at = next
    }
    const said = order.lines.map((line) => ({
      ...line,
      energy_wh: line.wh,
      charging_seconds: counts ? line.seconds : 0,
    }))
    const rest = (name: keyof typeof money | 'charging_seconds') =>
      ({ ...money, charging_seconds })[name] - said.reduce((sum, line) => sum + line[name], 0)
    const names = [...Object.keys(money), 'charging_seconds'] as (keyof typeof money | 'charging_seconds')[]
    for (const line of said) this.#add('band', line.band, Object.fromEntries(names.map((name) => [name, line[name]])))
    this.#add('band', order.lines[0]?.band ?? null, {
      ...session,
      ...Object.fromEntries(names.map((name) => [name, rest(name)])),
    })
  }

  addRefund(order: Order, day: string, refunded_cents: number) {
    this.#plain(order, day, { refunded_cents })
    this.#clock(order, Date.parse(order.started_at), { refunded_cents })
    this.#add('band', order.lines[0]?.band ?? null, { refunded_cents })
  }
}
