import { isSecretVariable, modelOf } from '../../../shared/domain/device-model.ts'
import type { Payload } from '../framing.ts'
import type { CallFacts, OurCall } from '../protocol.ts'
import { gunIn } from './places.ts'
import { withoutSecrets } from './secrets.ts'
import { connectionIn, isPassword, passwordIn, settingOf, variablesIn } from './set-in-call.ts'

/** Calls that tell a pile what a session costs (I02) or is to cost (2.1). */
const WITH_PRICES = new Set(['CostUpdated', 'SetDefaultTariff', 'ChangeTransactionTariff'])

/** A maker's own data, which any part of a call may have. */
const OF_MAKERS = '"customData"'

/** What a call that a person wrote is about. */
export function factsOf(call: OurCall): CallFacts {
  const { action, payload } = call
  return {
    connector_number: gunIn(payload),
    settings: settingsIn(call),
    password: passwordIn(call),
    ...(WITH_PRICES.has(action) && { shows_prices: true }),
    free: action === 'DataTransfer' || action === 'SetVariables' || JSON.stringify(payload).includes(OF_MAKERS),
    secrets: [],
    named: namedIn(call),
  }
}

function settingsIn(call: OurCall): string[] {
  const connection = connectionIn(call)
  // As 2.1 calls it among its variables.
  if (connection) return [`NetworkConfiguration[${connection.slot}]/OcppCsmsUrl`]
  return variablesIn(call).flatMap((one) => (isPassword(one) ? [] : [settingOf(one).key]))
}

/**
 * A payload as it may name cards and customers, its secrets aside. A variable stands under its own name: makers have one for the card that all
 * free sessions run on. A customer may also be named by what stands for no card of ours, and then is nobody's.
 */
function namedIn(call: OurCall): Payload {
  if (call.action === 'SetVariables') return { variables: variablesIn(call).map(namedVariable) }
  const payload = withoutSecrets(call.payload)
  if (call.action !== 'CustomerInformation') return payload
  const { customerIdentifier, customerCertificate, ...others } = payload
  const { serialNumber } = (customerCertificate ?? {}) as Payload
  return {
    ...others,
    ...(customerIdentifier !== undefined && { identifierIdToken: customerIdentifier }),
    ...(customerCertificate !== undefined && { certificateIdToken: serialNumber }),
  }
}

/** The only variable of the standard that names cards: a group of them (C16). */
const GROUP = 'masterpassgroupid'

function namedVariable(one: ReturnType<typeof variablesIn>[number]): Payload {
  const { component, variable, attributeValue } = one
  if (isSecretVariable(variable.name)) return {}
  if (variable.name.toLowerCase() === GROUP) return { groupIdToken: attributeValue }
  return { [modelOf(component.name, variable.name) ? 'value' : variable.name]: attributeValue }
}

/** How the calls whose transaction or reports are known by their command's number bear it. */
const NUMBERS = new Map([
  ['RequestStartTransaction', 'remoteStartId'], // F01.FR.25
  ['GetBaseReport', 'requestId'],
  ['GetReport', 'requestId'],
  ['GetDisplayMessages', 'requestId'],
  ['GetMonitoringReport', 'requestId'],
  ['CustomerInformation', 'requestId'],
])

/** Under its command's number, whatever number was written. */
export function numbered({ action, payload }: OurCall, command: number): OurCall {
  const name = NUMBERS.get(action)
  return { action, payload: name ? { ...payload, [name]: command } : payload }
}

/** Of all kinds of certificates a pile asks by one message (3.54). */
const CERTIFICATE = /^Sign.*Certificate$/

/** What a trigger has the pile send (F06). */
export function invites({ action, payload: { requestedMessage } }: OurCall): string | null {
  if (action !== 'TriggerMessage') return null
  const name = String(requestedMessage)
  return CERTIFICATE.test(name) ? 'SignCertificate' : name
}
