import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ALONE } from '../kit/bus.ts'
import { clientAddress, NO_PROXIES, networkOf } from '../kit/client-address.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { QueryBatcher } from '../kit/query-batcher.ts'
import { traced } from '../kit/tracing.ts'
import { Admission } from './admission.ts'
import { ClockWatch } from './clock-watch.ts'
import type { Sign } from './command-sign.ts'
import { CommitTimes } from './commit-times.ts'
import type { Counters, ReadAnswer, Service } from './connection-deps.ts'
import { type ConnectionListener, ConnectionRegistry } from './connection-registry.ts'
import type { FlagName } from './flags.ts'
import { FloodWatch } from './flood-watch.ts'
import { keepFramePartitions } from './frame-partitions.ts'
import type { Payload } from './framing.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { HandingOver, handOver } from './hand-over.ts'
import { stationNumberOf } from './handshake.ts'
import { Handshakes, type HandshakesDeps, refuse } from './handshakes.ts'
import { Journal } from './journal.ts'
import { LargeFrames } from './large-frames.ts'
import { Liveness } from './liveness.ts'
import { OfflineWatch } from './offline-watch.ts'
import type { CallOptions, CallOutcome } from './outward.ts'
import { PileBook } from './pile-book.ts'
import { limitsOf, PileBudgets } from './pile-budgets.ts'
import { PileDirectory } from './pile-directory.ts'
import { PileLookup } from './pile-lookup.ts'
import { PileWriter } from './pile-writer.ts'
import type { ConnectedPile } from './ports.ts'
import { settlePresence } from './presence.ts'
import type { Protocol } from './protocol.ts'
import { type Protocols, protocols as spoken } from './protocols.ts'
import { quietLog } from './quiet-log.ts'
import { Rejections } from './rejections.ts'
import { ServiceOrder } from './service-order.ts'

/** Takes up what the database knows of these piles: they were with another node. Null: of all that no other node has, at the start. */
type MovedIn = (pile_ids: readonly number[] | null) => Promise<void>

type LateListener = (pile: ConnectedPile, unique_id: string, read: ReadAnswer) => void

const CALL_TIMEOUT_MS = 30_000
const PING_EVERY_MS = 30_000
const OFFLINE_AFTER_MS = 60_000
const CLOCK_BEHIND_AFTER_MS = 600_000
const TIDY_EVERY_MS = 60_000
export const PILE_MESSAGES = 50
export const FRAMES = { largest: 8 * 1024 * 1024, together: 64 * 1024 * 1024 }

/** Where piles connect: `/ocpp/{station number}`, in any protocol of protocols.ts. Knows sockets and framing; what messages mean is in a folder a protocol. */
export class Gateway {
  readonly #deps: GatewayDeps
  readonly #protocols: Protocols
  readonly #journal: Journal
  readonly #writer: PileWriter
  readonly #rejections: Rejections
  readonly #offline: OfflineWatch
  readonly #clocks: ClockWatch
  readonly #connections: ConnectionRegistry
  readonly #liveness: Liveness
  readonly #handshakes: Handshakes
  readonly #admission: Admission
  readonly #handing: HandingOver
  #isCutOff = false
  readonly #service: Service
  #tidying: NodeJS.Timeout | undefined
  readonly #onHandled: ((pile: ConnectedPile, sign: Sign) => void)[] = []
  readonly #onLate: LateListener[] = []
  readonly #onMovedIn: MovedIn[] = []
  readonly #onMovedOut: ((pile_id: number) => void)[] = []
  readonly #directory: PileDirectory
  /** Piles that came from other nodes, of which not all is known yet. */
  readonly #owed = new Set<number>()
  readonly #book: PileBook
  /** Only grow. */
  readonly counters: Counters

  constructor(given: GatewayDeps) {
    const log = quietLog(given.log)
    const { pool, sessions, cards, alarms, setAside, securityLog, live, auth } = given
    const counters = { frames: 0, boots: 0, reports: 0, refused: 0, rejected: 0 }
    this.#deps = { ...given, log }
    this.counters = counters
    const protocols = given.protocols ?? spoken
    this.#protocols = protocols
    const times = new CommitTimes()
    this.#admission = new Admission({ commitMs: () => times.longest })
    const journal = new Journal(pool, log, (text) => protocols.loggedText(text), times)
    this.#journal = journal
    const { bus = ALONE, node = () => 0 } = given
    this.#directory = new PileDirectory({ pool, bus, node, times })
    this.#writer = new PileWriter(pool, live, log, node, times)
    this.#clocks = new ClockWatch({ pool, alarms, log }, given.clockBehindAfterMs ?? CLOCK_BEHIND_AFTER_MS)
    const book = new PileBook(this.#writer, this.#clocks)
    const { pileMessages = PILE_MESSAGES, frames = FRAMES } = given
    const limits = limitsOf(pileMessages, frames.largest)
    const budgets = new PileBudgets(limits)
    const service: Service = {
      order: new ServiceOrder(limits.together),
      large: new LargeFrames(Math.max(1, Math.floor(frames.together / frames.largest))),
      floods: new FloodWatch({ pool, alarms, live, journal, log, node }, given.calmAfterMs),
      budgets,
    }
    this.#service = service
    this.#book = book
    const {
      certificates,
      settings,
      newcomers,
      monitors,
      customerReports,
      screens,
      settlements,
      reservations,
      outside,
      profiles,
      limits: dynamic,
    } = given
    const services = {
      ...{ sessions, cards, certificates, alarms, monitors, customerReports, setAside, settings, newcomers },
      ...{ screens, limits: dynamic, outside, profiles, securityLog, settlements, reservations, live, book },
    }
    this.#rejections = new Rejections({ pool, live, log, key: given.fingerprintKey ?? randomBytes(32) })
    this.#offline = new OfflineWatch({ pool, alarms, log, node }, given.offlineAfterMs ?? OFFLINE_AFTER_MS)
    const moving = new QueryBatcher<number, null>(async (piles) => {
      await this.#movedIn(piles)
      return piles.map(() => null)
    })
    this.#connections = new ConnectionRegistry(
      { ...services, service, journal, log, counters, handled: this.#handled, answeredLate: this.#answeredLate },
      {
        offline: this.#offline,
        directory: this.#directory,
        movedIn: (pile_id) => moving.ask(pile_id),
        isOwed: (id) => this.#owed.has(id),
      },
    )
    this.#handing = new HandingOver({
      connections: () => this.#connections.all(),
      isElsewhere: (pile_id) => this.isElsewhere(pile_id),
      failed: (error) => log.error({ err: error }, 'piles could not be handed over'),
    })
    this.#directory.on({
      movedOut: (pile_id, epoch) => this.#movedOut(pile_id, epoch),
      end: (pile_id, why) => this.#connections.get(pile_id)?.end(1008, why),
    })
    this.#liveness = new Liveness(() => this.#connections.all(), { pingEveryMs: PING_EVERY_MS, ...given.liveness })
    const enter: HandshakesDeps['enter'] = (pile) => {
      const entered = this.#connections.enter(pile)
      if (pile.secured !== null) this.#handled(pile.station, { shows: 'secured', profile: pile.secured })
      return entered
    }
    const trust = given.trust ?? NO_PROXIES
    const mayConnect = (pile_id: number) => budgets.of(pile_id, Date.now()).connects(Date.now())
    const stations = new PileLookup(pool)
    const { largest: largestFrame } = frames
    const rejections = this.#rejections
    this.#handshakes = new Handshakes({
      bus,
      protocols,
      pool,
      stations,
      rejections,
      auth,
      operator: given.operator ?? null,
      certificates,
      trust,
      log,
      counters,
      enter,
      mayConnect,
      takesPiles: () => this.#takesPiles,
      largestFrame,
    })
  }

  /** Takes over a handshake for `/ocpp/…`: an HTTP server's upgrade event. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const number = stationNumberOf(request.url)
    if (number === null) return refuse(socket, 404)
    if (!this.#takesPiles) return refuse(socket, 503, { retryAfter: 1 })
    const network = networkOf(clientAddress(request, this.#deps.trust ?? NO_PROXIES))
    // Another status than above: a proxy asks another node after a 503, and asks nobody again for one that all are too busy for.
    if (!this.#admission.enters(network)) return refuse(socket, 429, { retryAfter: this.#admission.retryAfter() })
    void this.#handshakes.take(request, socket, head, number).finally(() => this.#admission.left(network))
  }

  get #takesPiles(): boolean {
    return this.#connections.isOpen && !this.handsOver && !this.#isCutOff
  }

  /** A pile that is away for so long is an alarm. */
  offlineAfter(ms: number): void {
    this.#offline.graceMs = ms
  }

  /** From here on piles are let in. */
  async start(): Promise<void> {
    const { pool, frameDays } = this.#deps
    await this.#directory.adopt(true)
    await settlePresence(pool, null)
    await this.#directory.look()
    await keepFramePartitions(pool, frameDays)
    const { rows } = await pool.query<{ start: number }>(`select nextval('connection_seq')::int as start`)
    await this.#movedIn(null)
    this.#offline.start()
    this.#service.floods.start()
    this.#tidying = setInterval(() => {
      this.#service.budgets.tidy(Date.now(), (pile_id) => this.has(pile_id))
    }, TIDY_EVERY_MS).unref()
    this.#liveness.start()
    this.#admission.start()
    this.#connections.open(rows[0]?.start ?? 0)
  }

  /** Takes no pile any more, and hands those that are here over to other nodes in waves, where any runs. */
  async drain(withinMs: number): Promise<void> {
    if (!(await this.#directory.hasOthers())) return
    this.#connections.shut()
    const isElsewhere = (pile_id: number) => this.isElsewhere(pile_id)
    await handOver([...this.#connections.all()], { isElsewhere, withinMs })
  }

  /** False: it takes no pile from now on, and hands those that are here over to other nodes, until it takes piles again. */
  takePiles(takes: boolean): void {
    this.#handing.set(!takes && this.#connections.isOpen)
  }

  /** This node alone has lost the database: its piles go to others, and none is let in until it has it again. */
  cutOff(isCutOff: boolean): void {
    this.#isCutOff = isCutOff
    if (isCutOff) for (const connection of this.#connections.all()) connection.end(1012, 'the server lost its database')
  }

  get handsOver(): boolean {
    return this.#handing.isOn
  }

  /** Says goodbye to all piles and writes what is left. */
  async stop(): Promise<void> {
    this.#liveness.stop()
    this.#admission.stop()
    this.#handing.set(false)
    clearInterval(this.#tidying)
    await this.#connections.close()
    await this.#service.floods.stop()
    await this.#offline.stop()
    await this.#clocks.stop()
    await Promise.all([this.#rejections.flush(), this.#journal.flush(), this.#writer.written().catch(() => {})])
  }

  /** Sends a call in its turn; resolves to how it ended and never rejects. The payload must have passed `flawOf`. */
  call(pile_id: number, action: string, payload: Payload, options: Partial<CallOptions> = {}): Promise<CallOutcome> {
    const connection = this.#connections.get(pile_id)
    if (!connection) return Promise.resolve('not_connected')
    const asked = { timeoutMs: CALL_TIMEOUT_MS, ...options }
    return traced('pile.call', () => connection.call({ action, payload }, asked), { 'ocpp.action': action })
  }

  /** What a connected pile speaks, here or at another node; of one that is away the first is taken. */
  protocolOf(pile_id: number): Protocol {
    return this.#spokenNow(pile_id) ?? this.#protocols.first
  }

  /** The same; of one that is away, what it spoke last. */
  async spokenBy(pile_id: number): Promise<Protocol> {
    const spoken = this.#spokenNow(pile_id)
    if (spoken) return spoken
    const kept = await this.#deps.pool.query<{ protocol: string | null }>('select protocol from pile where id = $1', [
      pile_id,
    ])
    return this.#protocols.named(kept.rows[0]?.protocol ?? '')
  }

  /** Those that have a socket at this process. */
  connectedPiles(): number[] {
    return this.#connections.ids()
  }

  /** Whether it has a socket at this node. */
  has(pile_id: number): boolean {
    return this.#connections.get(pile_id) !== undefined
  }

  /** Whether another node has its socket. */
  isElsewhere(pile_id: number): boolean {
    return !this.has(pile_id) && this.#directory.elsewhere(pile_id) !== undefined
  }

  /** Whether it has a socket, at whichever node. */
  connected(pile_id: number): boolean {
    return this.has(pile_id) || this.isElsewhere(pile_id)
  }

  /** Reads which piles came to other nodes or left them; to be called about once a second where there are others. */
  look(): Promise<void> {
    return this.#directory.look()
  }

  /**
   * Takes over the piles of nodes that ended, takes up again what could not be read, lets go of sockets that do not count any more, and of piles
   * that are written down as connected and have no socket; to be called every few seconds.
   */
  async tidy(): Promise<void> {
    for (const id of await this.#directory.adopt()) this.#owed.add(id)
    if (this.#owed.size) {
      const piles = [...this.#owed]
      await settlePresence(this.#deps.pool, piles)
      await this.#movedIn(piles)
      for (const id of piles) this.#deps.live.changed('pile', id)
    }
    await this.#directory.compare(this.#connections.epochs())
    for (const { pile_id, epoch } of await this.#directory.missing(this.#connections.ids()))
      if (!this.#connections.knows(pile_id)) {
        this.#book.lost(pile_id, epoch, Date.now())
        this.#owed.add(pile_id)
      }
  }

  /** How the writing of reports goes, for the metrics. */
  get commits(): Pick<Journal, 'queued' | 'onCommit'> {
    return this.#journal
  }

  /** What keeps floods from others, for the metrics. */
  get service(): Readonly<Service> {
    return this.#service
  }

  get state(): ProcessState[] {
    const { budgets, floods, large } = this.#service
    const kept = [
      this.#connections,
      this.#directory,
      this.#book,
      this.#writer,
      budgets,
      floods,
      large,
      this.#clocks,
      this.#offline,
    ]
    return [...kept, this.#rejections, this.#handshakes, this.#admission].map(({ state }) => state)
  }

  /** What keeps a storm of piles from those that are connected. */
  get admission(): Pick<Admission, 'waiting' | 'putOff' | 'total'> {
    return this.#admission
  }

  /** How many piles have a socket. */
  get size(): number {
    return this.#connections.size
  }

  /** Ends a pile's socket: it was disabled, deleted, or given another password. `why` reaches the pile. */
  disconnect(pile_id: number, why: string): void {
    const connection = this.#connections.get(pile_id)
    connection?.end(1008, why)
    if (connection) return
    this.#directory.end(pile_id, why).catch((error: unknown) => {
      this.#deps.log.error({ err: error, pile_id }, 'a socket at another node could not be ended')
    })
  }

  /** Notes an anomaly of a pile that was seen elsewhere than in its frames. */
  flag(id: number, flag: FlagName, detail: string): void {
    this.#book.flag({ id }, flag, detail, Date.now())
  }

  /** Awaited before the first message of such a pile is handled. */
  onMovedIn(listener: MovedIn): void {
    this.#onMovedIn.push(listener)
  }

  /** Another node has it; told more than once. */
  onMovedOut(listener: (pile_id: number) => void): void {
    this.#onMovedOut.push(listener)
  }

  onConnectionChange(listener: ConnectionListener): void {
    this.#connections.onChange(listener)
  }

  /** Told of every call of a pile that was handled, after its answer was sent. */
  onHandled(listener: (pile: ConnectedPile, sign: Sign) => void): void {
    this.#onHandled.push(listener)
  }

  /** Told of answers that come when nobody waits for them any more. */
  onLateAnswer(listener: LateListener): void {
    this.#onLate.push(listener)
  }

  #spokenNow(pile_id: number): Protocol | undefined {
    const elsewhere = this.#directory.elsewhere(pile_id)
    return this.#connections.get(pile_id)?.protocol ?? (elsewhere && this.#protocols.named(elsewhere.protocol ?? ''))
  }

  /** What cannot be read now is owed: it is taken up with the next look, or with the pile's next socket. */
  async #movedIn(pile_ids: readonly number[] | null): Promise<void> {
    for (const id of pile_ids ?? []) this.#owed.add(id)
    const own: MovedIn[] = [
      (ids) => this.#clocks.load(ids),
      (ids) => this.#service.floods.load(ids),
      (ids) => this.#offline.load(ids),
    ]
    for (const load of [...own, ...this.#onMovedIn]) await load(pile_ids)
    for (const id of pile_ids ?? []) this.#owed.delete(id)
  }

  /** What it waits for here is another node's to see: before its socket ends, so that its end decides nothing. */
  async #movedOut(pile_id: number, epoch: number): Promise<void> {
    if (this.#connections.holds(pile_id, epoch)) return
    for (const listener of this.#onMovedOut) listener(pile_id)
    this.#offline.movedOut(pile_id)
    this.#service.floods.movedOut(pile_id)
    await this.#connections.letGo(pile_id, epoch)
  }

  readonly #answeredLate: LateListener = (pile, unique_id, read) => {
    try {
      for (const listener of this.#onLate) listener(pile, unique_id, read)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a late answer of a pile could not be taken in')
    }
  }

  // What others do with the news must not harm the pile.
  readonly #handled = (pile: ConnectedPile, sign: Sign): void => {
    if (sign.shows === 'boot') this.counters.boots++
    try {
      for (const listener of this.#onHandled) listener(pile, sign)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a message of a pile could not be taken in')
    }
  }
}
