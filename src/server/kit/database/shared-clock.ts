import type pg from 'pg'

/** Less than that is what machines differ by anyway, and what one question cannot tell. */
const DIFFERS_MS = 1_000
/** An answer that took longer says too little of when it was given. */
const LONGEST_ASKING_MS = 1_000
const TRIES = 3

interface Log {
  warn(facts: object, message: string): void
}

/**
 * All nodes go by one clock: the database's. A node whose machine's clock is wrong would take what piles say for late or early, let sign-ins end
 * before their time, and tell piles a wrong time of day. So it asks what time it is at the database, and where its own differs by a second or
 * more, everything in this process is given the database's: `Date` itself is, for what asks it is everywhere, in libraries as well.
 */
export class SharedClock {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #log: Log
  /** How far the process' clock is put forward, in milliseconds. */
  #forward = 0

  constructor(pool: Pick<pg.Pool, 'query'>, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  /** By how much the machine's clock is ahead of the database's, in milliseconds; 0 for one that is right. */
  get ahead(): number {
    return -this.#forward
  }

  /** Compares both clocks; to be called before anything asks for the time, and every few seconds. Rejects when the database does not answer. */
  async compare(): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const forward = await this.#asked()
      if (forward === null) continue
      this.#set(Math.abs(forward) < DIFFERS_MS ? 0 : forward)
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

  /** Small differences of two answers are no reason to set it anew. */
  #set(forward: number): void {
    if (forward !== 0 && Math.abs(forward - this.#forward) < DIFFERS_MS) return
    if (forward === this.#forward) return
    this.#forward = forward
    putForward(forward)
    const facts = { ahead_ms: this.ahead }
    if (forward === 0) this.#log.warn(facts, 'the clock of this machine is right again')
    else this.#log.warn(facts, 'the clock of this machine is not the database’s: it goes by the database’s')
  }
}

const MachineDate = globalThis.Date
let forward_ms = 0
const now = () => MachineDate.now() + forward_ms

const SharedDate: DateConstructor = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, given, made) => Reflect.construct(target, given.length ? given : [now()], made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

function putForward(ms: number): void {
  forward_ms = ms
  globalThis.Date = ms === 0 ? MachineDate : SharedDate
}
