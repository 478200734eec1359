import type { ProfileWords } from '../every-version/charging-profiles.ts'
import { handler } from '../every-version/message.ts'
import type { Payload } from '../framing.ts'
import { profileOf } from './charging-profiles.ts'
import { gunOf } from './places.ts'

interface ReportChargingProfiles {
  requestId: number
  /** In 2.1 it may be any word. */
  chargingLimitSource: string
  evseId: number
  chargingProfile: Payload[]
  /** More follow; parts have no numbers (K09.FR.02). */
  tbc?: boolean
}

/** A part of what a pile says that it holds (K09), in a version's words. What other systems set is none of ours. */
export const reportChargingProfiles = (words: ProfileWords) =>
  handler<ReportChargingProfiles>(
    'ReportChargingProfiles',
    async ({ requestId: request, chargingLimitSource, evseId, chargingProfile, tbc = false }, { events }) => {
      const isOurs = chargingLimitSource === 'CSO'
      const told = isOurs ? chargingProfile.flatMap((payload) => profileOf(payload, words) ?? []) : []
      const numbers = isOurs ? chargingProfile.map(({ id }) => Number(id)) : []
      await events.profilesHeld({ request, isLast: !tbc, connector_number: gunOf(evseId, 1), told, numbers })
      return {}
    },
  )
