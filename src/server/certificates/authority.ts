import { createPrivateKey, X509Certificate as NodeCertificate, randomBytes, webcrypto } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { keepOnce } from '../kit/keep-once.ts'
import { certificatesIn } from '../kit/pem.ts'

/** Who vouches for the certificates of piles. */
export interface Authority {
  /** Certificates in PEM of all that are believed. */
  roots: string
  /** The operator's name, O of a certificate's subject (security whitepaper, A00.FR.404). */
  operator: string
  /** Signs what piles ask for; null where that is done elsewhere. */
  signer: Signer | null
}

export interface Signer {
  certificate: x509.X509Certificate
  key: webcrypto.CryptoKey
}

export interface AuthoritySettings {
  operator: string
  /** An authority of the operator's own; null: one is made and kept in the data folder. */
  authority: { cert: string; key: string | null } | null
}

const OWN = 'pile-authority.pem'
const OWN_DAYS = 7_300
const DAY_MS = 86_400_000
/** The curve that every pile knows which knows any (A00.FR.318). */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const { subtle } = webcrypto

/** The authority that the settings name, or this installation's own: made at the first start, its key readable by the server alone. */
export async function openAuthority(settings: AuthoritySettings, dataDir: string): Promise<Authority> {
  const { operator, authority } = settings
  if (!authority) {
    const path = join(dataDir, OWN)
    const kept = existsSync(path) ? readFileSync(path, 'utf8') : await makeOwn(operator)
    const pem = keepOnce(path, () => kept)
    return await opened(operator, pem, pem)
  }
  return await opened(operator, authority.cert, authority.key)
}

async function opened(operator: string, cert: string, key: string | null): Promise<Authority> {
  return { operator, roots: certificatesIn(cert).join('\n'), signer: key === null ? null : await signerOf(cert, key) }
}

/** The key with the certificate that it belongs to; throws where there is none among them. */
export async function signerOf(cert: string, key: string): Promise<Signer> {
  const secret = createPrivateKey(key)
  const own = certificatesIn(cert).find((pem) => new NodeCertificate(pem).checkPrivateKey(secret))
  if (!own) throw new Error('no certificate of this key')
  const certificate = new x509.X509Certificate(own)
  const algorithm = { hash: 'SHA-256', ...certificate.publicKey.algorithm }
  const der = secret.export({ type: 'pkcs8', format: 'der' })
  return { certificate, key: await subtle.importKey('pkcs8', der, algorithm, false, ['sign']) }
}

async function makeOwn(operator: string): Promise<string> {
  const keys = await subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const now = Date.now()
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`${operator} piles`] }, { O: [operator] }],
    serialNumber: newSerial(),
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + OWN_DAYS * DAY_MS),
    keys,
    signingAlgorithm: { ...CURVE, hash: 'SHA-256' },
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const der = Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey))
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return `${secret.export({ type: 'pkcs8', format: 'pem' })}${certificate.toString('pem')}\n`
}

/** Positive, and of 120 bits at random (RFC 5280, 4.1.2.2). */
export const newSerial = (): string => `01${randomBytes(15).toString('hex')}`
