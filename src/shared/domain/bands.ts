import type { FrozenRule } from '../endpoints/orders.ts'
import { coverage, covers, HOURS_OF_DAY, isComplete } from './coverage.ts'
import type { SiteClock } from './time-zone.ts'

/** A day's prices at a site: the rule of each of the 24 hours, and the clock that tells the hour. */
export interface Tariff {
  readonly rules: readonly FrozenRule[]
  readonly clock: SiteClock
}

/** Lays rules over the day; null when they leave an hour out or price one twice. */
export function tariffOf(rules: readonly FrozenRule[], clock: SiteClock): Tariff | null {
  if (!isComplete(coverage(rules))) return null
  const hours = Array.from(
    { length: HOURS_OF_DAY },
    (_, hour) => rules.find((rule) => covers(rule, hour)) as FrozenRule,
  )
  return { rules: hours, clock }
}

export const ruleAt = ({ rules, clock }: Tariff, at: number) => rules[clock.hourAt(at)] as FrozenRule

/** A time in which one rule holds. */
export interface Stretch {
  rule: FrozenRule
  from: number
  to: number
}

/** When the rule that holds at an instant next gives way to another; looks ahead a day at most. */
export function ruleUntil(tariff: Tariff, at: number): number {
  const rule = ruleAt(tariff, at)
  let until = tariff.clock.nextHourAt(at)
  for (let hours = 1; hours < HOURS_OF_DAY && ruleAt(tariff, until) === rule; hours++)
    until = tariff.clock.nextHourAt(until)
  return until
}

/** Cuts a time at the band boundaries; neighbours of one rule stay one stretch, over midnight too. */
export function stretches(tariff: Tariff, from: number, to: number): Stretch[] {
  const found: Stretch[] = []
  for (let at = from; at < to; ) {
    const until = Math.min(ruleUntil(tariff, at), to)
    const rule = ruleAt(tariff, at)
    const last = found.at(-1)
    if (last?.rule === rule) last.to = until
    else found.push({ rule, from: at, to: until })
    at = until
  }
  return found
}
