import { Car, carModels } from './car.ts'
import type { Alarm } from './clock.ts'
import type { Connector } from './connector.ts'
import type { Pile } from './pile.ts'
import { between, exponential, pick, type Random } from './random.ts'

export interface DriverOptions {
  random: Random
  /** Cards in people's pockets. */
  tags: readonly string[]
  /** Average minutes until the next car at a free connector, at an hour of the day. */
  pause_minutes(hour: number): number
  /** Batteries and stays are this many times smaller; meters, power and times stay true. */
  speed: number
}

const SECOND = 1_000
const MINUTE = 60_000
const USUAL_STAY_MINUTES = 45

/** People come with cars to one connector: plug in, show a card, wait, come back, unplug, and sometimes forget to. */
export class Driver {
  #pile: Pile
  #connector: Connector
  #options: DriverOptions
  #alarm: Alarm | undefined
  /** The card that started the present visit. */
  #tag: string | undefined

  constructor(pile: Pile, connector: Connector, options: DriverOptions) {
    this.#pile = pile
    this.#connector = connector
    this.#options = options
  }

  begin() {
    const { random } = this.#options
    // A network that was busy all day is found at work: its share of cars comes with the first minute.
    const busy = USUAL_STAY_MINUTES / (USUAL_STAY_MINUTES + this.#options.pause_minutes(this.#hour()))
    const first = random() < busy ? between(random, 1, 50) * SECOND : exponential(random, this.#pause_ms())
    this.#next(first, () => this.#arrive())
  }

  stop() {
    this.#alarm?.cancel()
  }

  /** Someone pressed "start" in an app and is about to plug in. */
  expectCable() {
    if (this.#connector.car) return this.#next(this.#stay_ms(), () => this.#comeBack())
    this.#next(between(this.#options.random, 2, 6) * SECOND, async () => {
      this.#tag = undefined
      await this.#connector.plugIn(this.#car())
      this.#next(this.#stay_ms(), () => this.#comeBack())
    })
  }

  /** The cable came free by itself; its owner drives off. */
  leaveSoon() {
    this.#next(between(this.#options.random, 5, 15) * SECOND, () => this.#leave())
  }

  #next(ms: number, run: () => unknown) {
    this.#alarm?.cancel()
    this.#alarm = this.#pile.clock.after(ms, run)
  }

  #pause_ms() {
    return (this.#options.pause_minutes(this.#hour()) * MINUTE) / this.#options.speed
  }

  #hour() {
    return new Date(this.#pile.clock.now()).getHours()
  }

  #pause() {
    this.#tag = undefined
    this.#next(exponential(this.#options.random, this.#pause_ms()), () => this.#arrive())
  }

  async #arrive() {
    const connector = this.#connector
    if (connector.status !== 'Available') return this.#pause()
    const tag = pick(this.#options.random, this.#options.tags)
    await connector.plugIn(this.#car())
    this.#next(between(this.#options.random, 4, 20) * SECOND, async () => {
      const result = await connector.swipe(tag)
      if (result !== 'started') return this.leaveSoon()
      this.#tag = tag
      this.#next(this.#stay_ms(), () => this.#comeBack())
    })
  }

  /** A city has more small cars than large ones; their owners come with a third left and leave with most. */
  #car(): Car {
    const { random, speed } = this.#options
    const model = pick(random, carModels)
    const target = random() < 0.6 ? 1 : between(random, 0.8, 0.95)
    return new Car({ ...model, capacity_wh: model.capacity_wh / speed }, between(random, 0.12, 0.6), target)
  }

  /** Until the driver is back, charging done or not. */
  #stay_ms() {
    const { random, speed } = this.#options
    const usual = this.#pile.model.current === 'DC' ? between(random, 20, 70) : between(random, 90, 420)
    return (usual * MINUTE) / speed
  }

  async #comeBack() {
    const { random, speed } = this.#options
    const { session } = this.#connector
    // A few pull the cable without a word to the pile.
    if (session && random() > 0.06) await this.#connector.swipe(this.#tag ?? session.transaction.id_tag)
    // One in six has the card stopped, or the car full, and takes its time: the berth stays occupied.
    const late = random() < 0.16 ? (between(random, 15, 60) * MINUTE) / Math.sqrt(speed) : 0
    this.#next(late + between(random, 8, 40) * SECOND, () => this.#leave())
  }

  async #leave() {
    await this.#connector.unplug()
    this.#pause()
  }
}
