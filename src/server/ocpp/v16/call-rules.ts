import { listFlaw, profileFlaw } from '../every-version/call-rules.ts'
import type { Payload } from '../framing.ts'

/**
 * What the standard's text asks of our calls beside their schemas, of a payload that has passed its schema; null when nothing is
 * wrong. A pile refuses such a call, or does with it what nobody meant.
 */
export function brokenRule(action: string, payload: Payload): string | null {
  switch (action) {
    case 'RemoteStartTransaction': // OCPP 1.6, 6.33
      return (
        ofConnector(payload) ??
        profileFlaw(
          '/chargingProfile',
          payload.chargingProfile,
          ({ chargingProfilePurpose: purpose }) => purpose === 'TxProfile',
        )
      )
    case 'UnlockConnector': // 6.53
    case 'TriggerMessage': // 6.51
    case 'ExtendedTriggerMessage':
      return ofConnector(payload)
    case 'SetChargingProfile': // 3.13.1
      return profileFlaw('/csChargingProfiles', payload.csChargingProfiles, ({ chargingProfilePurpose: purpose }) =>
        fits(purpose, payload.connectorId as number),
      )
    case 'SendLocalList':
      return listFlaw(payload, { version: 'listVersion', info: 'idTagInfo' })
    default:
      return (payload.connectorId as number) < 0 ? '/connectorId must be >= 0' : null
  }
}

const ofConnector = ({ connectorId }: Payload) =>
  connectorId !== undefined && (connectorId as number) <= 0 ? '/connectorId must be > 0' : null

/** A limit of the whole pile stands at connector 0, one of a transaction where it runs. */
function fits(purpose: string, connector: number): boolean {
  if (purpose === 'TxProfile') return connector > 0
  return purpose === 'ChargePointMaxProfile' ? connector === 0 : connector >= 0
}
