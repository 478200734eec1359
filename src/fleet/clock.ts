export interface Alarm {
  cancel(): void
}

/** A pile's clock. Tests and demos choose where it stands and how fast it runs. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once, `ms` of this clock later. */
  after(ms: number, run: () => unknown): Alarm
}

/** setTimeout takes no longer wait; a later alarm is only ever a month away. */
const LONGEST_MS = 2 ** 31 - 1

export const wallClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, Math.min(LONGEST_MS, Math.max(0, ms)))
    return { cancel: () => clearTimeout(timer) }
  },
}

interface Due {
  at: number
  order: number
  run: () => unknown
}

/** A clock that moves only when told to, so that a test drives a night of charging in milliseconds. */
export class ManualClock implements Clock {
  #now: number
  #due: Due[] = []
  #order = 0

  constructor(at: number | string) {
    this.#now = typeof at === 'number' ? at : Date.parse(at)
  }

  now() {
    return this.#now
  }

  after(ms: number, run: () => unknown): Alarm {
    const due = { at: this.#now + Math.max(0, ms), order: this.#order++, run }
    this.#due.push(due)
    return {
      cancel: () => {
        this.#due = this.#due.filter((other) => other !== due)
      },
    }
  }

  /** Moves on, running what falls due in its order and waiting for each, and for `settled` after each. */
  async advance(ms: number, settled?: () => Promise<unknown>) {
    const end = this.#now + ms
    for (let due = this.#take(end); due; due = this.#take(end)) {
      this.#now = Math.max(this.#now, due.at)
      await due.run()
      await settled?.()
    }
    this.#now = end
  }

  #take(end: number): Due | undefined {
    const [first] = this.#due.filter((due) => due.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)
    if (first) this.#due.splice(this.#due.indexOf(first), 1)
    return first
  }
}
