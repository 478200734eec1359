import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { isoOrNull } from '../kit/instants.ts'
import type { Live } from '../ocpp/ports.ts'
import type { Running } from './known-start.ts'
import { loadSession } from './load-sessions.ts'
import { waitingOf } from './open-orders.ts'
import type { Log } from './ports.ts'
import type { RemoteStops } from './remote-stops.ts'
import type { IsNamed } from './rivals.ts'
import type { SessionBook } from './session-book.ts'
import type { Stopped } from './stop.ts'
import type { Superseded } from './supersede.ts'

interface Ports {
  db: Kysely<Database>
  live: Live
  log: Log
}

/** What runs at the piles that are connected here, as it ends and goes on; browsers are told. */
export class RunningOrders {
  readonly book: SessionBook
  readonly #ports: Ports
  readonly #remoteStops: RemoteStops

  constructor(ports: Ports, book: SessionBook, remoteStops: RemoteStops) {
    this.#ports = ports
    this.book = book
    this.#remoteStops = remoteStops
  }

  readonly isNamed: IsNamed = ({ id, named }) => this.book.session(id)?.named ?? named

  at(pile_id: number, connector_number: number): Running {
    return (this.book.at(pile_id)?.sessions ?? []).filter(({ facts }) => facts.connector_number === connector_number)
  }

  ended(pile_id: number, { order_id, debited }: Superseded): void {
    this.#remoteStops.ended(order_id)
    this.book.remove(pile_id, order_id)
    if (debited) this.book.accounts.set(debited.customer_id, debited.balance_cents)
    if (debited) this.#ports.live.changed('customer', debited.customer_id)
    this.changed(pile_id, order_id)
  }

  /** These are held for a person. */
  held(pile_id: number, order_ids: readonly number[]): void {
    for (const order_id of order_ids) this.ended(pile_id, { order_id, debited: null })
  }

  /** A stop ended an order: its cable is watched where it may stay in. */
  stopped(pile_id: number, { order, settled, plugged_at, held }: Extract<Stopped, { did: 'ended' }>): void {
    this.held(pile_id, held)
    const balance_cents = this.book.accounts.balanceOf(order.customer_id)
    this.ended(pile_id, settled ?? { order_id: order.id, debited: null })
    if (settled || order.left_at) return
    this.book.wait(pile_id, waitingOf({ ...order, balance_cents, plugged_at: isoOrNull(plugged_at) }, false))
  }

  /** An order that had ended charges again. */
  async runAgain(pile_id: number, order_id: number): Promise<void> {
    const session = await loadSession(this.#ports.db, order_id)
    if (!session) return
    const before = this.book.session(order_id)
    if (before && before.facts.customer_id === session.facts.customer_id) session.goOnFrom(before)
    this.book.remove(pile_id, order_id)
    this.book.at(pile_id)?.ended.delete(order_id)
    this.book.add(session)
    this.changed(pile_id, order_id)
  }

  changed(pile_id: number, order_id: number): void {
    this.#ports.live.changed('order', order_id)
    this.#ports.live.changed('pile', pile_id)
  }

  /** Work that no answer waits for. */
  behind(work: Promise<unknown>): void {
    work.catch((error) => this.#ports.log.error({ err: error }, 'work behind a session failed'))
  }
}
