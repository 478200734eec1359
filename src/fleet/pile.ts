import { Authorizer } from './authorization.ts'
import { type Backoff, usualBackoff } from './backoff.ts'
import { endAway } from './charging-profiles.ts'
import { type Alarm, type Clock, wallClock } from './clock.ts'
import { Configuration } from './configuration.ts'
import { Connector } from './connector.ts'
import { CallError, type Payload } from './frame.ts'
import { type KnownTransaction, newMemory, type PileMemory } from './memory.ts'
import type { BootAnswer, StopReason } from './messages.ts'
import { Misbehaviour } from './misbehaviour.ts'
import { connectorsAt, type PileModel, pileModels, placeOf } from './models.ts'
import { Network } from './network.ts'
import { tellOutsideLimits } from './outside-limit.ts'
import { Peer, type Reply } from './peer.ts'
import { PeriodicMessages } from './periodic-messages.ts'
import { offer_w } from './power.ts'
import type { Random } from './random.ts'
import { Registration } from './registration.ts'
import { Reports } from './reports.ts'
import { Security } from './security.ts'
import type { BootReason, Fault, Telling, TellingDeps } from './telling.ts'
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
  pace?: Pace
  anyCertificate?: boolean | undefined
}

/** The words of the version of OCPP that a pile speaks. */
export type NewTelling = (deps: TellingDeps) => Telling

/** What people around the pile notice. */
export interface PileWatch {
  refused?(error: Error): void
  remoteStarted?(connector: Connector): void
  unlocked?(connector: Connector): void
}

/** Answers one action of the central system. */
export type CallHandler = (payload: Payload) => Reply | Promise<Reply>

/** How long a restart takes, and how often a pile that waits for one looks whether it is idle. */
interface Pace {
  Soft: number
  Hard: number
  idle: number
}
const PACE: Pace = { Soft: 3_000, Hard: 8_000, idle: 5_000 }

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
  readonly wrong: Misbehaviour
  readonly telling: Telling
  readonly security: Security
  readonly network: Network
  readonly factoryPassword: string | undefined
  watch: PileWatch = {}
  readonly #pace: Pace
  #bootReason: BootReason = 'PowerUp'
  #idleCheck: Alarm | undefined
  /** When its network, or its power, is back. */
  #back: Alarm | undefined
  #hasPower = true
  /** When the central system was missed first. */
  #missed: number | undefined
  #answers: ReadonlyMap<string, CallHandler> = new Map()

  constructor(options: PileOptions, newTelling: NewTelling) {
    const { station, model = pileModels.ac7, clock = wallClock, random = Math.random } = options
    this.station = station
    this.model = model
    this.clock = clock
    this.memory = options.memory ?? newMemory(model.firmware, Array(model.connectors).fill(0))
    this.configuration = new Configuration(this.memory.configuration)
    this.configuration.set('NumberOfConnectors', String(model.connectors))
    this.factoryPassword = options.password
    this.#pace = options.pace ?? PACE
    this.wrong = new Misbehaviour(random)
    this.telling = newTelling({
      ...{ station, model, memory: this.memory, wrong: this.wrong },
      now: () => clock.now(),
      online: () => this.online,
      queue: (message) => this.messages.queue(message),
    })
    this.peer = this.#newPeer(options)
    this.memory.security ??= { roots: [], own: null }
    this.security = new Security(this, { plain: options.url, secure: options.secureUrl })
    this.network = new Network(this)
    this.authorizer = this.#newAuthorizer()
    this.messages = this.#newMessages(options.keep)
    this.reports = new Reports({
      peer: this.peer,
      telling: this.telling,
      online: () => this.online,
      connector: (id) => this.connector(id),
    })
    this.registration = this.#newRegistration()
    this.connectors = Array.from({ length: model.connectors }, (_, index) => this.#newConnector(index + 1, random))
    this.routines = this.#newRoutines()
  }

  /** Connected, and the central system accepted the boot. */
  get online() {
    return this.peer.connected && this.registration.accepted
  }

  /** How long the central system has been away, as far as that was noticed. */
  get away_ms(): number {
    if (this.peer.connected) return 0
    this.#missed ??= this.clock.now()
    return this.clock.now() - this.#missed
  }

  /** Takes the answers to the central system's calls, by action. */
  obey(answers: ReadonlyMap<string, CallHandler>) {
    this.#answers = answers
  }

  /** No transaction runs. */
  get isIdle() {
    return this.memory.transactions.every(({ stopped }) => stopped)
  }

  connector(id: number): Connector | undefined {
    return this.connectors[id - 1]
  }

  /** Powers up: transactions that a loss of power cut short are reported as ended, then it connects and boots. */
  start() {
    this.#hasPower = true
    this.#endInterrupted()
    this.security.apply()
    if (this.network.begin()) this.peer.stayConnected()
  }

  /** Closes the socket and stands still; nothing is ended by force. */
  async stop() {
    this.#idleCheck?.cancel()
    this.#back?.cancel()
    this.routines.stop()
    for (const { session } of this.connectors) session?.freeze()
    await this.peer.close()
    this.registration.forget()
  }

  /** Loses the network for a while, without a word to anyone; charging goes on. */
  goOffline(ms: number) {
    if (!this.#hasPower) return
    this.peer.drop()
    this.#back?.cancel()
    this.#back = this.clock.after(ms, () => this.peer.stayConnected())
  }

  /** Reset.req: ends what runs, disconnects, boots again. A hard reset reports the ends after the boot. */
  async reset(kind: 'Soft' | 'Hard', reason: BootReason = 'RemoteReset') {
    if (kind === 'Hard') this.peer.drop()
    const stopped = this.connectors.map((connector) => connector.stop(kind === 'Hard' ? 'HardReset' : 'SoftReset'))
    if (kind === 'Soft') await Promise.all(stopped)
    await this.#startAnew(reason, this.#pace[kind])
  }

  /** Resets as soon as no transaction runs. */
  async resetWhenIdle(): Promise<void> {
    this.#idleCheck?.cancel()
    if (this.isIdle) return this.reset('Soft')
    this.#idleCheck = this.clock.after(this.#pace.idle, () => this.resetWhenIdle())
  }

  /** Its supply fails for a while: no word to anyone, cables stay in. */
  async losePower(ms: number) {
    this.peer.drop()
    await this.#startAnew('PowerUp', ms)
  }

  /** BootNotification because it was asked for. */
  bootAgain() {
    this.#bootReason = 'Triggered'
    return this.registration.apply()
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

  async #startAnew(reason: BootReason, ms: number) {
    this.#hasPower = false
    await this.stop()
    for (const connector of this.connectors) connector.powerCut()
    if (this.wrong.losesList) this.memory.local_list = { version: 0, tags: {} }
    if (this.wrong.losesMessages) this.memory.messages = []
    this.#bootReason = reason
    this.#back?.cancel()
    this.#back = this.clock.after(ms, () => this.start())
  }

  /** Of transactions that a loss of power cut short some piles go on with those whose car is still there; the others end. */
  #endInterrupted() {
    const why: StopReason = this.#bootReason === 'PowerUp' ? 'PowerLoss' : 'Reboot'
    for (const transaction of this.memory.transactions.filter(({ stopped }) => !stopped)) {
      const connector = this.connector(transaction.connector)
      if (!connector || connector.session) continue
      if (this.wrong.resumes && connector.car && transaction.id_tag && !transaction.over) connector.resume(transaction)
      else {
        const ending = { at: this.clock.now(), meter_stop: connector.register_wh, reason: why }
        void this.telling.transactions.end(connector, transaction, ending)
      }
    }
  }

  async #accepted(interval_s: number) {
    this.#bootReason = 'PowerUp'
    if (interval_s > 0) this.configuration.set('HeartbeatInterval', String(interval_s))
    this.routines.restart()
    for (let id = 0; id <= this.connectors.length; id++) await this.reports.status(id)
    await this.reports.tellFaults()
    await tellOutsideLimits(this)
    await this.messages.outbox.wake()
  }

  /** The network is back: what changed meanwhile is told, what waited is sent. */
  #connected() {
    if (!this.registration.accepted) return this.registration.apply()
    this.routines.restart()
    for (const connector of this.connectors) connector.refresh()
    void this.reports.tellFaults()
    void tellOutsideLimits(this)
    this.messages.outbox.shuffle()
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
      { url, station, password: key, anyCertificate, callTimeoutMs, backoff, protocols: [this.telling.subprotocol] },
      {
        opened: () => {
          if (this.#missed !== undefined) endAway(this.memory.profiles, this.clock.now() - this.#missed)
          this.#missed = undefined
          this.security.opened()
          this.network.opened()
          void this.#connected()
        },
        refused: (error) => {
          this.security.refused()
          this.network.refused()
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
      boot: () => this.peer.call<BootAnswer>('BootNotification', this.telling.boot(this.#bootReason)),
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
      telling: this.telling.transactions,
      wrong: this.wrong,
      ready: () => this.online,
      send: (action, payload) => this.peer.call(action, payload),
      learned: (idTag, info) => this.authorizer.remember(idTag, info),
      denied: (transaction) => this.#deny(transaction),
      spent: ({ connector, stopped }, isNew) => (stopped ? undefined : this.connector(connector)?.keepToLimit(isNew)),
    })
  }

  #newAuthorizer(): Authorizer {
    return new Authorizer({
      memory: this.memory,
      configuration: this.configuration,
      now: () => this.clock.now(),
      online: () => this.online,
      ask: async (idTag) => {
        return this.telling.authorized(await this.peer.call('Authorize', this.telling.authorize(idTag)))
      },
    })
  }

  #newConnector(id: number, random: Random): Connector {
    const { clock, model, memory, configuration, telling, reports } = this
    const siblings = connectorsAt(model, placeOf(model, id).evse).filter((other) => other !== id)
    const supply = () => ({
      model,
      profiles: memory.profiles,
      connectors: this.connectors,
      at: clock.now(),
      away_ms: this.away_ms,
    })
    return new Connector(id, {
      clock,
      model,
      memory,
      configuration,
      random,
      offer_w: (connector) => offer_w(connector, supply()),
      authorize: (idTag) => this.authorizer.check(idTag),
      hasPower: () => this.#hasPower,
      report: () => (this.online ? reports.status(id) : undefined),
      telling,
      tellFault: (fault, hasGone) => this.#tellFault(id, { fault, hasGone }),
      isTaken: () =>
        siblings.some((other) => memory.transactions.some((run) => run.connector === other && !run.stopped)),
    })
  }

  #tellFault(id: number, { fault, hasGone }: { fault: Fault; hasGone: boolean }) {
    const connector = this.connector(id)
    if (connector) void this.reports.fault(connector, fault, hasGone)
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
