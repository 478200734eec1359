import { sameTag } from './authorization.ts'
import type { Car } from './car.ts'
import { dropTransactionProfiles } from './charging-profiles.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { KnownTransaction, PileMemory, Reservation } from './memory.ts'
import type { ConnectorStatus, ErrorCode, IdTagInfo, MeterValue, StopReason } from './messages.ts'
import { type Reading, reading } from './meter.ts'
import type { PileModel } from './models.ts'
import type { Random } from './random.ts'
import { Session } from './session.ts'
import type { Beginning, Fault, Gun, Telling, Token } from './telling.ts'

/** What a connector needs of its pile. */
export interface ConnectorDeps {
  clock: Clock
  model: PileModel
  memory: PileMemory
  configuration: Configuration
  random: Random
  offer_w(connector: Connector): number
  authorize(idTag: string): Promise<IdTagInfo>
  /** Tells the central system the connector's status. */
  report(connector: Connector): unknown
  telling: Telling
  /** Tells a fault, or that it has gone. */
  tellFault(fault: Fault, hasGone: boolean): unknown
  hasPower(): boolean
  /** Another connector of its EVSE has a transaction. */
  isTaken(): boolean
}

export type SwipeResult = 'started' | 'waiting for cable' | 'stopped' | 'refused' | 'not usable'

/** One gun of a pile: the cable, the card, the fault and the transaction; its status follows from them. */
export class Connector implements Gun {
  readonly id: number
  car: Car | undefined
  fault: Fault | undefined
  session: Session | undefined
  /** What StatusNotification told last, to tell only changes. */
  told: string | undefined
  #deps: ConnectorDeps
  /** A card that may charge and waits for the cable. */
  #token: Token | undefined
  #tokenAlarm: Alarm | undefined
  /** The transaction is over but the cable is still in. */
  #finished = false

  constructor(id: number, deps: ConnectorDeps) {
    this.id = id
    this.#deps = deps
  }

  /** OCPP 1.6, clause 4.9: nine states, told apart by what is plugged, allowed, wrong and running. */
  get status(): ConnectorStatus {
    if (this.fault && !this.fault.warning) return 'Faulted'
    if (this.session) return this.#sessionStatus(this.session)
    if (this.car && this.#finished) return 'Finishing'
    if (this.inoperative) return 'Unavailable'
    if (this.car || this.#token) return 'Preparing'
    return this.reservation ? 'Reserved' : 'Available'
  }

  get errorCode(): ErrorCode {
    return this.fault?.code ?? 'NoError'
  }

  get inoperative() {
    const { inoperative } = this.#deps.memory
    return inoperative.includes(this.id) || inoperative.includes(0)
  }

  get reservation(): Reservation | undefined {
    const { memory, clock } = this.#deps
    return memory.reservations.find(({ connector, expires_at }) => connector === this.id && expires_at > clock.now())
  }

  get isPlugged() {
    return this.car !== undefined
  }

  get power_w() {
    return this.session?.power_w ?? 0
  }

  /** Whole Wh that the meter shows. */
  get register_wh() {
    return Math.floor(this.#count(0))
  }

  read(): Reading {
    if (this.session) return this.session.read()
    const { clock, model, random } = this.#deps
    const shown = { at: clock.now(), energy_wh: this.#count(0), power_w: 0, offered_w: 0 }
    return reading(shown, model, this.car, random)
  }

  plugIn(car: Car) {
    this.car = car
    this.#finished = false
    const { telling, isTaken, hasPower } = this.#deps
    const isFree = hasPower() && !this.session && !isTaken()
    const token = isFree ? this.#token : undefined
    const started = token ? this.#start(token, 'cable') : undefined
    if (isFree && !token) telling.transactions.plugged(this)
    this.refresh()
    return started
  }

  /** The driver pulls the cable; a running transaction ends if the configuration says so. */
  async unplug() {
    this.car = undefined
    this.#finished = false
    const stops = this.session && this.#deps.configuration.on('StopTransactionOnEVSideDisconnect')
    const stopped = stops ? this.stop('EVDisconnected') : undefined
    this.refresh()
    await stopped
    if (!this.session) await this.#deps.telling.transactions.unplugged(this)
  }

  /** A card at the reader: starts, or stops the transaction that it or its group started. */
  async swipe(idTag: string): Promise<SwipeResult> {
    const running = this.session?.transaction
    if (running && sameTag(running.id_tag, idTag)) return this.#stopBy(idTag)
    if (!running && !this.usableBy(idTag)) return 'not usable'
    const info = await this.#deps.authorize(idTag)
    if (info.status !== 'Accepted') return 'refused'
    if (running) return sameTag(info.parentIdTag ?? '', running.parent_tag) ? this.#stopBy(idTag) : 'refused'
    // Another swipe may have begun one meanwhile.
    if (!this.usableBy(idTag, info.parentIdTag)) return 'not usable'
    await this.allow(idTag, info.parentIdTag)
    return this.session ? 'started' : 'waiting for cable'
  }

  /** Whether a transaction of this card could begin here now. */
  usableBy(idTag: string, parentTag?: string): boolean {
    if (!this.#deps.hasPower() || this.session || this.inoperative || (this.fault && !this.fault.warning)) return false
    if (this.#deps.isTaken() || this.#deps.telling.transactions.holds(this)) return false
    // A card waits for its cable.
    if (this.#token && !sameTag(this.#token.id_tag, idTag)) return false
    const { reservation } = this
    return !reservation || sameTag(reservation.id_tag, idTag) || sameTag(parentTag ?? '', reservation.parent_tag)
  }

  /** The card is good: charging starts now, or when the cable comes within ConnectionTimeOut. */
  async allow(idTag: string, parentTag?: string, remote?: number) {
    const { clock, configuration, memory, telling } = this.#deps
    const token = { id_tag: idTag, parent_tag: parentTag, remote }
    if (this.car) {
      await this.#start(token, 'card')
      return
    }
    this.#token = token
    this.#tokenAlarm?.cancel()
    this.#tokenAlarm = clock.after(configuration.count('ConnectionTimeOut') * 1000, () => {
      this.#token = undefined
      dropTransactionProfiles(memory.profiles, this.id)
      telling.transactions.waitedInVain(this)
      this.refresh()
    })
    telling.transactions.waits(this, token)
    this.refresh()
  }

  /** Ends the transaction; resolves when the central system has it, or when it waits for the network. */
  async stop(reason: StopReason, idTag?: string) {
    const { session } = this
    if (!session) return
    const { clock, telling } = this.#deps
    const meter_stop = session.end()
    this.session = undefined
    this.#finished = true
    const ending = { at: clock.now(), meter_stop, reason, idTag, samples: session.samples }
    const sent = telling.transactions.end(this, session.transaction, ending)
    this.refresh()
    await sent
  }

  /** The central system said what its transaction comes to, or a new limit of that. */
  keepToLimit(isNew: boolean) {
    if (isNew) this.#deps.telling.transactions.limitSet(this)
    this.session?.keepToLimit()
    this.refresh()
  }

  /** Something broke: charging ends unless it is only a warning. */
  async raise(fault: Fault) {
    if (this.fault && this.fault.code !== fault.code) this.#deps.tellFault(this.fault, true)
    this.fault = fault
    this.#deps.tellFault(fault, false)
    const stopped = this.session && !fault.warning ? this.stop('Other') : undefined
    this.refresh()
    await stopped
  }

  repair() {
    if (this.fault) this.#deps.tellFault(this.fault, true)
    this.fault = undefined
    this.refresh()
  }

  /** After a reboot only what is physical remains: the cable, the fault, the meter. */
  powerCut() {
    this.session?.freeze()
    this.session = undefined
    this.#token = undefined
    this.#tokenAlarm?.cancel()
    this.#finished = false
    this.told = undefined
  }

  /** The power is back, and what was cut goes on. */
  resume(transaction: KnownTransaction) {
    this.session = new Session(transaction, this.#sessionDeps(transaction))
  }

  /** Tells the central system if the status is not what it was told last. */
  refresh() {
    const { telling, report } = this.#deps
    telling.transactions.follows(this)
    if (this.told !== telling.stateOf(this)) report(this)
  }

  #sessionStatus(session: Session): ConnectorStatus {
    if (session.offer_w === 0) return 'SuspendedEVSE'
    return !this.car || this.car.full ? 'SuspendedEV' : 'Charging'
  }

  async #stopBy(idTag: string): Promise<SwipeResult> {
    await this.stop('Local', idTag)
    return 'stopped'
  }

  async #start(token: Token, by: Beginning['by']) {
    const { clock, telling } = this.#deps
    this.#tokenAlarm?.cancel()
    this.#token = undefined
    this.#finished = false
    const beginning = { token, by, at: clock.now(), reservation: this.reservation }
    const { transaction, sent } = telling.transactions.begin(this, beginning)
    this.session = new Session(transaction, this.#sessionDeps(transaction))
    this.refresh()
    await sent
  }

  #sessionDeps(transaction: KnownTransaction) {
    const { clock, model, configuration, random, offer_w, telling } = this.#deps
    return {
      clock,
      model,
      configuration,
      random,
      car: () => this.car,
      offer_w: () => offer_w(this),
      count: (wh: number) => this.#count(wh),
      sampled: (value: MeterValue) =>
        telling.transactions.sampled(this, transaction, { value, cause: 'Sample.Periodic' }),
      changed: () => this.refresh(),
    }
  }

  #count(wh: number): number {
    const { registers_wh } = this.#deps.memory
    // In millionths, so that what flows up to a whole Wh reaches it.
    const register = Math.round(((registers_wh[this.id - 1] ?? 0) + wh) * 1e6) / 1e6
    registers_wh[this.id - 1] = register
    return register
  }
}
