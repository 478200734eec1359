import type { ConnectedPile } from '../ocpp/ports.ts'
import { Accounts } from './accounts.ts'
import type { OpenSession } from './open-session.ts'

/** An order whose charging has ended, until its cable is out or a person has settled it. */
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
  /** Held for a person: its cable is watched all the same. */
  held: boolean
  /** The pile was away since the last sign; the next sign tells whether the cable stayed in. */
  broken: boolean
}

/** A connected pile with what runs and what waits there. */
export interface PileSessions {
  pile: ConnectedPile
  /** When its socket opened. */
  opened_at: number
  /** States by connector, as reported last. */
  statuses: Map<number, string>
  sessions: OpenSession[]
  waiting: WaitingOrder[]
}

/** The open orders of the piles that are connected here, and what is left of the balances they run on. */
export class SessionBook {
  readonly accounts = new Accounts()
  readonly #piles = new Map<number, PileSessions>()
  readonly #byOrder = new Map<number, OpenSession>()

  /** Opens a pile's book in place of the one from its socket before. */
  open(book: PileSessions) {
    this.close(book.pile.id)
    this.#piles.set(book.pile.id, { ...book, sessions: [], waiting: [] })
    for (const session of book.sessions) this.add(session)
    for (const order of book.waiting) this.wait(book.pile.id, order)
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
    if (!this.#byOrder.has(order_id)) return
    this.remove(pile_id, order_id)
    this.add(session)
  }

  wait(pile_id: number, order: WaitingOrder) {
    const book = this.#piles.get(pile_id)
    if (!book) return
    book.waiting = [...book.waiting, order]
    this.accounts.join(order.customer_id, order.balance_cents, order.total_cents)
  }

  /** Forgets an order that runs and waits no more. */
  remove(pile_id: number, order_id: number) {
    const book = this.#piles.get(pile_id)
    if (!book) return
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
