import { type Kysely, sql } from 'kysely'
import type { Intent, Maintenance } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { isReportWhole } from '../kit/whole-report.ts'
import { MINUTE, type Verdict } from './command-sign.ts'
import { INSTALLED, isFirmware, isMaintenance, runsIt, verdictOf } from './maintenance-effects.ts'

const isCertificate = (message: string) => message === 'certificate' || message === 'combined_certificate'
const DONE: Verdict = { is: 'done' }
const START_COUNTS_MS = 15 * MINUTE
const CLOCKS_DIFFER_MS = 5 * MINUTE

/** What the piles' own tables show of a command while no process watched: a boot, a session, a word, a state. */
export class CommandEvidence {
  readonly #db: Kysely<Database>
  readonly #pile_id: number
  readonly #id: number
  readonly #sent_at: number

  /** `sent_at` in epoch milliseconds. */
  constructor(db: Kysely<Database>, { id, pile_id }: { id: number; pile_id: number }, sent_at: number) {
    this.#db = db
    this.#pile_id = pile_id
    this.#id = id
    this.#sent_at = sent_at
  }

  async of(intent: Intent | null): Promise<Verdict | null> {
    if (intent && isMaintenance(intent)) return (await this.#runs(intent)) ?? (await this.#word(intent))
    switch (intent?.ask) {
      case 'reset':
      case 'move_network':
        return await this.#booted()
      case 'stop':
        return await this.#ended(intent.transaction_id)
      case 'priority':
        return await this.#prioritized(intent)
      case 'start':
        return await this.#started(intent)
      case 'trigger':
        return isCertificate(intent.message) ? await this.#askedForCertificate() : null
      case 'raise_profile':
        return await this.#cameBy(intent.profile)
      case 'read_settings':
        return await this.#told()
      case 'customer_data':
        return await this.#toldOfCustomer()
      case 'availability':
        return await this.#available(intent)
      default:
        return null
    }
  }

  async #cameBy(profile: number): Promise<Verdict | null> {
    const query = this.#db.selectFrom('pile').select('security_floor').where('id', '=', this.#pile_id)
    return ((await query.executeTakeFirst())?.security_floor ?? 0) >= profile ? DONE : null
  }

  async #told(): Promise<Verdict | null> {
    const query = this.#db.selectFrom('pile').select('configuration_read_at').where('id', '=', this.#pile_id)
    return Date.parse((await query.executeTakeFirst())?.configuration_read_at ?? '') > this.#sent_at ? DONE : null
  }

  async #toldOfCustomer(): Promise<Verdict | null> {
    return (await isReportWhole(this.#db, { id: this.#id, pile_id: this.#pile_id })) ? DONE : null
  }

  async #askedForCertificate(): Promise<Verdict | null> {
    const query = this.#db.selectFrom('certificate').select('id').where('pile_id', '=', this.#pile_id)
    return (await query.where('created_at', '>=', iso(this.#sent_at)).executeTakeFirst()) ? DONE : null
  }

  async #booted(): Promise<Verdict | null> {
    const query = this.#db.selectFrom('pile').select('booted_at').where('id', '=', this.#pile_id)
    const pile = await query.executeTakeFirst()
    return Date.parse(pile?.booted_at ?? '') > this.#sent_at ? DONE : null
  }

  async #ended(transaction_id: string): Promise<Verdict | null> {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', this.#pile_id)
      .where('transaction_id', '=', Number(transaction_id))
      .where('ended_at', 'is not', null)
      .executeTakeFirst()
    return order ? DONE : null
  }

  async #prioritized({ transaction_id, on }: Extract<Intent, { ask: 'priority' }>): Promise<Verdict | null> {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', this.#pile_id)
      .where('transaction_id', '=', Number(transaction_id))
      .where('priority_since', on ? 'is not' : 'is', null)
      .executeTakeFirst()
    return order ? DONE : null
  }

  async #started({ card_number, connector_number }: Extract<Intent, { ask: 'start' }>): Promise<Verdict | null> {
    const order = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('pile_id', '=', this.#pile_id)
      .where((eb) => eb(eb.fn<string>('upper', ['card_number']), '=', card_number.trim().toUpperCase()))
      .where('received_at', '>=', iso(this.#sent_at))
      .where('started_at', '>=', iso(this.#sent_at - CLOCKS_DIFFER_MS))
      .where('started_at', '<=', iso(this.#sent_at + START_COUNTS_MS))
      .$if(connector_number !== null, (query) => query.where('connector_number', '=', connector_number))
      .executeTakeFirst()
    return order ? DONE : null
  }

  /** It started since, with what it was to install. */
  async #runs(wanted: Extract<Intent, { ask: Maintenance }>): Promise<Verdict | null> {
    if (!isFirmware(wanted)) return null
    const query = this.#db.selectFrom('pile').select(['booted_at', 'firmware_version']).where('id', '=', this.#pile_id)
    const pile = await query.executeTakeFirst()
    const isSince = Date.parse(pile?.booted_at ?? '') > this.#sent_at
    return isSince && runsIt(wanted, pile?.firmware_version ?? null) ? INSTALLED : null
  }

  /** The latest word of an update or an upload; of several requests, the one that it names. */
  async #word(wanted: Extract<Intent, { ask: Maintenance }>): Promise<Verdict | null> {
    const told = await this.#db
      .selectFrom('pile_flag')
      .select(['subject', 'detail'])
      .where('pile_id', '=', this.#pile_id)
      .where('flag', '=', isFirmware(wanted) ? 'firmware_status' : 'diagnostics_status')
      .where('at', '>=', iso(this.#sent_at))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const request = /request (-?\d+)$/.exec(told?.detail ?? '')?.[1]
    if (request !== undefined && Number(request) !== (wanted.request ?? this.#id)) return null
    return told ? verdictOf(told.subject) : null
  }

  /** Of one connector: the pile as a whole may have said it of some of them only. */
  async #available({ connector_number, type }: Extract<Intent, { ask: 'availability' }>): Promise<Verdict | null> {
    const isReached =
      type === 'Operative'
        ? sql<boolean>`status not in ('Unavailable', 'Unknown')`
        : sql<boolean>`status = 'Unavailable'`
    const connector = await this.#db
      .selectFrom('connector')
      .select('number')
      .where('pile_id', '=', this.#pile_id)
      .where('number', '=', connector_number)
      .where('status_at', '>=', iso(this.#sent_at))
      .where(isReached)
      .executeTakeFirst()
    return connector ? DONE : null
  }
}
