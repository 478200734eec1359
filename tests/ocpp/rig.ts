import { afterEach, beforeEach, expect, vi } from 'vitest'
import { Car, carModels } from '../../src/fleet/car.ts'
import { ManualClock } from '../../src/fleet/clock.ts'
import type { Connector } from '../../src/fleet/connector.ts'
import type { MeterValue } from '../../src/fleet/messages.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { type VirtualPileOptions, virtualPile } from '../../src/fleet/virtual-pile.ts'
import { type Central, startCentral } from './central.ts'

export const MINUTE = 60_000
export const NIGHT = '2026-11-20T22:00:00.000Z'
export const STATION = 'SIM-1'

export const until = (holds: () => unknown) =>
  vi.waitFor(() => expect(holds()).toBeTruthy(), { timeout: 60_000, interval: 5 })

/** A central system, a clock and the piles of one test; laid anew for each. */
export class Rig {
  central!: Central
  clock!: ManualClock
  #piles: Pile[] = []

  constructor() {
    beforeEach(async () => {
      this.central = await startCentral()
      this.clock = new ManualClock(NIGHT)
      this.#piles = []
    })
    afterEach(async () => {
      for (const pile of this.#piles) await pile.stop()
      await this.central.close()
    })
  }

  /** A pile that powers up; its connection comes when it comes. */
  pile(options: Partial<VirtualPileOptions> = {}): Pile {
    const given = { url: this.central.url, station: STATION, model: pileModels.dc120, clock: this.clock }
    const pile = virtualPile({ ...given, backoff: { firstMs: 10, maxMs: 20 }, ...options })
    this.#piles.push(pile)
    pile.start()
    return pile
  }

  async bootedPile(options: Partial<VirtualPileOptions> = {}): Promise<Pile> {
    const pile = this.pile(options)
    // OCPP 2 tells no state of the whole pile.
    const told = pile.connectors.length + ((options.version ?? '1.6') === '1.6' ? 2 : 1)
    await until(() => pile.online && this.central.story(STATION).length >= told)
    await pile.settled()
    return pile
  }

  /** A pile whose connector 1 has charged for a minute. */
  async chargingPile({ soc = 0.4, ...options }: Partial<VirtualPileOptions> & { soc?: number } = {}) {
    const pile = await this.bootedPile(options)
    const connector = gun(pile)
    connector.plugIn(sedan(soc))
    await connector.swipe('CARD-1')
    await this.pass(pile, 1)
    return { pile, connector }
  }

  async pass(pile: Pile, minutes: number) {
    await this.clock.advance(minutes * MINUTE, () => pile.settled())
  }

  async call(action: string, payload: Record<string, unknown>) {
    return this.central.call(STATION, action, payload)
  }

  /** What the pile said after a moment, meter values aside. */
  storySince(length: number): string[] {
    return this.central
      .story(STATION)
      .slice(length)
      .filter((call) => call !== 'MeterValues')
  }

  get said(): number {
    return this.central.said.length
  }

  /** A measurand's values over all MeterValues, in their order. */
  curve(measurand: string): number[] {
    const values = this.central.all('MeterValues').flatMap(({ meterValue }) => meterValue as MeterValue[])
    return values.flatMap(({ sampledValue }) =>
      sampledValue.filter((sampled) => sampled.measurand === measurand).map(({ value }) => Number(value)),
    )
  }
}

export function gun(pile: Pile, id = 1): Connector {
  const connector = pile.connector(id)
  if (!connector) throw new Error(`no connector ${id}`)
  return connector
}

/** Takes 150 kW from a DC pile and 11 kW from an AC one; 76 kWh. */
export function sedan(soc: number, target = 1): Car {
  const model = carModels.find(({ name }) => name === 'sedan')
  if (!model) throw new Error('no sedan')
  return new Car(model, soc, target)
}
