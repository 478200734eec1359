import { Connection, type PileSocket } from './connection.ts'
import type { FlagName } from './flags.ts'
import { SUBPROTOCOL } from './handshake.ts'
import type { House } from './house.ts'
import type { OfflineWatch } from './offline-watch.ts'
import type { ConnectedPile } from './ports.ts'
import type { Station } from './stations.ts'

export type ConnectionListener = (pile: ConnectedPile, connected: boolean) => void

// Numbers of sockets: the start's number, then the socket's within it.
const SOCKETS_A_START = 1_000_000_000
const GOODBYE_MS = 1_000

/** The socket that each pile has now. A newer one takes the place of an older one, whose end then changes nothing. */
export class Switchboard {
  readonly #connections = new Map<number, Connection>()
  readonly #house: House
  readonly #offline: OfflineWatch
  readonly #listeners: ConnectionListener[] = []
  #nextNumber = 0
  #open = false

  constructor(house: House, offline: OfflineWatch) {
    this.#house = house
    this.#offline = offline
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

  get(pile_id: number): Connection | undefined {
    return this.#connections.get(pile_id)
  }

  all(): Iterable<Connection> {
    return this.#connections.values()
  }

  onChange(listener: ConnectionListener): void {
    this.#listeners.push(listener)
  }

  /** A pile was let in. What it says is handled when the sessions know its orders. */
  async enter(socket: PileSocket, station: Station, flags: [FlagName, string][]): Promise<void> {
    const pile = { id: station.id, station_number: station.station_number, site_id: station.site_id }
    const connection = new Connection(++this.#nextNumber, pile, socket, this.#house)
    this.#listen(socket, connection)
    if (!this.#open) return connection.end(1001, 'the server stops')
    // A pile that lost its network opens a second socket long before the first is known to be dead.
    this.#connections.get(pile.id)?.end(1001, 'replaced by a newer connection')
    this.#connections.set(pile.id, connection)
    const statuses = new Map(Object.entries(station.statuses).map(([number, status]) => [Number(number), status]))
    this.#house.book.opened(pile, SUBPROTOCOL, statuses, Date.now())
    for (const [flag, detail] of flags) connection.flag(flag, detail)
    this.#offline.back(pile, Date.now())
    this.#tell(pile, true)
    await this.#takeIn(connection)
  }

  /** Says goodbye to all and hangs up on those who do not answer it. */
  async close(): Promise<void> {
    this.#open = false
    for (const connection of this.all()) connection.end(1001, 'the server stops')
    const patience = Date.now() + GOODBYE_MS
    while (this.size > 0 && Date.now() < patience) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const connection of this.all()) connection.terminate()
  }

  #listen(socket: PileSocket, connection: Connection): void {
    socket.on('message', onMessage)
    socket.on('pong', onPong)
    socket.on('error', onError)
    socket.on('close', () => this.#left(connection))
  }

  async #takeIn(connection: Connection): Promise<void> {
    try {
      await this.#house.sessions.opened(connection.pile)
      connection.open()
    } catch (error) {
      this.#house.log.error({ err: error, pile: connection.pile.station_number }, 'a pile could not be taken in')
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
    this.#house.sessions.closed(pile, now)
    if (this.#open) this.#offline.gone(pile, now)
    this.#tell(pile, false)
  }

  // What others do with the news must not harm the pile.
  #tell(pile: ConnectedPile, connected: boolean): void {
    try {
      for (const listener of this.#listeners) listener(pile, connected)
    } catch (error) {
      this.#house.log.error({ err: error }, 'news of a pile could not be taken in')
    }
  }
}

// One function for all sockets rather than a closure each.
function onMessage(this: PileSocket, data: Buffer, isBinary: boolean): void {
  this.connection?.hear(data, isBinary)
}

function onPong(this: PileSocket): void {
  if (this.connection) this.connection.alive = true
}

/** The library closes the socket itself, 1009 for a frame that is too large, 1007 for text that is no UTF-8, 1002 for others. */
function onError(this: PileSocket, error: Error & { code?: string }): void {
  if (error.code?.startsWith('WS_ERR_')) this.connection?.flag('broken_socket', `${error.code}: ${error.message}`)
}
