import { sql } from 'kysely'
import { derived } from '../kit/process-state.ts'
import { ListKeeper } from './lists/list-keeper.ts'
import type { StalePilePorts } from './ports.ts'
import { StaleLists } from './stale-lists.ts'

/** What such a pile answers has no authorization cache, so nothing is left to clear. */
const NO_CACHE = ['NotSupported', 'NotImplemented']

/** So many piles are told of their lists at a time: each is a few questions to the database. */
const AT_ONCE = 50

/**
 * Piles that may let a card start by themselves that is out of use: by their authorization cache (OCPP 1.6, 3.5.1) or their local
 * list (3.5.2). The database notes them, whatever changed the card (migration 0052). One that is connected is told within a
 * second; one that was away, or did not answer, at its first message when it is back, or when it starts anew.
 * Owned by the database: each node looks there and tells the piles whose socket it has. What is kept here is only whom
 * this node told already.
 */
export class StalePiles {
  readonly #ports: StalePilePorts
  readonly #lists: StaleLists
  readonly #keeper: ListKeeper
  readonly #noted = new Map<number, { at: string; told: boolean }>()
  readonly #busy = new Set<number>()
  readonly state = derived('stale_card_lists', () => this.#noted.size)

  constructor(ports: StalePilePorts) {
    this.#ports = ports
    this.#lists = new StaleLists(ports)
    this.#keeper = new ListKeeper(ports)
  }

  /** Tells piles of what is new; to be called about twice a second. */
  async sweep(): Promise<void> {
    const { rows } = await sql<{ pile_id: number; at: string }>`
      select pile_id, max(at)::text as at from (
        select pile_id, noted_at as at from stale_cache
        union all select pile_id, due_at from local_list_entry where due is not null) noted
      group by pile_id`.execute(this.#ports.db)
    const noted = new Set(rows.map(({ pile_id }) => pile_id))
    for (const pile_id of this.#noted.keys()) if (!noted.has(pile_id)) this.#noted.delete(pile_id)
    for (const { pile_id, at } of rows) {
      if (this.#noted.get(pile_id)?.at === at || this.#busy.has(pile_id)) continue
      const told = this.#ports.connected(pile_id)
      this.#noted.set(pile_id, { at, told })
      if (told) void this.#tell(pile_id)
    }
  }

  /** Brings the lists that are made here up to date; to be called every second or two. */
  async bringUpToDate(): Promise<void> {
    const due = await this.#keeper.due(Math.max(0, AT_ONCE - this.#busy.size))
    for (const pile_id of due) if (!this.#busy.has(pile_id)) void this.#tell(pile_id)
  }

  /** A pile sent this message, and has its answer. Called for every one. */
  heard(pile_id: number, isBoot: boolean): void {
    if (isBoot) void this.#keeper.booted(pile_id).catch((error) => this.#failed(error, pile_id))
    const noted = this.#noted.get(pile_id)
    if (!noted || (noted.told && !isBoot) || this.#busy.has(pile_id)) return
    noted.told = true
    void this.#tell(pile_id)
  }

  async #tell(pile_id: number): Promise<void> {
    this.#busy.add(pile_id)
    try {
      const cleared = await this.#clearCache(pile_id)
      // Where the list is made here, a card out of use is one change of it among others.
      const told = (await this.#keeper.tell(pile_id)) ?? (await this.#lists.tell(pile_id))
      const isTold = told && cleared
      const noted = this.#noted.get(pile_id)
      // One that is silent is left alone until it starts anew; one that went until it is back.
      if (noted && !isTold) noted.told = this.#ports.connected(pile_id)
    } catch (error) {
      this.#failed(error, pile_id)
    } finally {
      this.#busy.delete(pile_id)
    }
  }

  #failed(error: unknown, pile_id: number): void {
    this.#ports.log.error({ err: error, pile_id }, 'a pile could not be told of a card out of use')
  }

  /** Whether it answered (5.4). A pile that refuses stays noted; what is noted while it answers stays noted as well. */
  async #clearCache(pile_id: number): Promise<boolean> {
    const { db, ask } = this.#ports
    const noted = await db
      .selectFrom('stale_cache')
      .select(sql<string>`noted_at::text`.as('at'))
      .where('pile_id', '=', pile_id)
      .executeTakeFirst()
    if (!noted) return true
    const said = await ask(pile_id, { ask: 'clear_cards' })
    if (said === null) return false
    const these = sql<boolean>`pile_id = ${pile_id} and noted_at = ${noted.at}::timestamptz`
    if (said.isYes || NO_CACHE.includes(said.word)) await db.deleteFrom('stale_cache').where(these).execute()
    else await db.updateTable('stale_cache').set({ refused: true }).where(these).execute()
    return true
  }
}
