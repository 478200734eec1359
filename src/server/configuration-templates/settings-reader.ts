import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Paced } from '../kit/paced.ts'
import { owned } from '../kit/process-state.ts'
import type { AskPile } from './ports.ts'

interface Ports {
  db: Kysely<Database>
  connectedPiles(): number[]
  ask: AskPile
  /** It tells in many messages, for which it has no time while it starts. */
  tellsInReports(pile_id: number): boolean
  log: { error(detail: object, message: string): void }
}

/** So many are asked at the same time: an answer of a hundred keys is long. */
const AT_ONCE = 10

/**
 * Asks piles for their whole configuration by itself: once a day, and where a template says what it should be after a boot as well,
 * since some forget what they were told. What differs then shows, and the history of each key goes on. The piles that are being asked are this process's own: it has their socket.
 */
export class SettingsReader {
  readonly #ports: Ports
  readonly #paced: Paced
  readonly state = owned('configurations_asked', () => this.#paced.size)

  constructor(ports: Ports) {
    this.#ports = ports
    this.#paced = new Paced({
      most: AT_ONCE,
      run: (id) => this.#read(id),
      failed: (err, pile_id) => ports.log.error({ err, pile_id }, 'a configuration could not be read'),
    })
  }

  /** The pile booted, and has its answer. What a template says of it may be forgotten; of others a day is soon enough. */
  async booted(pile_id: number): Promise<void> {
    if (this.#ports.tellsInReports(pile_id)) return
    const { rows } = await sql`
      select from pile p join configuration_template t on t.pile_type_id = p.pile_type_id
      where p.id = ${pile_id} and p.archived_at is null`.execute(this.#ports.db)
    if (rows.length === 0) return
    this.#paced.add([pile_id])
  }

  /** Looks for piles that told nothing for a day; to be called every minute or so. */
  sweep(): Promise<void> {
    const { db, connectedPiles, tellsInReports } = this.#ports
    return this.#paced.addDue(connectedPiles(), (piles) =>
      // Piles that just started went silent when they were asked for everything.
      sql<{ id: number }>`
        select p.id from pile p left join configuration_template t on t.pile_type_id = p.pile_type_id
        where p.id = any(${piles}::bigint[]) and p.archived_at is null
          and (p.configuration_read_at is null or p.configuration_read_at < now() - interval '1 day')
          and (p.booted_at < now() - interval '5 minutes' or not p.id = any(${piles.filter(tellsInReports)}::bigint[]))
        order by t.id is null, p.configuration_read_at nulls first`.execute(db),
    )
  }

  async #read(pile_id: number): Promise<void> {
    const { rows } = await sql`
      select from pile where id = ${pile_id} and configuration_read_at > coalesce(booted_at, '-infinity')`.execute(
      this.#ports.db,
    )
    // What a pile is made of changes with its hardware and firmware, by a start; what it was set to may change any day.
    const only = rows.length > 0 ? ({ only: 'settable' } as const) : {}
    await this.#ports.ask(pile_id, { ask: 'read_settings', keys: [], ...only })
  }
}
