import { X509Certificate as NodeCertificate, webcrypto } from 'node:crypto'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { type CertificateHash, HASHES, type Hash } from '../../shared/domain/root-certificate.ts'
import { fingerprintOf } from '../kit/fingerprint.ts'
import { certificatesIn } from '../kit/pem.ts'
import { keyOf } from './public-key.ts'

/** Why a certificate is no root to install. */
export type RootFlaw = 'unreadable' | 'several' | 'no_authority' | 'ended'

export interface Root {
  pem: string
  subject: string
  key_kind: string
  serial: string
  fingerprint: string
  valid_to: Date
  /** Of its issuer's name, by which piles tell it apart together with its serial number. */
  hashes: Record<Hash, string>
}

const digest = { SHA256: 'SHA-256', SHA384: 'SHA-384', SHA512: 'SHA-512' } as const
const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')

/** Reads a certificate that piles are to believe, and says what is wrong with it. */
export async function rootIn(pem: string): Promise<Root | { flaw: RootFlaw }> {
  const [one, ...others] = certificatesIn(pem)
  if (!one) return { flaw: 'unreadable' }
  if (others.length > 0) return { flaw: 'several' }
  const read = parsed(one)
  if (!read) return { flaw: 'unreadable' }
  const { node, certificate } = read
  if (!node.ca) return { flaw: 'no_authority' }
  const valid_to = certificate.notAfter
  if (valid_to.getTime() <= Date.now()) return { flaw: 'ended' }
  return {
    ...{ pem: one, subject: certificate.subject.slice(0, 500), serial: serialOf(certificate), valid_to },
    ...{ key_kind: keyOf(certificate.publicKey).kind, fingerprint: fingerprintOf(node) },
    hashes: await issuerHashes(certificate),
  }
}

function parsed(pem: string) {
  try {
    return { node: new NodeCertificate(pem), certificate: new x509.X509Certificate(pem) }
  } catch {
    return null
  }
}

/** Without noughts in front, as piles tell it (security whitepaper, 6.1). */
const serialOf = ({ serialNumber }: x509.X509Certificate) => serialNumber.toLowerCase().replace(/^0+(?=.)/, '')

async function issuerHashes({ issuerName }: x509.X509Certificate): Promise<Record<Hash, string>> {
  const name = issuerName.toArrayBuffer()
  const all = await Promise.all(
    HASHES.map(async (hash) => [hash, hex(await webcrypto.subtle.digest(digest[hash], name))]),
  )
  return Object.fromEntries(all)
}

/** Whether a root that a pile holds is the one that a server's certificate hangs on. */
export type ServesBy = (told: Pick<CertificateHash, 'algorithm' | 'issuer_name_hash'>) => boolean

/** By the certificates that a port shows: the topmost of them is signed by the root, or is it. Null where they are not known here. */
export async function servesBy(chain: string | null): Promise<ServesBy | null> {
  const top = chain && certificatesIn(chain).at(-1)
  if (!top) return null
  const hashes = await issuerHashes(new x509.X509Certificate(top))
  return ({ algorithm, issuer_name_hash }) => hashes[algorithm] === issuer_name_hash
}
