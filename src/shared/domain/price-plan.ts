import { instantFrom, type SiteClock } from './time-zone.ts'

/** A strategy at a site, from when until when (epoch ms). `from` null: since ever. `to` null: until the next one without an end. */
export interface PricePeriod {
  id: number
  strategy_id: number | null
  from: number | null
  to: number | null
}

/** The days of the site's clock on which a strategy may price, both counted in; YYYY-MM-DD, null: no bound. */
export interface Validity {
  valid_from: string | null
  valid_to: string | null
}

/** A time in which one period decides. `strategy_id` null: nothing has a price then. */
export interface PriceStretch {
  from: number
  /** Null: until further notice. */
  to: number | null
  strategy_id: number | null
  period_id: number | null
}

const DAY = 86_400_000

/** The period that decides at an instant: one with an end goes before those without, then whichever began last. */
export function periodAt(periods: readonly PricePeriod[], at: number): PricePeriod | undefined {
  const [first] = periods.filter((period) => contains(period, at)).sort(byPrecedence)
  return first
}

const contains = ({ from, to }: PricePeriod, at: number) => (from ?? -Infinity) <= at && at < (to ?? Infinity)

const byPrecedence = (a: PricePeriod, b: PricePeriod) =>
  Number(b.to !== null) - Number(a.to !== null) ||
  (b.from === a.from ? 0 : (b.from ?? -Infinity) - (a.from ?? -Infinity)) ||
  b.id - a.id

/** Whether a strategy may price on the day that the site's clock shows. */
export function isValid({ valid_from, valid_to }: Validity, clock: SiteClock, at: number): boolean {
  const day = clock.dayAt(at)
  return (valid_from === null || valid_from <= day) && (valid_to === null || day <= valid_to)
}

interface Plan {
  periods: readonly PricePeriod[]
  /** Of the strategies in the periods. */
  validity: ReadonlyMap<number, Validity>
  clock: SiteClock
}

/** What a site charges by from an instant on, stretch by stretch, without a hole between them; the last one has no end. */
export function stretchesFrom({ periods, validity, clock }: Plan, since: number): PriceStretch[] {
  const edges = [
    ...periods.flatMap(({ from, to }) => [from, to]),
    ...[...validity.values()].flatMap((one) => edgesOf(one, clock)),
  ]
  const later = [...new Set(edges.filter((at) => at !== null && at > since))].sort((a, b) => Number(a) - Number(b))
  const found: PriceStretch[] = []
  for (const at of [since, ...(later as number[])]) {
    const period = periodAt(periods, at)
    const bounds = period?.strategy_id ? validity.get(period.strategy_id) : undefined
    const strategy_id = bounds && isValid(bounds, clock, at) ? (period?.strategy_id ?? null) : null
    const last = found.at(-1)
    if (last?.strategy_id === strategy_id && last.period_id === (period?.id ?? null)) continue
    if (last) last.to = at
    found.push({ from: at, to: null, strategy_id, period_id: period?.id ?? null })
  }
  return found
}

const edgesOf = ({ valid_from, valid_to }: Validity, clock: SiteClock) =>
  [
    valid_from && instantFrom(clock, Date.parse(valid_from)),
    valid_to && instantFrom(clock, Date.parse(valid_to) + DAY),
  ].map((at) => at || null)

/** Instants from which nothing has a price although something had until then. */
export const pricesEnd = (stretches: readonly PriceStretch[]): PriceStretch[] =>
  stretches.filter(({ strategy_id }, at) => strategy_id === null && stretches[at - 1]?.strategy_id)
