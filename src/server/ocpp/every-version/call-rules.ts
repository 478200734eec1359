import type { Payload } from '../framing.ts'

/* What the text of every version asks of calls that have passed their schema. */

interface Schedule {
  chargingSchedulePeriod: { startPeriod: number }[]
}

interface Profile {
  chargingProfilePurpose: string
  transactionId?: unknown
  /** One in 1.6, up to three in 2.x. */
  chargingSchedule: Schedule | Schedule[]
}

/** What is wrong with a profile that stands at `place`; null where there is none, or nothing is. */
export function profileFlaw(place: string, given: unknown, isFit: (profile: Profile) => boolean): string | null {
  if (given === undefined) return null
  const profile = given as Profile
  const { chargingProfilePurpose: purpose, chargingSchedule } = profile
  if (!isFit(profile)) return `${place}/chargingProfilePurpose ${purpose} does not fit here`
  // 1.6: errata 3.45; 2.0.1: K01.FR.31
  const late = [chargingSchedule]
    .flat()
    .findIndex(({ chargingSchedulePeriod: [first] }) => first && first.startPeriod !== 0)
  if (late < 0) return null
  const at = Array.isArray(chargingSchedule) ? `/${late}` : ''
  return `${place}/chargingSchedule${at}/chargingSchedulePeriod/0/startPeriod must be 0`
}

/** How a version calls a local list's version, and what a card may. */
interface ListNames {
  version: string
  info: string
}

/**
 * Versions 0 and -1 mean something else (1.6: errata 3.52; 2.0.1: D01.FR.18); a full list says of each card what it may (AuthorizationData).
 */
export function listFlaw(payload: Payload, { version, info }: ListNames): string | null {
  if ((payload[version] as number) < 1) return `/${version} must be > 0`
  const entries = (payload.localAuthorizationList ?? []) as Payload[]
  const bare = payload.updateType === 'Full' ? entries.findIndex((entry) => !entry[info]) : -1
  return bare < 0 ? null : `/localAuthorizationList/${bare} must have required property '${info}'`
}
