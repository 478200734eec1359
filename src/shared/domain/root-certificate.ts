/** What a root is for in a pile: the network's own, or its maker's, by which firmware is signed (security whitepaper, 6.4). */
export const ROOT_USES = ['central', 'manufacturer'] as const
export type RootUse = (typeof ROOT_USES)[number]

/** The hashes that a pile may use. */
export const HASHES = ['SHA256', 'SHA384', 'SHA512'] as const
export type Hash = (typeof HASHES)[number]

/** By what a pile names a certificate (security whitepaper, 6.1). Hexadecimal, in small letters. */
export interface CertificateHash {
  algorithm: Hash
  issuer_name_hash: string
  issuer_key_hash: string
  serial_number: string
}
