import { X509Certificate } from 'node:crypto'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { fingerprintOf } from '../kit/fingerprint.ts'
import { newSerial, type Signer } from './authority.ts'
import { keyOf } from './public-key.ts'

/** Why a request is not signed. */
export type RequestFlaw = 'unreadable' | 'name' | 'organization' | 'key' | 'signature'

/** Whose it must be. */
export interface Owner {
  station_number: string
  operator: string
}

export interface Signed {
  pem: string
  serial: string
  fingerprint: string
  key_kind: string
  valid_from: Date
  valid_to: Date
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Equal to 112 bits at the least (security whitepaper, A00.FR.502, 503); beyond the most a check costs too much. */
const RSA_BITS = { least: 2_048, most: 8_192 }
const CURVES = ['P-256', 'P-384', 'P-521']

/** Reads a request for a certificate (PKCS#10 in PEM) and says what is wrong with it for this pile (A00.FR.505, 509, 511). */
export async function checkRequest(
  pem: string,
  { station_number, operator }: Owner,
): Promise<{ request: x509.Pkcs10CertificateRequest; key_kind: string } | { flaw: RequestFlaw }> {
  const request = parsed(pem)
  if (!request) return { flaw: 'unreadable' }
  const is = (field: string, value: string) => {
    const said = request.subjectName.getField(field)
    return said.length === 1 && said[0] === value
  }
  if (!is('CN', station_number)) return { flaw: 'name' }
  if (!is('O', operator)) return { flaw: 'organization' }
  const { kind: key_kind, curve, bits = 0 } = keyOf(request.publicKey)
  const isStrong = curve ? CURVES.includes(curve) : bits >= RSA_BITS.least && bits <= RSA_BITS.most
  if (!isStrong) return { flaw: 'key' }
  // Who asks holds the key.
  return (await request.verify().catch(() => false)) ? { request, key_kind } : { flaw: 'signature' }
}

function parsed(pem: string): x509.Pkcs10CertificateRequest | null {
  try {
    return new x509.Pkcs10CertificateRequest(pem)
  } catch {
    return null
  }
}

/** Signs it for a TLS client and nothing else (A00.FR.508, 512). It never outlives the authority. */
export async function signRequest(
  { request, key_kind }: { request: x509.Pkcs10CertificateRequest; key_kind: string },
  { certificate, key }: Signer,
  days: number,
): Promise<Signed> {
  const now = Date.now()
  // A pile's clock may be behind.
  const valid_from = new Date(now - HOUR_MS)
  const valid_to = new Date(Math.min(now + days * DAY_MS, certificate.notAfter.getTime()))
  const { digitalSignature, keyAgreement, keyEncipherment } = x509.KeyUsageFlags
  const use = digitalSignature | (key_kind.startsWith('EC') ? keyAgreement : keyEncipherment)
  const signed = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: request.subjectName,
    issuer: certificate.subjectName,
    notBefore: valid_from,
    notAfter: valid_to,
    publicKey: request.publicKey,
    signingKey: key,
    signingAlgorithm: {
      ...key.algorithm,
      hash: 'SHA-256',
    } as x509.X509CertificateCreateWithKeyParams['signingAlgorithm'],
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(use, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.SubjectKeyIdentifierExtension.create(request.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(certificate.publicKey),
    ],
  })
  const leaf = signed.toString('pem')
  // A root is in the pile already; one below a root goes along (security whitepaper, 5.1).
  const chain = certificate.subject === certificate.issuer ? [leaf] : [leaf, certificate.toString('pem')]
  const issued = new X509Certificate(leaf)
  return {
    pem: chain.join('\n'),
    serial: signed.serialNumber,
    fingerprint: fingerprintOf(issued),
    key_kind,
    valid_from: new Date(issued.validFrom),
    valid_to: new Date(issued.validTo),
  }
}
