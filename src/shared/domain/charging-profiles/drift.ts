import { compositeSchedule } from './composite.ts'
import { type Difference, differencesOf } from './differences.ts'
import { isUnsaid, type OutsideLimit } from './outside-limit.ts'
import { DAY_S, type Installed, PHASE_V, type ToldSchedule } from './profile.ts'

/** A time in which a pile says another limit at a gun than its profiles come to; watts, null: no limit. */
export interface ProfileDrift {
  connector_number: number
  from: string
  to: string
  ours_w: number | null
  theirs_w: number | null
}

interface At {
  connector_number: number
  phases: number
  rated_w: number | null
  /** Since when a session runs there, epoch ms. */
  transaction_since: number | null
  /** It charges with priority. */
  priority?: boolean
  /** What other systems limit the pile to. */
  outside?: readonly OutsideLimit[]
}

/** Where what a pile answers of its schedule differs from what its profiles should come to, as far as it answered. */
export function profileDrift(installed: readonly Installed[], told: ToldSchedule, at: At): ProfileDrift[] {
  const { connector_number, phases, rated_w, outside = [] } = at
  const from = Date.parse(told.starts_at)
  const to = from + Math.min(told.duration ?? DAY_S, DAY_S) * 1000
  const ours = compositeSchedule(installed, { ...at, from, to, unit: 'W' })
  const theirs = told.periods.map(({ start, limit, phases: used }) => {
    const watts = told.charging_rate_unit === 'W' ? limit : limit * PHASE_V * Math.min(used ?? phases, phases)
    // What it would give beyond its plate it cannot.
    return { at: from + start * 1000, limit: rated_w === null ? watts : Math.min(watts, rated_w), phases: null }
  })
  const compared = { from, to, phases, ours_unit: 'W', theirs_unit: 'W' } as const
  // Nobody here knows how much less it may be.
  const mayBeLess = isUnsaid(outside, connector_number)
  const isLess = (one: Difference) => one.theirs !== null && (one.ours === null || one.theirs < one.ours)
  const found = differencesOf(ours, theirs, compared).filter((one) => !(mayBeLess && isLess(one)))
  return found.map((one) => ({
    connector_number,
    from: new Date(one.from).toISOString(),
    to: new Date(one.to).toISOString(),
    ours_w: one.ours,
    theirs_w: one.theirs,
  }))
}
