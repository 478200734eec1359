import { covers, HOURS_OF_DAY, type Hours } from '../../shared/domain/coverage.ts'
import type { Band } from '../../shared/entities/billing-rule.ts'

/** What a day's preview needs of a rule. */
export interface DayRule extends Hours {
  id: number
  name: string
  band: Band
}

export interface DayStretch<R extends DayRule> {
  from: number
  to: number
  /** The rules that hold: none is a gap, more than one a price too many. */
  rules: R[]
}

/** The day from 0 to 24 as these rules divide it, gaps and doubles included. */
export function dayOfRules<R extends DayRule>(rules: readonly R[]): DayStretch<R>[] {
  const found: DayStretch<R>[] = []
  for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
    const holding = rules.filter((rule) => covers(rule, hour))
    const last = found.at(-1)
    if (last && last.rules.length === holding.length && last.rules.every((rule, at) => rule === holding[at]))
      last.to = hour + 1
    else found.push({ from: hour, to: hour + 1, rules: holding })
  }
  return found
}
