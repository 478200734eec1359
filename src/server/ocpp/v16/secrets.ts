import type { Payload } from '../framing.ts'
import { SECRET_MASK } from '../hidden.ts'

const SECRET_KEYS = new Set(['authorizationkey'])

/** A payload as people may see it and as it may be kept: a pile's password is never shown. */
export function withoutSecrets(payload: Payload): Payload {
  if (isSecret(payload)) return { ...payload, value: SECRET_MASK }
  if (!Array.isArray(payload.configurationKey)) return payload
  const keys = payload.configurationKey as Payload[]
  return { ...payload, configurationKey: keys.map((key) => (isSecret(key) ? { ...key, value: SECRET_MASK } : key)) }
}

/** Whether a setting is a pile's password (OCPP 1.6 J, 6.2.1). */
export const isSecret = (setting: Payload) =>
  typeof setting?.key === 'string' && SECRET_KEYS.has(setting.key.toLowerCase()) && setting.value !== undefined
