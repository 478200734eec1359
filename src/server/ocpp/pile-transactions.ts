import { type ConnectorState, cableIn, chargingIn } from '../../shared/domain/connector-states.ts'
import { restOfGoingOn } from '../../shared/domain/transaction-fold.ts'
import type { Sign } from './command-sign.ts'
import type { PileBook } from './pile-book.ts'
import {
  type Alarms,
  type CardInfo,
  type Cards,
  type ConnectedPile,
  type ConnectorReport,
  NO_ERROR,
  type Reading,
  type ReadingRow,
  type Sessions,
  type TransactionEventRow,
  type TransactionReport,
} from './ports.ts'

/** An event that is stored with its answer's frame. */
interface Following {
  readings: ReadingRow[]
  event: TransactionEventRow
  connector_number: number
}

/** An event that is stored. */
export interface TakenTransaction {
  /** Of its card; null where none was shown, or nothing is said of it. */
  info: CardInfo | null
  total_cents: number | null
  sign: Sign
}

/** Readings on their way to their rows. */
export interface Measured {
  connector_number: number
  readings: readonly Reading[]
  received_at: number
}

/** Those who hear of it. */
interface Hearing {
  sessions: Pick<Sessions, 'follows' | 'transaction'>
  cards: Pick<Cards, 'told'>
  book: Pick<PileBook, 'clock' | 'measured' | 'charged'>
  alarms: Pick<Alarms, 'measured'>
}

/** What of the pile's events it needs. */
interface Own {
  rowsOf(measured: Measured, order: { order_id: number }): ReadingRow[]
  connector(report: ConnectorReport): Promise<boolean>
}

/** Transactions that a pile names by itself and reports in numbered events. */
export class PileTransactions {
  readonly #pile: ConnectedPile
  readonly #services: Hearing
  readonly #own: Own

  constructor(pile: ConnectedPile, services: Hearing, own: Own) {
    this.#pile = pile
    this.#services = services
    this.#own = own
  }

  /**
   * An event of a transaction that its pile names and numbers. One that only goes on where the last one ended is stored with the
   * answer's frame, as readings are; any other is stored with all that follows of it when this resolves.
   */
  take(report: TransactionReport): Following | Promise<TakenTransaction> {
    const order = this.#services.sessions.follows(this.#pile, report)
    if (!order) return this.#taken(report)
    const { connector_number } = order
    const readings = this.#own.rowsOf({ ...report, connector_number }, order)
    const { transaction_id, seq_no, kind, at, received_at } = report
    const row = { pile_id: this.#pile.id, transaction_id, seq_no, kind, at, received_at }
    return { readings, event: { ...row, said: restOfGoingOn(report) }, connector_number }
  }

  async #taken(report: TransactionReport): Promise<TakenTransaction> {
    const { sessions, book, alarms, cards } = this.#services
    const { at, received_at, kind, card_number } = report
    const { order, status, rows, state, total_cents } = await sessions.transaction(this.#pile, report)
    book.clock(this.#pile, at, received_at)
    book.measured(this.#pile, rows)
    alarms.measured(this.#pile, rows)
    book.charged(this.#pile)
    if (order && state) await this.#runs(order.connector_number, state, report)
    const info = card_number !== null && status !== null ? await cards.told(card_number, status) : null
    const told = { info, total_cents }
    if (!order) return { ...told, sign: { shows: 'other' } }
    const { transaction_id, connector_number } = order
    if (kind === 'ended') return { ...told, sign: { shows: 'stopped', transaction_id } }
    const { remote_start: command } = report
    if (card_number === null && command === null)
      return { ...told, sign: rows.length > 0 ? { shows: 'meter', connector_number } : { shows: 'other' } }
    const accepted = status === null || status === 'Accepted'
    return { ...told, sign: { shows: 'started', connector_number, card_number, at, accepted, command } }
  }

  /** A transaction tells what its gun does; a pile that was away tells of what was. */
  async #runs(connector_number: number, status: ConnectorState, report: TransactionReport): Promise<void> {
    if (report.offline) return
    const { at, received_at } = report
    const place = { evse_number: connector_number, connector_number }
    const fine = { error_code: NO_ERROR, vendor_code: null, info: null }
    const says = { status, cable: cableIn(status), charging: chargingIn(status) }
    await this.#own.connector({ ...place, ...fine, ...says, at, received_at })
  }
}
