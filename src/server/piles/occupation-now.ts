import { tariffOf } from '../../shared/domain/bands.ts'
import { mayOccupy, occupationLines, occupationStart } from '../../shared/domain/occupation.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import type { FrozenRule } from '../../shared/endpoints/orders.ts'

/** An order whose cable is still in. */
export interface PluggedOrder {
  rules: FrozenRule[]
  time_zone: string
  charge_ended_at: string | null
  ended_at: string | null
}

export interface OccupationNow {
  /** Since when the fee runs; null while it does not. */
  from: string | null
  cents: number
}

const NONE: OccupationNow = { from: null, cents: 0 }

/** What a cable that is left in has cost up to now, as the bill will say it. */
export function occupationNow(
  { rules, time_zone, charge_ended_at, ended_at }: PluggedOrder,
  now: number,
): OccupationNow {
  const began = charge_ended_at ?? ended_at
  if (began === null || !mayOccupy(rules)) return NONE
  const tariff = tariffOf(rules, siteClock(time_zone))
  if (!tariff) return NONE
  const from = occupationStart(tariff, Date.parse(began))
  if (from > now) return NONE
  const lines = occupationLines(tariff, Date.parse(began), now)
  return { from: new Date(from).toISOString(), cents: lines.reduce((sum, line) => sum + line.occupation_cents, 0) }
}
