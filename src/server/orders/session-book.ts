import { owned } from '../kit/process-state.ts'
import type { ConnectedPile } from '../ocpp/ports.ts'
import { Accounts } from './accounts.ts'
import type { OpenSession } from './open-session.ts'

/** An order whose charging has ended, until its cable is out: one that is held for a person as well. */
export interface WaitingOrder {
  order_id: number
  connector_number: number
  customer_id: number | null
  balance_cents: number
  total_cents: number
  ended_at: number
  stop_received_at: number
  /** The last sign that the cable is in, by the pile's clock. */
  plugged_at: number | null
  /** The pile was away since the last sign; the next sign tells whether the cable stayed in. */
  broken: boolean
}

/** What is stored of a pile's connectors and open orders. */
export interface StoredSessions {
  /** States by connector, as reported last. */
  statuses: Map<number, string>
  sessions: OpenSession[]
  waiting: WaitingOrder[]
}

/** A connected pile with what runs and what waits there. */
export interface PileSessions extends StoredSessions {
  readonly pile: ConnectedPile
  /** When its socket opened. */
  readonly opened_at: number
  /** Orders that ended before the book was filled: what was read of them is out of date. */
  readonly ended: Set<number>
}

/** The open orders of the piles that are connected here, and what is left of the balances they run on. */
export class SessionBook {
  readonly accounts = new Accounts()
  readonly #piles = new Map<number, PileSessions>()
  readonly #byOrder = new Map<number, OpenSession>()
  readonly state = owned('open_orders', () => this.#byOrder.size)

  /** Opens the book of a pile whose socket opened; the one of its socket before goes on, its last message may be under way. */
  open(pile: ConnectedPile, opened_at: number): PileSessions {
    const before = this.#piles.get(pile.id)
    const { statuses = new Map(), sessions = [], waiting = [] } = before ?? {}
    const book: PileSessions = { pile, opened_at, statuses, sessions, waiting, ended: new Set() }
    this.#piles.set(pile.id, book)
    return book
  }

  /** Enters what is stored, unless the socket is gone already. What is known here is newer. */
  fill(book: PileSessions, { statuses, sessions, waiting }: StoredSessions) {
    const { pile, ended } = book
    if (this.#piles.get(pile.id) !== book) return
    for (const [number, status] of statuses) if (!book.statuses.has(number)) book.statuses.set(number, status)
    for (const session of sessions) if (!ended.has(session.facts.order_id)) this.add(session)
    for (const order of waiting) if (!ended.has(order.order_id)) this.wait(pile.id, order)
    ended.clear()
  }

  close(pile_id: number): PileSessions | undefined {
    const book = this.#piles.get(pile_id)
    if (!book) return undefined
    const closed = { ...book }
    for (const { facts } of closed.sessions) this.remove(pile_id, facts.order_id)
    for (const { order_id } of closed.waiting) this.remove(pile_id, order_id)
    this.#piles.delete(pile_id)
    return closed
  }

  at(pile_id: number): PileSessions | undefined {
    return this.#piles.get(pile_id)
  }

  session(order_id: number): OpenSession | undefined {
    return this.#byOrder.get(order_id)
  }

  /** A session begins to run; one of a pile that is not connected here is nobody's to watch. */
  add(session: OpenSession) {
    const { pile_id, order_id, customer_id, balance_cents } = session.facts
    const book = this.#piles.get(pile_id)
    if (!book || this.#byOrder.has(order_id)) return
    book.sessions = [...book.sessions, session]
    this.#byOrder.set(order_id, session)
    this.accounts.join(customer_id, balance_cents, session.cents)
  }

  /** Puts a session in the place of the one with the same order, if that one still runs. */
  replace(session: OpenSession) {
    const { pile_id, order_id } = session.facts
    const before = this.#byOrder.get(order_id)
    if (!before) return
    // It was made anew from what was known before.
    if (before.facts.unauthorized && !session.facts.unauthorized) session.disown()
    this.remove(pile_id, order_id)
    this.add(session)
  }

  /** A session is nobody's any more: it leaves its customer's account. */
  disown(order_id: number): OpenSession | undefined {
    const session = this.#byOrder.get(order_id)
    if (!session) return undefined
    this.accounts.leave(session.facts.customer_id, session.cents)
    session.disown()
    return session
  }

  wait(pile_id: number, order: WaitingOrder) {
    const book = this.#piles.get(pile_id)
    if (!book || book.waiting.some(({ order_id }) => order_id === order.order_id)) return
    book.waiting = [...book.waiting, order]
    this.accounts.join(order.customer_id, order.balance_cents, order.total_cents)
  }

  /** Forgets an order that runs and waits no more. */
  remove(pile_id: number, order_id: number) {
    const book = this.#piles.get(pile_id)
    if (!book) return
    book.ended.add(order_id)
    const session = this.#byOrder.get(order_id)
    if (session) this.accounts.leave(session.facts.customer_id, session.cents)
    this.#byOrder.delete(order_id)
    book.sessions = book.sessions.filter(({ facts }) => facts.order_id !== order_id)
    const waiting = book.waiting.find((each) => each.order_id === order_id)
    if (waiting) this.accounts.leave(waiting.customer_id, waiting.total_cents)
    book.waiting = book.waiting.filter((each) => each.order_id !== order_id)
  }

  piles(): Iterable<PileSessions> {
    return this.#piles.values()
  }

  sessions(): Iterable<OpenSession> {
    return this.#byOrder.values()
  }
}
