import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Passwords of piles (the standard's AuthorizationKey) are at least 16 bytes (`pilePasswordFlaw`), made by a machine and never chosen
 * to be remembered, so guessing from a stolen hash is hopeless without a slow hash. A keyed SHA-256 under a salt of its
 * own takes microseconds: when 5,000 piles come back at once after a power cut, argon2 would take minutes.
 */
const VERSION = 'hs1'
const SALT_BYTES = 16

/** Hashes what a pile offers or an operator sets: text, or the raw bytes of a Basic header. */
export function hashPileSecret(secret: string | Buffer): string {
  const salt = randomBytes(SALT_BYTES)
  return `${VERSION}$${salt.toString('base64url')}$${digest(salt, secret).toString('base64url')}`
}

/** Compares in constant time. A hash of another make fits nothing. */
export function pileSecretFits(hash: string, secret: string | Buffer): boolean {
  const [version, salt, expected] = hash.split('$')
  if (version !== VERSION || !salt || !expected) return false
  const wanted = Buffer.from(expected, 'base64url')
  const offered = digest(Buffer.from(salt, 'base64url'), secret)
  return wanted.length === offered.length && timingSafeEqual(wanted, offered)
}

/** A fresh password: 20 random bytes as 40 hexadecimal digits, the longest that every pile takes (OCPP security whitepaper, A00.FR.205). */
export const newPileSecret = (): string => randomBytes(20).toString('hex')

const digest = (salt: Buffer, secret: string | Buffer) => createHmac('sha256', salt).update(secret).digest()
