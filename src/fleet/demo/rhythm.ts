import { siteClock } from '../../shared/domain/time-zone.ts'
import type { PileModel } from '../models.ts'
import { TIME_ZONE } from './network.ts'

const clock = siteClock(TIME_ZONE)
const DAY_MS = 86_400_000

/** Share of the time that a connector is in use, by the hour of the day: DC by day, AC while its owners sleep. */
const DC_BUSY = [9, 7, 5, 4, 4, 5, 8, 13, 18, 20, 21, 24, 27, 25, 22, 21, 22, 25, 27, 26, 24, 22, 19, 14]
const AC_BUSY = [46, 47, 47, 46, 44, 40, 30, 22, 26, 32, 34, 34, 32, 30, 30, 30, 28, 27, 30, 35, 40, 43, 45, 46]
/** Sunday first: cities charge most on Fridays and Saturdays. */
const WEEK = [0.94, 0.98, 0.95, 0.96, 1.02, 1.14, 1.1]

/** Share of the time (0 to 1) that a connector is in use at an instant. */
export function busyShare(model: Pick<PileModel, 'current'>, at: number): number {
  const hours = model.current === 'DC' ? DC_BUSY : AC_BUSY
  const weekday = new Date(`${clock.dayAt(at)}T00:00Z`).getUTCDay()
  return ((hours[clock.hourAt(at)] ?? 20) / 100) * (WEEK[weekday] ?? 1)
}

/** The network grew by a fifth in its 90 days, and the weather of a week is felt. */
export function seasonAt(at: number, now: number): number {
  const days = (now - at) / DAY_MS
  return (1.1 - 0.2 * (days / 90)) * (1 + 0.08 * Math.sin(days / 3.1))
}
