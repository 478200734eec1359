import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { WebSocketServer } from 'ws'
import type { Bus } from '../kit/bus.ts'
import { networkOf, type ProxyTrust } from '../kit/client-address.ts'
import type { ProcessState } from '../kit/process-state.ts'
import type { Counters } from './connection-deps.ts'
import type { FlagName } from './flags.ts'
import { type Handshake, judge, type RejectionReason, readHandshake, type Verdict } from './handshake.ts'
import { type Connecting, PasswordLimits } from './password-limits.ts'
import { recordPasswordUse } from './password-use.ts'
import type { PileLookup, PileRecord } from './pile-lookup.ts'
import { PileSocket } from './pile-socket.ts'
import type { Certificates } from './ports.ts'
import type { Protocol } from './protocol.ts'
import type { Protocols } from './protocols.ts'
import type { Rejections } from './rejections.ts'
import { keepProfile, profileOf } from './security-profile.ts'

/** A pile that was let in. */
export interface Entering {
  socket: PileSocket
  station: PileRecord
  /** What was agreed. */
  protocol: Protocol
  flags: [flag: FlagName, detail: string][]
  /** The security profile that it went over to now. */
  secured: number | null
}

export interface HandshakesDeps {
  /** To the other nodes. */
  bus: Bus
  pool: pg.Pool
  protocols: Protocols
  stations: PileLookup
  rejections: Rejections
  auth: 'required' | 'optional'
  /** The operator's name in piles' certificates. */
  operator?: string | null | undefined
  /** None: nobody signs certificates here. */
  certificates?: Pick<Certificates, 'came'> | undefined
  /** Whose X-Forwarded-For is believed. */
  trust: ProxyTrust
  log: { error(facts: object, message: string): void }
  /** A pile is let in; its first frames may follow at once. Resolves when what is known of it is read. */
  enter(pile: Entering): Promise<void>
  counters: Pick<Counters, 'rejected'>
  /** Bytes. */
  largestFrame: number
  /** Whether this pile may open one more socket now. */
  mayConnect(pile_id: number): boolean
  /** Whether this node lets piles in now. */
  takesPiles(): boolean
}

/**
 * OCPP-J 1.6, 3.2: an identity that is not known is answered with 404; 6.2 leaves the others to HTTP. The same 3.2 has the handshake of a pile
 * that speaks only other protocols completed and the socket closed at once. We refuse it with 400 instead: nothing is upgraded that was not let
 * in, and a client has to fail on an answer without a subprotocol of its list either way (RFC 6455, 4.1).
 */
const statusOf: Record<RejectionReason, number> = {
  unknown_station: 404,
  no_password: 401,
  wrong_password: 401,
  disabled: 403,
  unsupported_protocol: 400,
  too_many_attempts: 429,
  certificate_expired: 403,
  certificate_foreign: 403,
  certificate_of_another: 403,
  certificate_revoked: 403,
  lower_profile: 403,
}

/** Takes WebSocket handshakes: lets piles in, or refuses them and remembers it. */
export class Handshakes {
  readonly #deps: HandshakesDeps
  readonly #limits: PasswordLimits
  readonly state: ProcessState
  readonly #server: WebSocketServer
  /** What is to be agreed with those whose upgrade is under way. */
  readonly #agreed = new WeakMap<IncomingMessage, string>()

  constructor(deps: HandshakesDeps) {
    this.#deps = deps
    this.#limits = new PasswordLimits(deps.bus)
    this.state = this.#limits.state
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // One compressed frame could unpack to anything, and a compressor costs more memory than all the rest of an idle pile.
      perMessageDeflate: false,
      maxPayload: deps.largestFrame,
      autoPong: false, // see Connection.pinged
      WebSocket: PileSocket,
      handleProtocols: (_offered, request) => this.#agreed.get(request) ?? false,
    })
  }

  /** Resolves when a pile is in, or was refused. */
  async take(request: IncomingMessage, socket: Duplex, head: Buffer, station_number: string): Promise<void> {
    let entered: Promise<void> | undefined
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    try {
      const handshake = readHandshake(request, station_number, this.#deps.trust)
      if (!handshake) return refuse(socket, 400, { reason: 'more than one Authorization' })
      const { station, verdict, wait, secured = null } = await this.#decide(handshake)
      socket.off('error', giveUp)
      if (socket.destroyed) return
      if (verdict.admitted && station)
        entered = this.#admit(
          { request, socket, head },
          { station, flags: verdict.flags, secured },
          verdict.subprotocol,
        )
      else if (!verdict.admitted) this.#refuse(socket, { handshake, station, reason: verdict.reason, wait })
    } catch (error) {
      this.#deps.log.error({ err: error, station: station_number }, 'a pile could not be looked up')
      refuse(socket, 503, { retryAfter: 1 })
    }
    await entered
  }

  #admit(
    { request, socket, head }: Upgrade,
    pile: Omit<Entering, 'socket' | 'protocol'>,
    subprotocol: string,
  ): Promise<void> | undefined {
    // It may have stopped to while this pile was looked up: a proxy asks another node, which it cannot once the socket is open.
    if (!this.#deps.takesPiles()) {
      refuse(socket, 503, { retryAfter: 1 })
      return
    }
    // A pile that connects again and again gains nothing by it.
    if (!this.#deps.mayConnect(pile.station.id)) {
      refuse(socket, 429, { retryAfter: 1 })
      return
    }
    let entered: Promise<void> | undefined
    this.#agreed.set(request, subprotocol)
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const pileSocket = opened as PileSocket
      pileSocket.wire = socket
      entered = this.#deps.enter({
        socket: pileSocket,
        ...pile,
        protocol: this.#deps.protocols.named(subprotocol),
      })
    })
    return entered
  }

  async #decide(handshake: Handshake): Promise<Decided> {
    const station = await this.#deps.stations.find(handshake.station_number)
    const decided = this.#judge(handshake, station)
    const { verdict } = decided
    if (!verdict.admitted || !station) return decided
    // Its passwords changed since the look-up: now it is known by which of them it may come.
    const { used } = verdict
    const recorded = used === 'certificate' ? 'recorded' : await recordPasswordUse(this.#deps.pool, station, used)
    if (recorded === 'stale') return await this.#decide(handshake)
    if (used === 'certificate' && handshake.certificate)
      await this.#deps.certificates?.came(station.id, handshake.certificate.fingerprint)
    await this.#keepAddress(station, handshake.address)
    const profile = profileOf(handshake)
    const isOver = await keepProfile(this.#deps.pool, station, profile)
    return { ...decided, secured: isOver ? profile : null }
  }

  /** With too many wrong passwords behind it, none is looked at, save where the pile is at home. */
  #judge(handshake: Handshake, station: PileRecord | undefined): Decided {
    // Nobody guesses a certificate.
    if (station && handshake.certificate) return { station, wait: 0, verdict: judge(handshake, station, this.#deps) }
    const who: Connecting = {
      station_number: handshake.station_number,
      address: handshake.address,
      known: station !== undefined,
      usual_address: station?.last_address ?? null,
    }
    const now = Date.now()
    const wait = this.#limits.wait(who, now)
    const tooMany: Decided = { station, wait, verdict: { admitted: false, reason: 'too_many_attempts' } }
    if (wait > 0 && !this.#limits.isUsual(who)) return tooMany
    const verdict = judge(handshake, station, this.#deps)
    if (verdict.admitted) this.#limits.succeeded(who)
    else if (verdict.reason === 'wrong_password' || verdict.reason === 'unknown_station') {
      this.#limits.failed(who, now)
      if (wait > 0) return tooMany
    }
    return { station, wait: 0, verdict }
  }

  async #keepAddress({ id, last_address }: PileRecord, address: string): Promise<void> {
    if (last_address !== null && networkOf(last_address) === networkOf(address)) return
    await this.#deps.pool.query('update pile set last_address = $2 where id = $1', [id, address])
  }

  #refuse(socket: Duplex, { handshake, reason, wait }: Refused): void {
    this.#deps.counters.rejected++
    // One that is not looked at is not kept either; that it came is.
    const kept = reason === 'too_many_attempts' ? { ...handshake, password: null } : handshake
    this.#deps.rejections.add(kept, reason, Date.now())
    // What a technician reads in the pile's own log; of passwords it says nothing.
    const isUnspoken = reason === 'unsupported_protocol'
    const text = `no supported subprotocol: offer ${this.#deps.protocols.names}`
    const more = { ...(isUnspoken && { reason: text }), ...(wait > 0 && { retryAfter: wait }) }
    refuse(socket, statusOf[reason], more)
  }
}

interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
}

interface Decided {
  station: PileRecord | undefined
  verdict: Verdict
  /** Seconds until it may try again. */
  wait: number
  secured?: number | null
}

interface Refused extends Omit<Decided, 'verdict' | 'secured'> {
  handshake: Handshake
  reason: RejectionReason
}

interface RefusalDetails {
  reason?: string
  /** Seconds. */
  retryAfter?: number
}

/** Answers an upgrade with a plain HTTP status and hangs up. */
export function refuse(socket: Duplex, status: number, { reason = '', retryAfter }: RefusalDetails = {}): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Type: text/plain']
  lines.push(`Content-Length: ${Buffer.byteLength(reason)}`)
  if (status === 401) lines.push('WWW-Authenticate: Basic realm="OCPP"')
  if (retryAfter !== undefined) lines.push(`Retry-After: ${retryAfter}`)
  socket.on('error', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${reason}`)
}
