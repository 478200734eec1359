import type { Car } from './car.ts'
import type { Alarm, Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { KnownTransaction } from './memory.ts'
import type { MeterValue } from './messages.ts'
import { meterValue, type Reading, reading } from './meter.ts'
import type { PileModel } from './models.ts'
import type { Random } from './random.ts'
import { left_wh } from './session-limit.ts'

/** What a session needs of its connector. */
export interface SessionDeps {
  clock: Clock
  model: PileModel
  configuration: Configuration
  random: Random
  car(): Car | undefined
  /** Watts that the pile may deliver here now. */
  offer_w(): number
  /** Adds energy to the connector's register and tells its new state, Wh. */
  count(wh: number): number
  sampled(value: MeterValue): unknown
  /** Power was taken up, given up, or changed. */
  changed(): void
}

/** How finely the pile follows its power, in the pile's time. */
const STEP_MS = 5_000
/** A DC pile reaches its full power in this time, after the check of the cable. */
const DC_RAMP_MS = 20_000
const MOST_SAMPLES_KEPT = 100

/** One transaction's charging: power follows the car, the pile's limits and the profiles; the meter counts it. */
export class Session {
  readonly transaction: KnownTransaction
  power_w = 0
  /** The central system refused the card after the start: the contactor opens, the transaction stays. */
  denied = false
  /** For transactionData, when the configuration asks for it. */
  readonly samples: MeterValue[] = []
  #deps: SessionDeps
  #steppedAt: number
  #sampledAt: number
  #alarm: Alarm | undefined

  constructor(transaction: KnownTransaction, deps: SessionDeps) {
    this.transaction = transaction
    this.#deps = deps
    this.#steppedAt = deps.clock.now()
    this.#sampledAt = this.#steppedAt
    this.#keep('Transaction.Begin')
    this.#schedule()
  }

  /** Watts that the pile offers the car. */
  get offer_w() {
    return this.denied || this.#left_wh === 0 ? 0 : this.#deps.offer_w()
  }

  /** The meter as it stands now. */
  read(): Reading {
    this.#integrate()
    const { clock, model, random } = this.#deps
    const shown = { at: clock.now(), energy_wh: this.#deps.count(0), power_w: this.power_w, offered_w: this.offer_w }
    return reading(shown, model, this.#deps.car(), random)
  }

  /** Ends the charging; returns the register, whole Wh. */
  end(): number {
    this.#alarm?.cancel()
    this.#integrate()
    this.power_w = 0
    this.#keep('Transaction.End')
    return Math.floor(this.#deps.count(0))
  }

  /** Stops following the power without an end, as a pile without supply does. */
  freeze() {
    this.#integrate()
    this.#alarm?.cancel()
  }

  /** Its power ends at once where the limit is reached (E16.FR.10). */
  keepToLimit() {
    this.#integrate()
    if (this.#left_wh === 0) this.#follow()
  }

  get #left_wh() {
    return left_wh(this.transaction, this.#deps.count(0))
  }

  get #interval_ms() {
    return this.#deps.configuration.count('MeterValueSampleInterval') * 1000
  }

  #schedule() {
    const sampleIn = this.#sampledAt + this.#interval_ms - this.#deps.clock.now()
    const wait = this.#interval_ms > 0 ? Math.min(STEP_MS, Math.max(0, sampleIn)) : STEP_MS
    this.#alarm = this.#deps.clock.after(wait, () => this.#step())
  }

  #step() {
    this.#integrate()
    this.#follow()
    const { clock, configuration, sampled } = this.#deps
    const due = this.#interval_ms > 0 && clock.now() - this.#sampledAt >= this.#interval_ms
    if (due) this.#sampledAt = clock.now()
    this.#schedule()
    if (!due) return
    this.#keep('Sample.Periodic')
    return sampled(meterValue(this.read(), configuration.list('MeterValuesSampledData'), 'Sample.Periodic'))
  }

  /** Counts what flowed since the last step at the power of that step. */
  #integrate() {
    const { clock, model, car, count } = this.#deps
    const now = clock.now()
    const plugged = car()
    const flowed = (this.power_w * Math.max(0, now - this.#steppedAt)) / 3_600_000
    this.#steppedAt = now
    if (!plugged || flowed === 0) return
    const wh = Math.min(flowed, plugged.missing_wh(model.current), this.#left_wh)
    plugged.take(wh, model.current)
    count(wh)
  }

  #follow() {
    const { model, car, changed } = this.#deps
    const aim = Math.min(car()?.wants_w(model) ?? 0, this.offer_w)
    const most = model.current === 'DC' ? this.power_w + (model.power_w * STEP_MS) / DC_RAMP_MS : aim
    this.power_w = Math.min(aim, most)
    changed()
  }

  #keep(context: string) {
    const measurands = this.#deps.configuration.list('StopTxnSampledData')
    if (measurands.length === 0) return
    this.samples.push(meterValue(this.read(), measurands, context))
    // The begin stays; of the others the latest.
    if (this.samples.length > MOST_SAMPLES_KEPT) this.samples.splice(1, 1)
  }
}
