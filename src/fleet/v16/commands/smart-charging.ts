import { isAcceptable } from '../../acceptable-profile.ts'
import { clear, compositeSchedule, install } from '../../charging-profiles.ts'
import { instant, maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import { CallError, type Payload } from '../../frame.ts'
import type { ChargingProfile } from '../../messages.ts'
import type { CallHandler, Pile } from '../../pile.ts'

/** The Smart Charging profile (OCPP 1.6, clauses 3.13, 5.5, 5.7 and 5.16). */
export const smartChargingCommands = (pile: Pile): Record<string, CallHandler> => ({
  SetChargingProfile(payload) {
    const profile = profileFrom(object(payload, 'csChargingProfiles'))
    const connector = whole(payload, 'connectorId')
    if (!isAcceptable(pile, { connector, profile })) return status('Rejected')
    install(pile.memory.profiles, profile, [connector])
    return status('Accepted', () => pile.connectors.map((connector) => connector.refresh()))
  },

  ClearChargingProfile(payload) {
    const removed = clear(pile.memory.profiles, {
      id: maybe(whole, payload, 'id'),
      connectorId: maybe(whole, payload, 'connectorId'),
      chargingProfilePurpose: maybe(text, payload, 'chargingProfilePurpose'),
      stackLevel: maybe(whole, payload, 'stackLevel'),
    })
    return status(removed > 0 ? 'Accepted' : 'Unknown')
  },

  GetCompositeSchedule(payload) {
    const connectorId = whole(payload, 'connectorId')
    const duration_s = whole(payload, 'duration')
    const unit = maybe((from, key) => oneOf(from, key, ['A', 'W'] as const), payload, 'chargingRateUnit') ?? 'W'
    const connector = pile.connector(connectorId)
    if (connectorId !== 0 && !connector) return status('Rejected')
    const since = connector?.session?.transaction.started_at
    const moment = { connector: connectorId, at: pile.clock.now(), since, phases: pile.model.phases }
    const asked = { duration_s, unit, rated_w: pile.model.power_w }
    const chargingSchedule = compositeSchedule(pile.memory.profiles, moment, asked)
    return {
      payload: { status: 'Accepted', connectorId, scheduleStart: chargingSchedule.startSchedule, chargingSchedule },
    }
  },
})

/** Reads a ChargingProfile, or refuses what has not its shape. */
export function profileFrom(payload: Payload): ChargingProfile {
  const schedule = object(payload, 'chargingSchedule')
  const periods = object(schedule, 'chargingSchedulePeriod')
  if (!Array.isArray(periods)) throw new CallError('TypeConstraintViolation', 'chargingSchedulePeriod is no list')
  for (const period of periods as Payload[]) {
    whole(period, 'startPeriod')
    if (typeof period.limit !== 'number') throw new CallError('TypeConstraintViolation', 'limit is no number')
  }
  oneOf(schedule, 'chargingRateUnit', ['A', 'W'])
  whole(payload, 'chargingProfileId')
  whole(payload, 'stackLevel')
  oneOf(payload, 'chargingProfilePurpose', ['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile'])
  oneOf(payload, 'chargingProfileKind', ['Absolute', 'Recurring', 'Relative'])
  maybe(instant, payload, 'validFrom')
  maybe(instant, payload, 'validTo')
  maybe(instant, schedule, 'startSchedule')
  return payload as unknown as ChargingProfile
}
