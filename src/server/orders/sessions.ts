import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { isoOrNull } from '../kit/instants.ts'
import type {
  AuthorizationStatus,
  ConnectedPile,
  ConnectorReport,
  Live,
  Metered,
  ReadingRow,
  SetAside,
  Start,
  Stop,
} from '../ocpp/ports.ts'
import { followCable, noteSuspension } from './cable-watch.ts'
import { Gathering } from './gathering.ts'
import { LiveFigures } from './live-figures.ts'
import { loadSessions, reloadSession } from './load-sessions.ts'
import type { Log, Payers, RemoteStop } from './needs.ts'
import { sessionOf, waitingOf } from './open-orders.ts'
import type { OpenSession } from './open-session.ts'
import { SessionBook, type StoredSessions } from './session-book.ts'
import { closeStale } from './stale-orders.ts'
import { findStarted, openOrder } from './start.ts'
import { type Stopped, stopOrder } from './stop.ts'
import { type Superseded, supersede } from './supersede.ts'
import { Sweeper } from './sweeper.ts'

export interface SessionsNeeds {
  db: Kysely<Database>
  payers: Payers
  setAside: SetAside
  live: Live
  remoteStop: RemoteStop
  log: Log
}

// A pile that was asked to stop gets this long to do so before it is asked again.
const ASK_AGAIN_MS = 30_000

/** Charging sessions, from a pile's StartTransaction to the settled order. Implements what the piles' side needs. */
export class Sessions {
  readonly book = new SessionBook()
  readonly #needs: SessionsNeeds
  readonly #figures: LiveFigures
  readonly #sweeper: Sweeper
  readonly #loading: Gathering<ConnectedPile, StoredSessions>

  constructor(needs: SessionsNeeds) {
    this.#needs = needs
    this.#figures = new LiveFigures(needs.db, this.book, needs.live)
    this.#sweeper = new Sweeper(needs.db, this.book)
    this.#loading = new Gathering((piles) => loadSessions(needs.db, piles))
  }

  async opened(pile: ConnectedPile): Promise<void> {
    const book = this.book.open(pile, Date.now())
    this.book.fill(book, await this.#loading.ask(pile))
  }

  closed({ id }: ConnectedPile, at: number): void {
    const closed = this.book.close(id)
    if (!closed) return
    this.#behind(this.#figures.writeThese(closed.sessions.filter(({ changed }) => changed)))
    this.#behind(this.#sweeper.keepSigns(closed.waiting, at))
  }

  async start(pile: ConnectedPile, start: Start): Promise<{ transaction_id: number; status: AuthorizationStatus }> {
    const { db, payers } = this.#needs
    const known = await findStarted(db, pile.id, start)
    if (known) {
      const place = { pile_id: pile.id, connector_number: start.connector_number }
      const { status } = await payers.find(db, place, start.card_number)
      return { transaction_id: known.transaction_id, status }
    }
    for (const ended of await supersede(db, pile.id, start)) this.ended(pile.id, ended)
    const opened = await openOrder(db, payers, pile, start)
    this.book.add(sessionOf(opened.order))
    this.#changed(pile.id, opened.order.id)
    return { transaction_id: opened.order.transaction_id, status: opened.status }
  }

  async stop(pile: ConnectedPile, stop: Stop): Promise<{ status: AuthorizationStatus | null }> {
    const statusAt = (number: number) => this.book.at(pile.id)?.statuses.get(number)
    const stopped = await stopOrder(this.#needs.db, pile, stop, statusAt)
    if (stopped.did === 'nothing') await this.#keepAside(pile, stop, stopped.reason)
    if (stopped.did === 'ended') this.#stopped(pile.id, stopped)
    return { status: await this.#standing(pile, stop.card_number) }
  }

  belongs({ id }: ConnectedPile, { connector_number, transaction_id, readings }: Metered): { order_id: number } | null {
    let found: OpenSession | undefined
    for (const session of this.book.at(id)?.sessions ?? []) {
      const { facts } = session
      if (facts.connector_number !== connector_number) continue
      if (transaction_id !== null ? facts.transaction_id === transaction_id : isDuring(session, readings))
        found = session
    }
    return found ? { order_id: found.facts.order_id } : null
  }

  measured(_pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    for (const row of rows) {
      const session = row.energy_wh === null ? undefined : this.book.session(row.order_id)
      if (!session) continue
      const before = session.cents
      session.take({
        at: row.at,
        wh: row.energy_wh as number,
        received_at: row.received_at,
        resolution_wh: row.resolution_wh,
      })
      this.book.accounts.spend(session.facts.customer_id, session.cents - before)
      if (session.disordered) this.#reload(session)
      this.#watchBalance(session, row.received_at)
    }
  }

  async connector(pile: ConnectedPile, report: ConnectorReport): Promise<void> {
    const book = this.book.at(pile.id)
    if (!book) return
    const { connector_number: number } = report
    const before = book.statuses.get(number)
    book.statuses.set(number, report.status)
    const session = book.sessions.findLast(({ facts }) => facts.connector_number === number)
    if (session) await noteSuspension(this.#needs.db, session, before, report)
    for (const order of book.waiting) {
      if (order.connector_number !== number) continue
      const effect = await followCable(this.#needs.db, order, report)
      if (effect.did === 'left') this.ended(pile.id, effect.settled ?? { order_id: order.order_id, debited: null })
      if (effect.did === 'stays') this.#changed(pile.id, order.order_id)
    }
  }

  /** A customer's balance is another one now: sessions that run on it go on, or end, by it. */
  balanceChanged(customer_id: number, balance_cents: number): void {
    this.book.accounts.set(customer_id, balance_cents)
  }

  /** An order is over by other means than its pile's messages. */
  ended(pile_id: number, { order_id, debited }: Superseded): void {
    this.book.remove(pile_id, order_id)
    if (debited) this.book.accounts.set(debited.customer_id, debited.balance_cents)
    if (debited) this.#needs.live.changed('customer', debited.customer_id)
    this.#changed(pile_id, order_id)
  }

  /** Writes the live figures behind the readings; to be called about twice a second. */
  writeFigures(): Promise<void> {
    return this.#figures.write()
  }

  /** Settles what no message will settle; to be called every few seconds. */
  async sweep(now = Date.now()): Promise<void> {
    for (const settled of await this.#sweeper.settleEnded(now)) await this.#swept(settled)
  }

  /** Holds orders that lost their stop; to be called every minute. */
  async sweepForgotten(now = Date.now()): Promise<void> {
    for (const held of await this.#sweeper.holdForgotten(now)) await this.#swept(held)
  }

  /** Ends orders whose pile has been away since `before`; tells how many. */
  async sweepStale(before: number): Promise<number> {
    const stale = await closeStale(this.#needs.db, before)
    for (const { id, pile_id } of stale) this.ended(pile_id, { order_id: id, debited: null })
    return stale.length
  }

  async #swept(ended: Superseded): Promise<void> {
    const query = this.#needs.db.selectFrom('orders').select('pile_id').where('id', '=', ended.order_id)
    this.ended((await query.executeTakeFirstOrThrow()).pile_id, ended)
  }

  #stopped(pile_id: number, { order, settled, plugged_at }: Extract<Stopped, { did: 'ended' }>): void {
    const balance_cents = this.book.accounts.balanceOf(order.customer_id)
    this.ended(pile_id, settled ?? { order_id: order.id, debited: null })
    if (settled) return
    this.book.wait(pile_id, waitingOf({ ...order, balance_cents, plugged_at: isoOrNull(plugged_at) }, false))
  }

  /** What the pile said, without when it reached us: repeated, it is the same report. */
  #keepAside(pile: ConnectedPile, { received_at: _, ...said }: Stop, reason: string): Promise<void> {
    return this.#needs.setAside.keep(pile, 'StopTransaction', reason, said)
  }

  #changed(pile_id: number, order_id: number): void {
    this.#needs.live.changed('order', order_id)
    this.#needs.live.changed('pile', pile_id)
  }

  async #standing(pile: ConnectedPile, card_number: string | null): Promise<AuthorizationStatus | null> {
    if (card_number === null) return null
    const place = { pile_id: pile.id, connector_number: null }
    return (await this.#needs.payers.find(this.#needs.db, place, card_number)).standing
  }

  /** A session whose cost has reached what there is ends. */
  #watchBalance(session: OpenSession, now: number): void {
    const { customer_id, pile_id, transaction_id, order_id } = session.facts
    if (session.abnormal || !this.book.accounts.isUsedUp(customer_id)) return
    if (now - session.stop_asked_at < ASK_AGAIN_MS) return
    session.stop_asked_at = now
    this.#needs.log.warn({ order_id }, 'the balance is used up, the pile is asked to stop')
    this.#behind(this.#needs.remoteStop(pile_id, transaction_id))
  }

  /** A reading came out of its order: the fold begins anew from what is stored. */
  #reload(session: OpenSession): void {
    session.disordered = false
    if (session.meanwhile) return
    session.meanwhile = []
    // Where the database does not answer, the next reading tries again.
    const giveUp = (error: unknown) => {
      session.meanwhile = undefined
      session.disordered = true
      throw error
    }
    this.#behind(reloadSession(this.#needs.db, session).then((anew) => this.book.replace(anew), giveUp))
  }

  #behind(work: Promise<unknown>): void {
    work.catch((error) => this.#needs.log.error({ err: error }, 'work behind a session failed'))
  }
}

/** A reading that names no transaction belongs to the one that runs at its connector, if it was made during it. */
const isDuring = ({ facts }: OpenSession, readings: Metered['readings']) =>
  readings.every(({ at }) => at >= facts.start.at)
