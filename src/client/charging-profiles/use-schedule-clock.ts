import { useState } from 'react'
import type { ChargingProfile } from '../../shared/domain/charging-profiles/profile.ts'
import { type ScheduleClock, scheduleClock } from './schedule-clock.ts'
import { useProfileSite } from './use-profile-site.ts'

/** The clock of a profile that is being drawn: its run of today, or of the day from which on it holds. */
export function useScheduleClock(
  profile: ChargingProfile,
  site: unknown,
): { clock: ScheduleClock | null; isReady: boolean } {
  const { zone } = useProfileSite(site)
  const [now] = useState(Date.now)
  const from = Math.max(now, Date.parse(profile.valid_from ?? '') || 0)
  return { clock: zone === null ? null : scheduleClock(profile, zone, from), isReady: zone !== null }
}
