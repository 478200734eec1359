import { owned } from '../kit/process-state.ts'
import { within } from '../kit/within.ts'
import { Connection } from './connection.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import type { Entering } from './handshakes.ts'
import type { OfflineWatch } from './offline-watch.ts'
import type { PileDirectory, Taken } from './pile-directory.ts'
import type { PileSocket } from './pile-socket.ts'
import type { ConnectedPile } from './ports.ts'

export type ConnectionListener = (pile: ConnectedPile, connected: boolean) => void

// Numbers of sockets: the start's number, then the socket's within it.
const SOCKETS_A_START = 1_000_000_000
const GOODBYE_MS = 1_000
// The calls of a socket that went are handled within moments; nothing waits longer for one that hangs.
const LAST_CALLS_MS = 3_000

/** What a registry works with beside what its connections do. */
interface Parts {
  offline: OfflineWatch
  directory: PileDirectory
  /** Takes up what the database knows of a pile that was with another node. */
  movedIn: (pile_id: number) => Promise<unknown>
  /** That could not be done before. */
  isOwed: (pile_id: number) => boolean
}

/** The socket that each pile has now. A newer one takes the place of an older one, whose end then changes nothing. */
export class ConnectionRegistry {
  readonly #connections = new Map<number, Connection>()
  readonly state = owned('sockets', () => this.#connections.size)
  readonly #deps: ConnectionDeps
  readonly #parts: Parts
  readonly #listeners: ConnectionListener[] = []
  /** Sockets that went, or were replaced, while calls that came by them are still handled. This process's own. */
  readonly #leaving = new Map<Connection, Promise<void>>()
  #nextNumber = 0
  #open = false

  constructor(deps: ConnectionDeps, parts: Parts) {
    this.#deps = deps
    this.#parts = parts
  }

  /** Piles are let in; `start` numbers this start of the server. */
  open(start: number): void {
    this.#nextNumber = start * SOCKETS_A_START
    this.#open = true
  }

  get isOpen(): boolean {
    return this.#open
  }

  get size(): number {
    return this.#connections.size
  }

  /** Undefined as well for a pile whose socket is gone while its last calls are handled. */
  get(pile_id: number): Connection | undefined {
    const connection = this.#connections.get(pile_id)
    return connection?.isGone ? undefined : connection
  }

  /** The piles that have a socket now. */
  ids(): number[] {
    const ids: number[] = []
    for (const [pile_id, { isGone }] of this.#connections) if (!isGone) ids.push(pile_id)
    return ids
  }

  all(): Iterable<Connection> {
    return this.#connections.values()
  }

  onChange(listener: ConnectionListener): void {
    this.#listeners.push(listener)
  }

  /** A pile was let in. What it says is handled when the sessions know its orders. */
  async enter({ socket, station, protocol, flags }: Entering): Promise<void> {
    const pile = { id: station.id, station_number: station.station_number, site_id: station.site_id }
    const connection = new Connection(++this.#nextNumber, { pile, protocol }, socket, this.#deps)
    this.#listen(socket, connection)
    // A pile that lost its network opens a second socket long before the first is known to be dead.
    const older = this.#connections.get(pile.id)
    older?.end(1001, 'replaced by a newer connection')
    if (older) this.#wentBefore(older)
    this.#connections.set(pile.id, connection)
    const before = {
      statuses: byConnector(station.statuses),
      reported: byConnector(station.reported),
      skew_ms: station.clock_skew_ms ?? 0,
      booted: station.booted,
      firmware: station.firmware_version,
    }
    this.#deps.book.opened(pile, before, Date.now())
    for (const [flag, detail] of flags) connection.flag(flag, detail)
    this.#tell(pile, true)
    connection.takenIn = this.#takeIn(connection, older, Date.now())
    await connection.takenIn
  }

  /** Another node has a pile since this epoch, unless it came back here meanwhile. Resolves when its last calls here are handled. */
  async letGo(pile_id: number, epoch: number): Promise<void> {
    const connection = this.#connections.get(pile_id)
    if (!connection?.isOlderThan(epoch)) return
    connection.movedOut = true
    connection.end(1001, 'replaced by a newer connection')
    await this.#lastCalls(connection)
  }

  /** Whether a pile's socket here is the newest of all, or is about to be. */
  holds(pile_id: number, epoch: number): boolean {
    return this.#connections.get(pile_id)?.isOlderThan(epoch) === false
  }

  /** Whether it has a socket, or one of its that went is not done with. */
  knows(pile_id: number): boolean {
    return this.#connections.has(pile_id)
  }

  /** The sockets that are known to count, with their epochs. */
  epochs(): { pile_id: number; epoch: number }[] {
    const all: { pile_id: number; epoch: number }[] = []
    for (const [pile_id, { isGone, epoch }] of this.#connections)
      if (!isGone && epoch !== null) all.push({ pile_id, epoch })
    return all
  }

  /** No pile is let in any more; those that are here stay. */
  shut(): void {
    this.#open = false
  }

  /** Says goodbye to all and hangs up on those who do not answer it. */
  async close(): Promise<void> {
    this.#open = false
    for (const connection of this.all()) connection.end(1001, 'the server stops')
    const patience = Date.now() + GOODBYE_MS
    while (this.size > 0 && Date.now() < patience) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.all()) connection.terminate()
    const left = Date.now() + LAST_CALLS_MS
    while (this.size > 0 && Date.now() < left) await new Promise((resolve) => setTimeout(resolve, 10))
    await Promise.all(this.#leaving.values())
  }

  #listen(socket: PileSocket, connection: Connection): void {
    socket.on('message', onMessage)
    socket.on('ping', onPing)
    socket.on('pong', onPong)
    socket.on('error', onError)
    socket.on('close', () => void this.#left(connection))
  }

  /** What came by the pile's older socket is handled first: a pile's calls are handled one at a time, whatever the socket and its node. */
  async #takeIn(connection: Connection, older: Connection | undefined, at: number): Promise<void> {
    const { pile, protocol } = connection
    try {
      const taking = this.#parts.directory.take(pile.id, protocol.name).then((taken) => {
        connection.epoch = taken.epoch
        this.#deps.book.present(pile, protocol.name, taken.epoch, at)
        if (this.#connections.get(pile.id) !== connection) this.#wentBefore(connection)
        return taken
      })
      const [taken] = await Promise.all([taking, older && this.#lastCalls(older)])
      await this.#bring(pile, taken)
      this.#parts.offline.back(pile, at)
      await this.#deps.sessions.opened(pile)
      connection.open()
    } catch (error) {
      this.#deps.log.error({ err: error, pile: pile.station_number }, 'a pile could not be taken in')
      connection.abandon()
      connection.end(1011, 'try again')
    }
  }

  /** A pile that went and came again before its end was handled was away for all that. */
  #wentBefore({ pile, epoch, went_at }: Connection): void {
    if (epoch !== null && went_at !== null) this.#deps.book.lost(pile.id, epoch, went_at)
  }

  /** What another node knew of a pile, or has under way, is known here before its first message is handled. */
  async #bring(pile: ConnectedPile, { former, isNews }: Taken): Promise<void> {
    if (former !== null) await this.#parts.directory.freed(pile.id, LAST_CALLS_MS)
    if (isNews || this.#parts.isOwed(pile.id)) await this.#parts.movedIn(pile.id)
  }

  /** Resolves when the calls that came by a socket before its end are handled, or hang. */
  #lastCalls(connection: Connection): Promise<void> {
    const known = this.#leaving.get(connection)
    if (known) return known
    const done = within(connection.idle(), LAST_CALLS_MS)
      .then(() => {})
      .finally(() => this.#leaving.delete(connection))
    this.#leaving.set(connection, done)
    return done
  }

  /** The socket is gone. Its pile's sessions are known until the last call that came by it is handled. */
  async #left(connection: Connection): Promise<void> {
    connection.gone()
    if (this.#connections.get(connection.pile.id) === connection) connection.went_at = Date.now()
    await Promise.all([this.#lastCalls(connection), connection.takenIn])
    const { pile } = connection
    if (this.#connections.get(pile.id) !== connection) return // a newer socket is the pile's
    this.#connections.delete(pile.id)
    const now = Date.now()
    this.#deps.book.closed(pile, connection.epoch, now)
    this.#deps.sessions.closed(pile, now)
    this.#deps.alarms.gone(pile.id)
    if (this.#open && !connection.movedOut) this.#parts.offline.gone(pile, now)
    this.#tell(pile, false)
  }

  // What others do with the news must not harm the pile.
  #tell(pile: ConnectedPile, connected: boolean): void {
    try {
      for (const listener of this.#listeners) listener(pile, connected)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'news of a pile could not be taken in')
    }
  }
}

const byConnector = <V>(kept: Record<string, V>) =>
  new Map(Object.entries(kept).map(([number, value]) => [Number(number), value]))

// One function for all sockets rather than a closure each.
function onMessage(this: PileSocket<Connection>, data: Buffer, isBinary: boolean): void {
  this.connection?.hear(data, isBinary)
}

function onPing(this: PileSocket<Connection>, data: Buffer): void {
  this.connection?.pinged(data)
}

function onPong(this: PileSocket<Connection>, data: Buffer): void {
  this.connection?.ponged(data)
}

const TOO_LARGE = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'

/** The library closes the socket itself, 1009 for a frame that is too large, 1007 for text that is no UTF-8, 1002 for others. */
function onError(this: PileSocket<Connection>, error: Error & { code?: string }): void {
  if (error.code === TOO_LARGE) this.connection?.flag('frame_too_large', sizeOf(this))
  else if (error.code?.startsWith('WS_ERR_')) this.connection?.flag('broken_socket', `${error.code}: ${error.message}`)
}

/** What the frame's head said it would have; the library does not tell. */
function sizeOf(socket: PileSocket): string {
  const { _receiver } = socket as unknown as { _receiver?: { _totalPayloadLength?: number; _maxPayload?: number } }
  const [size, most] = [_receiver?._totalPayloadLength, _receiver?._maxPayload]
  return size && most ? `${size} bytes; at most ${most} are taken (OCPP_FRAME_MB)` : 'more than OCPP_FRAME_MB'
}
