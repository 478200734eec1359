import type { Alarm, Clock } from './clock.ts'

/** Something done again and again; the wait is asked for each time, and none is a pause until `restart`. */
export class Repeating {
  #clock: Clock
  #waitMs: () => number
  #run: () => unknown
  #alarm: Alarm | undefined

  constructor(clock: Clock, waitMs: () => number, run: () => unknown) {
    this.#clock = clock
    this.#waitMs = waitMs
    this.#run = run
  }

  restart() {
    this.stop()
    const wait = this.#waitMs()
    if (wait <= 0) return
    this.#alarm = this.#clock.after(wait, () => {
      this.restart()
      return this.#run()
    })
  }

  stop() {
    this.#alarm?.cancel()
    this.#alarm = undefined
  }
}

/** The wait until the next instant that is a whole number of intervals past midnight UTC. */
export function untilAligned(now: number, interval_s: number): number {
  const interval = interval_s * 1000
  return interval > 0 ? interval - (now % interval) : 0
}
