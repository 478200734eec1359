import type { FrozenRule, OrderLine } from '../endpoints/orders.ts'
import { tariffOf } from './bands.ts'
import { occupationLines } from './occupation.ts'
import { type Amounts, energyLines, sumOf } from './tariff.ts'
import { siteClock } from './time-zone.ts'

/** A session that is only supposed. Instants are epoch ms. */
export interface SupposedSession {
  from: number
  to: number
  /** Drawn evenly from `from` to `to`. */
  energy_wh: number
  /** When the cable was pulled; never before `to`. */
  unplugged_at: number
}

export interface SessionPrice {
  lines: OrderLine[]
  amounts: Amounts
}

/** What a session would cost, by the very functions that bill; null where the rules leave an hour out or price one twice. */
export function priceSession(
  rules: readonly FrozenRule[],
  { from, to, energy_wh, unplugged_at }: SupposedSession,
  time_zone: string,
): SessionPrice | null {
  const tariff = tariffOf(rules, siteClock(time_zone))
  if (!tariff) return null
  const energy = energyLines(tariff, [
    { at: from, wh: 0 },
    { at: to, wh: energy_wh },
  ])
  const lines = [...energy, ...occupationLines(tariff, to, unplugged_at)]
  return { lines, amounts: sumOf(lines) }
}
