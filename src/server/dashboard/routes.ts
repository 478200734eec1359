import type { FastifyInstance } from 'fastify'
import { type Dashboard, dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Looking } from '../kit/context.ts'
import { plusDays } from '../kit/figures/periods.ts'
import { maySeeMoney } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { attention, attentionKey } from './attention.ts'
import { type Bounds, boundsOf, type Span } from './days.ts'
import { type Day, Income, incomeOf, type Sums, sumOf } from './income.ts'
import { failureRateAt, hundredthsOfPercent, networkNow, sitesNow } from './network.ts'

/** Everybody lands here, so it is worked out once for all who reach and may see the same and look in these seconds. */
const NOW_GOOD_FOR_MS = 3_000
const WEEK_MS = 7 * 86_400_000

export function dashboardRoutes(app: FastifyInstance): void {
  const figures = new Remembered<Dashboard>(NOW_GOOD_FOR_MS)
  serve(app, dashboard, async (asked, looking) => {
    const { person } = looking
    const { days, from, to, compare } = asked
    const told = await figures.get(
      `${[days, from, to, compare].join()} ${reachKey(person.reach)} ${attentionKey(person)}`,
      () => dashboardNow(looking, asked),
    )
    // Behind what is remembered: the figures of who may see money are never those of who may not.
    return maySeeMoney(person) ? told : withoutMoney(told)
  })
}

type Asked = Span & { compare?: boolean }

/**
 * The figures of this moment. `days` counts today. Two chains of questions, not all at once: each would take a connection of its own,
 * most of which do not know their statements yet, and few machines have as many cores to spare.
 */
export async function dashboardNow(looking: Looking, asked: Asked): Promise<Dashboard> {
  const bounds = await boundsOf(looking.db, asked)
  const [{ trend, past, todays, before, earlier }, { network, rateBefore, matters, sites }] = await Promise.all([
    earned(looking, bounds, asked),
    seen(looking),
  ])
  const now = (todays ?? trend).at(-1) as Day
  const inAll = sumOf(trend)
  return {
    from: bounds.asked.from,
    to: bounds.asked.to,
    lasts: bounds.lasts,
    period: asked.compare ? beside(inAll, earlier) : null,
    power_w: network.power_w,
    rated_power_w: network.rated_power_w,
    power_limit_w: network.power_limit_w,
    limited_sites: network.limited_sites,
    sites_with_piles: network.sites_with_piles,
    guns: network.guns,
    charging: network.charging,
    ...beside(now, before),
    services_total: past + now.services,
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

async function earned(looking: Looking, bounds: Bounds, { compare }: Asked) {
  const { today, period } = bounds
  const income = await Income.of(looking)
  return {
    trend: period ? await income.byDay(period) : [],
    past: await income.servicesBefore(today),
    todays: bounds.lasts ? null : await income.byDay({ from: today, to: today }),
    before: await income.before({ whole: null, part: plusDays(today, -7) }, today),
    earlier: compare ? await income.before(bounds.before, today) : null,
  }
}

async function seen(looking: Looking) {
  return {
    network: await networkNow(looking),
    rateBefore: await failureRateAt(looking, new Date(Date.now() - WEEK_MS).toISOString()),
    matters: await attention(looking),
    sites: await sitesNow(looking),
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
