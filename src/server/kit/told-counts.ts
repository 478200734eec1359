import type { Bus } from './bus.ts'

/** What is counted within this time is told as one line. */
const GATHER_MS = 100
/** No node counts more of one within that time: what says so is not believed. */
const MOST_AT_ONCE = 1_000

/**
 * What all nodes count together, where it need not be exact: each counts what it sees and tells the others how many. What is lost on the way
 * is not counted there, so that what may be done so many times may be done a few times more.
 */
export class ToldCounts {
  readonly #bus: Bus
  readonly #topic: string
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  /** Two lines that say the same are two: the bus tells the same line once. */
  #lines = 0

  /** `heard`: another node counted so many of this. */
  constructor(bus: Bus, topic: string, heard: (key: string, count: number) => void) {
    this.#bus = bus
    this.#topic = topic
    bus.subscribe(topic, (line) => {
      const [, count, key] = /^\d+ (\d+) (.*)$/s.exec(line) ?? []
      if (key !== undefined) heard(key, Math.min(Number(count), MOST_AT_ONCE))
    })
  }

  /** One was counted here. The key is one line. */
  counted(key: string): void {
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS).unref()
  }

  #tell(): void {
    this.#timer = undefined
    for (const [key, count] of this.#waiting) this.#bus.publish(this.#topic, `${this.#lines++} ${count} ${key}`)
    this.#waiting.clear()
  }
}
