import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { Connection, type PileSocket } from './connection.ts'
import { Door, refuse } from './door.ts'
import { keepFramePartitions } from './frame-partitions.ts'
import type { Payload } from './framing.ts'
import { stationNumberOf } from './handshake.ts'
import type { Counters, House } from './inward.ts'
import { Journal } from './journal.ts'
import { Liveness } from './liveness.ts'
import { OfflineWatch } from './offline-watch.ts'
import type { CallOutcome } from './outward.ts'
import { PileBook } from './pile-book.ts'
import { PileWriter } from './pile-writer.ts'
import type { Alarms, Cards, ConnectedPile, Live, Sessions, SetAside } from './ports.ts'
import { settlePresence } from './presence.ts'
import { Rejections } from './rejections.ts'
import { type Station, Stations } from './stations.ts'

export interface GatewayLog {
  error(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export interface GatewayNeeds {
  pool: pg.Pool
  sessions: Sessions
  cards: Cards
  alarms: Alarms
  setAside: SetAside
  live: Live
  log: GatewayLog
  /** OCPP_AUTH */
  auth: 'required' | 'optional'
  /** Days that the frame log is kept. */
  frameDays: number
  pingEveryMs?: number
  /** Three heartbeats of a pile; a test's are short. */
  silenceMs?: (pile_id: number) => number
  /** How long a pile may stay away before that is an alarm. */
  offlineAfterMs?: number
}

/** A message of a pile that was handled, with our answer to it. */
export interface Sign {
  action: string
  payload: Payload
  answer: Payload
}

const CALL_TIMEOUT_MS = 30_000
const HOUR = 3_600_000
const GOODBYE_MS = 1_000
// Numbers of sockets: the start's number, then the socket's within it.
const SOCKETS_A_START = 1_000_000_000

/** Where piles connect: `/ocpp/{station number}`, OCPP 1.6J. Knows sockets and framing; what messages mean is in v16/. */
export class Gateway {
  readonly #needs: GatewayNeeds
  readonly #connections = new Map<number, Connection>()
  readonly #journal: Journal
  readonly #writer: PileWriter
  readonly #rejections: Rejections
  readonly #offline: OfflineWatch
  readonly #liveness: Liveness
  readonly #door: Door
  readonly #house: House
  readonly #onChange: ((pile: ConnectedPile, connected: boolean) => void)[] = []
  readonly #onHandled: ((pile: ConnectedPile, sign: Sign) => void)[] = []
  /** Only grow. */
  readonly counters: Readonly<Counters>
  #partitions: NodeJS.Timeout | undefined
  #nextNumber = 0
  #accepting = false

  constructor(needs: GatewayNeeds) {
    const { pool, sessions, cards, alarms, setAside, live, log } = needs
    this.#needs = needs
    this.#journal = new Journal(pool, log)
    this.#writer = new PileWriter(pool, live, log)
    this.#rejections = new Rejections(pool, live, log)
    this.#offline = new OfflineWatch({ pool, alarms, log }, needs.offlineAfterMs ?? 60_000)
    this.#liveness = new Liveness(() => this.#connections.values(), {
      pingEveryMs: needs.pingEveryMs ?? 30_000,
      ...(needs.silenceMs && { silenceMs: needs.silenceMs }),
    })
    const book = new PileBook(this.#writer)
    const counters = { frames: 0, reports: 0, refused: 0, rejected: 0 }
    this.counters = counters
    this.#house = {
      sessions,
      cards,
      alarms,
      setAside,
      live,
      book,
      journal: this.#journal,
      log,
      counters,
      handled: this.#handled,
    }
    this.#door = new Door({
      stations: new Stations(pool),
      rejections: this.#rejections,
      auth: needs.auth,
      log,
      counters,
      enter: (socket, station, protocol, flags) => void this.#enter(socket, station, protocol, flags),
    })
  }

  /** Takes over a handshake for `/ocpp/…`: an HTTP server's upgrade event. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const number = stationNumberOf(request.url)
    if (number === null) return refuse(socket, 404)
    if (!this.#accepting) return refuse(socket, 503)
    void this.#door.knock(request, socket, head, number)
  }

  /** From here on piles are let in. */
  async start(): Promise<void> {
    const { pool, frameDays } = this.#needs
    await settlePresence(pool)
    await keepFramePartitions(pool, frameDays)
    const { rows } = await pool.query<{ start: number }>(`select nextval('connection_seq')::int as start`)
    this.#nextNumber = (rows[0]?.start ?? 0) * SOCKETS_A_START
    await this.#offline.start()
    this.#liveness.start()
    this.#partitions = setInterval(() => void this.#keepPartitions(), HOUR).unref()
    this.#accepting = true
  }

  /** Says goodbye to all piles and writes what is left. */
  async stop(): Promise<void> {
    this.#accepting = false
    clearInterval(this.#partitions)
    this.#liveness.stop()
    for (const connection of this.#connections.values()) connection.end(1001, 'the server stops')
    await this.#emptied()
    for (const connection of this.#connections.values()) connection.terminate()
    await this.#offline.stop()
    await Promise.all([this.#rejections.flush(), this.#journal.flush(), this.#writer.written().catch(() => {})])
  }

  /** Sends a call in its turn; resolves to how it ended and never rejects. The payload must have passed `flawOf`. */
  call(pile_id: number, action: string, payload: object, options: { timeoutMs?: number } = {}): Promise<CallOutcome> {
    const connection = this.#connections.get(pile_id)
    if (!connection) return Promise.resolve('not_connected')
    return connection.call(action, payload, options.timeoutMs ?? CALL_TIMEOUT_MS)
  }

  connected(pile_id: number): boolean {
    return this.#connections.has(pile_id)
  }

  /** How many piles have a socket. */
  get size(): number {
    return this.#connections.size
  }

  /** Ends a pile's socket: it was disabled, deleted, or given another password. `why` reaches the pile. */
  disconnect(pile_id: number, why: string): void {
    this.#connections.get(pile_id)?.end(1008, why)
  }

  onConnectionChange(listener: (pile: ConnectedPile, connected: boolean) => void): void {
    this.#onChange.push(listener)
  }

  /** Told of every call of a pile that was handled, after its answer was sent. */
  onHandled(listener: (pile: ConnectedPile, sign: Sign) => void): void {
    this.#onHandled.push(listener)
  }

  async #enter(socket: PileSocket, station: Station, protocol: string, flags: [string, string][]): Promise<void> {
    const pile = { id: station.id, station_number: station.station_number, site_id: station.site_id }
    const connection = new Connection(++this.#nextNumber, pile, socket, this.#house)
    socket.on('message', onMessage)
    socket.on('pong', onPong)
    socket.on('error', onError)
    socket.on('close', () => this.#left(connection))
    // A pile that lost its network opens a second socket long before the first is known to be dead.
    this.#connections.get(pile.id)?.end(1001, 'replaced by a newer connection')
    this.#connections.set(pile.id, connection)
    const statuses = new Map(Object.entries(station.statuses).map(([number, status]) => [Number(number), status]))
    this.#house.book.opened(pile, protocol, statuses, Date.now())
    for (const [flag, detail] of flags) connection.flag(flag, detail)
    this.#offline.back(pile, Date.now())
    this.#tell(pile, true)
    await this.#open(connection)
  }

  async #open(connection: Connection): Promise<void> {
    try {
      await this.#needs.sessions.opened(connection.pile)
      connection.open()
    } catch (error) {
      this.#needs.log.error({ err: error, pile: connection.pile.station_number }, 'a pile could not be taken in')
      connection.end(1011, 'try again')
    }
  }

  #left(connection: Connection): void {
    connection.gone()
    const { pile } = connection
    if (this.#connections.get(pile.id) !== connection) return // a newer socket is the pile's
    this.#connections.delete(pile.id)
    const now = Date.now()
    this.#house.book.closed(pile, now)
    this.#needs.sessions.closed(pile, now)
    if (this.#accepting) this.#offline.gone(pile, now)
    this.#tell(pile, false)
  }

  #tell(pile: ConnectedPile, connected: boolean): void {
    this.#safely(() => {
      for (const listener of this.#onChange) listener(pile, connected)
    })
  }

  readonly #handled = (pile: ConnectedPile, action: string, payload: Payload, answer: object): void => {
    if (this.#onHandled.length === 0) return
    this.#safely(() => {
      for (const listener of this.#onHandled) listener(pile, { action, payload, answer: answer as Payload })
    })
  }

  // What others do with the news must not harm the pile.
  #safely(tell: () => void): void {
    try {
      tell()
    } catch (error) {
      this.#needs.log.error({ err: error }, 'news of a pile could not be taken in')
    }
  }

  async #keepPartitions(): Promise<void> {
    await keepFramePartitions(this.#needs.pool, this.#needs.frameDays).catch((error: unknown) =>
      this.#needs.log.error({ err: error }, 'the partitions of the frame log could not be kept'),
    )
  }

  async #emptied(): Promise<void> {
    const patience = Date.now() + GOODBYE_MS
    while (this.#connections.size > 0 && Date.now() < patience) await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function onMessage(this: PileSocket, data: Buffer, isBinary: boolean): void {
  this.connection?.receive(data, isBinary)
}

function onPong(this: PileSocket): void {
  if (this.connection) this.connection.alive = true
}

/** The library closes the socket itself, 1009 for a frame that is too large, 1007 for text that is no UTF-8, 1002 for others. */
function onError(this: PileSocket, error: Error & { code?: string }): void {
  if (error.code?.startsWith('WS_ERR_')) this.connection?.flag('broken_socket', `${error.code}: ${error.message}`)
}
