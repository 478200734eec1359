import type { X509Certificate } from 'node:crypto'

/** SHA-256, in small letters without colons. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase()
