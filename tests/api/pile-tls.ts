import { execFileSync } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'

export const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

/** A certificate with its key in PEM, signed by itself: of an authority, unless `ca` says otherwise. */
export function selfSigned(folder: string, name: string, { ca = true } = {}): { cert: string; key: string } {
  const [key, path] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)]
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', ...(ca ? [] : ['-addext', 'basicConstraints=critical,CA:FALSE'])],
    ...['-keyout', key, '-out', path],
  )
  return { cert: readFileSync(path, 'utf8'), key: readFileSync(key, 'utf8') }
}

const DAY_MS = 86_400_000
const CURVE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Of an authority that was good until yesterday. */
export async function endedRoot(): Promise<string> {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{
      name: 'CN=over',
      serialNumber: '01',
      keys: await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']),
    },
    ...{
      notBefore: new Date(Date.now() - 2 * DAY_MS),
      notAfter: new Date(Date.now() - DAY_MS),
      signingAlgorithm: CURVE,
    },
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  return certificate.toString('pem')
}
