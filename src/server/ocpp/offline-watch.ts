import type pg from 'pg'
import { owned } from '../kit/process-state.ts'
import { notElsewhere } from './pile-directory.ts'
import type { Alarms, ConnectedPile } from './ports.ts'

const CODE = 'Offline'
const TURN_MS = 1_000
const AT_ONCE = 8

interface Missing {
  pile: ConnectedPile
  since: number
  /** From when on it counts: a start of this server gives piles their time to come back. */
  from: number
}

/** Raises an alarm for a pile that stays away, and closes it when the pile is back. Reconnects within the grace raise none. */
export class OfflineWatch {
  readonly #pool: pg.Pool
  readonly #alarms: Alarms
  readonly #log: { error(facts: object, message: string): void }
  readonly #node: () => number
  /** So long a pile may be away. */
  graceMs: number
  readonly #missing = new Map<number, Missing>()
  readonly #alarmed = new Set<number>()
  readonly state = owned('piles_away', () => this.#missing.size)
  #work: (() => Promise<void>)[] = []
  #working = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    deps: {
      pool: pg.Pool
      alarms: Alarms
      log: { error(facts: object, message: string): void }
      node: () => number
    },
    graceMs: number,
  ) {
    this.#node = deps.node
    this.#pool = deps.pool
    this.#alarms = deps.alarms
    this.#log = deps.log
    this.graceMs = graceMs
  }

  /** Takes up those of these piles that are away, and those whose alarm is open; null: of all that no other node has. */
  async load(piles: readonly number[] | null): Promise<void> {
    const { rows } = await this.#pool.query<ConnectedPile & { since: string | null; alarmed: boolean }>(
      `select pile.id, station_number, site_id, r.offline_at as since,
        exists (select from alarm where pile_id = pile.id and code = '${CODE}' and cleared_at is null) as alarmed
      from pile left join offline_record r on r.pile_id = pile.id and r.online_at is null
      where pile.id = any(coalesce($1::bigint[], array(select pile_id from offline_record where online_at is null)))
        and pile.enabled and pile.archived_at is null and ${notElsewhere('pile.id', '$2')}`,
      [piles, this.#node()],
    )
    for (const { since, alarmed, ...pile } of rows)
      if (alarmed) this.#alarmed.add(pile.id)
      else if (since) this.gone(pile, Date.now(), Date.parse(since))
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(Date.now()), Math.min(TURN_MS, this.graceMs))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    while (this.#working > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  gone(pile: ConnectedPile, now: number, since = now): void {
    this.#missing.set(pile.id, { pile, since, from: now })
  }

  back(pile: ConnectedPile, at: number): void {
    this.#missing.delete(pile.id)
    if (this.#alarmed.delete(pile.id)) this.#soon(() => this.#alarms.clear(pile, CODE, null, at))
  }

  /** Another node has it, and watches over it. */
  movedOut(pile_id: number): void {
    this.#missing.delete(pile_id)
    this.#alarmed.delete(pile_id)
  }

  #look(now: number): void {
    for (const [id, { pile, since, from }] of this.#missing) {
      if (from + this.graceMs > now) continue
      this.#missing.delete(id)
      this.#alarmed.add(id)
      this.#soon(() => this.#raise(pile, since))
    }
  }

  async #raise(pile: ConnectedPile, since: number): Promise<void> {
    // Another node has it, and did not come to tell.
    if (await this.#isElsewhere(pile)) return this.movedOut(pile.id)
    await this.#alarms.raise(pile, { code: CODE, kind: 'offline', connector_number: null, message: null, at: since })
    if (await this.#isElsewhere(pile)) await this.#alarms.clear(pile, CODE, null, Date.now())
  }

  async #isElsewhere({ id }: ConnectedPile): Promise<boolean> {
    const asked = `select from pile where id = $2 and ${notElsewhere('pile.id', '$1')}`
    return !(await this.#pool.query(asked, [this.#node(), id])).rowCount
  }

  // A power cut takes thousands at once: their alarms take their turns.
  #soon(work: () => Promise<void>): void {
    this.#work.push(work)
    if (this.#working < AT_ONCE) void this.#run()
  }

  async #run(): Promise<void> {
    this.#working++
    for (let work = this.#work.shift(); work; work = this.#work.shift())
      await work().catch((error: unknown) => this.#log.error({ err: error }, 'an offline alarm failed'))
    this.#working--
  }
}
