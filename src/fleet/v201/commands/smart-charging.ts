import { isAcceptable } from '../../acceptable-profile.ts'
import { clear, compositeSchedule, type InstalledProfile, install } from '../../charging-profiles.ts'
import { maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import { connectorsAt, placeOf } from '../../models.ts'
import { isoOf } from '../../open-transactions.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import type { Dialect } from '../dialect.ts'
import { connectorsOf } from '../places.ts'
import { profileFrom, profileWords, purposeFrom } from '../profiles.ts'

/** Smart charging (K01, K05, K08 to K10). */
export const smartChargingCommands = (pile: Pile, { profiles }: Dialect): Record<string, CallHandler> => ({
  SetChargingProfile(payload) {
    const evse = whole(payload, 'evseId')
    const profile = profileFrom(object(payload, 'chargingProfile'), profiles)
    const at = evse === 0 ? [0] : connectorsAt(pile.model, evse)
    // Of an EVSE with several connectors one at a time charges: it is enough that one may take it.
    const taken = at.filter((connector) => isAcceptable(pile, { connector, profile }))
    if (taken.length === 0) return status('Rejected')
    const dynamic = profile.chargingProfileKind === 'Dynamic' && { dynUpdateTime: isoOf(pile.clock.now()) } // K28.FR.05
    install(pile.memory.profiles, { ...profile, ...dynamic }, taken)
    return status('Accepted', () => {
      pile.routines.wake()
      for (const connector of pile.connectors) connector.refresh()
    })
  },

  ClearChargingProfile(payload) {
    const criteria = maybe(object, payload, 'chargingProfileCriteria') ?? {}
    const evse = maybe(whole, criteria, 'evseId')
    const purpose = maybe(text, criteria, 'chargingProfilePurpose')
    const asked = {
      id: maybe(whole, payload, 'chargingProfileId'),
      chargingProfilePurpose: purpose && (purposeFrom(purpose) ?? purpose),
      stackLevel: maybe(whole, criteria, 'stackLevel'),
    }
    const places = evse === undefined ? [undefined] : evse === 0 ? [0] : connectorsAt(pile.model, evse)
    const removed = places.map((connectorId) => clear(pile.memory.profiles, { ...asked, connectorId }))
    return status(removed.some((many) => many > 0) ? 'Accepted' : 'Unknown')
  },

  GetChargingProfiles(payload) {
    const requestId = whole(payload, 'requestId')
    const found = heldOf(pile, payload)
    if (found.length === 0) return status('NoProfiles')
    return status('Accepted', () => report(pile, requestId, found))
  },

  GetCompositeSchedule(payload) {
    const evseId = whole(payload, 'evseId')
    const duration_s = whole(payload, 'duration')
    const unit = maybe((from, key) => oneOf(from, key, ['A', 'W'] as const), payload, 'chargingRateUnit') ?? 'W'
    const guns = evseId === 0 ? [] : connectorsOf(pile, evseId)
    if (evseId !== 0 && guns.length === 0) return status('Rejected')
    const gun = guns.find(({ session }) => session) ?? guns[0]
    const { started_at: since, priority } = gun?.session?.transaction ?? {}
    const moment = {
      connector: gun?.id ?? 0,
      at: pile.clock.now(),
      since,
      priority,
      away_ms: pile.away_ms,
      phases: pile.model.phases,
    }
    const asked = { duration_s, unit, rated_w: pile.model.power_w }
    const { startSchedule, duration, ...schedule } = compositeSchedule(pile.memory.profiles, moment, asked)
    return {
      payload: { status: 'Accepted', schedule: { ...schedule, evseId, duration, scheduleStart: startSchedule } },
    }
  },
})

interface Held {
  evse: number
  installed: InstalledProfile
}

function heldOf(pile: Pile, payload: Payload): Held[] {
  const criteria = object(payload, 'chargingProfile')
  const evse = maybe(whole, payload, 'evseId')
  const purpose = maybe(text, criteria, 'chargingProfilePurpose')
  const level = maybe(whole, criteria, 'stackLevel')
  const ids = criteria.chargingProfileId as number[] | undefined
  const sources = criteria.chargingLimitSource as string[] | undefined
  return pile.memory.profiles
    .map((installed) => ({ installed, evse: evseOf(pile, installed) }))
    .filter((one) => {
      const { installed, evse: held } = one
      const { profile } = installed
      if (sources && !sources.includes(sourceOf(one))) return false
      const isWanted = ids?.includes(profile.chargingProfileId) ?? true
      const ofPurpose = purpose === undefined || purposeFrom(purpose) === profile.chargingProfilePurpose
      return isWanted && ofPurpose && (level ?? profile.stackLevel) === profile.stackLevel && (evse ?? held) === held
    })
}

const evseOf = ({ model }: Pile, { connector }: InstalledProfile) =>
  connector === 0 ? 0 : placeOf(model, connector).evse

/** A message an EVSE and source (K09.FR.02). */
async function report(pile: Pile, requestId: number, found: readonly Held[]) {
  const places = new Map(found.map((one) => [`${one.evse} ${sourceOf(one)}`, one]))
  for (const [index, place] of [...places.values()].entries()) {
    const here = found.filter((one) => one.evse === place.evse && sourceOf(one) === sourceOf(place))
    // One of an EVSE is held at each of its connectors.
    const held = new Map(here.map(({ installed }) => [installed.profile.chargingProfileId, installed]))
    const chargingProfile = [...held.values()].map(profileWords)
    const from = { chargingLimitSource: sourceOf(place), evseId: place.evse }
    const told = { requestId, ...from, chargingProfile, tbc: index < places.size - 1 }
    await pile.reports.tell({ action: 'ReportChargingProfiles', payload: told })
  }
}

const sourceOf = ({ installed }: Held) => installed.source?.name ?? 'CSO'
