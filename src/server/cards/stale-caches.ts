import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

interface Needs {
  db: Kysely<Database>
  connected(pile_id: number): boolean
  /** Has a pile forget whom it let in before; whether it answered. Never rejects. */
  clearCache(pile_id: number, asked_by: string): Promise<boolean>
  log: { error(detail: object, message: string): void }
}

/**
 * Piles that may let a card start which is out of use. One that is connected is told at once; one that was away, or did not
 * answer, at its first message when it is back, or when it starts anew.
 */
export class StaleCaches {
  readonly #needs: Needs
  /** Those that are noted, and whether they were told since they came. */
  readonly #noted = new Map<number, { told: boolean }>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Takes up what a stop of the server left. */
  async load(): Promise<void> {
    const noted = await this.#needs.db.selectFrom('stale_cache').select('pile_id').execute()
    for (const { pile_id } of noted) this.#noted.set(pile_id, { told: false })
  }

  /** Notes them in the caller's transaction; they are told by what this gives, once that is durable. */
  async note(db: Kysely<Database>, pile_ids: readonly number[], asked_by: string): Promise<() => void> {
    await sql`insert into stale_cache (pile_id, asked_by) select unnest(${[...pile_ids]}::bigint[]), ${asked_by}
      on conflict (pile_id) do update set asked_by = excluded.asked_by, noted_at = excluded.noted_at`.execute(db)
    return () => {
      for (const pile_id of pile_ids) {
        const told = this.#needs.connected(pile_id)
        this.#noted.set(pile_id, { told })
        if (told) void this.#tell(pile_id)
      }
    }
  }

  /** A pile sent this message, and has its answer. Called for every one. */
  heard(pile_id: number, action: string): void {
    const noted = this.#noted.get(pile_id)
    if (!noted || (noted.told && action !== 'BootNotification')) return
    noted.told = true
    void this.#tell(pile_id)
  }

  /** One that is silent is left alone until it starts anew; one that went until it is back. */
  #unheard(pile_id: number): void {
    const noted = this.#noted.get(pile_id)
    if (noted) noted.told = this.#needs.connected(pile_id)
  }

  /** What is noted while the pile answers stays noted. */
  async #tell(pile_id: number): Promise<void> {
    const { db, clearCache, log } = this.#needs
    try {
      const noted = await db
        .selectFrom('stale_cache')
        .select(['asked_by', sql<string>`noted_at::text`.as('noted_at')])
        .where('pile_id', '=', pile_id)
        .executeTakeFirst()
      if (!noted) return
      if (!(await clearCache(pile_id, noted.asked_by))) return this.#unheard(pile_id)
      const { numDeletedRows } = await db
        .deleteFrom('stale_cache')
        .where('pile_id', '=', pile_id)
        .where('noted_at', '=', sql<string>`${noted.noted_at}::timestamptz`)
        .executeTakeFirst()
      if (numDeletedRows) this.#noted.delete(pile_id)
    } catch (error) {
      log.error({ err: error, pile_id }, 'a pile could not be told to clear its cache')
    }
  }
}
