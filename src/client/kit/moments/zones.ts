import { siteClock } from '../../../shared/domain/time-zone.ts'

const MINUTE_MS = 60_000
const MONTH_MS = 30 * 86_400_000
const MONTHS = 12

/** The zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const minutesAhead = (zone: string, at: number) => Math.round((siteClock(zone).wallAt(at) - at) / MINUTE_MS)

/** Whether clocks there show what this device's does, all year round: Singapore's and Shanghai's do. */
export function isOwnClock(zone: string): boolean {
  const own = ownZone()
  if (zone === own) return true
  const now = Date.now()
  return Array.from({ length: MONTHS }, (_, month) => now + month * MONTH_MS).every(
    (at) => minutesAhead(zone, at) === minutesAhead(own, at),
  )
}

/** How people tell a zone: Asia/Tokyo (UTC+9). */
export function zoneName(zone: string, at = Date.now()): string {
  const ahead = minutesAhead(zone, at)
  const minutes = Math.abs(ahead) % 60
  const hours = `${Math.floor(Math.abs(ahead) / 60)}${minutes > 0 ? `:${String(minutes).padStart(2, '0')}` : ''}`
  const offset = ahead === 0 ? 'UTC' : `UTC${ahead < 0 ? '−' : '+'}${hours}`
  return zone === offset ? zone : `${zone.replaceAll('_', ' ')} (${offset})`
}
