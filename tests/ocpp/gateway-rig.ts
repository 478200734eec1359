import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectPile, type ScriptedOptions, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { Gateway } from '../../src/server/ocpp/gateway.ts'
import type { GatewayDeps } from '../../src/server/ocpp/gateway-deps.ts'
import type {
  Alarms,
  AuthorizationStatus,
  ConnectorReport,
  Metered,
  ReadingRow,
  Sessions,
  Start,
  Stop,
} from '../../src/server/ocpp/ports.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

export const until = (holds: () => unknown) =>
  vi.waitFor(async () => expect(await holds()).toBeTruthy(), { timeout: 60_000, interval: 10 })

/** The rest of the server as the gateway sees it: notes what it is told, does what a test says. */
class Neighbours {
  readonly opened: string[] = []
  readonly closed: string[] = []
  readonly starts: Start[] = []
  readonly stops: Stop[] = []
  readonly reports: ConnectorReport[] = []
  readonly metered: Metered[] = []
  readonly stored: ReadingRow[] = []
  readonly aside: { what: string; reason: string }[] = []
  readonly alarmed: { code: string; pile_id: number }[] = []
  readonly cleared: number[] = []
  readonly errors: string[] = []
  /** What browsers were told of, each time anew: `pile 7`. */
  readonly told: string[] = []
  status: AuthorizationStatus = 'Accepted'
  /** The order that readings belong to. */
  order: { order_id: number } | null = { order_id: 1 }
  /** What a start waits for. */
  gate: Promise<unknown> = Promise.resolve()
  /** What the opening of a pile's sessions waits for. */
  door: Promise<unknown> = Promise.resolve()

  readonly sessions: Sessions = {
    opened: async ({ station_number }) => {
      await this.door
      this.opened.push(station_number)
    },
    closed: ({ station_number }) => void this.closed.push(station_number),
    start: async (_, start) => {
      this.starts.push(start)
      await this.gate
      return { transaction_id: String(this.starts.length), status: this.status }
    },
    stop: async (_, stop) => {
      this.stops.push(stop)
      return { status: stop.card_number ? this.status : null }
    },
    belongs: (_, metered) => {
      this.metered.push(metered)
      return this.order
    },
    rejoin: async () => ({ reason: 'unknown_transaction' }),
    measured: (_, rows) => void this.stored.push(...rows),
    follows: () => null,
    followed: () => {},
    money: () => null,
    limitTaken: () => {},
    priority: async () => null,
    transaction: async () => ({ order: null, status: null, rows: [], state: null, total_cents: null }),
    stateOfBusy: () => 'Preparing',
    gunAt: (_, evse) => evse,
    connector: async (_, report) => void this.reports.push(report),
  }

  readonly securityEvents: { type: string; severity: string }[] = []

  readonly alarms: Alarms = {
    connector: async () => {},
    measured: () => {},
    gone: () => {},
    noticed: async () => {},
    raise: async ({ id }, { code }) => void this.alarmed.push({ code, pile_id: id }),
    clear: async ({ id }) => void this.cleared.push(id),
  }

  needs(pool: pg.Pool): GatewayDeps {
    return {
      pool,
      auth: 'optional',
      frameDays: 30,
      sessions: this.sessions,
      alarms: this.alarms,
      cards: {
        authorize: async () => ({ status: this.status, group: null, until: null }),
        told: async (_, status) => ({ status, group: null, until: null }),
      },
      securityLog: { keep: async (_, { type, severity }) => void this.securityEvents.push({ type, severity }) },
      setAside: { keep: async (_, what, reason) => void this.aside.push({ what, reason }) },
      live: { changed: (entity, id) => void this.told.push(`${entity} ${id}`) },
      log: {
        error: (facts, message) => this.errors.push(`${message} ${JSON.stringify(facts)}`),
        warn: (facts, message) => this.errors.push(`${message} ${JSON.stringify(facts)}`),
      },
    }
  }
}

/** A gateway on a real port with a database of its own; laid anew for each test, the database once a file. */
export class GatewayRig {
  database!: FreshDatabase
  gateway!: Gateway
  neighbours!: Neighbours
  url!: string
  #server!: Server
  #clients: (ScriptedPile | WebSocket)[] = []

  constructor(options: Partial<GatewayDeps> = {}) {
    beforeAll(async () => {
      this.database = await freshDatabase()
    })
    afterAll(() => this.database.drop())
    beforeEach(() => this.start(options))
    afterEach(() => this.stop())
  }

  async start(options: Partial<GatewayDeps> = {}) {
    this.neighbours = new Neighbours()
    this.gateway = new Gateway({ ...this.neighbours.needs(this.database.pool), ...options })
    await this.gateway.start()
    this.#server = createServer().on('upgrade', this.gateway.upgrade)
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ocpp`
  }

  async stop() {
    for (const client of this.#clients.splice(0)) client instanceof WebSocket ? client.terminate() : client.drop()
    await this.gateway.stop()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get db() {
    return this.database.db
  }

  /** A pile of the network; not connected. */
  make(given: Parameters<typeof makePile>[1] = {}) {
    return makePile(this.db, given)
  }

  /** A pile of the network with its socket open and its session known. */
  async pile(options: Partial<ScriptedOptions> & { made?: Parameters<typeof makePile>[1] } = {}) {
    const { made, ...rest } = options
    const station = rest.station ?? (await this.make(made)).station_number
    const pile = await this.connect({ ...rest, station })
    return { pile, station, id: await this.idOf(station) }
  }

  async connect(options: Partial<ScriptedOptions> & { station: string }): Promise<ScriptedPile> {
    const pile = await connectPile({ url: this.url, callTimeoutMs: 15_000, ...options })
    this.#clients.push(pile)
    return pile
  }

  /** A socket below the client's library, for handshakes and frames that it would not make. */
  socket(station: string, protocols: string[] = ['ocpp1.6'], headers: Record<string, string> = {}): WebSocket {
    const socket = new WebSocket(`${this.url}/${station}`, protocols, { headers })
    socket.on('error', () => {})
    this.#clients.push(socket)
    return socket
  }

  async idOf(station: string): Promise<number> {
    const found = this.db.selectFrom('pile').select('id').where('station_number', '=', station)
    return (await found.executeTakeFirstOrThrow()).id
  }

  stored(station: string) {
    return this.db.selectFrom('pile').selectAll().where('station_number', '=', station).executeTakeFirstOrThrow()
  }

  connector(pile_id: number, number = 1) {
    return this.db
      .selectFrom('connector')
      .selectAll()
      .where('pile_id', '=', pile_id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  }

  /** Anomalies of a pile as they are kept, the newest last. */
  anomalies(pile_id: number) {
    return this.db.selectFrom('pile_flag').selectAll().where('pile_id', '=', pile_id).orderBy('at').execute()
  }

  /** Anomalies of a pile by name, of each the newest; those under way are given time to be written. */
  async flags(pile_id: number): Promise<Record<string, string>> {
    const rows = await this.anomalies(pile_id)
    return Object.fromEntries(rows.map(({ flag, detail }) => [flag, detail]))
  }

  untilFlagged(pile_id: number, flag: string) {
    return until(async () => flag in (await this.flags(pile_id)))
  }

  frames(station: string) {
    return this.db.selectFrom('frame').selectAll().where('station_number', '=', station).orderBy('at').execute()
  }
}

/** A frame as the server sent it. */
export async function nextFrame(socket: WebSocket): Promise<unknown[]> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(data.toString())
}
