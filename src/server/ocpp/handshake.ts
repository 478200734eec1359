import type { IncomingMessage } from 'node:http'
import { clientAddress, type ProxyTrust } from '../kit/client-address.ts'
import { pileSecretFits } from '../kit/pile-secret.ts'
import { type CertificateFlaw, certificateFlaw, type ShownCertificate, shownCertificate } from './client-certificate.ts'
import type { FlagName } from './flags.ts'
import type { Used } from './password-use.ts'
import type { PileRecord } from './pile-lookup.ts'
import type { Protocols } from './protocols.ts'
import { isSecure, profileOf } from './security-profile.ts'

const PATH_PREFIX = '/ocpp/'

export type RejectionReason =
  | 'unknown_station'
  | 'wrong_password'
  | 'no_password'
  | 'disabled'
  | 'unsupported_protocol'
  | 'too_many_attempts'
  | 'lower_profile'
  | CertificateFlaw

/** What a pile says of itself before it is let in. */
export interface Handshake {
  station_number: string
  /** The subprotocols it offers, in its order. */
  protocols: string[]
  user: string | null
  /** The bytes of its Basic password; null when it offers none. */
  password: Buffer | null
  address: string
  /** That it showed on the port that asks for one; null where it showed none. */
  certificate: ShownCertificate | null
  /** Over TLS. */
  secure: boolean
}

export type Verdict =
  | {
      admitted: true
      /** Of its list; '' where it has none. */
      subprotocol: string
      flags: [flag: FlagName, detail: string][]
      used: Used | 'certificate'
    }
  | { admitted: false; reason: RejectionReason }

// What the database keeps of a station number that nobody knows.
const LONGEST_NUMBER = 255

/** The station number of a pile's address, or null for an address that is no pile's. */
export function stationNumberOf(url: string | undefined): string | null {
  const path = url?.split('?', 1)[0] ?? ''
  if (!path.startsWith(PATH_PREFIX)) return null
  try {
    const number = decodeURIComponent(path.slice(PATH_PREFIX.length).replace(/\/$/, ''))
    const isPlain = number !== '' && number.length <= LONGEST_NUMBER && !/[\p{Cc}\p{Cs}/]/u.test(number)
    return isPlain ? number : null
  } catch {
    return null
  }
}

/** Null for a request that names two passwords: what stands in front of us may have looked at the other one (RFC 9110, 11.6.2). */
export function readHandshake(request: IncomingMessage, station_number: string, trust: ProxyTrust): Handshake | null {
  if ((request.headersDistinct.authorization?.length ?? 0) > 1) return null
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  return {
    station_number,
    protocols: offered
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    ...readCredentials(request.headers.authorization),
    address: clientAddress(request, trust),
    certificate: shownCertificate(request.socket),
    secure: isSecure(request, trust),
  }
}

function readCredentials(header: string | undefined): Pick<Handshake, 'user' | 'password'> {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header ?? '')?.[1]
  if (!encoded) return { user: null, password: null }
  const bytes = Buffer.from(encoded, 'base64')
  const colon = bytes.indexOf(':')
  if (colon < 0) return { user: bytes.toString(), password: null }
  const password = bytes.subarray(colon + 1)
  return { user: bytes.subarray(0, colon).toString(), password: password.length > 0 ? password : null }
}

interface Judging {
  auth: 'required' | 'optional'
  protocols: Protocols
  /** The operator's name in piles' certificates; null where no port asks for them. */
  operator?: string | null | undefined
}

/**
 * Decides whether a pile is let in. With `required` every pile needs a password of its own; with `optional` one that has
 * none set may come without, and anyone who has one must give it. A new password counts beside the one it has.
 */
export function judge(
  handshake: Handshake,
  station: PileRecord | undefined,
  { auth, protocols: spoken, operator = null }: Judging,
): Verdict {
  if (!station) return { admitted: false, reason: 'unknown_station' }
  if (!station.enabled) return { admitted: false, reason: 'disabled' }
  const { certificate } = handshake
  const flaw = certificate && certificateFlaw(certificate, station, operator)
  if (flaw) return { admitted: false, reason: flaw }
  // A pile with a certificate needs no password (security whitepaper, A00.FR.401).
  const used = certificate ? 'certificate' : usedPassword(handshake, station, auth)
  if (!used) return { admitted: false, reason: handshake.password ? 'wrong_password' : 'no_password' }
  // It came by a higher one before (A00.FR.002, A05.FR.09).
  if (profileOf(handshake) < station.security_floor) return { admitted: false, reason: 'lower_profile' }
  const subprotocol = spoken.choose(handshake.protocols, station.only_protocol)
  if (subprotocol === undefined) return { admitted: false, reason: 'unsupported_protocol' }
  const news = used === 'certificate' ? [] : passwordNews(station, used)
  return { admitted: true, subprotocol, flags: [...anomalies(handshake), ...news], used }
}

function usedPassword(
  { password }: Handshake,
  { password_hash, new_passwords }: PileRecord,
  auth: 'required' | 'optional',
): Used | null {
  if (password) {
    const spellings = spellingsOf(password)
    const fits = (hash: string) => spellings.some((spelling) => pileSecretFits(hash, spelling))
    if (password_hash && fits(password_hash)) return 'own'
    const given = new_passwords.find(({ hash }) => fits(hash))
    if (given) return { new: given }
    // It has none and needs none: what it says does not matter, unless it was given one.
    return !password_hash && auth === 'optional' && new_passwords.length === 0 ? 'own' : null
  }
  return !password_hash && auth === 'optional' ? 'own' : null
}

/**
 * 1.6 sets the key as hexadecimal text and lets piles send the bytes that it means (OCPP-J 1.6, 6.2); many send the text, in the case of
 * their own. A pile that was adopted by one of these ways is known when it comes by another.
 */
function spellingsOf(password: Buffer): (Buffer | string)[] {
  const text = password.toString('latin1')
  if (/^([0-9a-f]{2}){16,32}$/i.test(text))
    return [password, text.toLowerCase(), text.toUpperCase(), Buffer.from(text, 'hex')]
  const hex = password.toString('hex')
  return password.length <= 32 ? [password, hex, hex.toUpperCase()] : [password]
}

function passwordNews({ new_passwords }: PileRecord, used: Used): [FlagName, string][] {
  if (used !== 'own') return [['new_password_used', '']]
  if (new_passwords.some(({ state }) => state === 'sent')) return [['new_password_not_taken', '']]
  return new_passwords.some(({ state }) => state === 'accepted') ? [['old_password_used', '']] : []
}

function anomalies({ protocols, user, station_number }: Handshake): [FlagName, string][] {
  const flags: [FlagName, string][] = []
  if (protocols.length === 0) flags.push(['no_subprotocol', 'Sec-WebSocket-Protocol'])
  if (user !== null && user !== station_number) flags.push(['user_differs', user.slice(0, 100)])
  return flags
}
