import type { Alarm } from './clock.ts'
import type { Pile } from './pile.ts'
import { between, exponential, pick, type Random } from './random.ts'
import type { Fault } from './telling.ts'

const FAULTS: readonly (Fault & { weight: number })[] = [
  { code: 'GroundFailure', info: 'residual current 38 mA', weight: 2 },
  { code: 'HighTemperature', info: 'cabinet 78 °C', weight: 3 },
  { code: 'ConnectorLockFailure', info: 'lock did not engage', weight: 2 },
  { code: 'EVCommunicationError', info: 'no PLC link', weight: 3 },
  { code: 'OverVoltage', info: 'L2 268 V', weight: 1 },
  { code: 'PowerMeterFailure', info: 'meter does not answer', weight: 1 },
  { code: 'WeakSignal', info: 'RSSI -109 dBm', warning: true, weight: 2 },
]
const BAG = FAULTS.flatMap((fault) => Array<Fault>(fault.weight).fill(fault))
const MINUTE = 60_000

export interface FaultRates {
  random: Random
  /** Average hours between two faults of a pile, between two losses of its network, and of its power; absent: there is none. */
  fault_hours?: number
  offline_hours?: number
  power_hours?: number
}

/** What goes wrong with a pile: faults that come and go, its network and its power. */
export class FaultSimulator {
  #pile: Pile
  #rates: FaultRates
  #alarms: (Alarm | undefined)[] = []

  constructor(pile: Pile, rates: FaultRates) {
    this.#pile = pile
    this.#rates = rates
  }

  begin() {
    const { fault_hours, offline_hours, power_hours } = this.#rates
    if (fault_hours) this.#expectFault(fault_hours)
    if (offline_hours) this.#expectSilence(offline_hours)
    if (power_hours) this.#expectPowerLoss(power_hours)
  }

  stop() {
    for (const alarm of this.#alarms) alarm?.cancel()
  }

  #hours_ms(mean: number) {
    return exponential(this.#rates.random, mean) * 60 * MINUTE
  }

  #expectFault(fault_hours: number) {
    const { random } = this.#rates
    this.#alarms[0] = this.#pile.clock.after(this.#hours_ms(fault_hours), async () => {
      const connector = pick(random, this.#pile.connectors)
      await connector.raise(pick(random, BAG))
      this.#alarms[0] = this.#pile.clock.after(between(random, 2, 25) * MINUTE, () => {
        connector.repair()
        this.#expectFault(fault_hours)
      })
    })
  }

  #expectSilence(offline_hours: number) {
    const { random } = this.#rates
    this.#alarms[1] = this.#pile.clock.after(this.#hours_ms(offline_hours), () => {
      this.#pile.goOffline(between(random, 1, 12) * MINUTE)
      this.#expectSilence(offline_hours)
    })
  }

  #expectPowerLoss(power_hours: number) {
    const { random } = this.#rates
    this.#alarms[2] = this.#pile.clock.after(this.#hours_ms(power_hours), async () => {
      await this.#pile.losePower(between(random, 1, 6) * MINUTE)
      this.#expectPowerLoss(power_hours)
    })
  }
}
