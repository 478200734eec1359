import { compositeSchedule } from '../../src/shared/domain/charging-profiles/composite.ts'
import { DAY_S, type Installed, PURPOSES } from '../../src/shared/domain/charging-profiles/profile.ts'
import type { Result } from './result.ts'

const PROFILES = 20
const PERIODS = 24
const RUNS = 2_000
const MOST_MS = 1

/** Every profile says something else each hour, none holds all day, so that each has to be looked at. */
const installed: Installed[] = Array.from({ length: PROFILES }, (_, at) => ({
  connector_number: at % 2,
  profile: {
    stack_level: at,
    charging_profile_purpose: PURPOSES[at % PURPOSES.length] ?? 'session',
    charging_profile_kind: 'recurring',
    recurrency_kind: 'daily',
    valid_from: null,
    valid_to: null,
    duration: DAY_S - at * 600,
    start_schedule: new Date(Date.UTC(2026, 10, 1, at, at * 3)).toISOString(),
    charging_rate_unit: at % 2 ? 'A' : 'W',
    min_charging_rate: null,
    periods: Array.from({ length: PERIODS }, (_, hour) => ({ start: hour * 3600, limit: hour * 100 + at, phases: 3 })),
  },
}))

/** The limit that results from twenty profiles over a day. */
export async function compositeResults(): Promise<Result[]> {
  const from = Date.UTC(2026, 10, 23)
  const asked = {
    connector_number: 1,
    from,
    to: from + DAY_S * 1000,
    phases: 3,
    unit: 'W',
    transaction_since: from,
  } as const
  const took = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    compositeSchedule(installed, asked)
    return performance.now() - start
  }).sort((a, b) => a - b)
  const steps = compositeSchedule(installed, asked).length
  const [median = 0, p99 = 0] = [took[RUNS / 2], took[Math.floor(RUNS * 0.99)]]
  return [
    {
      item: 'composite',
      name: `${PROFILES} profiles over a day`,
      value: median,
      unit: 'ms',
      limit: MOST_MS,
      note: `p99 ${p99.toFixed(2)} ms, ${steps} steps`,
    },
  ]
}
