import type { IncomingMessage } from 'node:http'
import { pileSecretFits } from '../kit/pile-secret.ts'
import type { FlagName } from './flags.ts'
import type { Station } from './stations.ts'

const PATH_PREFIX = '/ocpp/'
export const SUBPROTOCOL = 'ocpp1.6'
// Written so by some firmware; the answer must repeat what was offered.
const names = new Set([SUBPROTOCOL, 'ocpp1.6j'])

export type RejectionReason = 'unknown_station' | 'wrong_password' | 'no_password' | 'disabled' | 'unsupported_protocol'

/** What a pile says of itself before it is let in. */
export interface Knock {
  station_number: string
  /** The subprotocols it offers, in its order. */
  protocols: string[]
  user: string | null
  /** The bytes of its Basic password; null when it offers none. */
  password: Buffer | null
  address: string
}

export type Verdict =
  | { admitted: true; flags: [flag: FlagName, detail: string][] }
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

export function readKnock(request: IncomingMessage, station_number: string): Knock {
  const offered = request.headers['sec-websocket-protocol'] ?? ''
  return {
    station_number,
    protocols: offered
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    ...readCredentials(request.headers.authorization),
    address: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  }
}

function readCredentials(header: string | undefined): Pick<Knock, 'user' | 'password'> {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header ?? '')?.[1]
  if (!encoded) return { user: null, password: null }
  const bytes = Buffer.from(encoded, 'base64')
  const colon = bytes.indexOf(':')
  if (colon < 0) return { user: bytes.toString(), password: null }
  const password = bytes.subarray(colon + 1)
  return { user: bytes.subarray(0, colon).toString(), password: password.length > 0 ? password : null }
}

/**
 * Decides whether a pile is let in. With `required` every pile needs a password of its own; with `optional` one that has
 * none set may come without, and whoever has one must give it.
 */
export function judge(knock: Knock, station: Station | undefined, auth: 'required' | 'optional'): Verdict {
  if (!station) return { admitted: false, reason: 'unknown_station' }
  if (!station.enabled) return { admitted: false, reason: 'disabled' }
  const refused = refusePassword(knock, station.password_hash, auth)
  if (refused) return { admitted: false, reason: refused }
  if (!speaks16(knock.protocols)) return { admitted: false, reason: 'unsupported_protocol' }
  return { admitted: true, flags: oddities(knock) }
}

function refusePassword(
  { password }: Knock,
  hash: string | null,
  auth: 'required' | 'optional',
): 'no_password' | 'wrong_password' | null {
  if (!hash && auth === 'optional') return null
  if (!password) return 'no_password'
  return hash && passwordFits(hash, password) ? null : 'wrong_password'
}

// 1.6 sets the key as hexadecimal text and lets piles send the bytes that it means (OCPP-J 1.6, 6.2); many send the text.
const passwordFits = (hash: string, password: Buffer) =>
  pileSecretFits(hash, password) ||
  (password.length <= 20 &&
    (pileSecretFits(hash, password.toString('hex')) || pileSecretFits(hash, password.toString('hex').toUpperCase())))

const speaks16 = (protocols: string[]) => protocols.length === 0 || chooseProtocol(protocols) !== undefined

/** The name by which a pile offers OCPP 1.6, written as the pile wrote it, for the answer must repeat it. */
export const chooseProtocol = (protocols: Iterable<string>): string | undefined =>
  [...protocols].find((name) => names.has(name.toLowerCase()))

function oddities({ protocols, user, station_number }: Knock): [FlagName, string][] {
  const flags: [FlagName, string][] = []
  if (protocols.length === 0) flags.push(['no_subprotocol', 'Sec-WebSocket-Protocol'])
  if (user !== null && user !== station_number) flags.push(['user_differs', user.slice(0, 100)])
  return flags
}
