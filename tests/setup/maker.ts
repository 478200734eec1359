import { KeyObject, sign, webcrypto } from 'node:crypto'
// The library's classes are put together by decorators, which need this first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

const DAY_MS = 86_400_000
const ALGORITHMS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    ...{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2_048, hash: 'SHA-256' },
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  weak: {
    ...{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1_024, hash: 'SHA-256' },
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const

interface Given {
  key?: keyof typeof ALGORITHMS
  /** Days from now. */
  from?: number
  to?: number
}

/** A maker of piles: its certificate, and what it signs (in base64). */
export async function makeMaker({ key = 'ec', from = -1, to = 30 }: Given = {}) {
  const algorithm = ALGORITHMS[key]
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Firmware signing'] }, { O: ['Maker of piles'] }],
    serialNumber: '01ab',
    notBefore: new Date(Date.now() + from * DAY_MS),
    notAfter: new Date(Date.now() + to * DAY_MS),
    keys,
    signingAlgorithm: algorithm,
  })
  const secret = KeyObject.from(keys.privateKey)
  return {
    pem: certificate.toString('pem'),
    /** `way`: of several that a key has. */
    sign: (content: Buffer, way: Omit<Parameters<typeof sign>[2] & object, 'key'> = {}) =>
      sign('sha256', content, { key: secret, ...way } as never).toString('base64'),
  }
}
export type Maker = Awaited<ReturnType<typeof makeMaker>>
