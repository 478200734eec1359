import { MOST_EVSES } from '../../../shared/domain/gun-number.ts'
import { listFlaw, profileFlaw } from '../every-version/call-rules.ts'
import type { Payload } from '../framing.ts'
import type { Evse } from './places.ts'
import { isPassword, settingOf, variablesIn } from './set-in-call.ts'

const PROFILE = '/chargingProfile'

/**
 * What the standard's text asks of our calls beside their schemas, of a payload that has passed its schema; null when nothing is
 * wrong. A pile refuses such a call, or does with it what nobody meant.
 */
export const brokenRule = (action: string, payload: Payload): string | null =>
  placeFlaw(action, payload) ?? ofAction(action, payload)

function ofAction(action: string, payload: Payload): string | null {
  switch (action) {
    case 'RequestStartTransaction': // F01.FR.09, F01.FR.11
      return profileFlaw(
        PROFILE,
        payload.chargingProfile,
        ({ chargingProfilePurpose: purpose, transactionId }) => purpose === 'TxProfile' && transactionId === undefined,
      )
    case 'SetChargingProfile':
      return profileFlaw(PROFILE, payload.chargingProfile, ({ chargingProfilePurpose: purpose, transactionId }) =>
        fits(purpose, { evse: payload.evseId as number, isNamed: transactionId !== undefined }),
      )
    case 'ClearChargingProfile':
      return ofClearing(payload)
    case 'SendLocalList':
      return listFlaw(payload, { version: 'versionNumber', info: 'idTokenInfo' })
    case 'SetVariables':
      return ofVariables(payload)
    case 'CustomerInformation':
      return ofCustomer(payload)
    case 'SetDisplayMessage':
      return ofMessage(payload.message as Payload)
    case 'TriggerMessage':
      return ofTrigger(payload)
    case 'SetMonitoringLevel':
      return severityFlaw('', payload)
    case 'SetVariableMonitoring':
      return (payload.setMonitoringData as Payload[]).reduce<string | null>(
        (flaw, one, at) => flaw ?? severityFlaw(`/setMonitoringData/${at}`, one),
        null,
      )
    default:
      return null
  }
}

/** Calls that mean one EVSE, and never the whole pile. */
const OF_ONE_EVSE = new Set(['RequestStartTransaction', 'UnlockConnector', 'ReserveNow'])

/** EVSE 0 is the whole pile. */
function placeFlaw(action: string, { evseId, connectorId, evse }: Payload): string | null {
  const { id, connectorId: connector } = (evse ?? {}) as Partial<Evse>
  const least = OF_ONE_EVSE.has(action) ? 1 : 0
  return (
    outside('/evseId', evseId, least) ??
    outside('/evse/id', id, least) ??
    outside('/connectorId', connectorId, 1) ??
    outside('/evse/connectorId', connector, 1)
  )
}

/** Beyond these numbers there is no gun. */
const outside = (place: string, number: unknown, least: number): string | null =>
  typeof number === 'number' && (number < least || number > MOST_EVSES)
    ? `${place} must be ${least} to ${MOST_EVSES}`
    : null

/** A limit of the whole pile stands at EVSE 0, one of a transaction where it runs; limits from outside are not ours to set. */
function fits(purpose: string, { evse, isNamed }: { evse: number; isNamed: boolean }): boolean {
  if (purpose === 'TxProfile') return evse > 0 && isNamed // K01.FR.03, K01.FR.16
  if (purpose === 'ChargingStationMaxProfile') return evse === 0
  return purpose !== EXTERNAL // K01.FR.22
}

const EXTERNAL = 'ChargingStationExternalConstraints'

/** By a number, or by what is said of it: one without either is no order to clear all (K10.FR.02, K10.FR.06). */
function ofClearing({ chargingProfileId, chargingProfileCriteria }: Payload): string | null {
  const { chargingProfilePurpose: purpose, evseId, stackLevel } = (chargingProfileCriteria ?? {}) as Payload
  if (purpose === EXTERNAL) return `/chargingProfileCriteria/chargingProfilePurpose ${EXTERNAL} does not fit here`
  return [chargingProfileId, purpose, evseId, stackLevel].some((one) => one !== undefined)
    ? null
    : 'must have chargingProfileId, or a field of chargingProfileCriteria'
}

/**
 * None is there twice (B05.FR.13). A password goes alone: of several the pile may take some, and whether it has the new password has to be
 * known for certain.
 */
function ofVariables(payload: Payload): string | null {
  const variables = variablesIn({ action: 'SetVariables', payload })
  const keys = variables.map((one) => settingOf(one).key.toLowerCase())
  const again = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (again >= 0) return `/setVariableData/${again} must not name a variable twice`
  const password = variables.length > 1 ? variables.findIndex(isPassword) : -1
  return password < 0 ? null : `/setVariableData/${password} must be alone: it is a password`
}

/** A state is a connector's (F06.FR.13). */
const ofTrigger = ({ requestedMessage, evse }: Payload): string | null =>
  requestedMessage === 'StatusNotification' && evse !== undefined && (evse as Evse).connectorId === undefined
    ? "/evse must have required property 'connectorId'"
    : null

const CUSTOMERS = ['idToken', 'customerIdentifier', 'customerCertificate']

/** N09.FR.04, N10.FR.08 */
const ofCustomer = (payload: Payload) =>
  CUSTOMERS.filter((name) => payload[name] !== undefined).length === 1
    ? null
    : `must have exactly one of ${CUSTOMERS.join(', ')}`

/** RFC 5646, as far as people write it (O01.FR.17). */
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/** It ends after it begins, and says its languages as the standard does. */
function ofMessage({ startDateTime, endDateTime, message, messageExtra = [] }: Payload): string | null {
  if (Date.parse(String(endDateTime)) <= Date.parse(String(startDateTime)))
    return '/message/endDateTime must be after startDateTime'
  const texts = [message, ...(messageExtra as Payload[])] as { language?: string }[]
  const at = texts.findIndex(({ language }) => language !== undefined && !LANGUAGE.test(language))
  if (at < 0) return null
  return `/message/${at === 0 ? 'message' : `messageExtra/${at - 1}`}/language must be a tag of RFC 5646, such as en-US`
}

/** N05.FR.02 */
const severityFlaw = (place: string, { severity }: Payload) =>
  (severity as number) >= 0 && (severity as number) <= 9 ? null : `${place}/severity must be 0 to 9`
