import { atom } from 'jotai/vanilla'
import { bytesOf } from './base64.ts'
import { store } from './store.ts'

/**
 * How this device keeps what belongs to a person. `locked`: not known yet, or nobody is signed in. `sealed`: encrypted under the
 * key that the server gave. `plain`: an administrator wants it so. `unable`: it should be sealed, but without TLS a browser
 * offers no cryptography.
 */
export type Sealing = 'locked' | 'sealed' | 'plain' | 'unable'

export const sealingAtom = atom<Sealing>('locked')

const IV_BYTES = 12
let key: CryptoKey | null = null

/** A key that this page can use and no script can read. `raw` is base64. */
export function keyFrom(raw: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(raw), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export const canSeal = () => typeof crypto !== 'undefined' && crypto.subtle !== undefined

export function holdKey(given: CryptoKey | null, how: Sealing) {
  key = given
  store.set(sealingAtom, how)
}

export const sealing = (): Sealing => store.get(sealingAtom)

/** Encrypts a value for one place: what was sealed for another does not open there. */
export const seal = (place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  sealBytes(place, new TextEncoder().encode(JSON.stringify(value)))

/** The same for what is no text. The initial vector comes first. */
export async function sealBytes(place: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!key) throw new Error('there is no key to seal with')
  return sealUnder(key, place, bytes)
}

/** The same under a key of the caller's. */
export async function sealUnder(
  under: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const additionalData = new TextEncoder().encode(place)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, under, bytes))
  const whole = new Uint8Array(IV_BYTES + sealed.length)
  whole.set(iv)
  whole.set(sealed, IV_BYTES)
  return whole
}

/** Undefined when it was sealed under another key, for another place, or was changed since; and without a key. */
export async function unseal<T>(place: string, sealed: Uint8Array<ArrayBuffer>): Promise<T | undefined> {
  const text = await unsealBytes(place, sealed)
  return text && (JSON.parse(new TextDecoder().decode(text)) as T)
}

export async function unsealBytes(
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return key ? unsealUnder(key, place, sealed) : undefined
}

export async function unsealUnder(
  under: CryptoKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const additionalData = new TextEncoder().encode(place)
  const iv = sealed.slice(0, IV_BYTES)
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, under, sealed.slice(IV_BYTES)),
    )
  } catch {
    return undefined
  }
}

/** The same name each time, which tells nothing of what was asked. */
export async function hiddenName(name: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
