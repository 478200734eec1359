/**
 * What a root is for in a pile: the network's own, or its maker's, by which firmware is signed (security whitepaper, 6.4); in 2.x also what
 * charging by contract rests on: the root of piles' own certificates towards cars, of contracts, of cars (2.1).
 */
export const ROOT_USES = ['central', 'manufacturer', 'v2g', 'mobility', 'oem'] as const
export type RootUse = (typeof ROOT_USES)[number]

/** What a pile can be asked for: roots, and the chain by which it shows itself to cars, which nobody installs as a root (M03.FR.05). */
export const CERTIFICATE_USES = [...ROOT_USES, 'v2g_chain'] as const
export type CertificateUse = (typeof CERTIFICATE_USES)[number]

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

/** One that a pile told of. `use`: what it says that it is for; `children`: those under it, as far as it tells. */
export interface ToldCertificate extends CertificateHash {
  use?: CertificateUse | null
  children?: readonly CertificateHash[]
}
