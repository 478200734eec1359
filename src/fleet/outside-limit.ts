import { EXTERNAL, type InstalledProfile, install } from './charging-profiles.ts'
import type { PileMemory } from './memory.ts'
import type { ChargingProfile } from './messages.ts'
import { isoOf } from './open-transactions.ts'
import type { Said, Telling } from './telling.ts'

/** What another system than the central one lets a pile draw; the source is in the standard's words. */
export interface OutsideLimit {
  source: 'EMS' | 'SO'
  watts: number
  critical?: boolean
}

/** What a limit needs of its pile. */
interface Limited {
  clock: { now(): number }
  memory: PileMemory
  telling: Pick<Telling, 'limited' | 'released'>
  reports: { tell(said: Said): Promise<unknown> }
  routines: { wake(): void }
  connectors: readonly { refresh(): void }[]
}

/** Negative, so that it is no number of the central system's (OCPP 2.1, K11.FR.06). */
const numberOf = ({ source }: Pick<OutsideLimit, 'source'>) => (source === 'EMS' ? -1 : -2)

export const outsideLimits = ({ memory }: Pick<Limited, 'memory'>): InstalledProfile[] =>
  memory.profiles.filter(({ profile }) => profile.chargingProfilePurpose === EXTERNAL)

/** Another system limits the pile: it keeps to that, and tells the central system (K11, K12). */
export async function limitFromOutside(
  pile: Limited,
  { source, watts, critical = false }: OutsideLimit,
): Promise<void> {
  const profile: ChargingProfile = {
    ...{ chargingProfileId: numberOf({ source }), stackLevel: source === 'EMS' ? 0 : 1 },
    ...{ chargingProfilePurpose: EXTERNAL, chargingProfileKind: 'Absolute' },
    chargingSchedule: {
      ...{ startSchedule: isoOf(pile.clock.now()), chargingRateUnit: 'W' },
      chargingSchedulePeriod: [{ startPeriod: 0, limit: watts }],
    },
  }
  install(pile.memory.profiles, profile, [0])
  for (const one of outsideLimits(pile))
    if (one.profile.chargingProfileId === profile.chargingProfileId) one.source = { name: source, critical }
  adjust(pile)
  await tellOutsideLimits(pile)
}

/** It does no more (K13). */
export async function releaseFromOutside(pile: Limited, source: OutsideLimit['source']): Promise<void> {
  const kept = pile.memory.profiles.filter(({ profile }) => profile.chargingProfileId !== numberOf({ source }))
  pile.memory.profiles.splice(0, pile.memory.profiles.length, ...kept)
  adjust(pile)
  const said = pile.telling.released(source)
  if (said) await pile.reports.tell(said)
}

/** Tells them all: once they are there, and whenever the central system is back. */
export async function tellOutsideLimits(pile: Limited): Promise<void> {
  for (const limit of outsideLimits(pile)) {
    const said = pile.telling.limited(limit)
    if (said) await pile.reports.tell(said)
  }
}

function adjust(pile: Limited) {
  pile.routines.wake()
  for (const connector of pile.connectors) connector.refresh()
}
