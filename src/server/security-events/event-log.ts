import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { ConnectedPile, Live, SecurityLog, ToldSecurityEvent } from '../ocpp/ports.ts'

/** Of a pile within a day (UTC); what it says beyond them is counted by its type. */
const ONE_BY_ONE = 100
/** Types of makers' own are without number: beyond the first hundred they are counted together. */
const OTHERS = 'Others'
const LONGEST_TYPE = 60
const LONGEST_INFO = 255

/** What is beyond counting is no news. */
type Said = ToldSecurityEvent & { day: string }

/**
 * Keeps what piles say of their security. A row is there when `keep` resolves, so that the pile may have its answer: whatever was acknowledged stands
 * in the list by itself or in a count, and a pile has at most a hundred rows a day and one for each type.
 */
export class EventLog implements SecurityLog {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  async keep(pile: ConnectedPile, event: ToldSecurityEvent): Promise<void> {
    const type = event.type.slice(0, LONGEST_TYPE) || '-'
    const said = {
      ...event,
      type,
      day: iso(event.received_at).slice(0, 10),
      info: event.info?.slice(0, LONGEST_INFO) ?? null,
    }
    const single = await this.#write(pile, said, sql`false`)
    const others = said.severity === 'own' ? { ...said, type: OTHERS } : said
    const ids = single.length > 0 ? single : await this.#write(pile, others, sql`true`)
    for (const id of ids) this.#live.changed('security_event', id)
  }

  /** Counted, or one by one where there is still room for that. A pile that says the same twice means it twice. */
  async #write(pile: ConnectedPile, said: Said, counted: RawBuilder<boolean>): Promise<number[]> {
    const { type, severity, info, at, received_at, day } = said
    const received = sql`${iso(received_at)}::timestamptz`
    const told = at === null ? sql`null::timestamptz` : sql`${iso(at)}::timestamptz`
    const { rows } = await sql<{ id: number }>`
      insert into security_event (pile_id, site_id, type, severity, info, counted, at, first_at, received_at, day)
      select pile.id, pile.site_id, ${type}, ${severity}, ${info}, ${counted}, ${told}, ${received}, ${received}, ${day}::date
      from pile where pile.id = ${pile.id} and (${counted} or ${ONE_BY_ONE} > (
        select count(*) from security_event e where e.pile_id = ${pile.id} and e.day = ${day}::date and not e.counted))
      on conflict do nothing returning id`.execute(this.#db)
    if (rows.length > 0) return rows.map(({ id }) => id)
    const same = sql`pile_id = ${pile.id} and day = ${day}::date and type = ${type}`
    const which = sql`case when ${counted} then counted else not counted and at is not distinct from ${told} and info is not distinct from ${info} end`
    const again = await sql<{ id: number }>`
      update security_event set times = times + 1, at = ${told}, info = ${info}, received_at = ${received}, version = version + 1, updated_at = now()
      where ${same} and ${which} returning id`.execute(this.#db)
    return again.rows.map(({ id }) => id)
  }
}
