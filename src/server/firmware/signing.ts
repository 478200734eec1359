import { constants, createVerify, type KeyObject, X509Certificate } from 'node:crypto'
import { certificatesIn } from '../kit/pem.ts'

/** Why a certificate is none by which a maker signs. */
export type SigningFlaw = 'unreadable' | 'several' | 'ended' | 'not_begun' | 'key'

/** By what a file was signed. */
export interface Signed {
  /** In PEM, without what stood around it. */
  pem: string
  subject: string
  valid_from: Date
  valid_to: Date
  key: KeyObject
}

/** What piles check by (security whitepaper, A00.FR.502, 503); others do not count as protection. */
const RSA_BITS = 2_048
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** An RSA key of 2,048 bits signs in 256 bytes; no key that piles know signs in fewer than this. */
const LEAST_BYTES = 32

/** Reads the certificate of a maker, and says what is wrong with it at any time. */
export function signerIn(pem: string): Signed | { flaw: SigningFlaw } {
  const [one, ...others] = certificatesIn(pem)
  if (!one) return { flaw: 'unreadable' }
  if (others.length > 0) return { flaw: 'several' }
  const certificate = parsed(one)
  if (!certificate) return { flaw: 'unreadable' }
  const { publicKey: key, subject, validFrom, validTo } = certificate
  if (!isFit(key)) return { flaw: 'key' }
  const times = { valid_from: new Date(validFrom), valid_to: new Date(validTo) }
  return { pem: one, subject: subject.replaceAll('\n', ', '), ...times, key }
}

/** What is wrong with it now. */
export function flawNow({ valid_from, valid_to }: Signed, now = Date.now()): SigningFlaw | null {
  if (valid_to.getTime() <= now) return 'ended'
  return valid_from.getTime() > now ? 'not_begun' : null
}

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function isFit({ asymmetricKeyType: kind, asymmetricKeyDetails }: KeyObject): boolean {
  if (kind === 'ec') return true
  return (kind === 'rsa' || kind === 'rsa-pss') && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS
}

/** The signature as piles are given it, on one line; null for what is no base64 of one. */
export function signatureIn(text: string): string | null {
  const one = text.replace(/\s/g, '')
  if (!BASE64.test(one)) return null
  return Buffer.from(one, 'base64').length >= LEAST_BYTES ? one : null
}

/**
 * RSA-PSS is the standard's (L01.FR.04), PKCS#1 and ECDSA are what makers use besides; an EC signature is written in one of two ways.
 * The standard's other one, EC-Schnorr, is in no maintained library.
 */
const WAYS = {
  rsa: [
    { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
    { padding: constants.RSA_PKCS1_PADDING },
  ],
  'rsa-pss': [{ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }],
  ec: [{ dsaEncoding: 'der' }, { dsaEncoding: 'ieee-p1363' }],
} as const

/** Whether the signature is one of this content by this key, over its SHA-256. */
export async function isSignedBy(
  key: KeyObject,
  signature: string,
  content: AsyncIterable<string | Buffer>,
): Promise<boolean> {
  const checks = WAYS[key.asymmetricKeyType as keyof typeof WAYS].map((way) => ({ way, check: createVerify('sha256') }))
  for await (const part of content) for (const { check } of checks) check.update(part)
  const bytes = Buffer.from(signature, 'base64')
  return checks.some(({ way, check }) => {
    try {
      return check.verify({ key, ...way }, bytes)
    } catch {
      // It is not even written in this way.
      return false
    }
  })
}
