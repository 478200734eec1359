import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../kit/sha256.ts'

/** As random as a key: no dictionary holds it, so its hash need not be slow. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfSecret = sha256

/** Takes as long whether there is a hash to compare with or not. */
export function secretFits(hash: string | null | undefined, secret: string): boolean {
  const given = Buffer.from(hashOfSecret(secret))
  const kept = Buffer.from(hash ?? hashOfSecret(''))
  return timingSafeEqual(given, kept) && Boolean(hash)
}
