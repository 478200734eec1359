import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for one purpose (HKDF, RFC 5869), of a secret of the data folder. */
export const keyFor = (purpose: string, secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `chargedeck ${purpose}`, 32))

/** A text that only who has the key can read (AES-256-GCM): nonce, tag, what was sealed. `place` binds it to where it lies. */
export function seal(key: Uint8Array, place: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null when it was sealed under another key, for another place, or was changed since. */
export function unseal(key: Uint8Array, place: string, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
