import { base64Of } from './base64.ts'
import { held } from './hold-key.ts'
import { forgetOpener, keepOpener, type Opener } from './opener.ts'

/** Why a passkey cannot open what this device keeps. */
export type NoOpener = 'browser' | 'address' | 'device'

/** Nobody pressed, or the wrong finger. The browser does not say which. */
export class NotUsed extends Error {}
/** The device made a passkey, but one without a secret. */
export class NoSecret extends Error {}

const IV_BYTES = 12
const TIME_OUT_MS = 120_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const isAddress = (host: string) => /^[\d.]+$|:/.test(host)

/** Null where a passkey can: over TLS or on localhost, under a name, with a sensor or a screen lock, and with the PRF extension. */
export async function noOpener(): Promise<NoOpener | null> {
  if (!window.isSecureContext || !('PublicKeyCredential' in window)) return 'browser'
  if (isAddress(location.hostname)) return 'address'
  const able: Record<string, boolean> = (await PublicKeyCredential.getClientCapabilities?.().catch(() => null)) ?? {}
  if (able['extension:prf'] === false) return 'browser'
  const verifies = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)
  return verifies ? null : 'device'
}

async function used(work: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await work.catch(() => null)
  if (!credential) throw new NotUsed()
  return credential as PublicKeyCredential
}

const secretIn = (credential: PublicKeyCredential) =>
  credential.getClientExtensionResults().prf?.results?.first as ArrayBuffer | undefined

/** Asks the passkey, which asks for the finger, the face or the screen lock. The challenge is nobody's: the secret is what counts. */
async function askSecret({ credential, salt }: Pick<Opener, 'credential' | 'salt'>): Promise<ArrayBuffer> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: random(32),
    allowCredentials: [{ type: 'public-key', id: credential, transports: ['internal'] }],
    userVerification: 'required',
    timeout: TIME_OUT_MS,
    extensions: { prf: { eval: { first: salt } } },
  }
  const secret = secretIn(await used(navigator.credentials.get({ publicKey })))
  if (!secret) throw new NoSecret()
  return secret
}

/** The key that the passkey's secret stands for. */
async function keyOf(secret: ArrayBuffer): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('chargedeck: opens what this device keeps')
  const from = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(from, base, { name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey'])
}

interface Person {
  id: number
  /** As the device's list of passkeys shows it. */
  name: string
}

/** One passkey for each person on a device: a new one takes the place of the one before. */
function creation({ id, name }: Person, salt: Uint8Array<ArrayBuffer>): PublicKeyCredentialCreationOptions {
  return {
    challenge: random(32),
    rp: { name: document.title },
    user: { id: new TextEncoder().encode(`opener ${id}`), name, displayName: name },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    // Found by a name, it is one that has a secret on every platform.
    authenticatorSelection: {
      authenticatorAttachment: 'platform',
      residentKey: 'required',
      userVerification: 'required',
    },
    timeout: TIME_OUT_MS,
    extensions: { prf: { eval: { first: salt } } },
  }
}

const OAEP = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }

type Place = Pick<Opener, 'browser' | 'system'>

/** Makes a passkey on this device that opens what it keeps of this person. `raw` is their key, in base64. */
export async function setUpOpener(person: Person, place: Place, raw: string): Promise<void> {
  const salt = random(32)
  const made = await used(navigator.credentials.create({ publicKey: creation(person, salt) }))
  const credential = new Uint8Array(made.rawId)
  try {
    // Some devices tell the secret only when they are asked again.
    const key = await keyOf(secretIn(made) ?? (await askSecret({ credential, salt })))
    const pair = await crypto.subtle.generateKey(OAEP, true, ['encrypt', 'decrypt'])
    const iv = random(IV_BYTES)
    const opens = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, key, { name: 'AES-GCM', iv })
    const about = { user_id: person.id, ...place, made_at: new Date().toISOString() }
    const holds = await held(pair.publicKey, raw)
    await keepOpener({ ...about, credential, salt, seals: pair.publicKey, iv, opens, held: holds })
  } catch (error) {
    await forgetPasskey(credential)
    throw error
  }
}

/** The device's key, which no script can read. Throws when the passkey was not used, or is another's by now. */
export async function openWithPasskey({ iv, opens, held: holds, ...opener }: Opener): Promise<CryptoKey> {
  if (!holds) throw new NotUsed()
  const key = await keyOf(await askSecret(opener))
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const mine = await crypto.subtle.unwrapKey('pkcs8', opens, key, { name: 'AES-GCM', iv }, oaep, false, ['decrypt'])
  const raw = await crypto.subtle.decrypt('RSA-OAEP', mine, holds.key)
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export async function takeOpenerAway({ credential }: Opener): Promise<void> {
  await forgetOpener()
  await forgetPasskey(credential)
}

/** Where browsers can be told, the device's list of passkeys shows it no more. */
async function forgetPasskey(credential: Uint8Array<ArrayBuffer>) {
  const credentialId = base64Of(credential).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  await PublicKeyCredential.signalUnknownCredential?.({ rpId: location.hostname, credentialId }).catch(() => {})
}
