import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import * as z from 'zod/mini'
import type { AuthoritySettings } from '../certificates/authority.ts'
import { certificatesIn } from '../kit/pem.ts'
import { whole } from './whole-setting.ts'

const path = z.optional(z.string())

/** The port on which piles show certificates of their own. */
export const pileTlsShape = {
  OCPP_TLS_PORT: {
    takes: 'a port of its own for piles with certificates, 1 to 65535; 0 for none',
    schema: whole(0, 65_535, 0),
  },
  OCPP_TLS_CERT: { takes: "the path of that port's certificate in PEM, with OCPP_TLS_KEY beside it", schema: path },
  OCPP_TLS_KEY: { takes: "the path of that certificate's key in PEM, with OCPP_TLS_CERT beside it", schema: path },
  OCPP_TLS_CA_CERT: {
    takes: "the path of the authority's certificates in PEM that piles' own are signed by",
    schema: path,
  },
  OCPP_TLS_CA_KEY: {
    takes: "the path of the authority's key in PEM; without it certificates are signed elsewhere",
    schema: path,
  },
  OCPP_TLS_OPERATOR: {
    takes: "1 to 64 characters, the organization (O) in piles' certificates",
    schema: z._default(z.string().check(z.regex(/^[^"#\\\p{Cc}]{1,64}$/u)), 'Chargedeck'),
  },
  OCPP_TLS_DAYS: {
    takes: "days that a pile's certificate is valid, 1 to 3650",
    schema: whole(1, 3_650, 365),
  },
}

type Name = keyof typeof pileTlsShape

export interface PileTlsSettings extends AuthoritySettings {
  port: number
  cert: string
  key: string
  /** That a certificate is valid. */
  days: number
}

interface Values {
  OCPP_TLS_PORT: number
  OCPP_TLS_CERT?: string | undefined
  OCPP_TLS_KEY?: string | undefined
  OCPP_TLS_CA_CERT?: string | undefined
  OCPP_TLS_CA_KEY?: string | undefined
  OCPP_TLS_OPERATOR: string
  OCPP_TLS_DAYS: number
}

interface Reading {
  /** The console's own certificate. */
  tls: { cert: string; key: string } | undefined
  /** Reads a file that holds PEM, or throws what ends the start. */
  pem(name: Name, path: string | undefined): string
  bad(name: Name, path: string | undefined, why: string): Error
}

export function pileTlsIn(values: Values, reading: Reading): PileTlsSettings | undefined {
  const { OCPP_TLS_PORT: port, OCPP_TLS_OPERATOR: operator, OCPP_TLS_DAYS: days } = values
  if (port === 0) return undefined
  const served = servedIn(values, reading)
  return { port, ...served, operator, days, authority: authorityIn(values, reading) }
}

function servedIn({ OCPP_TLS_CERT, OCPP_TLS_KEY, OCPP_TLS_PORT }: Values, { tls, pem, bad }: Reading) {
  if (!OCPP_TLS_CERT && !OCPP_TLS_KEY) {
    if (tls) return tls
    throw bad('OCPP_TLS_PORT', String(OCPP_TLS_PORT), 'there is no certificate for it')
  }
  const [cert, key] = [pem('OCPP_TLS_CERT', OCPP_TLS_CERT), pem('OCPP_TLS_KEY', OCPP_TLS_KEY)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw bad('OCPP_TLS_KEY', OCPP_TLS_KEY, `does not fit OCPP_TLS_CERT: ${(error as Error).message}`)
  }
  return { cert, key }
}

function authorityIn({ OCPP_TLS_CA_CERT, OCPP_TLS_CA_KEY }: Values, { pem, bad }: Reading) {
  if (!OCPP_TLS_CA_CERT && !OCPP_TLS_CA_KEY) return null
  const cert = pem('OCPP_TLS_CA_CERT', OCPP_TLS_CA_CERT)
  if (!certificatesIn(cert).every((one) => parses(one)) || certificatesIn(cert).length === 0)
    throw bad('OCPP_TLS_CA_CERT', OCPP_TLS_CA_CERT, 'holds no certificate')
  if (!OCPP_TLS_CA_KEY) return { cert, key: null }
  const key = pem('OCPP_TLS_CA_KEY', OCPP_TLS_CA_KEY)
  if (!fits(cert, key)) throw bad('OCPP_TLS_CA_KEY', OCPP_TLS_CA_KEY, 'does not fit OCPP_TLS_CA_CERT')
  return { cert, key }
}

function parses(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}

function fits(cert: string, key: string): boolean {
  try {
    const secret = createPrivateKey(key)
    return certificatesIn(cert).some((one) => new X509Certificate(one).checkPrivateKey(secret))
  } catch {
    return false
  }
}
