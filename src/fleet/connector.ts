import { sameTag } from './authorization.ts'
import type { Car } from './car.ts'
import { dropTransactionProfiles } from './charging-profiles.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { PileMemory, Reservation } from './memory.ts'
import type { ConnectorStatus, ErrorCode, IdTagInfo, StopReason } from './messages.ts'
import { type Reading, reading } from './meter.ts'
import type { PileModel } from './models.ts'
import type { Random } from './random.ts'
import { Session } from './session.ts'
import { beginTransaction, endTransaction, type Message, type Token } from './transactions.ts'

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
  queue(message: Message): Promise<void>
}

export interface Fault {
  code: ErrorCode
  info?: string | undefined
  /** A warning is told, but charging goes on. */
  warning?: boolean
}

export type SwipeResult = 'started' | 'waiting for cable' | 'stopped' | 'refused' | 'not usable'

/** One gun of a pile: the cable, the card, the fault and the transaction; its status follows from them. */
export class Connector {
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
    const started = this.#token && !this.session ? this.#start(this.#token) : undefined
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
  }

  /** A card at the reader: starts, or stops the transaction that it or its group started. */
  async swipe(idTag: string): Promise<SwipeResult> {
    const running = this.session?.transaction
    if (running && sameTag(running.id_tag, idTag)) return this.#stopBy(idTag)
    if (!running && !this.usableBy(idTag)) return 'not usable'
    const info = await this.#deps.authorize(idTag)
    if (info.status !== 'Accepted') return 'refused'
    if (running) return sameTag(info.parentIdTag ?? '', running.parent_tag) ? this.#stopBy(idTag) : 'refused'
    await this.allow(idTag, info.parentIdTag)
    return this.session ? 'started' : 'waiting for cable'
  }

  /** Whether a transaction of this card could begin here now. */
  usableBy(idTag: string, parentTag?: string): boolean {
    if (this.session || this.inoperative || (this.fault && !this.fault.warning)) return false
    const { reservation } = this
    return !reservation || sameTag(reservation.id_tag, idTag) || sameTag(parentTag ?? '', reservation.parent_tag)
  }

  /** The card is good: charging starts now, or when the cable comes within ConnectionTimeOut. */
  async allow(idTag: string, parentTag?: string) {
    const { clock, configuration, memory } = this.#deps
    const token = { id_tag: idTag, parent_tag: parentTag }
    if (this.car) {
      await this.#start(token)
      return
    }
    this.#token = token
    this.#tokenAlarm?.cancel()
    this.#tokenAlarm = clock.after(configuration.count('ConnectionTimeOut') * 1000, () => {
      this.#token = undefined
      dropTransactionProfiles(memory.profiles, this.id)
      this.refresh()
    })
    this.refresh()
  }

  /** Ends the transaction; resolves when the central system has it, or when it waits for the network. */
  async stop(reason: StopReason, idTag?: string) {
    const { session } = this
    if (!session) return
    const { clock, queue } = this.#deps
    const meter_stop = session.end()
    this.session = undefined
    this.#finished = true
    const ending = { at: clock.now(), meter_stop, reason, idTag, samples: session.samples }
    const sent = queue(endTransaction(session.transaction, ending))
    this.refresh()
    await sent
  }

  /** Something broke: charging ends unless it is only a warning. */
  async raise(fault: Fault) {
    this.fault = fault
    const stopped = this.session && !fault.warning ? this.stop('Other') : undefined
    this.refresh()
    await stopped
  }

  repair() {
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

  /** Tells the central system if the status is not what it was told last. */
  refresh() {
    if (this.told !== `${this.status} ${this.errorCode}`) this.#deps.report(this)
  }

  #sessionStatus(session: Session): ConnectorStatus {
    if (session.offer_w === 0) return 'SuspendedEVSE'
    return !this.car || this.car.full ? 'SuspendedEV' : 'Charging'
  }

  async #stopBy(idTag: string): Promise<SwipeResult> {
    await this.stop('Local', idTag)
    return 'stopped'
  }

  async #start(token: Token) {
    const { clock, memory, queue } = this.#deps
    this.#tokenAlarm?.cancel()
    this.#token = undefined
    this.#finished = false
    const { id, reservation, register_wh: meter_start } = this
    const beginning = { connector: id, token, at: clock.now(), meter_start, reservation }
    const { transaction, message } = beginTransaction(memory, beginning)
    const sent = queue(message)
    this.session = new Session(transaction, this.#sessionDeps(transaction.local))
    this.refresh()
    await sent
  }

  #sessionDeps(local: number) {
    const { clock, model, configuration, random, offer_w, queue } = this.#deps
    return {
      clock,
      model,
      configuration,
      random,
      car: () => this.car,
      offer_w: () => offer_w(this),
      count: (wh: number) => this.#count(wh),
      sampled: (value: unknown) =>
        queue({ action: 'MeterValues', local, payload: { connectorId: this.id, meterValue: [value] } }),
      changed: () => this.refresh(),
    }
  }

  #count(wh: number): number {
    const { registers_wh } = this.#deps.memory
    const register = (registers_wh[this.id - 1] ?? 0) + wh
    registers_wh[this.id - 1] = register
    return register
  }
}
