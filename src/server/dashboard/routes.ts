import type { FastifyInstance } from 'fastify'
import { type Dashboard, dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { maySeeMoney } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { attention, attentionKey } from './attention.ts'
import { type Bounds, boundsOf, type Span, zoneOfMost } from './days.ts'
import {
  type Day,
  incomeByDay,
  incomeOf,
  type PastIncome,
  pastOf,
  type Sums,
  sumOf,
  sumsBefore,
  sumsBetween,
} from './income.ts'
import { failureRateAt, hundredthsOfPercent, networkNow, sitesNow } from './network.ts'

/** Everybody lands here, so it is worked out once for all who reach and may see the same and look in these seconds. */
const NOW_GOOD_FOR_MS = 3_000
/** Days that are over change only when an order of theirs is settled, or is reported late. */
const PAST_GOOD_FOR_MS = 15_000
const PAST_STALE_FOR_MS = 120_000

export function dashboardRoutes(app: FastifyInstance): void {
  const { db } = app.kit
  const figures = new Remembered<Dashboard>(NOW_GOOD_FOR_MS)
  const past = new Remembered<PastIncome>(PAST_GOOD_FOR_MS, { staleForMs: PAST_STALE_FOR_MS })
  serve(app, dashboard, async (asked, { person }) => {
    const looking = { db, person }
    const reach = reachKey(person.reach)
    const pastKept: PastDays = (bounds) =>
      past.get(`${bounds.from} ${bounds.until} ${bounds.today} ${bounds.zone} ${reach}`, () => pastOf(looking, bounds))
    const { days, from, to, compare } = asked
    const told = await figures.get(`${[days, from, to, compare].join()} ${reach} ${attentionKey(person)}`, () =>
      dashboardNow(looking, asked, pastKept),
    )
    // Behind what is remembered: the figures of who may see money are never those of who may not.
    return maySeeMoney(person) ? told : withoutMoney(told)
  })
}

type PastDays = (bounds: Bounds) => Promise<PastIncome>
type Asked = Span & { compare?: boolean }

/** The figures of this moment. `days` counts today. */
export async function dashboardNow(looking: Looking, asked: Asked, pastDays: PastDays): Promise<Dashboard> {
  const { db } = looking
  const bounds = await boundsOf(db, await zoneOfMost(db), asked)
  const [past, todays, before, earlier, network, rateBefore, matters, sites] = await Promise.all([
    pastDays(bounds),
    incomeByDay(looking, bounds.zone, bounds.today, bounds.now),
    sumsBetween(looking, bounds.day_week_ago, bounds.week_ago),
    asked.compare ? sumsBefore(looking, bounds) : null,
    networkNow(looking),
    failureRateAt(looking, bounds.week_ago),
    attention(looking),
    sitesNow(looking),
  ])
  const today = todays.at(-1) as Day
  const trend = [...past.days, ...(bounds.lasts ? todays : [])]
  const inAll = sumOf(trend)
  return {
    from: bounds.first_day,
    to: bounds.last_day,
    lasts: bounds.lasts,
    period: asked.compare ? beside(inAll, earlier) : null,
    power_w: network.power_w,
    rated_power_w: network.rated_power_w,
    ...beside(today, before),
    services_total: past.services + today.services,
    failure_rate: { now: hundredthsOfPercent(network.faulted, network.piles), before: rateBefore },
    faulted: network.faulted,
    offline: network.offline,
    electricity_cents: inAll.electricity_cents,
    service_cents: inAll.service_cents,
    occupation_cents: inAll.occupation_cents,
    refunded_cents: inAll.refunded_cents,
    trend,
    attention: matters,
    sites,
  }
}

const NO_MONEY = { electricity_cents: null, service_cents: null, occupation_cents: null, refunded_cents: null }

const withoutMoney = (told: Dashboard): Dashboard => ({
  ...{ ...told, ...NO_MONEY, income_cents: null },
  period: told.period && { ...told.period, income_cents: null },
  trend: told.trend.map((day) => ({ ...day, ...NO_MONEY })),
})

/** Sums beside those of an earlier time. */
function beside(now: Sums, before: Sums | null) {
  const compared = (figure: (sums: Sums) => number) => ({ now: figure(now), before: before && figure(before) })
  return {
    energy_wh: compared((sums) => sums.energy_wh),
    services: compared((sums) => sums.services),
    income_cents: compared(incomeOf),
  }
}
