import { type Kysely, sql } from 'kysely'
import type { ReportedPoint } from '../../shared/domain/meter-checks.ts'
import { COST_KEYS, type CostTakes, type CostWay, isOtherMoney } from '../../shared/domain/running-cost.ts'
import type { Database } from '../kit/database/tables.ts'
import { derived } from '../kit/process-state.ts'
import { QueryBatcher } from '../kit/query-batcher.ts'
import type { ReadingRow } from '../ocpp/ports.ts'
import type { OpenSession } from './open-session.ts'
import type { CostWayOf, TellCost } from './ports.ts'
import type { SessionBook } from './session-book.ts'

interface Ports {
  db: Kysely<Database>
  costWay: CostWayOf
  tellCost: TellCost
}

/** A message of its own for a cost costs money on a mobile network (I02). */
const PAUSE_MS = 30_000
/** What a pile says of itself may have changed. */
const REFRESH_MS = 60_000

interface Known {
  takes: CostTakes
  read_at: number
}

/**
 * What piles are told of what their sessions cost so far (I02): in the answers to their reports, and by a message of its own where an answer
 * could not say it, because the figure became another one since. All from what the session knows: no reading asks the database.
 */
export class RunningCosts {
  readonly #ports: Ports
  readonly #book: SessionBook
  readonly #piles = new Map<number, Known>()
  readonly #reading: QueryBatcher<number, CostTakes>
  readonly state = derived('piles_that_show_costs', () => this.#piles.size)

  constructor(ports: Ports, book: SessionBook) {
    this.#ports = ports
    this.#book = book
    this.#reading = new QueryBatcher((piles) => costTakesOf(ports.db, piles))
  }

  /** To be awaited before a pile's first session is told of: what it says of itself is read once. */
  async know(pile_id: number): Promise<void> {
    if (this.#piles.has(pile_id)) return
    this.#piles.set(pile_id, { takes: await this.#reading.ask(pile_id), read_at: Date.now() })
  }

  forget(pile_id: number): void {
    this.#piles.delete(pile_id)
  }

  way(pile_id: number): CostWay {
    const known = this.#piles.get(pile_id)
    return known ? this.#ports.costWay(pile_id, known.takes) : 'none'
  }

  /** The limits of a session that it says it keeps to; null where it never said. */
  limits(pile_id: number): string | null {
    return this.#piles.get(pile_id)?.takes.limits ?? null
  }

  /** It would show our figure in other money. */
  isOtherMoney(pile_id: number): boolean {
    const known = this.#piles.get(pile_id)
    return known !== undefined && isOtherMoney(known.takes)
  }

  /**
   * What an answer tells of it, these readings included; null: nothing. A pile that stops at a limit counts by it, whether it shows it or not
   * (E16.FR.11, FR.15). Reckoned only for who is told: most piles are not, and report every few seconds.
   */
  told(session: OpenSession, readings: readonly ReadingRow[]): number | null {
    const { pile_id } = session.facts
    const way = this.way(pile_id)
    const isTold = way === 'told' || (way === 'none' && session.told_limit !== null && !this.isOtherMoney(pile_id))
    const cents = isTold ? session.centsWith(readings.flatMap(pointOf)) : null
    if (cents === null) return null
    note(session, cents)
    return cents
  }

  /** Tells what no answer told; to be called every few seconds. Gives the work that goes on. */
  async sweep(now: number): Promise<Promise<unknown>[]> {
    await this.#refresh(now)
    const work: Promise<unknown>[] = []
    for (const session of this.#book.sessions()) {
      const { told_cost: told, cents, facts } = session
      if (!told || !session.isPriced || told.cents === cents || now - told.at < this.#pauseOf(facts.pile_id)) continue
      if (this.way(facts.pile_id) !== 'told') continue
      note(session, cents)
      work.push(this.#ports.tellCost(facts.pile_id, facts.transaction_id, cents))
    }
    return work
  }

  #pauseOf(pile_id: number): number {
    return Math.max(PAUSE_MS, (this.#piles.get(pile_id)?.takes.every_seconds ?? 0) * 1000)
  }

  async #refresh(now: number): Promise<void> {
    const charging = new Set([...this.#book.sessions()].map(({ facts }) => facts.pile_id))
    const due = [...this.#piles].filter(([id, { read_at }]) => charging.has(id) && now - read_at >= REFRESH_MS)
    const ids = due.map(([id]) => id)
    if (ids.length === 0) return
    const takes = await costTakesOf(this.#ports.db, ids)
    // One that went meanwhile is not known here any more.
    for (const [index, id] of ids.entries())
      if (this.#piles.has(id)) this.#piles.set(id, { takes: takes[index] as CostTakes, read_at: now })
  }
}

const pointOf = ({ at, energy_wh, received_at, resolution_wh }: ReadingRow): ReportedPoint[] =>
  energy_wh === null ? [] : [{ at, wh: energy_wh, received_at, resolution_wh }]

function note(session: OpenSession, cents: number): void {
  if (session.told_cost?.cents !== cents) session.changed = true
  session.told_cost = { cents, at: Date.now() }
}

/** The end's answer tells all that it cost (I03.FR.02). */
export async function noteToldCost(db: Kysely<Database>, order_id: number, cost_told_cents: number): Promise<void> {
  const told = { cost_told_cents, cost_told_at: new Date().toISOString() }
  await db.updateTable('orders').set(told).where('id', '=', order_id).execute()
}

/** What piles told last, in their order. */
export async function costTakesOf(db: Kysely<Database>, pile_ids: readonly number[]): Promise<CostTakes[]> {
  const keys = Object.values(COST_KEYS).map((key) => key.toLowerCase())
  const { rows } = await sql<{ pile_id: number; said: Record<string, string | null>; holds_tariff: boolean }>`
    select p.id as pile_id, coalesce(t.tariff is not null, false) as holds_tariff,
      coalesce((select jsonb_object_agg(lower(s.key), s.value) from pile_setting s
        where s.pile_id = p.id and lower(s.key) = any(${keys}::text[])), '{}'::jsonb) as said
    from unnest(${pile_ids}::bigint[]) as p(id) left join pile_tariff t on t.pile_id = p.id`.execute(db)
  const found = new Map(rows.map((row) => [Number(row.pile_id), row]))
  return pile_ids.map((id) => {
    const row = found.get(id)
    const said = (name: keyof typeof COST_KEYS) => row?.said[COST_KEYS[name].toLowerCase()]?.trim() || null
    const isOn = (name: keyof typeof COST_KEYS) => {
      const text = said(name)
      return text === null ? null : text.toLowerCase() === 'true'
    }
    return {
      ...{ available: isOn('available'), enabled: isOn('enabled'), tariffs: isOn('tariffs') },
      ...{ currency: said('currency'), limits: said('limits'), every_seconds: Number(said('every_seconds')) || null },
      holds_tariff: row?.holds_tariff ?? false,
    }
  })
}
