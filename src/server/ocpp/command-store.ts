import type { Kysely } from 'kysely'
import type { Command } from '../../shared/entities/command.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Payload } from './command-effects.ts'
import type { ConnectedPile } from './ports.ts'

export type CommandStatus = Command['status']

export interface NewCommand {
  pile_id: number
  connector_number: number | null
  action: string
  /** As it may be shown: without secrets. */
  payload: Payload
  asked_by: string | null
}

export interface Change {
  status: CommandStatus
  answer?: string
  sent_at?: string
  answered_at?: string
  effect_at?: string
}

/** A command that a stop of the server left unfinished. */
export interface Unfinished extends NewCommand {
  id: number
  status: CommandStatus
  answer: Payload | null
  sent_at: string | null
  answered_at: string | null
}

/** The commands' table, and what of the piles' own tables says whether a command took effect. */
export class CommandStore {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  async add(command: NewCommand): Promise<number> {
    const { id } = await this.#db
      .insertInto('command')
      .values({ ...command, payload: JSON.stringify(command.payload), status: 'queued' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async move(id: number, change: Change): Promise<void> {
    await this.#db
      .updateTable('command')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
      .where('id', '=', id)
      .execute()
  }

  async unfinished(): Promise<Unfinished[]> {
    const rows = await this.#db
      .selectFrom('command')
      .selectAll()
      .where('status', 'in', ['queued', 'sent', 'accepted'])
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...row,
      payload: JSON.parse(row.payload),
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

  /** Statuses of a pile's connectors as last reported; 0 is the pile itself. */
  async connectorStates(pile_id: number): Promise<Map<number, string>> {
    const rows = await this.#db
      .selectFrom('connector')
      .select(['number', 'status'])
      .where('pile_id', '=', pile_id)
      .execute()
    return new Map(rows.map((row) => [row.number, row.status]))
  }

  /** Whether the tables show that an accepted command took effect, for one whose signs nobody watched. */
  async tookEffect({ pile_id, action, payload, sent_at }: Unfinished): Promise<boolean> {
    const since = sent_at ?? new Date().toISOString()
    if (action === 'Reset') return this.#booted(pile_id, since)
    if (action === 'RemoteStopTransaction') return this.#ended(pile_id, payload.transactionId)
    if (action === 'RemoteStartTransaction') return this.#started(pile_id, String(payload.idTag), since)
    return false
  }

  async #booted(pile_id: number, since: string) {
    const pile = await this.#db.selectFrom('pile').select('booted_at').where('id', '=', pile_id).executeTakeFirst()
    return (pile?.booted_at ?? '') > since
  }

  async #ended(pile_id: number, transaction_id: unknown) {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', pile_id)
      .where('transaction_id', '=', Number(transaction_id))
      .where('ended_at', 'is not', null)
      .executeTakeFirst()
    return order !== undefined
  }

  async #started(pile_id: number, tag: string, since: string) {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', pile_id)
      .where((eb) => eb(eb.fn<string>('upper', ['card_number']), '=', tag.toUpperCase()))
      .where('received_at', '>=', since)
      .executeTakeFirst()
    return order !== undefined
  }
}
