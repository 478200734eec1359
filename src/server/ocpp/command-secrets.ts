import type { Payload } from './command-sign.ts'

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

/** The password that a call gives a pile, null for any other call (OCPP 1.6 J, 6.2.1), and for one as it is kept. */
export function keyGiven(action: string, payload: Payload): string | null {
  if (action !== 'ChangeConfiguration' || !isSecret(payload) || payload.value === MASK) return null
  return String(payload.value)
}

/** A pile that quotes its password in an error is not quoted. */
export const withoutKey = (text: string, key: string | null): string =>
  key ? text.replaceAll(new RegExp(escaped(key), 'gi'), MASK) : text

const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
