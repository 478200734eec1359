import type { TrendDay } from './trend.ts'

/** More days than these are shown by month. */
const MOST_DAYS = 120

/** What a chart shows side by side: days, or months under their first days. */
export interface Steps {
  rows: TrendDay[]
  areMonths: boolean
}

export function stepsOf(days: readonly TrendDay[]): Steps {
  if (days.length <= MOST_DAYS) return { rows: [...days], areMonths: false }
  const months = new Map<string, TrendDay>()
  for (const each of days) {
    const day = `${each.day.slice(0, 7)}-01`
    const sum = months.get(day)
    months.set(day, sum ? added(sum, each) : { ...each, day })
  }
  return { rows: [...months.values()], areMonths: true }
}

const added = (sum: TrendDay, each: TrendDay): TrendDay => ({
  day: sum.day,
  electricity_cents: sum.electricity_cents + each.electricity_cents,
  service_cents: sum.service_cents + each.service_cents,
  occupation_cents: sum.occupation_cents + each.occupation_cents,
  refunded_cents: sum.refunded_cents + each.refunded_cents,
  energy_wh: sum.energy_wh + each.energy_wh,
  services: sum.services + each.services,
})
