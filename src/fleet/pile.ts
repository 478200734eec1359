import { Authorizer } from './authorization.ts'
import { type Backoff, usualBackoff } from './backoff.ts'
import { type Clock, wallClock } from './clock.ts'
import { Configuration } from './configuration.ts'
import { Connector } from './connector.ts'
import { CallError, type Payload } from './frame.ts'
import { type KnownTransaction, newMemory, type PileMemory } from './memory.ts'
import type { BootAnswer, IdTagInfo } from './messages.ts'
import { Misbehaviour } from './misbehaviour.ts'
import { type PileModel, pileModels, plateOf } from './models.ts'
import { Peer, type Reply } from './peer.ts'
import { PeriodicMessages } from './periodic-messages.ts'
import { offer_w } from './power.ts'
import type { Random } from './random.ts'
import { Registration } from './registration.ts'
import { Reports } from './reports.ts'
import { Security } from './security.ts'
import { TransactionMessages } from './transaction-messages.ts'

export interface PileOptions {
  /** Address of the central system without the station number. */
  url: string
  /** The address over TLS, where it has another one for the higher security profiles. */
  secureUrl?: string | undefined
  station: string
  password?: string | undefined
  model?: PileModel
  clock?: Clock
  random?: Random
  /** What an earlier life of the same pile left; it is changed in place. */
  memory?: PileMemory
  /** Writes the memory to where it outlives a loss of power. */
  keep?: () => void
  backoff?: Backoff
  callTimeoutMs?: number
  anyCertificate?: boolean | undefined
}

/** What people around the pile notice. */
export interface PileWatch {
  refused?(error: Error): void
  remoteStarted?(connector: Connector): void
  unlocked?(connector: Connector): void
}

/** Answers one action of the central system. */
export type CallHandler = (payload: Payload) => Reply | Promise<Reply>

const REBOOT_MS = { Soft: 3_000, Hard: 8_000 }

/** A virtual charge point: boots, reports, charges, obeys, and keeps through a reboot what a real one keeps. */
export class Pile {
  readonly station: string
  readonly model: PileModel
  readonly clock: Clock
  readonly memory: PileMemory
  readonly configuration: Configuration
  readonly connectors: readonly Connector[]
  readonly peer: Peer
  readonly authorizer: Authorizer
  readonly registration: Registration
  readonly messages: TransactionMessages
  readonly reports: Reports
  readonly routines: PeriodicMessages
  readonly wrong = new Misbehaviour()
  readonly security: Security
  readonly factoryPassword: string | undefined
  watch: PileWatch = {}
  #answers: ReadonlyMap<string, CallHandler> = new Map()

  constructor(options: PileOptions) {
    const { station, model = pileModels.ac7, clock = wallClock, random = Math.random } = options
    this.station = station
    this.model = model
    this.clock = clock
    this.memory = options.memory ?? newMemory(model.firmware, Array(model.connectors).fill(0))
    this.configuration = new Configuration(this.memory.configuration)
    this.configuration.set('NumberOfConnectors', String(model.connectors))
    this.factoryPassword = options.password
    this.peer = this.#newPeer(options)
    this.memory.security ??= { roots: [], own: null }
    this.security = new Security(this, { plain: options.url, secure: options.secureUrl })
    this.authorizer = this.#newAuthorizer()
    this.messages = this.#newMessages(options.keep)
    this.reports = new Reports({
      peer: this.peer,
      clock,
      memory: this.memory,
      connector: (id) => this.connector(id),
      queue: (message) => this.messages.queue(message),
    })
    this.registration = this.#newRegistration()
    this.connectors = Array.from({ length: model.connectors }, (_, index) => this.#newConnector(index + 1, random))
    this.routines = this.#newRoutines()
  }

  /** Connected, and the central system accepted the boot. */
  get online() {
    return this.peer.connected && this.registration.accepted
  }

  /** Takes the answers to the central system's calls, by action. */
  obey(answers: ReadonlyMap<string, CallHandler>) {
    this.#answers = answers
  }

  connector(id: number): Connector | undefined {
    return this.connectors[id - 1]
  }

  /** Powers up: transactions that a loss of power cut short are reported as ended, then it connects and boots. */
  start() {
    this.messages.endInterrupted()
    this.security.apply()
    this.peer.stayConnected()
  }

  /** Closes the socket and stands still; nothing is ended by force. */
  async stop() {
    this.routines.stop()
    for (const { session } of this.connectors) session?.freeze()
    await this.peer.close()
    this.registration.forget()
  }

  /** Loses the network for a while, without a word to anyone; charging goes on. */
  goOffline(ms: number) {
    this.peer.drop()
    this.clock.after(ms, () => this.peer.stayConnected())
  }

  /** Reset.req: ends what runs, disconnects, boots again. A hard reset reports the ends after the boot. */
  async reset(kind: 'Soft' | 'Hard') {
    if (kind === 'Hard') this.peer.drop()
    const reason = kind === 'Hard' ? 'HardReset' : 'SoftReset'
    const stopped = this.connectors.map((connector) => connector.stop(reason))
    if (kind === 'Soft') await Promise.all(stopped)
    await this.stop()
    for (const connector of this.connectors) connector.powerCut()
    if (this.wrong.losesList) this.memory.local_list = { version: 0, tags: {} }
    this.clock.after(REBOOT_MS[kind], () => this.start())
  }

  /** Connects anew with the key that ChangeConfiguration set. */
  async reconnect() {
    this.peer.password = this.configuration.text('AuthorizationKey') || this.peer.password
    await this.peer.close()
    this.peer.stayConnected()
  }

  /** Resolves when nothing is on its way and nothing waits that could go. For tests that drive the clock. */
  async settled() {
    const busy = () => this.peer.connected && (!this.peer.calls.idle || this.messages.outbox.working)
    do await new Promise((resolve) => setImmediate(resolve))
    while (busy())
  }

  async #accepted(interval_s: number) {
    if (interval_s > 0) this.configuration.set('HeartbeatInterval', String(interval_s))
    this.routines.restart()
    for (let id = 0; id <= this.connectors.length; id++) await this.reports.status(id)
    await this.messages.outbox.wake()
  }

  /** The network is back: what changed meanwhile is told, what waited is sent. */
  #connected() {
    if (!this.registration.accepted) return this.registration.apply()
    this.routines.restart()
    for (const connector of this.connectors) connector.refresh()
    return this.messages.outbox.wake()
  }

  /** OCPP 1.6, clause 4.8: a card refused after the start ends the transaction, or at least the flow of energy. */
  #deny({ local }: KnownTransaction) {
    const connector = this.connectors.find(({ session }) => session?.transaction.local === local)
    if (!connector?.session) return
    if (this.configuration.on('StopTransactionOnInvalidId')) void connector.stop('DeAuthorized')
    else connector.session.denied = true
  }

  #newPeer({
    url,
    station,
    password,
    anyCertificate,
    callTimeoutMs = 30_000,
    backoff = usualBackoff,
  }: PileOptions): Peer {
    const key = this.configuration.text('AuthorizationKey') || password
    return new Peer(
      { url, station, password: key, anyCertificate, callTimeoutMs, backoff },
      {
        opened: () => {
          this.security.opened()
          void this.#connected()
        },
        refused: (error) => {
          this.security.refused()
          this.watch.refused?.(error)
        },
        called: (action, payload) => this.#called(action, payload),
      },
    )
  }

  #called(action: string, payload: Payload): Reply | Promise<Reply> {
    if (this.wrong.restarts.delete(action)) {
      void this.reset('Soft')
      return new Promise(() => {})
    }
    const late = this.wrong.delays.get(action)
    if (late === undefined) return this.#answer(action, payload)
    return new Promise<void>((resolve) => this.clock.after(late, resolve)).then(() => this.#answer(action, payload))
  }

  #answer(action: string, payload: Payload): Reply | Promise<Reply> {
    const instead = this.wrong.insteadOf(action)
    if (instead) return instead
    const answer = this.#answers.get(action)
    if (!answer) throw new CallError('NotImplemented', action)
    return answer(payload)
  }

  #newRegistration(): Registration {
    return new Registration({
      clock: this.clock,
      boot: () =>
        this.peer.call<BootAnswer>('BootNotification', plateOf(this.model, this.memory.firmware, this.station)),
      accepted: (interval_s) => this.#accepted(interval_s),
    })
  }

  #newMessages(keep = () => {}): TransactionMessages {
    const { clock, memory, configuration } = this
    return new TransactionMessages({
      clock,
      memory,
      configuration,
      keep,
      ready: () => this.online,
      send: (action, payload) => this.peer.call(action, payload),
      learned: (idTag, info) => this.authorizer.remember(idTag, info),
      denied: (transaction) => this.#deny(transaction),
    })
  }

  #newAuthorizer(): Authorizer {
    return new Authorizer({
      memory: this.memory,
      configuration: this.configuration,
      now: () => this.clock.now(),
      online: () => this.online,
      ask: async (idTag) => {
        const { idTagInfo } = await this.peer.call<{ idTagInfo?: IdTagInfo }>('Authorize', { idTag })
        return idTagInfo ?? { status: 'Invalid' }
      },
    })
  }

  #newConnector(id: number, random: Random): Connector {
    const { clock, model, memory, configuration } = this
    const supply = () => ({ model, profiles: memory.profiles, connectors: this.connectors, at: clock.now() })
    return new Connector(id, {
      clock,
      model,
      memory,
      configuration,
      random,
      offer_w: (connector) => offer_w(connector, supply()),
      authorize: (idTag) => this.authorizer.check(idTag),
      report: () => (this.online ? this.reports.status(id) : undefined),
      queue: (message) => this.messages.queue(message),
    })
  }

  #newRoutines(): PeriodicMessages {
    const { clock, configuration, reports, peer } = this
    return new PeriodicMessages({
      clock,
      configuration,
      heartbeat: () => reports.heartbeat(),
      ping: () => peer.ping(),
      tellMeters: (measurands) =>
        Promise.all(this.connectors.map(({ id }) => reports.meter(id, measurands, 'Sample.Clock'))),
    })
  }
}
