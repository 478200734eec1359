import type { Intent } from '../../../shared/domain/intent.ts'
import type { Apn, Connection, Interface } from '../../../shared/domain/network.ts'
import { wordOf } from '../every-version/charging-profiles.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'

/** The interfaces by their names (3.64). */
const INTERFACES: Readonly<Record<Exclude<Interface, 'any'>, string>> = {
  wired0: 'Wired0',
  wired1: 'Wired1',
  wired2: 'Wired2',
  wired3: 'Wired3',
  wireless0: 'Wireless0',
  wireless1: 'Wireless1',
  wireless2: 'Wireless2',
  wireless3: 'Wireless3',
}
const SIGN_INS: Readonly<Record<Apn['sign_in'], string>> = { auto: 'AUTO', none: 'NONE', pap: 'PAP', chap: 'CHAP' }

/** In what the versions differ. */
export interface NetworkWords {
  interfaces: Readonly<Partial<Record<Interface, string>>>
  /** What a connection says besides: 2.0.1 asks for a version, which is agreed with each connection anew. */
  more: Payload
}
export const WORDS: NetworkWords = { interfaces: INTERFACES, more: { ocppVersion: 'OCPP20' } }
export const NEWER_WORDS: NetworkWords = { interfaces: { ...INTERFACES, any: 'Any' }, more: {} }

/** SetNetworkProfile (B09); null where the version does not know the interface. */
export const writing =
  ({ interfaces, more }: NetworkWords) =>
  ({ slot, connection }: { slot: number; connection: Connection }): OurCall | null => {
    const ocppInterface = interfaces[connection.interface]
    if (!ocppInterface) return null
    const { address: ocppCsmsUrl, profile: securityProfile, message_seconds: messageTimeout, apn } = connection
    const connectionData = {
      ...{ ...more, ocppTransport: 'JSON', ocppCsmsUrl, messageTimeout, securityProfile, ocppInterface },
      ...(apn && { apn: apnPayload(apn) }),
    }
    return { action: 'SetNetworkProfile', payload: { configurationSlot: slot, connectionData } }
  }

const apnPayload = ({ name, user, password, sign_in }: Apn): Payload => ({
  ...{ apn: name, apnAuthentication: SIGN_INS[sign_in] },
  ...(user !== null && { apnUserName: user }),
  ...(password !== null && { apnPassword: password }),
})

/** What a call by hand writes; null where it says more than we do: another transport, a tunnel, an identity. */
export function writtenIn({ configurationSlot, connectionData }: Payload): Intent | null {
  const { ocppTransport, ocppCsmsUrl, messageTimeout, securityProfile, ocppInterface, apn, ...others } =
    connectionData as Payload
  const isMore = ['vpn', 'identity', 'basicAuthPassword', 'customData'].some((name) => others[name] !== undefined)
  const named = wordOf(NEWER_WORDS.interfaces, ocppInterface)
  if (ocppTransport !== 'JSON' || isMore || !named) return null
  return {
    ...{ ask: 'write_network', slot: Number(configurationSlot) },
    connection: {
      ...{ address: String(ocppCsmsUrl), profile: Number(securityProfile), interface: named },
      ...{ message_seconds: Number(messageTimeout), apn: apn ? apnIn(apn as Payload) : null },
    },
  }
}

const apnIn = ({ apn, apnUserName, apnPassword, apnAuthentication }: Payload): Apn => ({
  ...{ name: String(apn), sign_in: wordOf(SIGN_INS, apnAuthentication) ?? 'auto' },
  ...{ user: (apnUserName as string | undefined) ?? null, password: (apnPassword as string | undefined) ?? null },
})
