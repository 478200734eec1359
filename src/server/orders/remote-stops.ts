import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { ConnectedPile, Live } from '../ocpp/ports.ts'
import { disownRunning } from './disown.ts'
import { type OpenOrder, sessionOf } from './open-orders.ts'
import type { OpenSession } from './open-session.ts'
import type { Log, OrderAlarms, RemoteStop } from './ports.ts'
import type { SessionBook } from './session-book.ts'
import { isToStop } from './spending-limit.ts'

interface Ports {
  db: Kysely<Database>
  alarms: OrderAlarms
  live: Live
  remoteStop: RemoteStop
  log: Log
}

export const UNAUTHORIZED = 'UnauthorizedCharging'
// A pile that was asked to stop gets this long to do so before it is asked again.
const ASK_AGAIN_MS = 30_000
// One that will not stop is asked less and less often; each time is a command that staff see.
const LONGEST_MS = 10 * 60_000

/**
 * Has piles stop: what nobody authorized, at once and again until it ends, with an alarm open meanwhile; and what has used up
 * its balance. How often a pile was asked is this process's own: after a start of the server it is asked anew.
 */
export class RemoteStops {
  readonly #ports: Ports
  readonly #book: SessionBook

  constructor(ports: Ports, book: SessionBook) {
    this.#ports = ports
    this.#book = book
  }

  /** Asks, unless it is too early to ask again. What follows goes on behind the caller. */
  halt(session: OpenSession, now: number): void {
    if (session.stops_asked > 0 && now - session.stop_asked_at < waitAfter(session.stops_asked)) return
    session.stops_asked++
    this.#ask(session, now, 'a session is not authorized, the pile is asked to stop')
    this.#behind(this.#alarm(session.facts.order_id, now))
  }

  /** A reading came: a session whose cost has reached what there is ends, and one that is not authorized. */
  watch(session: OpenSession, now: number): void {
    if (session.facts.unauthorized) this.halt(session, now)
    if (!isToStop(this.#book.accounts, session, now)) return
    if (now - session.stop_asked_at < ASK_AGAIN_MS) return
    this.#ask(session, now, 'the balance is used up, the pile is asked to stop')
  }

  /** Asks again where no reading comes; to be called every few seconds. */
  sweep(now: number): void {
    for (const session of this.#book.sessions())
      if (session.facts.unauthorized || session.keepsLimit) this.watch(session, now)
  }

  /** An order ended: its alarm is over. */
  ended(order_id: number): void {
    if (this.#book.session(order_id)?.facts.unauthorized) this.#behind(this.#ports.alarms.ordersEnded())
  }

  /**
   * A card is in the wrong hands: what runs on it is to be stopped, and is its customer's no more. Written in the caller's
   * transaction; what this gives is called once that is durable.
   */
  async disown(db: Kysely<Database>, card_number: string): Promise<{ order_ids: number[]; stop: () => void }> {
    const disowned = await disownRunning(db, card_number, Date.now())
    const stop = () => {
      for (const order of disowned) this.#disowned(order)
    }
    return { order_ids: disowned.map(({ id }) => id), stop }
  }

  #disowned(order: OpenOrder): void {
    const session = this.#book.disown(order.id) ?? sessionOf(order)
    // The book may have learned of it from the database already, as if another node had asked.
    session.stops_asked = 0
    this.halt(session, Date.now())
    this.#ports.live.changed('order', order.id)
    this.#ports.live.changed('pile', order.pile_id)
  }

  #ask(session: OpenSession, now: number, why: string): void {
    session.stop_asked_at = now
    const { order_id, pile_id, transaction_id } = session.facts
    this.#ports.log.warn({ order_id }, why)
    this.#behind(this.#ports.remoteStop(pile_id, transaction_id))
  }

  async #alarm(order_id: number, at: number): Promise<void> {
    const order = await this.#ports.db
      .selectFrom('orders')
      .innerJoin('pile', 'pile.id', 'orders.pile_id')
      .select(['orders.number', 'orders.card_number', 'orders.connector_number'])
      .select(['pile.id', 'pile.station_number', 'pile.site_id'])
      .where('orders.id', '=', order_id)
      .executeTakeFirst()
    if (!order) return
    const { number, card_number, connector_number, ...pile } = order
    const message = [number, card_number].filter(Boolean).join(' · ')
    const alarm = { code: UNAUTHORIZED, kind: 'security' as const, connector_number, message, at, order_id }
    await this.#ports.alarms.raise(pile satisfies ConnectedPile, alarm)
    // It may have ended while the alarm was written.
    await this.#ports.alarms.ordersEnded()
  }

  #behind(work: Promise<unknown>): void {
    work.catch((error) => this.#ports.log.error({ err: error }, 'a session could not be stopped'))
  }
}

const waitAfter = (asked: number) => Math.min(ASK_AGAIN_MS * 2 ** (asked - 1), LONGEST_MS)
