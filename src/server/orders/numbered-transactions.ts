import type { Kysely } from 'kysely'
import type { ConnectorState } from '../../shared/domain/connector-states.ts'
import { isOpen } from '../../shared/domain/order-states.ts'
import type { ChargingState } from '../../shared/domain/transaction-fold.ts'
import type { Database } from '../kit/database/tables.ts'
import { derived } from '../kit/process-state.ts'
import { inTransaction } from '../kit/transaction.ts'
import type {
  ConnectedPile,
  MoneyAsked,
  SessionMoney,
  SetAside,
  TransactionEventRow,
  TransactionReport,
  TransactionTold,
} from '../ocpp/ports.ts'
import type { Folded } from './numbered-events.ts'
import type { Payers } from './ports.ts'
import type { RemoteStops } from './remote-stops.ts'
import { noteToldCost, type RunningCosts } from './running-costs.ts'
import type { RunningOrders } from './running-orders.ts'
import type { SessionReadings } from './session-readings.ts'
import { isTold, limitOf } from './spending-limit.ts'
import { type TakenEvent, takeEvent } from './take-event.ts'
import { NO_GUN } from './unbegun.ts'

interface Ports {
  db: Kysely<Database>
  payers: Payers
  setAside: SetAside
}

interface Parts {
  running: RunningOrders
  readings: SessionReadings
  remoteStops: RemoteStops
  costs: RunningCosts
}

/** What the next event of a transaction is compared with. */
interface Followed {
  /** Null: no order charges. */
  order_id: number | null
  highest: number
  charging: ChargingState | null
  /** It ever charged. */
  hasCharged: boolean
  /** Where its register began is known. */
  isPlain: boolean
}

/**
 * Transactions that piles name by themselves and report in numbered events. An event that goes on where the last one ended is
 * stored with others' reports; any other is taken with all that is kept of its transaction. What is remembered here of a
 * transaction only tells the one from the other.
 */
export class NumberedTransactions {
  readonly #ports: Ports
  readonly #running: RunningOrders
  readonly #readings: SessionReadings
  readonly #remoteStops: RemoteStops
  readonly #costs: RunningCosts
  readonly #piles = new Map<number, Map<string, Followed>>()
  readonly state = derived('numbered_transactions', () => this.#piles.size)

  constructor(ports: Ports, { running, readings, remoteStops, costs }: Parts) {
    this.#ports = ports
    this.#running = running
    this.#readings = readings
    this.#remoteStops = remoteStops
    this.#costs = costs
  }

  closed(pile_id: number): void {
    this.#piles.delete(pile_id)
    this.#costs.forget(pile_id)
  }

  follows(pile_id: number, report: TransactionReport): { order_id: number; connector_number: number } | null {
    if (report.kind !== 'updated' || report.card_number !== null || report.remote_start !== null) return null
    if (report.terminal !== undefined) return null
    const known = this.#piles.get(pile_id)?.get(report.transaction_id)
    if (!known?.isPlain || known.order_id === null || report.seq_no !== known.highest + 1) return null
    if (report.charging !== null && report.charging !== known.charging) return null
    const session = this.#running.book.session(known.order_id)
    return session ? { order_id: known.order_id, connector_number: session.facts.connector_number } : null
  }

  followed(pile_id: number, { transaction_id, seq_no }: TransactionEventRow): void {
    const known = this.#piles.get(pile_id)?.get(transaction_id)
    if (known) known.highest = Math.max(known.highest, seq_no)
  }

  /** What a pile may be told of what runs there, these readings included: a limit once, until it is another one. */
  money(pile_id: number, transaction_id: string, { readings, limitsOf }: MoneyAsked): SessionMoney | null {
    const session = this.#session(pile_id, transaction_id)
    if (!session) return null
    const kept = limitsOf?.(this.#costs.limits(pile_id))
    const limit = kept ? limitOf(this.#running.book.accounts, session, kept) : null
    const isNews = limit !== null && !isTold(session.told_limit, limit)
    if (isNews) session.told_limit = limit
    const cents = this.#costs.told(session, readings)
    return cents === null && !isNews ? null : { cents, limit: isNews ? limit : null }
  }

  /** Its pile stops at the limit that it was told. */
  limitTaken(pile_id: number, transaction_id: string): void {
    const session = this.#session(pile_id, transaction_id)
    if (session) session.keepsLimit = session.told_limit !== null
  }

  #session(pile_id: number, transaction_id: string) {
    const order_id = this.#piles.get(pile_id)?.get(transaction_id)?.order_id
    return order_id == null ? undefined : this.#running.book.session(order_id)
  }

  async take(pile: ConnectedPile, report: TransactionReport): Promise<TransactionTold> {
    const { db, payers } = this.#ports
    const statusAt = (number: number) => this.#running.book.at(pile.id)?.statuses.get(number)
    await this.#costs.know(pile.id)
    const deps = { payers, known: { statusAt, isNamed: this.#running.isNamed } }
    const taken = await inTransaction(db, (trx) => takeEvent(trx, deps, pile, report))
    const before = this.#piles.get(pile.id)?.get(report.transaction_id)
    const now = this.#remember(pile.id, report, taken)
    await this.#tell(pile, taken, report)
    const { order, status, rows } = taken
    const isOver = order !== null && !isOpen(order.status)
    const total_cents = isOver && !this.#costs.isOtherMoney(pile.id) ? order.total_cents : null
    if (order && taken.stopped && total_cents !== null && this.#costs.way(pile.id) === 'told')
      await noteToldCost(db, order.id, total_cents)
    return {
      order: order && { transaction_id: String(order.transaction_id), connector_number: order.connector_number },
      status,
      rows,
      state:
        order && report.seq_no === now.highest ? this.#newState(pile.id, order.connector_number, taken, before) : null,
      total_cents,
    }
  }

  /** By what runs there; or waits there, its cable in; or was there before. */
  stateOfBusy(pile_id: number, connector_number: number): ConnectorState {
    const book = this.#running.book.at(pile_id)
    const running = book?.sessions.findLast(({ facts }) => facts.connector_number === connector_number)
    const followed = running && this.#followedOf(pile_id, running.facts.order_id)
    if (followed) return stateOf(followed)
    const isWaiting = book?.waiting.some((order) => order.connector_number === connector_number) ?? false
    const before = book?.statuses.get(connector_number) as ConnectorState | undefined
    if (running) return before !== undefined && BUSY.has(before) ? before : 'Preparing'
    return isWaiting || before === 'Finishing' ? 'Finishing' : 'Preparing'
  }

  #followedOf(pile_id: number, order_id: number): Followed | undefined {
    for (const followed of this.#piles.get(pile_id)?.values() ?? []) if (followed.order_id === order_id) return followed
    return undefined
  }

  #remember(pile_id: number, { transaction_id }: TransactionReport, { order, fold }: TakenEvent): Followed {
    const charges = order?.status === 'generated'
    const followed: Followed = {
      order_id: charges ? order.id : null,
      highest: fold.highest,
      charging: fold.charging,
      hasCharged: fold.hasCharged,
      isPlain: fold.start_wh !== null,
    }
    const ofPile = this.#piles.get(pile_id) ?? new Map<string, Followed>()
    // What is over is asked of the database, should anything come of it.
    if (order && !charges) ofPile.delete(transaction_id)
    else ofPile.set(transaction_id, followed)
    if (ofPile.size > 0) this.#piles.set(pile_id, ofPile)
    else this.#piles.delete(pile_id)
    return followed
  }

  async #tell(pile: ConnectedPile, taken: TakenEvent, report: TransactionReport): Promise<void> {
    const { order, ended, held, stopped, rows, isAnew, aside } = taken
    const { received_at, message_id: _, ...said } = report
    if (aside) await this.#ports.setAside.keep(pile, 'readings', aside, said)
    for (const each of ended) this.#running.ended(pile.id, each)
    this.#running.held(pile.id, held)
    if (!order) return
    if (stopped) return this.#running.stopped(pile.id, stopped)
    if (order.status !== 'generated') return
    if (isAnew || !this.#running.book.session(order.id)) await this.#running.runAgain(pile.id, order.id)
    else this.#readings.measured(pile, rows)
    const session = this.#running.book.session(order.id)
    if (session && order.refused_as) this.#remoteStops.halt(session, received_at)
    this.#running.changed(pile.id, order.id)
  }

  /** What its gun is now, where that is news. A fault stays until its pile says that it is over; of another session this says nothing. */
  #newState(
    pile_id: number,
    number: number,
    { order, fold }: TakenEvent,
    before: Followed | undefined,
  ): ConnectorState | null {
    const book = this.#running.book.at(pile_id)
    const known = book?.statuses.get(number)
    if (known === 'Faulted' || number === NO_GUN) return null
    const isLate = book?.sessions.some(({ facts }) => facts.connector_number === number && facts.order_id !== order?.id)
    if (isLate) return null
    if (fold.ended) return leavesCable(fold.ended, known) ? news('Finishing', known) : null
    if (order?.status !== 'generated' || fold.charging === null || fold.charging === before?.charging) return null
    return news(stateOf({ charging: fold.charging, hasCharged: fold.hasCharged }), known)
  }
}

const news = (state: ConnectorState, known: string | undefined) => (state === known ? null : state)

/** A car that was there, and that nothing says has gone, is there. */
function leavesCable({ isCableOut, event }: NonNullable<Folded['ended']>, known: string | undefined): boolean {
  if (isCableOut || known === 'Available') return false
  return event.charging !== null || BUSY.has(known as ConnectorState)
}

const BUSY: ReadonlySet<ConnectorState> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing'])

function stateOf({ charging, hasCharged }: Pick<Followed, 'charging' | 'hasCharged'>): ConnectorState {
  switch (charging) {
    case 'charging':
      return 'Charging'
    case 'held_by_vehicle':
      return 'SuspendedEV'
    case 'held_by_pile':
      return 'SuspendedEVSE'
    default:
      return hasCharged ? 'Finishing' : 'Preparing'
  }
}
