import type { Kysely } from 'kysely'
import type { ConnectorState } from '../../shared/domain/connector-states.ts'
import { customerOfTag } from '../../shared/domain/customer-tag.ts'
import { gunOfEvse } from '../../shared/domain/gun-number.ts'
import type { AskedTransaction } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { QueryBatcher } from '../kit/query-batcher.ts'
import type {
  AuthorizationStatus,
  ConnectedPile,
  ConnectorReport,
  Live,
  Metered,
  MoneyAsked,
  PriorityReport,
  ReadingRow,
  SessionMoney,
  SetAside,
  Start,
  Stop,
  ToldTransaction,
  TransactionEventRow,
  TransactionReport,
  TransactionTold,
} from '../ocpp/ports.ts'
import { followCable, noteSuspension } from './cable-watch.ts'
import { noteIdle } from './connector-sessions.ts'
import { learnElsewhere } from './elsewhere.ts'
import { IncompleteTransactions } from './incomplete-transactions.ts'
import { goesOn, type KnownStart, knownStart, noteRestamped, resume } from './known-start.ts'
import { LiveFigures } from './live-figures.ts'
import { loadSessions } from './load-sessions.ts'
import { NumberedTransactions } from './numbered-transactions.ts'
import { sessionOf } from './open-orders.ts'
import type { OpenSession } from './open-session.ts'
import type { AskReport, AskTransaction, CostWayOf, Log, OrderAlarms, Payers, RemoteStop, TellCost } from './ports.ts'
import { notePriority } from './priority.ts'
import { answerOf } from './refusal.ts'
import { RemoteStops } from './remote-stops.ts'
import { RunningCosts } from './running-costs.ts'
import { RunningOrders } from './running-orders.ts'
import { SessionBook, type StoredSessions } from './session-book.ts'
import { SessionReadings } from './session-readings.ts'
import { closeStale } from './stale-orders.ts'
import { earlierOf, openOrder, startKey } from './start.ts'
import { stopOrder } from './stop.ts'
import { type Superseded, supersede } from './supersede.ts'
import { Sweeper } from './sweeper.ts'
import { settleUnrefused } from './unrefused.ts'

export interface SessionsPorts {
  db: Kysely<Database>
  /** This node's number. */
  node?: () => number
  payers: Payers
  setAside: SetAside
  alarms: OrderAlarms
  live: Live
  remoteStop: RemoteStop
  /** Nobody is asked without it. */
  ask?: AskTransaction
  askReport: AskReport
  costWay: CostWayOf
  tellCost: TellCost
  log: Log
}

/** Charging sessions, from a pile's start to the settled order. Implements what the piles' side needs. */
export class Sessions {
  readonly book = new SessionBook()
  readonly #ports: SessionsPorts
  readonly #figures: LiveFigures
  readonly #sweeper: Sweeper
  readonly #remoteStops: RemoteStops
  readonly #running: RunningOrders
  readonly #readings: SessionReadings
  readonly #costs: RunningCosts
  readonly #numbered: NumberedTransactions
  readonly #incomplete: IncompleteTransactions
  readonly state: ProcessState[]
  readonly #loading: QueryBatcher<ConnectedPile, StoredSessions>

  constructor(ports: SessionsPorts) {
    this.#ports = ports
    this.#figures = new LiveFigures(ports.db, this.book, ports)
    this.#sweeper = new Sweeper(ports.db, this.book, ports)
    this.#remoteStops = new RemoteStops(ports, this.book)
    this.#running = new RunningOrders(ports, this.book, this.#remoteStops)
    this.#readings = new SessionReadings(ports, this.#running, this.#remoteStops)
    this.#costs = new RunningCosts(ports, this.book)
    const parts = {
      running: this.#running,
      readings: this.#readings,
      remoteStops: this.#remoteStops,
      costs: this.#costs,
    }
    this.#numbered = new NumberedTransactions(ports, parts)
    this.#incomplete = new IncompleteTransactions(ports, this.#running)
    this.state = [this.book.state, this.book.accounts.state, this.#numbered.state, this.#costs.state]
    this.#loading = new QueryBatcher((piles) => loadSessions(ports.db, piles))
  }

  async opened(pile: ConnectedPile): Promise<void> {
    const book = this.book.open(pile, Date.now())
    this.book.fill(book, await this.#loading.ask(pile))
  }

  closed({ id }: ConnectedPile, at: number): void {
    this.#numbered.closed(id)
    const closed = this.book.close(id)
    if (!closed) return
    this.#running.behind(this.#figures.writeThese(closed.sessions.filter(({ changed }) => changed)))
    this.#running.behind(this.#sweeper.keepSigns(closed.waiting, at))
  }

  async start(pile: ConnectedPile, start: Start): Promise<{ transaction_id: string; status: AuthorizationStatus }> {
    const { db, payers } = this.#ports
    const running = this.#running.at(pile.id, start.connector_number)
    const earlier = await earlierOf(db, pile.id, start)
    const known = knownStart(earlier, running, start)
    if (known) return await this.#repeated(pile, start, known)
    const refused = running.length > 0 && (await this.#isRefused(pile, start))
    const spared = (session: OpenSession) => refused && goesOn(session, earlier.booted_at)
    const ended = await supersede(db, pile.id, start, (id) => running.some((s) => s.facts.order_id === id && spared(s)))
    for (const each of ended) this.#running.ended(pile.id, each)
    const opened = await openOrder(db, payers, pile, start, startKey(start, earlier.orders))
    const session = sessionOf(opened.order)
    this.book.add(session)
    // The answer leaves first: the pile has to know which transaction it is to stop.
    if (opened.order.refused_as) this.#remoteStops.halt(session, start.received_at)
    this.#running.changed(pile.id, opened.order.id)
    return { transaction_id: String(opened.order.transaction_id), status: opened.status }
  }

  async stop(pile: ConnectedPile, stop: Stop): Promise<{ status: AuthorizationStatus | null; misfit?: true }> {
    const statusAt = (number: number) => this.book.at(pile.id)?.statuses.get(number)
    const stopped = await stopOrder(this.#ports.db, pile, stop, { statusAt, isNamed: this.#running.isNamed })
    if (stopped.did === 'nothing') await this.#keepAside(pile, stop, stopped.reason)
    if (stopped.did === 'ended') this.#running.stopped(pile.id, stopped)
    const misfit = stopped.did === 'nothing' && stopped.reason === 'does_not_fit'
    return { status: await this.#standing(pile, stop.card_number), ...(misfit && { misfit }) }
  }

  belongs(pile: ConnectedPile, metered: Metered): { order_id: number } | null {
    return this.#readings.belongs(pile, metered)
  }

  rejoin(pile: ConnectedPile, metered: Metered): Promise<{ order_id: number } | { reason: string }> {
    return this.#readings.rejoin(pile, metered)
  }

  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    this.#readings.measured(pile, rows)
  }

  async connector(pile: ConnectedPile, report: ConnectorReport): Promise<void> {
    const book = this.book.at(pile.id)
    if (!book) return
    const { connector_number: number } = report
    if (report.status === 'Unknown') return
    const before = book.statuses.get(number)
    book.statuses.set(number, report.status)
    const session = book.sessions.findLast(({ facts }) => facts.connector_number === number)
    // A numbered transaction says by itself what becomes of it.
    for (const each of this.#running.at(pile.id, number))
      if (!each.facts.numbered) await noteIdle(this.#ports.db, each, before, report)
    if (session && !session.facts.numbered) await noteSuspension(this.#ports.db, session, before, report)
    for (const order of book.waiting) {
      if (order.connector_number !== number) continue
      const effect = await followCable(this.#ports.db, order, report)
      if (effect.did === 'left')
        this.#running.ended(pile.id, effect.settled ?? { order_id: order.order_id, debited: null })
      if (effect.did === 'stays') this.#running.changed(pile.id, order.order_id)
    }
  }

  follows(pile: ConnectedPile, report: TransactionReport): { order_id: number; connector_number: number } | null {
    return this.#numbered.follows(pile.id, report)
  }

  followed(pile: ConnectedPile, row: TransactionEventRow): void {
    this.#numbered.followed(pile.id, row)
  }

  transaction(pile: ConnectedPile, report: TransactionReport): Promise<TransactionTold> {
    return this.#numbered.take(pile, report)
  }

  money({ id }: ConnectedPile, transaction_id: string, asked: MoneyAsked): SessionMoney | null {
    return this.#numbered.money(id, transaction_id, asked)
  }

  limitTaken({ id }: ConnectedPile, transaction_id: string): void {
    this.#numbered.limitTaken(id, transaction_id)
  }

  async priority(pile: ConnectedPile, report: PriorityReport): Promise<string | null> {
    const order = await notePriority(this.#ports.db, pile.id, report)
    if (order?.isNews) this.#running.changed(pile.id, order.id)
    return order && String(order.transaction_id)
  }

  stateOfBusy(pile: ConnectedPile, connector_number: number): ConnectorState {
    return this.#numbered.stateOfBusy(pile.id, connector_number)
  }

  gunAt(pile: ConnectedPile, evse: number): number {
    return gunOfEvse(evse, this.book.at(pile.id)?.statuses ?? new Map())
  }

  /** A customer's balance is another one now: sessions that run on it go on, or end, by it. */
  balanceChanged(customer_id: number, balance_cents: number): void {
    this.book.accounts.set(customer_id, balance_cents)
    this.#askForReports(customer_id)
  }

  /** Looks what customers of sessions here have and spend at other nodes; to be called every second, where there are any. */
  learnElsewhere(): Promise<void> {
    const { book } = this
    const news = (customer_id: number) => this.#askForReports(customer_id)
    return learnElsewhere({ db: this.#ports.db, book, remoteStops: this.#remoteStops, news })
  }

  /** A pile that keeps to a limit is told the new one in its next report, so it is asked for one. */
  #askForReports(customer_id: number): void {
    for (const { keepsLimit, facts } of this.book.sessions())
      if (keepsLimit && facts.customer_id === customer_id)
        this.#running.behind(this.#ports.askReport(facts.pile_id, facts.connector_number))
  }

  /** What runs on a card that is in the wrong hands is its customer's no more; see Halts. */
  disown(db: Kysely<Database>, card_number: string): Promise<{ order_ids: number[]; stop: () => void }> {
    return this.#remoteStops.disown(db, card_number)
  }

  /** An order is over by other means than its pile's messages. */
  ended(pile_id: number, over: Superseded): void {
    this.#running.ended(pile_id, over)
  }

  /** Writes the live figures behind the readings; to be called about twice a second. */
  writeFigures(): Promise<void> {
    return this.#figures.write()
  }

  /** Follows what runs and waits at the piles of this process; to be called every few seconds. */
  async follow(now = Date.now()): Promise<void> {
    this.#remoteStops.sweep(now)
    for (const told of await this.#costs.sweep(now)) this.#running.behind(told)
    await this.#sweeper.keepAllSigns(now)
  }

  /** Settles what no message will settle, at whatever pile; to be called every few seconds. */
  async sweep(now = Date.now()): Promise<void> {
    await this.#ports.alarms.ordersEnded()
    for (const settled of await settleUnrefused(this.#ports, now)) await this.#swept(settled)
    for (const settled of await this.#sweeper.settleEnded(now)) await this.#swept(settled)
  }

  /** Holds orders that lost their stop, or other events of theirs; to be called every minute. */
  async sweepForgotten(now = Date.now()): Promise<void> {
    for (const held of await this.#sweeper.holdForgotten(now)) await this.#swept(held)
    for (const held of await this.#sweeper.holdIncomplete(now)) await this.#swept(held)
    await this.#incomplete.holdSilent(now)
  }

  /** Asks piles for reports that are missing; to be called every minute. */
  askIncomplete(now = Date.now()): Promise<void> {
    return this.#incomplete.ask(now)
  }

  /** A pile told whether it still has reports of a transaction. */
  transactionTold(pile_id: number, asked: AskedTransaction, told: ToldTransaction): Promise<void> {
    return this.#incomplete.told(pile_id, asked, told)
  }

  /** Ends orders whose pile has been away since `before`; tells how many. */
  async sweepStale(before: number): Promise<number> {
    const stale = await closeStale(this.#ports, before)
    for (const { id, pile_id } of stale) this.#running.ended(pile_id, { order_id: id, debited: null })
    return stale.length
  }

  async #swept(ended: Superseded): Promise<void> {
    const query = this.#ports.db.selectFrom('orders').select('pile_id').where('id', '=', ended.order_id)
    this.#running.ended((await query.executeTakeFirstOrThrow()).pile_id, ended)
  }

  /** A start that we know gets the answer that it got before. */
  async #repeated(pile: ConnectedPile, start: Start, known: KnownStart) {
    const { db } = this.#ports
    const { order_id, transaction_id, restamped } = known
    if (restamped) await noteRestamped(db, known, start)
    else if (!this.book.session(order_id) && (await resume(db, order_id, start.received_at)))
      await this.#running.runAgain(pile.id, order_id)
    return { transaction_id, status: await answerOf(db, order_id) }
  }

  /** A stranger's card at a busy connector ends nobody's session. */
  async #isRefused(pile: ConnectedPile, { connector_number, card_number, received_at }: Start): Promise<boolean> {
    const { db, payers } = this.#ports
    if (card_number === null) return false
    const place = { pile_id: pile.id, connector_number }
    return (await payers.find(db, place, card_number, received_at)).status !== 'Accepted'
  }

  /** What the pile said, without when it reached us: repeated, it is the same report. Our own numbers are kept as such. */
  #keepAside(
    pile: ConnectedPile,
    { received_at: _, seq_no, transaction_id, ...rest }: Stop,
    reason: string,
  ): Promise<void> {
    const number = /^-?\d{1,15}$/.test(transaction_id) ? Number(transaction_id) : transaction_id
    const said = { transaction_id: number, ...rest, ...(seq_no !== null && { seq_no }) }
    return this.#ports.setAside.keep(pile, 'stop', reason, said)
  }

  async #standing(pile: ConnectedPile, card_number: string | null): Promise<AuthorizationStatus | null> {
    // The tag of a start from the console was good for that one.
    if (card_number === null || customerOfTag(card_number) !== null) return null
    const place = { pile_id: pile.id, connector_number: null }
    const { standing, withheld } = await this.#ports.payers.find(this.#ports.db, place, card_number)
    return withheld ? null : standing
  }
}
