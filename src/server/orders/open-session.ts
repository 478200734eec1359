import { ruleAt, type Tariff } from '../../shared/domain/bands.ts'
import type { LaidOut } from '../../shared/domain/lay-out.ts'
import { CLOCK_TOLERANCE_MS, checkStep, type ReportedPoint } from '../../shared/domain/meter-checks.ts'
import type { Abnormal } from '../../shared/domain/order-states.ts'
import { type Amounts, EnergyPrice, type MeterPoint, sumOf } from '../../shared/domain/tariff.ts'
import type { OrderLine } from '../../shared/endpoints/orders.ts'
import type { SpendingLimit } from '../ocpp/ports.ts'

export interface SessionStart {
  order_id: number
  transaction_id: string
  pile_id: number
  connector_number: number
  card_number: string | null
  /** The unique id of the message that began it. */
  start_message: string | null
  customer_id: number | null
  balance_cents: number
  /** Null where no price is in force. */
  tariff: Tariff | null
  rated_power_w: number | null
  abnormal: Abnormal | null
  start: ReportedPoint
  /** We told its pile not to charge. */
  refused: boolean
  /** It is stopped, and nobody's debt until a person decides. */
  unauthorized: boolean
  /** Its pile has used the transaction's number. */
  named: boolean
  /** Its pile numbers its events: they say when it charges and that it ended, not the connector. */
  numbered: boolean
  /** The last transition to SuspendedEV without a return to Charging. */
  charge_ended_at: number | null
  /** When its connector said, by our clock, that nothing runs there; null when it has not since. */
  idle_at: number | null
  /** What it costs, as its pile was told before this process began. */
  told_cost: { cents: number; at: number } | null
}

/** A session that charges now: what the meter said so far and what that costs. Takes thousands of readings a second. */
export class OpenSession {
  #facts: SessionStart
  charge_ended_at: number | null
  /** Its pile has used the transaction's number, so it got our answer. */
  named: boolean
  /** When a report of it came last, by our clock. */
  heard_at: number
  /** The most that its register was heard to show, whether it was believed or not. */
  heard_wh: number
  /** As in its facts, now. */
  idle_at: number | null
  /** It is about to be held: another session shows that it runs here. */
  ending = false
  /** Something to write to the order's row. */
  changed = false
  /** A reading came that lies before one we had: the fold has to begin anew from what is stored. */
  disordered = false
  /** What came while the fold is made anew. */
  meanwhile: ReportedPoint[] | undefined
  /** When we last asked the pile to stop (epoch ms), and how often we have. */
  stop_asked_at = 0
  stops_asked = 0
  /** What it may cost, as its pile was told last; and the pile took it. */
  told_limit: SpendingLimit | null = null
  keepsLimit = false
  /** What it costs, as its pile was told last; and when, by our clock. */
  told_cost: { cents: number; at: number } | null
  /** Since when its balance is used up, by our clock; and when energy was seen to flow after that. */
  used_up: { at: number; wh: number; flowed_at: number } | null = null
  #abnormal: Abnormal | null
  #last: ReportedPoint
  /** As the fold's times are: the pile's, or ours once its clock was set. */
  #start: ReportedPoint
  #timed_by: LaidOut['timed_by'] = 'pile'
  #price: EnergyPrice | null

  constructor(facts: SessionStart) {
    this.#facts = facts
    this.charge_ended_at = facts.charge_ended_at
    this.idle_at = facts.idle_at
    this.told_cost = facts.told_cost
    this.named = facts.named
    this.heard_at = facts.start.received_at
    this.heard_wh = facts.start.wh
    this.#abnormal = facts.abnormal
    this.#last = facts.start
    this.#start = facts.start
    this.#price = facts.tariff && new EnergyPrice(facts.tariff, facts.start)
  }

  get facts(): SessionStart {
    return this.#facts
  }

  /** From now on it is nobody's, and to be stopped. */
  disown(): void {
    this.#facts = { ...this.#facts, customer_id: null, balance_cents: 0, unauthorized: true }
    this.changed = true
  }

  get abnormal(): Abnormal | null {
    return this.#abnormal ?? (this.facts.unauthorized ? 'unauthorized' : null)
  }

  get last(): MeterPoint {
    return this.#last
  }

  get energy_wh() {
    return Math.round(this.#last.wh - this.facts.start.wh)
  }

  /** When it began, by the clock that its readings are timed by. */
  get began_at() {
    return this.#start.at
  }

  /** Cents so far. */
  get cents() {
    return this.#price?.cents ?? 0
  }

  /** Without a price nobody knows what it costs. */
  get isPriced(): boolean {
    return this.#price !== null
  }

  /** Cents with these readings, which are on their way to the database; null where nobody knows. */
  centsWith(reported: readonly ReportedPoint[]): number | null {
    if (!this.#price) return null
    if (reported.length === 0 || this.#abnormal || this.meanwhile) return this.cents
    const points: ReportedPoint[] = []
    let last = this.#last
    for (const one of reported) {
      const point = this.#timed(one)
      if (point.at <= last.at) continue
      if (checkStep(this.#start, last, point, this.facts.rated_power_w)) break
      last = { ...point, wh: Math.max(point.wh, last.wh) }
      points.push(last)
    }
    return this.#price.centsWith(points)
  }

  /** How much it may draw for so many cents more, at the price of now; null where that costs nothing. */
  energyFor(cents: number): number | null {
    const { tariff } = this.facts
    const rule = tariff && ruleAt(tariff, this.#last.at)
    const fee = rule ? rule.electricity_fee + rule.service_fee : 0
    return fee > 0 ? Math.floor((cents * 1000) / fee) : null
  }

  /** A report of this session came, or a reading. */
  heard(received_at: number, wh = this.heard_wh) {
    this.heard_at = Math.max(this.heard_at, received_at)
    this.heard_wh = Math.max(this.heard_wh, wh)
  }

  /** What its pile was asked and told goes on: it is the same session, made anew. */
  goOnFrom({ stop_asked_at, stops_asked, told_limit, keepsLimit, told_cost, used_up }: OpenSession) {
    Object.assign(this, { stop_asked_at, stops_asked, told_limit, keepsLimit, told_cost, used_up })
  }

  /** Its pile used the transaction's number. */
  name() {
    if (this.named) return
    this.named = true
    this.changed = true
  }

  /**
   * Takes a register's reading. One that cannot be true makes the session abnormal, and what follows it is left to a
   * person; the fold stays at the last one that was believed.
   */
  take(reported: ReportedPoint) {
    this.meanwhile?.push(reported)
    this.heard(reported.received_at, reported.wh)
    if (this.#abnormal && this.#abnormal !== 'no_price') return
    const point = this.#timed(reported)
    const { at } = point
    const start = this.#start
    if (at <= this.#last.at && at >= start.at - CLOCK_TOLERANCE_MS) {
      if (at > start.at && at < this.#last.at) this.disordered = true
      return
    }
    this.changed = true
    const wrong = checkStep(start, this.#last, point, this.facts.rated_power_w)
    if (!wrong) return this.#advance(point)
    this.#abnormal = wrong
    // The clock may have been set: all readings together tell.
    if (wrong === 'clock_past' || wrong === 'clock_future') this.disordered = true
  }

  /** Begins anew with all that is stored. */
  lay({ points: [start, ...points], timed_by, abnormal }: LaidOut) {
    if (!start) return
    this.#timed_by = timed_by
    this.#start = start
    this.#last = start
    const { abnormal: atStart } = this.facts
    if (timed_by === 'server' && (atStart === 'clock_past' || atStart === 'clock_future')) this.#abnormal = null
    this.#price = this.facts.tariff && new EnergyPrice(this.facts.tariff, start)
    for (const point of points) {
      this.heard(point.received_at, point.wh)
      if (abnormal) this.take(point)
      else this.#advance(point)
    }
    this.changed = true
    this.disordered = false
  }

  /** By our clock, or by the pile's; one that was set back by minutes stands until it has caught up, if the register went on. */
  #timed(point: ReportedPoint): ReportedPoint {
    if (this.#timed_by === 'server') return { ...point, at: point.received_at }
    const { at, wh, received_at } = this.#last
    const goesOn = point.wh > wh && point.received_at > received_at && point.at >= at - CLOCK_TOLERANCE_MS
    return point.at < at && goesOn ? { ...point, at: at + 1 } : point
  }

  lines(): OrderLine[] {
    return this.#price?.lines() ?? []
  }

  amounts(): Amounts {
    return { ...sumOf(this.lines()), energy_wh: this.energy_wh }
  }

  #advance({ at, wh, received_at, resolution_wh }: ReportedPoint) {
    this.#last = { at, wh: Math.max(wh, this.#last.wh), received_at, ...(resolution_wh && { resolution_wh }) }
    this.#price?.add(this.#last)
  }
}
