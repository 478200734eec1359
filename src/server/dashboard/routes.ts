import type { FastifyInstance } from 'fastify'
import { type Dashboard, dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { attention, attentionKey } from './attention.ts'
import { type Bounds, boundsOf, zoneOfMost } from './days.ts'
import { type Day, incomeByDay, incomeOf, type Past, pastOf, type Sums, sumsBetween } from './income.ts'
import { failureRateAt, hundredthsOfPercent, networkNow, sitesNow } from './network.ts'

/** Everybody lands here, so it is worked out once for all who reach and may see the same and look in these seconds. */
const NOW_GOOD_FOR_MS = 3_000
/** Days that are over change only when an order of theirs is settled, or is reported late. */
const PAST_GOOD_FOR_MS = 15_000
const PAST_STALE_FOR_MS = 120_000

export function dashboardRoutes(app: FastifyInstance): void {
  const { db } = app.kit
  const figures = new Remembered<Dashboard>(NOW_GOOD_FOR_MS)
  const past = new Remembered<Past>(PAST_GOOD_FOR_MS, { staleForMs: PAST_STALE_FOR_MS })
  serve(app, dashboard, ({ days }, { person }) => {
    const looking = { db, person }
    const reach = reachKey(person.reach)
    const pastKept: PastDays = (bounds) =>
      past.get(`${bounds.from} ${bounds.today} ${bounds.zone} ${reach}`, () => pastOf(looking, bounds))
    return figures.get(`${days} ${reach} ${attentionKey(person)}`, () => dashboardNow(looking, days, pastKept))
  })
}

type PastDays = (bounds: Bounds) => Promise<Past>

/** The figures of this moment. `days` counts today. */
export async function dashboardNow(looking: Looking, days: number, pastDays: PastDays): Promise<Dashboard> {
  const { db } = looking
  const bounds = await boundsOf(db, await zoneOfMost(db), days)
  const [past, todays, before, network, rateBefore, matters, sites] = await Promise.all([
    pastDays(bounds),
    incomeByDay(looking, bounds.zone, bounds.today, bounds.now),
    sumsBetween(looking, bounds.day_week_ago, bounds.week_ago),
    networkNow(looking),
    failureRateAt(looking, bounds.week_ago),
    attention(looking),
    sitesNow(looking),
  ])
  const trend = [...past.days, ...todays]
  const today = trend.at(-1) as Day
  const compared = (figure: (sums: Sums) => number) => ({ now: figure(today), before: before && figure(before) })
  return {
    power_w: network.power_w,
    rated_power_w: network.rated_power_w,
    energy_wh: compared((sums) => sums.energy_wh),
    services: compared((sums) => sums.services),
    services_total: past.services + today.services,
    failure_rate: { now: hundredthsOfPercent(network.faulted, network.piles), before: rateBefore },
    faulted: network.faulted,
    offline: network.offline,
    income_cents: compared(incomeOf),
    electricity_cents: total(trend, (day) => day.electricity_cents),
    service_cents: total(trend, (day) => day.service_cents),
    occupation_cents: total(trend, (day) => day.occupation_cents),
    refunded_cents: total(trend, (day) => day.refunded_cents),
    trend,
    attention: matters,
    sites,
  }
}

const total = (days: Day[], figure: (day: Day) => number) => days.reduce((sum, day) => sum + figure(day), 0)
