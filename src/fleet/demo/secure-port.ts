import { KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { freePort } from '../../tools/free-port.mjs'

/** A port of the demo for piles with certificates. */
export interface SecurePort {
  port: number
  /** Paths of its certificate, with the root below it, and of its key. */
  cert: string
  key: string
  /** In PEM: what piles know this network by. */
  root: string
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
const DAYS = 3_650

/** A free port, with a certificate that is kept in the demo's folder: piles that hold its root find it again after a restart. */
export async function securePort(dataDir: string): Promise<SecurePort> {
  const folder = join(dataDir, 'pile-port')
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  if (!existsSync(cert) || !existsSync(key)) {
    mkdirSync(folder, { recursive: true })
    const made = await serverCertificate()
    writeFileSync(key, made.key, { mode: 0o600 })
    writeFileSync(cert, made.chain)
  }
  const root =
    readFileSync(cert, 'utf8')
      .split(/(?=-----BEGIN)/)
      .at(-1) ?? ''
  return { port: await freePort(), cert, key, root: root.trim() }
}

async function serverCertificate(): Promise<{ chain: string; key: string }> {
  const authority = await makeAuthority('Chargedeck demo root')
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const names = [
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
  ] as const
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ subject: 'CN=localhost', issuer: authority.certificate.subject, publicKey: keys.publicKey },
    ...{ signingKey: authority.keys.privateKey, ...usual() },
    extensions: [new x509.SubjectAlternativeNameExtension([...names])],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
  return { chain: `${certificate.toString('pem')}\n${authority.certificate.toString('pem')}\n`, key }
}

/** Of a network, or of a maker of piles. */
export async function makeAuthority(name: string) {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name: [{ CN: [name] }, { O: ['Chargedeck demo'] }], keys, ...usual() },
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  })
  return { certificate, keys }
}

const usual = () => ({
  serialNumber: `01${randomBytes(8).toString('hex')}`,
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + DAYS * DAY_MS),
  signingAlgorithm: CURVE,
})
