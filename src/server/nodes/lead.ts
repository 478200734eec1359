import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { isTaken } from '../kit/postgres-errors.ts'
import { inTransaction } from '../kit/transaction.ts'

/** One that leads and was not heard of for so long leads no more. */
const TAKEN_AFTER_S = 10
/** So long a node's own word that it leads counts: it stops before another begins, even if it was frozen meanwhile. */
const GOOD_FOR_MS = 6_000

/** What a node's row says of leading once it was written. */
export interface LeadSaid {
  leads: boolean
  state: 'running' | 'draining' | 'lost' | 'stopped'
  /** No node leads that runs and was heard of lately. */
  vacant: boolean
}

interface Deps {
  db: Kysely<Database>
  alone: boolean
  clock?: () => number
}

const isGone = sql`(o.state <> 'running' or o.seen_at <= now() - make_interval(secs => ${sql.lit(TAKEN_AFTER_S)}))`

/** To be asked of the database beside a row of `node`. */
export const isVacant = sql<boolean>`not exists (select from node o where o.leads and not ${isGone})`

/**
 * Which node does what one of all does. It is written in its row, which a unique index lets one have; what it says of itself every few
 * seconds is what keeps it. One that comes back after it was given up finds another there, and does not take it back.
 */
export class Lead {
  readonly #deps: Deps
  readonly #clock: () => number
  readonly #beginnings: (() => void)[] = []
  /** When it was asked for what the database confirmed, by a clock that nobody sets. */
  #asked_at: number | null = null
  #ended = false

  constructor({ db, alone, clock = () => performance.now() }: Deps) {
    this.#deps = { db, alone }
    this.#clock = clock
  }

  leads(): boolean {
    if (this.#deps.alone) return true
    return this.#asked_at !== null && this.#clock() - this.#asked_at < GOOD_FOR_MS
  }

  onLead(begin: () => void): void {
    this.#beginnings.push(begin)
  }

  /** Takes over what the database answered to a node's word that it is there, and leads where nobody does. */
  async follow<T extends LeadSaid>(id: number, asking: Promise<T | undefined>): Promise<T | undefined> {
    const asked_at = this.#clock()
    const before = this.leads()
    const said = await asking
    const mayLead = said?.state === 'running' && !this.#ended
    const leads = mayLead && (said.leads || (said.vacant && (await this.#take(id))))
    this.#asked_at = leads && !this.#ended ? asked_at : null
    if (!before && this.leads()) for (const begin of this.#beginnings) begin()
    return said
  }

  /** It leads no more, from this moment on. */
  end(): void {
    this.#ended = true
    this.#asked_at = null
  }

  /** Of several that take it at once one has it. */
  async #take(id: number): Promise<boolean> {
    try {
      return await inTransaction(this.#deps.db, async (trx) => {
        await sql`update node o set leads = false where o.leads and o.id <> ${id} and ${isGone}`.execute(trx)
        const { rows } =
          await sql`update node set leads = true where id = ${id} and not exists (select from node where leads)
          returning id`.execute(trx)
        return rows.length > 0
      })
    } catch (error) {
      if (isTaken(error)) return false
      throw error
    }
  }
}
