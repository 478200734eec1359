import { isSecretVariable } from '../../../shared/domain/device-model.ts'
import type { Payload } from '../framing.ts'
import { NO_SETTINGS, SECRET_MASK, type SettingKeys, withoutKeys } from '../hidden.ts'
import type { OurCall } from '../protocol.ts'
import { type SetVariable, settingOf } from './set-in-call.ts'

/** What a pile tells of a customer, in small letters. */
const OF_CUSTOMERS = 'notifycustomerinformation'
/** What of it says nothing of anybody. */
const ITS_FRAME = new Set(['requestId', 'seqNo', 'tbc', 'generatedAt'])
/** Whether anything in a text may be a secret value: the name of a variable or field says so, its mutability, or what it is a part of. */
const MAY_HAVE = /password|passphrase|sharedsecret|simpin|vpnkey|"vpn"|WriteOnly|NotifyCustomerInformation|KeyCode/i
/** A shorter one stands in many words that are none. */
const SHORTEST_QUOTED = 8

/** A payload as people may see it and as it may be kept. */
export function withoutSecrets(payload: Payload, hides: SettingKeys = NO_SETTINGS): Payload {
  const text = JSON.stringify(payload)
  const kept = loggedText(text)
  return withoutValues(kept === text ? payload : (JSON.parse(kept) as Payload), hides)
}

/** Without what a call sets these to: that their pile tells nobody does not stand in the call. */
function withoutValues(payload: Payload, hides: SettingKeys): Payload {
  if (hides.size === 0 || !Array.isArray(payload.setVariableData)) return payload
  const hidden = (one: SetVariable) =>
    hides.has(settingOf(one).key.toLowerCase()) ? { ...one, attributeValue: SECRET_MASK } : one
  return { ...payload, setVariableData: (payload.setVariableData as SetVariable[]).map(hidden) }
}

/**
 * A frame's text as the log keeps it: without the values of variables that are passwords or that their pile tells nobody, without those by
 * which a pile opens a network, without what it tells of a customer and without codes that drivers type.
 */
export function loggedText(text: string): string {
  const opensNothing = withoutKeys(text)
  if (!MAY_HAVE.test(opensNothing)) return opensNothing
  try {
    return JSON.stringify(withoutCustomer(JSON.parse(opensNothing)), hideValues)
  } catch {
    return SECRET_MASK // it may have one and cannot be read: nothing of it is safe to show
  }
}

/** What a call tells a pile that nobody may see, as far as the pile may quote it. */
export function secretsOf({ payload }: OurCall, hides?: SettingKeys): string[] {
  const kept = withoutSecrets(payload, hides)
  return kept === payload ? [] : hiddenIn(payload, kept).filter((secret) => secret.length >= SHORTEST_QUOTED)
}

function hiddenIn(value: unknown, kept: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => hiddenIn(inner, (kept as Payload)[name]))
  return kept === SECRET_MASK && typeof value === 'string' ? [value] : []
}

/** A payload that is no object is said wrongly, and no less personal. */
function withoutCustomer(frame: unknown): unknown {
  if (!Array.isArray(frame) || String(frame[2]).toLowerCase() !== OF_CUSTOMERS) return frame
  const [type, id, action, payload] = frame
  const isRead = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  return [type, id, action, isRead ? withoutText(payload) : SECRET_MASK]
}

const withoutText = (payload: object) =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, ITS_FRAME.has(name) ? value : SECRET_MASK]))

interface Data {
  variable?: { name?: unknown }
  attributeValue?: unknown
  /** Of events. */
  actualValue?: unknown
  variableAttribute?: unknown
  mutability?: unknown
  value?: unknown
}

/** A driver types it: read by another, it charges for them. */
const isKeyCode = (type: unknown): boolean => typeof type === 'string' && type.trim().toLowerCase() === 'keycode'

function hideValues(name: string, value: unknown): unknown {
  if (isSecretVariable(name) && (typeof value === 'string' || typeof value === 'number')) return SECRET_MASK
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // How a pile opens its network (3.76): its key is called by that word alone.
  if (name === 'vpn' && 'key' in value) return { ...value, key: SECRET_MASK }
  // C04.FR.04
  if ('idToken' in value && 'type' in value && isKeyCode(value.type)) return { ...value, idToken: SECRET_MASK }
  const data = value as Data
  if (data.mutability === 'WriteOnly' && 'value' in data) return { ...data, value: SECRET_MASK }
  if (typeof data.variable?.name !== 'string' || !isSecretVariable(data.variable.name)) return value
  return {
    ...data,
    ...('attributeValue' in data && { attributeValue: SECRET_MASK }),
    ...('actualValue' in data && { actualValue: SECRET_MASK }),
    ...(Array.isArray(data.variableAttribute) && {
      variableAttribute: data.variableAttribute.map((one: Data) =>
        'value' in one ? { ...one, value: SECRET_MASK } : one,
      ),
    }),
  }
}
