/** A rule's hours: `end_hour` is exclusive, 22 to 6 runs past midnight, equal hours are the whole day. */
export interface Hours {
  start_hour: number
  end_hour: number
}

export const HOURS_OF_DAY = 24

/** Does this rule hold in this hour of the day? */
export function covers({ start_hour, end_hour }: Hours, hour: number): boolean {
  if (start_hour < end_hour) return hour >= start_hour && hour < end_hour
  return hour >= start_hour || hour < end_hour
}

export interface Coverage {
  /** Hours that no rule holds in. */
  missing: number[]
  /** Hours that more than one rule holds in. */
  double: number[]
}

/** Which hours of the day a set of rules leaves out or prices twice; both empty: each hour exactly once. */
export function coverage(rules: readonly Hours[]): Coverage {
  const found: Coverage = { missing: [], double: [] }
  for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
    const holding = rules.filter((rule) => covers(rule, hour)).length
    if (holding === 0) found.missing.push(hour)
    if (holding > 1) found.double.push(hour)
  }
  return found
}

export const isComplete = ({ missing, double }: Coverage) => missing.length === 0 && double.length === 0

/** Hours as people read them: `[6, 7, 8, 22, 23]` is `06–09, 22–24`. */
export function hourSpans(hours: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const hour of hours) {
    const last = spans.at(-1)
    if (last && last.to === hour) last.to = hour + 1
    else spans.push({ from: hour, to: hour + 1 })
  }
  return spans.map(({ from, to }) => `${two(from)}–${two(to)}`).join(', ')
}

const two = (hour: number) => String(hour).padStart(2, '0')
