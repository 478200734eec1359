import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** A push service refuses what is good for more than a day. */
const GOOD_FOR = '12h'

/** This installation's key: by it push services, and browsers, know who writes to a device (VAPID, RFC 8292). */
export interface Vapid {
  /** As browsers take it: the uncompressed point, base64url. */
  publicKey: string
  /** The header `Authorization` for a service. */
  authorization(endpoint: URL): Promise<string>
}

/**
 * @param secret the private key, 32 bytes
 * @param contact whom a push service writes to when something is wrong: `mailto:` or `https:`; null where nobody is known
 */
export function vapid(secret: Uint8Array, contact: string | null): Vapid {
  const { key, publicKey } = keysOf(secret)
  return {
    publicKey,
    async authorization({ origin }) {
      const token = new SignJWT(contact ? { sub: contact } : {})
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(origin)
        .setExpirationTime(GOOD_FOR)
      return `vapid t=${await token.sign(key)}, k=${publicKey}`
    },
  }
}

function keysOf(secret: Uint8Array): { key: KeyObject; publicKey: string } {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(secret))
  const point = curve.getPublicKey()
  const [d, x, y] = [Buffer.from(secret), point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', d, x, y }
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), publicKey: point.toString('base64url') }
}
