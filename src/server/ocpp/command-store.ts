import { type Kysely, sql } from 'kysely'
import { type CommandName, commands } from '../../shared/commands/index.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Database } from '../kit/database/tables.ts'
import { repeated } from '../kit/transaction.ts'
import { CommandEvidence } from './command-evidence.ts'
import type { Verdict } from './command-sign.ts'
import type { Payload } from './framing.ts'
import type { ConnectedPile } from './ports.ts'

export type CommandStatus = Command['status']

export interface NewCommand {
  pile_id: number
  connector_number: number | null
  /** What was asked, by our name. */
  action: CommandName
  /** The same in our words, without secrets; null for a call that is none of our intents. */
  intent: Intent | null
  /** How the pile's protocol calls it; null where it cannot say it. */
  call: string | null
  /** As it may be shown: without secrets, in the protocol's words. */
  payload: Payload
  asked_by: string | null
}

export interface Change {
  status: CommandStatus
  answer?: string
  progress?: string
  unique_id?: string
  sent_at?: string | null
  answered_at?: string
  effect_at?: string
}

/** A command that a stop of the server left unfinished. */
export interface Unfinished extends NewCommand {
  id: number
  status: CommandStatus
  answer: Payload | null
  progress: string | null
  unique_id: string | null
  created_at: string
  updated_at: string
  sent_at: string | null
  answered_at: string | null
}

/** What no start has taken up by now waits for nothing any more. */
const WAITS_AT_MOST = '15 minutes'
/** Later than this nothing corrects what is known of a command. */
const CORRECTED_WITHIN = '8 days'

const NEWEST_COUNTS = Object.values(commands).flatMap(({ name, newest_counts }) => (newest_counts ? [name] : []))
/** A newer one of its kind that the pile took: the pile's words and states mean that one. */
const newer = sql`
  select from command n where n.pile_id = command.pile_id and n.action = command.action and n.id > command.id
    and n.connector_number is not distinct from command.connector_number
    and n.intent::jsonb -> 'request' is not distinct from command.intent::jsonb -> 'request'
    and n.action in (${sql.join(NEWEST_COUNTS)})
    and n.status in ('accepted', 'done', 'failed', 'no_effect')`

/** The commands' table, and what of the piles' own tables they need. */
export class CommandStore {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /**
   * Null when as many wait for the pile already. Counted in the database, under a lock that the transaction holds to its
   * end: 30 that are asked for at once, on one node or several, are counted one after the other.
   */
  async add(command: NewCommand, most: number): Promise<number | null> {
    const { pile_id } = command
    await sql`select pg_advisory_xact_lock(hashtextextended(${`command ${pile_id}`}, 0))`.execute(this.#db)
    const { waiting } = await this.#db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('pile_id', '=', pile_id)
      .where('status', 'in', ['queued', 'sent'])
      .where('created_at', '>', sql<string>`now() - ${WAITS_AT_MOST}::interval`)
      .executeTakeFirstOrThrow()
    if (waiting >= most) return null
    const { id } = await this.#db
      .insertInto('command')
      .values({
        ...command,
        payload: JSON.stringify(command.payload),
        intent: command.intent && JSON.stringify(command.intent),
        status: 'queued',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async move(id: number, change: Change): Promise<void> {
    const moved = this.#db
      .updateTable('command')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
      .where('id', '=', id)
    // What follows from a pile's answer is written with it, and may cross what another's brings.
    await repeated(() => moved.execute())
  }

  /** Those that wait for their call, their answer or their effect, and those that later evidence may still correct. */
  async unfinished(): Promise<Unfinished[]> {
    const rows = await this.#db
      .selectFrom('command')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('status', 'in', ['queued', 'sent', 'accepted']),
          eb.and([
            eb('status', 'in', ['timed_out', 'unclear', 'no_effect', 'failed']),
            eb('created_at', '>', sql<string>`now() - ${CORRECTED_WITHIN}::interval`),
            sql<boolean>`not exists (${newer})`,
          ]),
        ]),
      )
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...row,
      payload: JSON.parse(row.payload),
      intent: row.intent ? JSON.parse(row.intent) : null,
      answer: row.answer ? JSON.parse(row.answer) : null,
    }))
  }

  async pile(id: number): Promise<ConnectedPile | undefined> {
    return await this.#db
      .selectFrom('pile')
      .select(['id', 'station_number', 'site_id'])
      .where('id', '=', id)
      .executeTakeFirst()
  }

  /** Statuses that a pile's connectors ever reported, 0 being the pile itself, and how far its clock is off. */
  async circumstances(pile_id: number): Promise<{ states: Map<number, string>; skew_ms: number }> {
    const rows = await this.#db
      .selectFrom('connector')
      .select(['number', 'status'])
      .where('pile_id', '=', pile_id)
      .where('status_at', 'is not', null)
      .execute()
    const pile = await this.#db.selectFrom('pile').select('clock_skew_ms').where('id', '=', pile_id).executeTakeFirst()
    return { states: new Map(rows.map((row) => [row.number, row.status])), skew_ms: pile?.clock_skew_ms ?? 0 }
  }

  /** What the tables show of a command whose signs nobody watched; null when nothing. */
  evidence(pile_id: number, intent: Intent | null, sent_at: number): Promise<Verdict | null> {
    return new CommandEvidence(this.#db, pile_id, sent_at).of(intent)
  }
}
