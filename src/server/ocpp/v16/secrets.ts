import { isSecretKey, standardKeys } from '../../../shared/domain/configuration-keys.ts'
import type { Payload } from '../framing.ts'
import { SECRET_MASK, withoutKeys } from '../hidden.ts'
import type { OurCall } from '../protocol.ts'

/** A payload as people may see it and as it may be kept: a pile's password is never shown, nor what opens an address. */
export function withoutSecrets(payload: Payload): Payload {
  const text = JSON.stringify(payload)
  const kept = withoutKeys(text)
  return withoutPasswords(kept === text ? payload : (JSON.parse(kept) as Payload))
}

function withoutPasswords(payload: Payload): Payload {
  if (isSecret(payload)) return { ...payload, value: SECRET_MASK }
  if (!Array.isArray(payload.configurationKey)) return payload
  const keys = payload.configurationKey as Payload[]
  return { ...payload, configurationKey: keys.map((key) => (isSecret(key) ? { ...key, value: SECRET_MASK } : key)) }
}

/** Whether a setting is a pile's password (OCPP 1.6 J, 6.2.1). */
export const isSecret = (setting: Payload) =>
  typeof setting?.key === 'string' && isSecretKey(setting.key) && setting.value !== undefined

/** What a call tells a pile that nobody may see: its password. */
export const secretsOf = ({ payload }: OurCall): string[] => (isSecret(payload) ? [String(payload.value)] : [])

/** The settings that are secrets, as they may be written in a call. */
export const secretSettings: readonly string[] = standardKeys.flatMap(({ name, secret }) =>
  secret ? [name.toLowerCase()] : [],
)

const SECRET_KEY = /authorizationkey/i

/**
 * A frame's text as the log keeps it: a pile's password is in ChangeConfiguration, and in what a pile tells when asked; an address
 * to which a pile brings a file opens to anyone who knows it.
 */
export function loggedText(text: string): string {
  const opensNothing = withoutKeys(text)
  if (!SECRET_KEY.test(opensNothing)) return opensNothing
  try {
    return JSON.stringify(JSON.parse(opensNothing), hideValue)
  } catch {
    return SECRET_MASK // it names the key and cannot be read: nothing of it is safe to show
  }
}

function hideValue(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { key } = value as { key?: unknown }
  if (typeof key !== 'string' || !SECRET_KEY.test(key) || !('value' in value)) return value
  return { ...value, value: SECRET_MASK }
}
