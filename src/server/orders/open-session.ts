import type { Tariff } from '../../shared/domain/bands.ts'
import { CLOCK_TOLERANCE_MS, checkStep, type Metered, type ReportedPoint } from '../../shared/domain/meter-checks.ts'
import type { Abnormal } from '../../shared/domain/order-states.ts'
import { type Amounts, EnergyPrice, type MeterPoint, sumOf } from '../../shared/domain/tariff.ts'
import type { OrderLine } from '../../shared/endpoints/orders.ts'

export interface SessionStart {
  order_id: number
  transaction_id: number
  pile_id: number
  connector_number: number
  customer_id: number | null
  balance_cents: number
  /** Null where no price is in force. */
  tariff: Tariff | null
  rated_power_w: number | null
  abnormal: Abnormal | null
  start: MeterPoint
  /** The last transition to SuspendedEV without a return to Charging. */
  charge_ended_at: number | null
}

/** A session that charges now: what the meter said so far and what that costs. Takes thousands of readings a second. */
export class OpenSession {
  readonly facts: SessionStart
  charge_ended_at: number | null
  /** Something to write to the order's row. */
  changed = false
  /** A reading came that lies before one we had: the fold has to begin anew from what is stored. */
  disordered = false
  /** What came while the fold is made anew. */
  meanwhile: ReportedPoint[] | undefined
  /** When we last asked the pile to stop because the balance is used up (epoch ms). */
  stop_asked_at = 0
  #abnormal: Abnormal | null
  #last: Metered
  readonly #price: EnergyPrice | null

  constructor(facts: SessionStart) {
    this.facts = facts
    this.charge_ended_at = facts.charge_ended_at
    this.#abnormal = facts.abnormal
    this.#last = facts.start
    this.#price = facts.tariff && new EnergyPrice(facts.tariff, facts.start)
  }

  get abnormal() {
    return this.#abnormal
  }

  get last(): MeterPoint {
    return this.#last
  }

  get energy_wh() {
    return Math.round(this.#last.wh - this.facts.start.wh)
  }

  /** Cents so far. */
  get cents() {
    return this.#price?.cents ?? 0
  }

  /**
   * Takes a register's reading. One that cannot be true makes the session abnormal, and what follows it is left to a
   * person; the fold stays at the last one that was believed.
   */
  take(point: ReportedPoint) {
    const { at } = point
    this.meanwhile?.push(point)
    if (this.#abnormal && this.#abnormal !== 'no_price') return
    const { start, rated_power_w } = this.facts
    if (at <= this.#last.at && at >= start.at - CLOCK_TOLERANCE_MS) {
      if (at > start.at && at < this.#last.at) this.disordered = true
      return
    }
    this.changed = true
    const wrong = checkStep(start, this.#last, point, rated_power_w)
    if (wrong) this.#abnormal = wrong
    else this.#advance(point)
  }

  lines(): OrderLine[] {
    return this.#price?.lines() ?? []
  }

  amounts(): Amounts {
    return { ...sumOf(this.lines()), energy_wh: this.energy_wh }
  }

  #advance({ at, wh, resolution_wh }: ReportedPoint) {
    this.#last = { at, wh: Math.max(wh, this.#last.wh), ...(resolution_wh && { resolution_wh }) }
    this.#price?.add(this.#last)
  }
}
