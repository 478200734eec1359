import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { fingerprintOf } from '../kit/fingerprint.ts'

/** Why a pile is not let in by the certificate that it shows. */
export type CertificateFlaw =
  | 'certificate_expired'
  | 'certificate_foreign'
  | 'certificate_of_another'
  | 'certificate_revoked'

/** What a pile shows in its TLS handshake, which has proved that it holds the key. */
export interface ShownCertificate {
  /** CN and O of its subject; each stands there once. */
  name: string | null
  organization: string | null
  /** SHA-256, in small letters without colons. */
  fingerprint: string
  /** Why OpenSSL does not believe it; null where its chain ends in one of the authority's. */
  untrusted: string | null
}

/** Null where none was asked for or shown. */
export function shownCertificate(socket: Socket): ShownCertificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  const { authorized, authorizationError } = socket as { authorized: boolean; authorizationError?: unknown }
  return { ...subjectOf(certificate), untrusted: authorized ? null : String(authorizationError ?? 'unknown') }
}

function subjectOf(certificate: X509Certificate): Omit<ShownCertificate, 'untrusted'> {
  const { subject } = certificate.toLegacyObject()
  // One that stands there twice comes as a list.
  const single = (value: unknown) => (typeof value === 'string' ? value : null)
  return { name: single(subject?.CN), organization: single(subject?.O), fingerprint: fingerprintOf(certificate) }
}

const OUT_OF_TIME = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']

/**
 * What speaks against a certificate at this address: its chain and time (security whitepaper, A00.FR.403, 407), whose it is (404, 405),
 * and whether it was taken back (704).
 */
export function certificateFlaw(
  { name, organization, fingerprint, untrusted }: ShownCertificate,
  station: { station_number: string; revoked_certificates: readonly string[] },
  operator: string | null,
): CertificateFlaw | null {
  if (untrusted !== null) return OUT_OF_TIME.includes(untrusted) ? 'certificate_expired' : 'certificate_foreign'
  if (operator === null || name !== station.station_number || organization !== operator) return 'certificate_of_another'
  return station.revoked_certificates.includes(fingerprint) ? 'certificate_revoked' : null
}
