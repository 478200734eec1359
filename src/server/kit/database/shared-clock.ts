import type pg from 'pg'

/** Less than that is what machines differ by anyway, and what one question cannot tell. */
const DIFFERS_MS = 1_000
/** A clock that was wrong counts as right from here: well below, so that one at the bound is not taken for right and wrong in turns. */
const RIGHT_MS = 500
/** What is followed without a leap takes ten times as long, and the time never runs backwards by it. */
const SLOWER = 10
/** An answer that took longer says too little of when it was given. */
const LONGEST_ASKING_MS = 1_000
const TRIES = 3

interface Log {
  warn(facts: object, message: string): void
}

/**
 * All nodes go by one clock: the database's. A node whose machine's clock is wrong would take what piles say for late or early, let sign-ins end
 * before their time, and tell piles a wrong time of day. So it asks what time it is at the database, and where its own differs by a second or
 * more, everything in this process is given the database's: `Date` itself is, for what asks it is everywhere, in libraries as well. From then on
 * it follows the database, by leaps only where a second is missing, until the two hardly differ.
 */
export class SharedClock {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #log: Log
  /** How far the process' clock is to be put forward, in milliseconds. */
  #forward = 0

  /** To be made before anything keeps `Date` or `Date.now` for itself: what it keeps is to follow. */
  constructor(pool: Pick<pg.Pool, 'query'>, log: Log) {
    this.#pool = pool
    this.#log = log
    install()
  }

  /** By how much the machine's clock is ahead of the database's, in milliseconds; 0 for one that is right. */
  get ahead(): number {
    return 0 - this.#forward
  }

  /** Compares both clocks; to be called before anything asks for the time, and every few seconds. Rejects when the database does not answer. */
  async compare(): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const forward = await this.#asked()
      if (forward === null) continue
      this.#set(forward)
      return
    }
  }

  /** How much the machine's clock is behind; null where the answer took too long. */
  async #asked(): Promise<number | null> {
    const from = performance.now()
    const sql = 'select extract(epoch from clock_timestamp())::float8 * 1000 as now'
    const { rows } = await this.#pool.query<{ now: number }>(sql)
    const took = performance.now() - from
    const [answer] = rows
    return !answer || took > LONGEST_ASKING_MS ? null : Math.round(answer.now + took / 2 - MachineDate.now())
  }

  /** Said once for as long as a clock is wrong. */
  #set(differs: number): void {
    const wasRight = this.#forward === 0
    const isRight = Math.abs(differs) < (wasRight ? DIFFERS_MS : RIGHT_MS)
    if (wasRight && isRight) return
    this.#forward = isRight ? 0 : differs
    putForward(this.#forward, Math.abs(differs - forwardAt(MachineDate.now())) >= DIFFERS_MS)
    const facts = { ahead_ms: this.ahead }
    if (isRight) this.#log.warn(facts, 'the clock of this machine is right again')
    else if (wasRight)
      this.#log.warn(facts, 'the clock of this machine is not the database’s: it goes by the database’s')
  }
}

const MachineDate = globalThis.Date
/** By the machine's clock: from `since` on the process' clock goes from `from_ms` ahead of it to `to_ms`, not by a leap. */
let since = 0
let from_ms = 0
let to_ms = 0

function now(): number {
  const machine = MachineDate.now()
  return machine + (from_ms === to_ms ? to_ms : forwardAt(machine))
}

/** One that is to fall behind goes slower, so that the time still runs forwards. */
function forwardAt(machine: number): number {
  const most = Math.max(0, Math.floor((machine - since) / SLOWER))
  return from_ms + Math.max(-most, Math.min(most, to_ms - from_ms))
}

function putForward(ms: number, leaps: boolean): void {
  const machine = MachineDate.now()
  from_ms = leaps ? ms : forwardAt(machine)
  to_ms = ms
  since = machine
}

/** A function and no proxy, which would take several times as long at each call. Dates are all of one kind, no matter who made them. */
function SharedDate(this: unknown, ...given: [number]): Date | string {
  if (!new.target) return new MachineDate(now()).toString()
  if ((new.target as unknown) !== SharedDate)
    return Reflect.construct(MachineDate, given.length ? given : [now()], new.target)
  if (given.length > 1) return new MachineDate(...given)
  return new MachineDate(given.length ? given[0] : now())
}

function install(): void {
  if (globalThis.Date !== MachineDate) return
  const { UTC, parse, prototype } = MachineDate
  for (const [name, value] of Object.entries({ now, UTC, parse }))
    Object.defineProperty(SharedDate, name, { value, writable: true, configurable: true })
  Object.defineProperty(SharedDate, 'prototype', { value: prototype, writable: false })
  Object.defineProperty(SharedDate, 'name', { value: 'Date', configurable: true })
  Object.defineProperty(SharedDate, 'length', { value: MachineDate.length, configurable: true })
  prototype.constructor = SharedDate
  globalThis.Date = SharedDate as unknown as DateConstructor
}
