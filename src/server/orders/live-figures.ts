import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { Live } from '../ocpp/ports.ts'
import { isNotElsewhere } from './not-elsewhere.ts'
import type { OpenSession } from './open-session.ts'
import type { SessionBook } from './session-book.ts'

// Readings come by the thousand a second; a row is written once for all of an order's, and a turn writes so many rows.
const MOST_ROWS = 100

/** Writes what sessions cost so far to their orders' rows and tells the screens. The bill never reads these figures. */
export class LiveFigures {
  readonly #db: Kysely<Database>
  readonly #book: SessionBook
  readonly #live: Live
  readonly #node: () => number

  /** `node`: what an order costs is said by the node that has its pile. */
  constructor(db: Kysely<Database>, book: SessionBook, { live, node = () => 0 }: { live: Live; node?: () => number }) {
    this.#db = db
    this.#node = node
    this.#book = book
    this.#live = live
  }

  async write(): Promise<void> {
    const changed: OpenSession[] = []
    for (const session of this.#book.sessions()) {
      if (session.changed) changed.push(session)
      if (changed.length === MOST_ROWS) break
    }
    await this.writeThese(changed)
  }

  async writeThese(sessions: readonly OpenSession[]): Promise<void> {
    if (sessions.length === 0) return
    for (const session of sessions) session.changed = false
    const rows = sessions.map(figuresOf).sort((a, b) => a.id - b.id)
    try {
      await this.#update(rows)
    } catch (error) {
      for (const session of sessions) session.changed = true
      throw error
    }
    for (const { facts } of sessions) {
      this.#live.changed('order', facts.order_id)
      this.#live.changed('pile', facts.pile_id)
    }
  }

  // Only while it charges: a bill that was made meanwhile stays as it is.
  async #update(rows: ReturnType<typeof figuresOf>[]): Promise<void> {
    await sql`
      update orders set
        energy_wh = f.energy_wh, electricity_cents = f.electricity_cents, service_cents = f.service_cents,
        cost_cents = f.cost_cents, total_cents = f.electricity_cents + f.service_cents,
        duration_seconds = f.duration_seconds, abnormal = f.abnormal,
        named = orders.named or f.named, updated_at = now(),
        cost_told_cents = coalesce(f.cost_told_cents, orders.cost_told_cents), cost_told_at = coalesce(f.cost_told_at, orders.cost_told_at)
      from json_to_recordset(${JSON.stringify(rows)}) as f(
        id bigint, energy_wh bigint, electricity_cents bigint, service_cents bigint, cost_cents bigint,
        duration_seconds bigint, abnormal text, named boolean, cost_told_cents bigint, cost_told_at timestamptz)
      where orders.id = f.id and orders.status = 'generated' and ${isNotElsewhere(this.#node())}`.execute(this.#db)
  }
}

function figuresOf(session: OpenSession) {
  const { facts, last, abnormal, named, told_cost } = session
  const { energy_wh, electricity_cents, service_cents, cost_cents } = session.amounts()
  const duration_seconds = Math.max(Math.floor((last.at - session.began_at) / 1000), 0)
  return {
    id: facts.order_id,
    energy_wh,
    electricity_cents,
    service_cents,
    cost_cents,
    duration_seconds,
    abnormal,
    named,
    cost_told_cents: told_cost?.cents ?? null,
    cost_told_at: told_cost && iso(told_cost.at),
  }
}
