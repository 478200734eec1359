import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keyedSha256 } from '../../kit/sha256.ts'

const VERSION = 'g1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * What keeps second steps from anyone who reads the database alone: secrets of apps are encrypted (AES-256-GCM, for one user each),
 * recovery codes are kept as an HMAC. The key is the data folder's `factor.key`; each use has one of its own, derived from it.
 */
export class FactorKeys {
  readonly #seal: Buffer
  readonly #hash: Buffer
  readonly #handle: Buffer

  constructor(key: Uint8Array) {
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, new Uint8Array(), use, 32))
    this.#seal = derived('secrets of authenticator apps')
    this.#hash = derived('recovery codes')
    this.#handle = derived('user handles of passkeys')
  }

  /** Bound to its user: what is copied to another row opens nothing. */
  seal(user_id: number, secret: Uint8Array): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#seal, nonce).setAAD(ownedBy(user_id))
    const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return `${VERSION}$${sealed.toString('base64url')}`
  }

  /** Null when it was sealed for another person, or under another key. */
  open(user_id: number, text: string): Uint8Array<ArrayBuffer> | null {
    const [version, kept = ''] = text.split('$')
    const sealed = Buffer.from(kept, 'base64url')
    if (version !== VERSION || sealed.length <= NONCE_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv('aes-256-gcm', this.#seal, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(ownedBy(user_id)).setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      const opened = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
      return Uint8Array.from(Buffer.concat([opened, decipher.final()]))
    } catch {
      return null
    }
  }

  /** Of a recovery code as `bareCode` gives it. */
  hashOf = (user_id: number, code: string): string => keyedSha256(this.#hash, `${user_id} ${code}`)

  /** What authenticators know a user by (WebAuthn 14.6.1: nothing that says who it is). 32 bytes, base64url. */
  handleOf = (user_id: number): string =>
    Buffer.from(keyedSha256(this.#handle, String(user_id)), 'hex').toString('base64url')
}

const ownedBy = (user_id: number) => Buffer.from(`user ${user_id}`)
