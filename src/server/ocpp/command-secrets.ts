import type { Payload } from './command-effects.ts'

const SECRET_KEYS = new Set(['authorizationkey'])
const MASK = '***'

/** A payload as people may see it and as it may be kept: a pile's password is never shown. */
export function withoutSecrets(payload: Payload): Payload {
  if (isSecret(payload)) return { ...payload, value: MASK }
  if (!Array.isArray(payload.configurationKey)) return payload
  const keys = payload.configurationKey as Payload[]
  return { ...payload, configurationKey: keys.map((key) => (isSecret(key) ? { ...key, value: MASK } : key)) }
}

const isSecret = (setting: Payload) =>
  typeof setting?.key === 'string' && SECRET_KEYS.has(setting.key.toLowerCase()) && setting.value !== undefined

/** The password that a call gives a pile, null for any other call (OCPP 1.6 J, 6.2.1). */
export function keyGiven(action: string, payload: Payload): string | null {
  return action === 'ChangeConfiguration' && isSecret(payload) ? String(payload.value) : null
}
