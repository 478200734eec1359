import type pg from 'pg'
import { owned } from '../kit/process-state.ts'
import type { Journal } from './journal.ts'
import { notElsewhere } from './pile-directory.ts'
import type { Alarms, ConnectedPile, Live } from './ports.ts'

interface Deps {
  pool: pg.Pool
  alarms: Pick<Alarms, 'raise' | 'clear'>
  live: Live
  journal: Journal
  /** This node's number. */
  node: () => number
  log: { error(facts: object, message: string): void }
}

interface Flood {
  pile: ConnectedPile
  since: number
  /** When it was held back last. */
  last: number
}

interface Counted {
  station_number: string
  connection: number
  since: number
  frames: number
  bytes: number
  /** By action; what cannot be read, answers and what came too late stand under a word in brackets. */
  actions: Map<string, number>
}

const CODE = 'Flood'
const LOOK_EVERY_MS = 5_000
const MINUTE = 60_000
/** A pile invents as many actions as it likes. */
const MOST_ACTIONS = 20

/**
 * Which piles send more than their limit allows: noted on the pile with the time since when, an alarm once, until a minute has
 * passed without it. Their frames beyond what the log keeps are counted, a row for each minute and pile. Owned by the
 * process that has the pile's socket; `pile.flooding_since` is what all see.
 */
export class FloodWatch {
  readonly #deps: Deps
  readonly #calmAfterMs: number
  readonly #floods = new Map<number, Flood>()
  readonly #counted = new Map<number, Counted>()
  readonly state = owned('floods', () => this.#floods.size)
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()
  /** Frames that were counted and not kept, since the start. */
  total = 0

  constructor(deps: Deps, calmAfterMs = MINUTE) {
    this.#deps = deps
    this.#calmAfterMs = calmAfterMs
  }

  get size(): number {
    return this.#floods.size
  }

  /** Takes up those of the time before: they end like others when nothing more comes. Null: of all piles. */
  async load(piles: readonly number[] | null): Promise<void> {
    const { rows } = await this.#deps.pool.query<ConnectedPile & { since: string }>(
      `select id, station_number, site_id, flooding_since as since from pile
      where flooding_since is not null and ($1::bigint[] is null or id = any($1))
        and ${notElsewhere('pile.id', '$2')}`,
      [piles, this.#deps.node()],
    )
    const last = Date.now()
    for (const { since, ...pile } of rows) this.#floods.set(pile.id, { pile, since: Date.parse(since), last })
  }

  /** Another node has it, and sees whether it goes on. */
  movedOut(pile_id: number): void {
    this.#floods.delete(pile_id)
  }

  start(): void {
    const every = Math.min(LOOK_EVERY_MS, this.#calmAfterMs)
    this.#timer = setInterval(() => this.#look(Date.now()), every).unref()
  }

  /** Resolves when what was noted so far is kept. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const pile_id of this.#counted.keys()) this.#write(pile_id)
    await this.#work
  }

  /** A pile was held back. */
  paced(pile: ConnectedPile, perSecond: number, now: number): void {
    const known = this.#floods.get(pile.id)
    if (known) {
      known.last = now
      return
    }
    this.#floods.set(pile.id, { pile, since: now, last: now })
    const message = `> ${perSecond}/s`
    this.#soon(async () => {
      await this.#note(pile.id, now)
      await this.#deps.alarms.raise(pile, { code: CODE, kind: 'protocol', connector_number: null, message, at: now })
    })
  }

  /** A frame that the log does not keep. */
  count(pile: ConnectedPile, connection: number, frame: { action: string; bytes: number; at: number }): void {
    const { action, bytes, at } = frame
    let counted = this.#counted.get(pile.id)
    if (!counted) {
      const { station_number } = pile
      counted = { station_number, connection, since: at, frames: 0, bytes: 0, actions: new Map() }
      this.#counted.set(pile.id, counted)
    }
    counted.frames++
    counted.bytes += bytes
    this.total++
    const name = counted.actions.has(action) || counted.actions.size < MOST_ACTIONS ? action : '(others)'
    counted.actions.set(name, (counted.actions.get(name) ?? 0) + 1)
  }

  #look(now: number): void {
    for (const [pile_id, { since }] of this.#counted)
      if (now - since >= Math.min(MINUTE, this.#calmAfterMs)) this.#write(pile_id)
    for (const { pile, last } of this.#floods.values())
      if (now - last >= this.#calmAfterMs) {
        this.#floods.delete(pile.id)
        this.#soon(async () => {
          await this.#note(pile.id, null)
          await this.#deps.alarms.clear(pile, CODE, null, now)
        })
      }
  }

  async #note(pile_id: number, since: number | null): Promise<void> {
    const sql = 'update pile set flooding_since = to_timestamp($2::float8 / 1000) where id = $1'
    await this.#deps.pool.query(sql, [pile_id, since])
    this.#deps.live.changed('pile', pile_id)
  }

  #write(pile_id: number): void {
    const counted = this.#counted.get(pile_id)
    if (!counted) return
    this.#counted.delete(pile_id)
    const { station_number, connection, since, frames, bytes, actions } = counted
    this.#deps.journal.counted({
      ...{ station_number, connection, at: since, counted: frames },
      content: JSON.stringify({ frames, bytes, actions: Object.fromEntries(actions) }),
    })
  }

  #soon(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a flood could not be noted'))
  }
}
