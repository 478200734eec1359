import { afterEach, expect, test } from 'vitest'
import { Car, carModels } from '../../src/fleet/car.ts'
import { ManualClock } from '../../src/fleet/clock.ts'
import type { Connector } from '../../src/fleet/connector.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { type PileModel, pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { seeded } from '../../src/fleet/random.ts'
import { type VersionName, virtualPile } from '../../src/fleet/virtual-pile.ts'
import { BALANCE_CENTS, KillRig } from './kill-rig.ts'

/*
 * Piles of all versions, as many kinds of them as there are, charge car after car while the server is killed under them. Each is
 * driven by a clock of its own through an evening that is over already.
 */
const PILES = 30
const SESSIONS = 2
const KILLS = [0.25, 0.6]
const MINUTE = 60_000
const HOURS_AGO = 5
/** Of a minute at the piles, so that a session takes its time here, too. */
const REAL_MS = 15

const rig = new KillRig()
const piles: Pile[] = []
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the next pile is and does wrong; piles of 1.6 repeat themselves alone. */
const kinds: { version: VersionName; points?: string; evses?: number[]; wrong: Partial<Pile['wrong']> }[] = [
  { version: '1.6', wrong: {} },
  { version: '2.0.1', points: 'EVConnected', wrong: { shufflesEvents: 1 } },
  { version: '2.0.1', points: 'PowerPathClosed', evses: [2], wrong: { repeatsEvents: 0.4 } },
  { version: '2.0.1', points: 'Authorized', evses: [1, 1, 1], wrong: { resumes: true } },
  { version: '2.0.1', points: 'PowerPathClosed', wrong: { losesEvents: 0.5 } },
  { version: '2.0.1', points: 'EVConnected', wrong: { repeatsEvents: 0.2, shufflesEvents: 0.5 } },
  { version: '2.1', points: 'EVConnected', wrong: { shufflesEvents: 0.5 } },
  { version: '2.1', points: 'PowerPathClosed', wrong: { resumes: true, repeatsEvents: 0.2 } },
]

interface Charged {
  pile_id: number
  wh: number
}

interface Place {
  id: number
  station_number: string
  card: string
}

/** One of them with its clock and its luck. */
class Evening {
  readonly pile: Pile
  readonly #clock = new ManualClock(Date.now() - HOURS_AGO * 60 * MINUTE)
  readonly #random
  readonly #place: Place

  constructor(place: Place, nth: number) {
    this.#place = place
    this.#random = seeded(nth + 1)
    const { version, points, evses, wrong } = kinds[nth % kinds.length] ?? { version: '1.6', wrong: {} }
    const plain: PileModel = pileModels.dc120
    const model = evses ? { ...plain, evses, connectors: evses.reduce((sum, many) => sum + many, 0) } : plain
    const memory = newMemory(model.firmware, Array(model.connectors).fill(10_000 + nth))
    if (points) Object.assign(memory.configuration, { 'TxCtrlr.TxStartPoint': points, 'TxCtrlr.TxStopPoint': points })
    memory.local_list = { version: 1, tags: { [place.card.toUpperCase()]: { status: 'Accepted' } } }
    this.pile = virtualPile({
      ...{ url: rig.url, station: place.station_number, version, model, memory, clock: this.#clock },
      ...{ random: this.#random, backoff: { firstMs: 50, maxMs: 200 }, callTimeoutMs: 60_000 },
    })
    Object.assign(this.pile.wrong, wrong)
    piles.push(this.pile)
  }

  async begin() {
    this.pile.start()
    while (!this.pile.online) await pause(20)
  }

  async pass(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      await this.#clock.advance(MINUTE, () => this.pile.settled())
      await pause(REAL_MS)
    }
  }

  /** One car after the other at its connectors; some come while the pile or its network is away. */
  async charge(session: number): Promise<Charged> {
    const { pile } = this
    const connector = pile.connectors[session % pile.connectors.length] as Connector
    const before = connector.register_wh
    // Most piles are online where a session begins; the others know their cards.
    if (this.#random() < 0.7) while (!pile.online) await pause(20)
    if (this.#random() < 0.5) {
      connector.plugIn(this.#car())
      await this.pass(1)
      await connector.swipe(this.#place.card)
    } else {
      await connector.swipe(this.#place.card)
      await this.pass(1)
      await connector.plugIn(this.#car())
    }
    await this.pass(6)
    await this.#mishap()
    await this.pass(8)
    if (connector.session) await connector.swipe(this.#place.card)
    await this.pass(1)
    await connector.unplug()
    await this.pass(2)
    return { pile_id: this.#place.id, wh: connector.register_wh - before }
  }

  async #mishap() {
    const { pile } = this
    const luck = this.#random()
    if (luck < 0.5) pile.goOffline(4 * MINUTE)
    else if (luck < 0.7 && pile.wrong.resumes) await pile.losePower(2 * MINUTE)
  }

  #car() {
    const model = carModels[Math.floor(this.#random() * carModels.length)] as (typeof carModels)[number]
    return new Car(model, 0.2 + this.#random() * 0.4)
  }

  /** Everything that it kept is told. */
  async calm() {
    for (let round = 0; this.pile.memory.queue.length > 0; round++) {
      while (!rig.isUp) await pause(50)
      if (round > 3_000) throw new Error(`${this.pile.station} keeps ${this.pile.memory.queue.length} messages`)
      await this.pass(1)
      await pause(50)
    }
  }
}

test('a mixed fleet under a server that is killed twice: orders, Wh and cents are as the piles counted', {
  timeout: 480_000,
}, async () => {
  const { customer, piles: places } = await rig.network(PILES)
  await rig.serve()
  const evenings = places.map((place, nth) => new Evening(place, nth))
  await Promise.all(evenings.map((evening) => evening.begin()))
  const charged: Charged[] = []
  const all = Promise.all(
    evenings.map(async (evening) => {
      for (let session = 0; session < SESSIONS; session++) charged.push(await evening.charge(session))
      await evening.calm()
    }),
  )
  for (const share of KILLS) {
    while (charged.length < PILES * SESSIONS * share) await pause(5)
    await rig.kill()
  }
  await all
  const settles = async () =>
    (await rig.orders()).every(({ status, missing_events }) => status === 'paid' || missing_events)
  await expect.poll(settles, { timeout: 150_000, interval: 500 }).toBe(true)
  await Promise.all(piles.splice(0).map((pile) => pile.stop()))
  await rig.stop('SIGTERM')

  const orders = await rig.orders()
  const countedBy = (pile: number) => charged.filter(({ pile_id }) => pile_id === pile).map(({ wh }) => wh)
  const told = (pile: number) => orders.filter(({ pile_id }) => pile_id === pile).map(({ energy_wh }) => energy_wh)
  expect(places.map(({ id }) => told(id))).toEqual(places.map(({ id }) => countedBy(id)))
  expect(orders.filter(({ energy_wh, total_cents }) => energy_wh !== total_cents)).toEqual([])
  expect(orders.filter(({ abnormal }) => abnormal !== null)).toEqual([])
  // What lost events for good waits for a person; all else is paid.
  const waits = orders.filter(({ status }) => status !== 'paid')
  const losing = places.filter((_, nth) => kinds[nth % kinds.length]?.wrong.losesEvents).map(({ id }) => id)
  expect(waits.filter(({ pile_id }) => !losing.includes(pile_id))).toEqual([])
  expect(orders.length - waits.length).toBeGreaterThan(PILES)
  const paid = orders.reduce((sum, { paid_cents }) => sum + paid_cents, 0)
  expect(await rig.balance(customer.id)).toBe(BALANCE_CENTS - paid)
})
