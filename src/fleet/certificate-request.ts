import { webcrypto } from 'node:crypto'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509'

const KINDS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  /** Too short for the standard. */
  short: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
} as const

export interface RequestedCertificate {
  csr: string
  /** PKCS#8 in PEM; it never leaves the pile. */
  key: string
}

/** Makes a key and asks for a certificate for it, as a pile does. */
export async function requestCertificate(
  name: string,
  organization: string,
  kind: keyof typeof KINDS = 'ec',
): Promise<RequestedCertificate> {
  const algorithm = KINDS[kind]
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [name] }, { O: [organization] }],
    keys,
    signingAlgorithm: algorithm,
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    csr: request.toString('pem'),
    key: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  }
}
