import { randomUUID } from 'node:crypto'
import { sameTag } from '../authorization.ts'
import type { Payload } from '../frame.ts'
import type { KnownTransaction, QueuedMessage } from '../memory.ts'
import type { MeterValue } from '../messages.ts'
import { meterValue } from '../meter.ts'
import { placeOf } from '../models.ts'
import { consume, isoOf, noteTransaction } from '../open-transactions.ts'
import { reachedLimit } from '../session-limit.ts'
import type {
  Beginning,
  Ending,
  Gun,
  SampleCause,
  TellingDeps,
  Token,
  TransactionAnswer,
  TransactionTelling,
} from '../telling.ts'
import type { CostWords, LimitWords } from './dialect.ts'
import { meterWords } from './meter-words.ts'
import { settingOf } from './settings.ts'
import { infoFrom, tokenOf } from './tokens.ts'
import { chargingOf, grantOf, LEAVES_CAR, REASONS, registerAt, SAMPLES, TRIGGERS } from './transaction-words.ts'

interface Event {
  type: 'Started' | 'Updated' | 'Ended'
  trigger: string
  at?: number
  charging?: string
  token?: string | undefined
  /** The car was connected just now: its place is told (E01.FR.16). */
  hasPlace?: boolean
  info?: Payload
  meter?: MeterValue[]
  /** What the register shows, where that is not as it is now. */
  wh?: number
  more?: Payload
}

/** Transactions in the numbered events of OCPP 2 (E01 to E16). */
export class Transactions201 implements TransactionTelling {
  readonly #deps: TellingDeps
  readonly #limits: LimitWords | undefined
  readonly #costs: CostWords | undefined

  constructor(deps: TellingDeps, limits?: LimitWords, costs?: CostWords) {
    this.#deps = deps
    this.#limits = limits
    this.#costs = costs
  }

  begin(gun: Gun, { token, at, by, reservation }: Beginning) {
    const open = this.#openAt(gun)
    const transaction = open ?? this.#note(gun, token, at)
    const isFirst = !open
    // What began with the card has told it already (E03.FR.01).
    const isNew = isFirst || by === 'card'
    if (isNew) this.#authorize(transaction, token)
    consume(this.#deps.memory, reservation)
    const sent = this.#tell(gun, transaction, {
      ...{ type: isFirst ? 'Started' : 'Updated', at, charging: 'EVConnected' },
      trigger: by === 'cable' ? 'CablePluggedIn' : grantOf(token),
      token: isNew ? token.id_tag : undefined,
      hasPlace: isFirst || by === 'cable',
      ...(isFirst && { meter: [this.#register(gun, 'Transaction.Begin')] }),
      ...(reservation && { more: { reservationId: reservation.id } }),
    })
    return { transaction, sent }
  }

  sampled(gun: Gun, transaction: KnownTransaction, { value, cause }: { value: MeterValue; cause: SampleCause }) {
    return this.#tell(gun, transaction, { type: 'Updated', trigger: SAMPLES[cause], meter: [value] })
  }

  end(gun: Gun, transaction: KnownTransaction, ending: Ending): Promise<void> {
    const { at, reason, idTag: token } = ending
    const isHeld = gun.isPlugged && this.#stopsAt('EVConnected') && LEAVES_CAR.includes(reason)
    if (!isHeld) return this.#end(gun, transaction, { ...ending, trigger: TRIGGERS[reason] })
    transaction.over = reason
    return this.#tell(gun, transaction, {
      ...{ type: 'Updated', trigger: TRIGGERS[reason], at, token, charging: 'EVConnected' },
      meter: [this.#register(gun, 'Other')],
    })
  }

  waits(gun: Gun, token: Token) {
    if (!this.#startsAt('Authorized')) return
    const open = this.#openAt(gun)
    // The same card again, before its cable came; of a start from afar its number is told (F01.FR.25).
    if (open && token.remote === undefined) return
    const transaction = open ?? this.#note(gun, token, this.#deps.now())
    this.#authorize(transaction, token)
    const said = { trigger: grantOf(token), token: token.id_tag, charging: 'Idle' }
    const meter = [this.#register(gun, 'Transaction.Begin')]
    void this.#tell(gun, transaction, open ? { type: 'Updated', ...said } : { type: 'Started', ...said, meter })
  }

  /** E03.FR.05. */
  waitedInVain(gun: Gun) {
    const transaction = this.#openAt(gun)
    if (transaction) void this.#timeOut(gun, transaction)
  }

  /** E02: it begins with the cable, and its card comes later. */
  plugged(gun: Gun) {
    const isUsable = gun.status !== 'Faulted' && gun.status !== 'Unavailable'
    if (!this.#startsAt('EVConnected') || !isUsable || this.#openAt(gun)) return
    const transaction = this.#note(gun, { id_tag: '' }, this.#deps.now())
    const meter = [this.#register(gun, 'Transaction.Begin')]
    const event: Event = { type: 'Started', trigger: 'CablePluggedIn', charging: 'EVConnected', hasPlace: true, meter }
    void this.#tell(gun, transaction, event)
  }

  /** The car is gone: so is what lasted until then (E06.FR.02). */
  unplugged(gun: Gun) {
    const transaction = this.#openAt(gun)
    if (!transaction) return undefined
    const reason = transaction.over ?? 'EVDisconnected'
    const ending = { at: this.#deps.now(), meter_stop: gun.register_wh, reason }
    return this.#end(gun, transaction, { ...ending, trigger: 'EVCommunicationLost' })
  }

  /** E01.FR.18; and that it is held at its limit, which its state alone would not say (E16.FR.05). */
  follows(gun: Gun) {
    const transaction = this.#openAt(gun)
    const charging = chargingOf(gun)
    if (!transaction || !charging) return
    const reached = charging === 'SuspendedEVSE' ? reachedLimit(transaction, gun.register_wh) : null
    const isTold = transaction.charging === charging && (!reached || transaction.held)
    transaction.held = reached !== null
    if (isTold) return
    const trigger = (reached && this.#limits?.reached[reached]) ?? 'ChargingStateChanged'
    void this.#tell(gun, transaction, { type: 'Updated', trigger, charging })
  }

  /** E16.FR.03. */
  limitSet(gun: Gun) {
    const transaction = this.#openAt(gun)
    if (!transaction?.limit || !this.#limits) return
    const { set: trigger, say } = this.#limits
    void this.#tell(gun, transaction, { type: 'Updated', trigger, info: say(transaction.limit) })
  }

  holds(gun: Gun) {
    return this.#openAt(gun)?.over !== undefined
  }

  complete({ payload }: QueuedMessage) {
    return payload
  }

  kindOf({ payload: { eventType } }: Pick<QueuedMessage, 'payload'>) {
    if (eventType === 'Started') return 'start'
    return eventType === 'Ended' ? 'end' : 'during'
  }

  answered(_: QueuedMessage, answer: Payload = {}): TransactionAnswer {
    const { totalCost: cost } = answer
    const told = { ...(typeof cost === 'number' && { cost }), ...this.#limits?.read(answer) }
    return { info: infoFrom(answer.idTokenInfo as Payload | undefined), ...told }
  }

  /** Tells the state of a transaction because it was asked for it (F06). */
  async again(gun: Gun, measurands: readonly string[]): Promise<void> {
    const transaction = this.#openAt(gun)
    if (!transaction) return
    const charging = chargingOf(gun) ?? 'EVConnected'
    const meter = [meterValue(gun.read(), measurands, 'Trigger')]
    await this.#tell(gun, transaction, { type: 'Updated', trigger: 'Trigger', charging, meter })
  }

  #startsAt(point: string) {
    return settingOf(this.#deps.memory, 'TxCtrlr.TxStartPoint').split(',').includes(point)
  }

  #stopsAt(point: string) {
    return settingOf(this.#deps.memory, 'TxCtrlr.TxStopPoint').split(',').includes(point)
  }

  #openAt({ id }: Gun): KnownTransaction | undefined {
    return this.#deps.memory.transactions.find(({ connector, stopped }) => connector === id && !stopped)
  }

  /** Its name is never used again, whatever becomes of the pile (E01.FR.08). */
  #note({ id: connector, register_wh: meter_start }: Gun, token: Token, at: number): KnownTransaction {
    const transaction = noteTransaction(this.#deps.memory, { connector, token, at, meter_start })
    transaction.id = randomUUID()
    return transaction
  }

  #authorize(transaction: KnownTransaction, { id_tag, parent_tag, remote }: Token) {
    if (!sameTag(transaction.id_tag, id_tag)) Object.assign(transaction, { id_tag, parent_tag })
    transaction.remote = remote
  }

  #timeOut(gun: Gun, transaction: KnownTransaction) {
    const ending = { at: this.#deps.now(), meter_stop: gun.register_wh, reason: 'Other' as const }
    return this.#end(gun, transaction, { ...ending, trigger: 'EVConnectTimeout', stoppedReason: 'Timeout' })
  }

  #end(gun: Gun, transaction: KnownTransaction, ending: Ending & { trigger: string; stoppedReason?: string }) {
    const { at, meter_stop, reason, idTag, trigger, stoppedReason = REASONS[reason] ?? reason } = ending
    const { meter_start, started_at } = transaction
    transaction.stopped = true
    return this.#tell(gun, transaction, {
      ...{ type: 'Ended', trigger, at, token: idTag, info: { stoppedReason } },
      charging: gun.isPlugged ? 'EVConnected' : 'Idle',
      // Without an interval the values of the start and of the end are told (E06.FR.11).
      meter: [registerAt(started_at, meter_start, 'Transaction.Begin'), registerAt(at, meter_stop, 'Transaction.End')],
      wh: meter_stop,
    })
  }

  #register(gun: Gun, context: string): MeterValue {
    return registerAt(this.#deps.now(), gun.register_wh, context)
  }

  #tell(gun: Gun, transaction: KnownTransaction, event: Event): Promise<void> {
    const { type, trigger, at = this.#deps.now(), charging, token, hasPlace, info, meter, more } = event
    const { evse, connector } = placeOf(this.#deps.model, gun.id)
    const wh = meter && (event.wh ?? gun.register_wh)
    const cost = this.#costs?.tell(this.#deps, transaction, { at, evse, charging, wh, isEnd: type === 'Ended' })
    const seqNo = transaction.events ?? 0
    transaction.events = seqNo + 1
    if (charging) transaction.charging = charging
    const { remote } = transaction
    // It is told once (F01.FR.25, F02.FR.01).
    transaction.remote = undefined
    const payload: Payload = {
      ...{ eventType: type, timestamp: isoOf(at), triggerReason: trigger, seqNo },
      ...(!this.#deps.online() && { offline: true }),
      transactionInfo: {
        transactionId: transaction.id,
        ...(charging && { chargingState: charging }),
        ...(remote !== undefined && { remoteStartId: remote }),
        ...info,
        ...cost?.info,
      },
      ...(hasPlace && { evse: { id: evse, connectorId: connector } }),
      ...(token && { idToken: tokenOf(token) }),
      ...(meter && { meterValue: meter.map(meterWords) }),
      ...more,
      ...cost?.more,
    }
    return this.#deps.queue({ action: 'TransactionEvent', local: transaction.local, payload })
  }
}
