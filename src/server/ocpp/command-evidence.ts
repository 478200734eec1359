import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { MINUTE, type Payload, type Verdict } from './command-sign.ts'
import { isMaintenance, verdictOf } from './maintenance-effects.ts'

interface Sent {
  pile_id: number
  action: string
  payload: Payload
}

const DONE: Verdict = { is: 'done' }
const START_COUNTS_MS = 15 * MINUTE
const CLOCKS_DIFFER_MS = 5 * MINUTE

/** What the piles' own tables show of a command while no process watched: a boot, a session, a word, a state. */
export class CommandEvidence {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** `sent_at` in epoch milliseconds. */
  async of(command: Sent, sent_at: number): Promise<Verdict | null> {
    const { pile_id, action, payload } = command
    if (isMaintenance(action)) return this.#word(command, sent_at)
    if (action === 'Reset') return this.#booted(pile_id, sent_at)
    if (action === 'RemoteStopTransaction') return this.#ended(pile_id, payload.transactionId)
    if (action === 'RemoteStartTransaction') return this.#started(command, sent_at)
    if (action === 'ChangeAvailability') return this.#available(command, sent_at)
    return null
  }

  async #booted(pile_id: number, sent_at: number): Promise<Verdict | null> {
    const pile = await this.#db.selectFrom('pile').select('booted_at').where('id', '=', pile_id).executeTakeFirst()
    return Date.parse(pile?.booted_at ?? '') > sent_at ? DONE : null
  }

  async #ended(pile_id: number, transaction_id: unknown): Promise<Verdict | null> {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', pile_id)
      .where('transaction_id', '=', Number(transaction_id))
      .where('ended_at', 'is not', null)
      .executeTakeFirst()
    return order ? DONE : null
  }

  async #started({ pile_id, payload }: Sent, sent_at: number): Promise<Verdict | null> {
    const { idTag, connectorId } = payload
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', pile_id)
      .where((eb) => eb(eb.fn<string>('upper', ['card_number']), '=', String(idTag).trim().toUpperCase()))
      .where('received_at', '>=', iso(sent_at))
      .where('started_at', '>=', iso(sent_at - CLOCKS_DIFFER_MS))
      .where('started_at', '<=', iso(sent_at + START_COUNTS_MS))
      .$if(connectorId !== undefined, (query) => query.where('connector_number', '=', Number(connectorId)))
      .executeTakeFirst()
    return order ? DONE : null
  }

  /** The latest word of an update or an upload; of several requests, the one that it names. */
  async #word({ pile_id, action, payload }: Sent, sent_at: number): Promise<Verdict | null> {
    const flag = action.endsWith('UpdateFirmware') ? 'firmware_status' : 'diagnostics_status'
    const told = await this.#db
      .selectFrom('pile_flag')
      .select(['subject', 'detail'])
      .where('pile_id', '=', pile_id)
      .where('flag', '=', flag)
      .where('at', '>=', iso(sent_at))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const request = /request (-?\d+)$/.exec(told?.detail ?? '')?.[1]
    if (request !== undefined && Number(request) !== payload.requestId) return null
    return told ? verdictOf(told.subject) : null
  }

  /** Of one connector: the pile as a whole may have said it of some of them only. */
  async #available({ pile_id, payload }: Sent, sent_at: number): Promise<Verdict | null> {
    const isReached =
      payload.type === 'Inoperative'
        ? sql<boolean>`status = 'Unavailable'`
        : sql<boolean>`status not in ('Unavailable', 'Unknown')`
    const connector = await this.#db
      .selectFrom('connector')
      .select('number')
      .where('pile_id', '=', pile_id)
      .where('number', '=', Number(payload.connectorId))
      .where('status_at', '>=', iso(sent_at))
      .where(isReached)
      .executeTakeFirst()
    return connector ? DONE : null
  }
}
