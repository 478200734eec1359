import { evsePlace } from '../gun-number.ts'
import type { Unit } from './profile.ts'

/** Who limits a pile beside us: an energy management system on site, the grid's operator, the charging network's, or another system. */
export const LIMIT_SOURCES = ['energy_management', 'grid_operator', 'network_operator', 'other'] as const
export type LimitSource = (typeof LIMIT_SOURCES)[number]

/** A limit over the time, as it was set at the pile. */
export interface OutsideSchedule {
  /** Null: from when the pile told it. */
  starts_at: string | null
  /** Seconds; null: until it is replaced. */
  duration: number | null
  charging_rate_unit: Unit
  /** `limit`: null where a step limits nothing. */
  periods: readonly { start: number; limit: number | null; phases: number | null }[]
}

/** A limit that another system set at a pile, as the pile told it (OCPP 2.0.1, K11 to K13). */
export interface OutsideLimit {
  /** 0 is the whole pile. */
  evse: number
  source: LimitSource
  /** Null where the pile did not say. */
  grid_critical: boolean | null
  /** It is no limit: so much more there is from generation on site (OCPP 2.1, K27). */
  local_generation: boolean
  /** Since when it is as it is. */
  since: string
  /** When the pile told it last. */
  told_at: string
  /** None: the pile did not say how much. All of them hold. */
  schedules: readonly OutsideSchedule[]
}

/** From when to when a schedule says something, epoch ms. */
export function spanOfSchedule({ starts_at, duration }: OutsideSchedule, { told_at }: Pick<OutsideLimit, 'told_at'>) {
  const start = Date.parse(starts_at ?? told_at)
  return { start, end: duration === null ? Number.POSITIVE_INFINITY : start + duration * 1000 }
}

/** Those that limit what a gun, or (0) the whole pile, may draw. */
export const limitingAt = (limits: readonly OutsideLimit[], gun: number): OutsideLimit[] =>
  limits.filter(
    ({ evse, local_generation }) => !local_generation && (evse === 0 || (gun > 0 && evsePlace(gun).evse === evse)),
  )

/** Whether a gun draws less than anybody here knows. */
export const isUnsaid = (limits: readonly OutsideLimit[], gun: number): boolean =>
  limitingAt(limits, gun).some(({ schedules }) => schedules.length === 0)

/** What it is at a moment. `until`: when it changes, epoch ms; null: not by itself. */
export interface LimitNow {
  limit: number
  unit: Unit
  until: number | null
}

/** Beyond it there is no date. */
const LAST_MS = 8.64e15

/** The lowest that its schedules say now; null where none does. */
export function limitNow(limit: OutsideLimit, now: number): LimitNow | null {
  const said = limit.schedules.flatMap((schedule) => {
    const { start, end } = spanOfSchedule(schedule, limit)
    const at = schedule.periods.findLastIndex((period) => start + period.start * 1000 <= now)
    const figure = schedule.periods[at]?.limit
    if (figure == null || now >= end) return []
    const next = schedule.periods[at + 1]
    const until = Math.min(end, next ? start + next.start * 1000 : end)
    return { limit: figure, unit: schedule.charging_rate_unit, until: until < LAST_MS ? until : null }
  })
  return said.reduce<LimitNow | null>((least, one) => (least && least.limit <= one.limit ? least : one), null)
}

/** Whether it says nothing any more: all its schedules are over. */
export const isOver = (limit: OutsideLimit, now: number): boolean =>
  limit.schedules.length > 0 && limit.schedules.every((schedule) => spanOfSchedule(schedule, limit).end <= now)
