import { type ChargingProfile, DAY_S, RECURS_S } from '../../shared/domain/charging-profiles/profile.ts'
import { instantFrom, siteClock } from '../../shared/domain/time-zone.ts'

const MS = 1000
const DAY_MS = DAY_S * MS

/** The clock on the wall by which a schedule is drawn and typed. */
export interface ScheduleClock {
  zone: string
  /** The schedule's second zero, epoch ms. */
  zero: number
}

type Timed = Pick<ChargingProfile, 'charging_profile_kind' | 'recurrency_kind' | 'start_schedule'>

const everyOf = ({ recurrency_kind }: Timed) => RECURS_S[recurrency_kind ?? 'daily'] * MS

/**
 * The clock of a schedule; null where it counts from a session's start, or its own is not known. One that recurs begins with the run
 * of `now`: piles repeat it every 24 hours whatever the clocks do, so after a change of the clocks it runs at another hour.
 */
export function scheduleClock(profile: Timed, zone: string, now: number): ScheduleClock | null {
  const start = Date.parse(profile.start_schedule ?? '')
  if (profile.charging_profile_kind === 'relative' || Number.isNaN(start)) return null
  if (profile.charging_profile_kind === 'absolute' || now <= start) return { zone, zero: start }
  const every = everyOf(profile)
  return { zone, zero: start + Math.floor((now - start) / every) * every }
}

/** What the clock shows so many seconds from zero, as the epoch ms at which a clock in UTC does. */
export const wallAt = ({ zone, zero }: ScheduleClock, seconds: number): number =>
  siteClock(zone).wallAt(zero + seconds * MS)

/** How many seconds from zero the clock shows that. */
export const secondsAt = ({ zone, zero }: ScheduleClock, wall: number): number =>
  (instantFrom(siteClock(zone), wall) - zero) / MS

/** The day of a site in which a moment lies: its first and the next one's, 23 to 25 hours apart. */
export function dayAround(zone: string, at: number): { from: number; to: number } {
  const clock = siteClock(zone)
  const midnight = Math.floor(clock.wallAt(at) / DAY_MS) * DAY_MS
  return { from: instantFrom(clock, midnight), to: instantFrom(clock, midnight + DAY_MS) }
}

const aheadAt = (zone: string, at: number) => siteClock(zone).wallAt(at) - at

/** The first run that begins at another hour of the clock than the one that is drawn; null: none within a year or while it holds. */
export function nextShift(
  { zone, zero }: ScheduleClock,
  profile: Timed & Pick<ChargingProfile, 'valid_to'>,
): number | null {
  if (profile.charging_profile_kind !== 'recurring') return null
  const every = everyOf(profile)
  const end = Math.min(zero + 366 * DAY_MS, profile.valid_to ? Date.parse(profile.valid_to) : Number.POSITIVE_INFINITY)
  for (let run = zero + every; run < end; run += every) if (aheadAt(zone, run) !== aheadAt(zone, zero)) return run
  return null
}

/** Whether the run that is drawn begins at another hour of the clock than the schedule was set to. */
export const isShifted = ({ zone, zero }: ScheduleClock, { start_schedule }: Timed): boolean =>
  aheadAt(zone, Date.parse(start_schedule ?? '')) !== aheadAt(zone, zero)

/** Where on the day the clock stands at zero, in hours. */
export const hourAt = (clock: ScheduleClock): number => (wallAt(clock, 0) % DAY_MS) / (3600 * MS)
