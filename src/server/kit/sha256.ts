import { createHash, createHmac } from 'node:crypto'

/** As hexadecimal digits. */
export const sha256 = (of: string | Uint8Array): string => createHash('sha256').update(of).digest('hex')

/** The same under a key (HMAC, RFC 2104): without it nobody finds out by trying what a hash is of. */
export const keyedSha256 = (key: Uint8Array | string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')
