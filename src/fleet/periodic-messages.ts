import type { Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import { Repeating, untilAligned } from './repeating.ts'

/** What a pile does by the clock, at intervals of its configuration. */
export interface PeriodicMessageDeps {
  clock: Clock
  configuration: Configuration
  heartbeat(): unknown
  ping(): unknown
  /** Sends every connector's meter, whether it charges or not. */
  tellMeters(measurands: readonly string[]): unknown
}

/** Heartbeats, pings of the socket, and meter values at full intervals of the day (OCPP 1.6, clause 3.16). */
export class PeriodicMessages {
  #routines: Repeating[]
  #clock: Clock
  /** Of what it holds: they begin when there is something. */
  #ofHeld: Repeating[] = []

  constructor({ clock, configuration, heartbeat, ping, tellMeters }: PeriodicMessageDeps) {
    const every = (key: string, run: () => unknown) => new Repeating(clock, () => configuration.count(key) * 1000, run)
    const untilNext = () => untilAligned(clock.now(), configuration.count('ClockAlignedDataInterval'))
    this.#clock = clock
    this.#routines = [
      every('HeartbeatInterval', heartbeat),
      every('WebSocketPingInterval', ping),
      new Repeating(clock, untilNext, () => tellMeters(configuration.list('MeterValuesAlignedData'))),
    ]
  }

  /** Something else that is done again and again; `waitMs` 0: not for now. */
  add(waitMs: () => number, run: () => unknown) {
    const routine = new Repeating(this.#clock, waitMs, run)
    this.#routines.push(routine)
    this.#ofHeld.push(routine)
  }

  /** There may be something to do by what was added. */
  wake() {
    for (const routine of this.#ofHeld) routine.restart()
  }

  /** Takes up changed intervals, too. */
  restart() {
    for (const routine of this.#routines) routine.restart()
  }

  stop() {
    for (const routine of this.#routines) routine.stop()
  }
}
