import { type Kysely, sql } from 'kysely'
import { CHARGING_STATES } from '../../shared/domain/charging-states.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, ms, msOrNull } from '../kit/instants.ts'
import { oneByOne } from '../kit/one-by-one.ts'
import { inTransaction } from '../kit/transaction.ts'
import { unheardSince } from '../kit/unheard-orders.ts'
import { AWAY_MS, SETTLED_IN_MS, SIGN_WITHIN_MS } from './cable.ts'
import { isNotElsewhere } from './not-elsewhere.ts'
import { lockOrder, mayBeSettled, type OrderRow } from './order-row.ts'
import type { Log } from './ports.ts'
import type { SessionBook, WaitingOrder } from './session-book.ts'
import { type Settled, settle } from './settle.ts'
import { holdWithoutEvents, holdWithoutStop, type Superseded } from './supersede.ts'

const PLUGGED_EVERY_MS = 30_000
/** So long a connector may be free, without a reading, before the order that is open there has lost its stop. */
const FORGOTTEN_MS = 15 * 60_000
/** So long nothing may be heard of an order whose connector does not say that it charges. */
const SILENT_MS = 24 * 3_600_000

type Unsettled = Pick<OrderRow, 'id' | 'pile_id' | 'ended_at' | 'stop_received_at' | 'plugged_at' | 'received_at'> & {
  /** Its pile is connected, here or at another node. */
  connected: boolean
}

interface SweeperPorts {
  log: Log
  /** This node's number. */
  node?: () => number
}

/**
 * Ends what no message of a pile will end. Everything follows from rows, so a restart only pauses it. An order that fails is logged and
 * tried again the next time.
 * `began_at` is when this process began: piles that were connected before get their time to come back.
 */
export class Sweeper {
  readonly #db: Kysely<Database>
  readonly #book: SessionBook
  readonly #log: Log
  readonly #node: () => number
  readonly #began_at: number
  #kept_at = 0

  constructor(db: Kysely<Database>, book: SessionBook, { log, node = () => 0 }: SweeperPorts, began_at = Date.now()) {
    this.#db = db
    this.#book = book
    this.#log = log
    this.#node = node
    this.#began_at = began_at
  }

  /** Settles ended orders whose cable is out by all that is known. */
  async settleEnded(now: number): Promise<Settled[]> {
    return await this.#each(await this.#unsettled(), async (order) => {
      const verdict = this.#verdict(order, now)
      if (verdict === 'wait') return null
      return await inTransaction(this.#db, async (trx) => {
        const row = await lockOrder(trx, order.id)
        return row?.status === 'completed' && mayBeSettled(row) ? await settle(trx, row, verdict, now) : null
      })
    })
  }

  /** Holds orders that still charge by our book while their connector has long been free, or their pile long silent of them. */
  async holdForgotten(now: number): Promise<Superseded[]> {
    return await this.#each(await this.#forgotten(now), async ({ id, pile_id }) => {
      const book = this.#book.at(pile_id)
      // A pile that has just come back may still have the stop in its queue.
      if (!book || now - book.opened_at < FORGOTTEN_MS) return null
      return await inTransaction(this.#db, async (trx) => {
        const order = await lockOrder(trx, id)
        // Its stop may have come meanwhile; then its cable is watched.
        if (order?.status !== 'generated') return null
        await holdWithoutStop(trx, order, now)
        return { order_id: id, debited: null }
      })
    })
  }

  /** Holds orders whose events have been missing for a day: a person says what was drawn. */
  async holdIncomplete(now: number): Promise<Superseded[]> {
    const incomplete = await this.#db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'completed')
      .where('abnormal', 'is', null)
      .where('missing_events', '>', 0)
      .where('stop_received_at', '<', iso(now - SILENT_MS))
      .orderBy('id')
      .execute()
    return await this.#each(incomplete, async ({ id }) =>
      (await inTransaction(this.#db, (trx) => holdWithoutEvents(trx, id, now)))
        ? { order_id: id, debited: null }
        : null,
    )
  }

  #each<T extends { id: number }, R>(orders: readonly T[], work: (order: T) => Promise<R | null>): Promise<R[]> {
    return oneByOne(orders, work, (err, { id }) => this.#log.error({ err, order: id }, 'an order could not be ended'))
  }

  /** When the cable was out, null when nothing says that it stayed in, or that it is not known yet. */
  #verdict(order: Unsettled, now: number): number | null | 'wait' {
    const stopped = ms(order.stop_received_at ?? order.received_at)
    const plugged_at = msOrNull(order.plugged_at)
    if (plugged_at === null) return now - stopped > SIGN_WITHIN_MS ? null : 'wait'
    if (order.connected || this.#book.at(order.pile_id)) return 'wait'
    const lastSign = stopped + plugged_at - ms(order.ended_at ?? order.received_at)
    return now - Math.max(lastSign, this.#began_at) > AWAY_MS ? plugged_at : 'wait'
  }

  #unsettled(): Promise<Unsettled[]> {
    return this.#db
      .selectFrom('orders as o')
      .innerJoin('pile', 'pile.id', 'o.pile_id')
      .select(['o.id', 'o.pile_id', 'o.ended_at', 'o.stop_received_at', 'o.plugged_at', 'o.received_at'])
      .select(sql<boolean>`pile.state <> 'offline'`.as('connected'))
      .where('o.status', '=', 'completed')
      .where('o.abnormal', 'is', null)
      .where(({ or, eb }) => or([eb('o.missing_events', 'is', null), eb('o.missing_events', '=', 0)]))
      .orderBy('o.id')
      .execute()
  }

  /** While a pile is connected and says nothing else, the cable it reported in stays in. */
  async keepSigns(waiting: readonly WaitingOrder[], now: number): Promise<void> {
    for (const order of waiting) {
      if (order.plugged_at === null || order.broken) continue
      const plugged_at = order.ended_at + now - order.stop_received_at
      if (plugged_at <= order.plugged_at) continue
      order.plugged_at = plugged_at
      await this.#keepSign(order.order_id, plugged_at)
    }
  }

  /** Keeps the signs of those that stay in, of the piles that are connected here; to be called every few seconds. */
  async keepAllSigns(now: number): Promise<void> {
    if (Math.abs(now - this.#kept_at) < PLUGGED_EVERY_MS) return
    this.#kept_at = now
    for (const { waiting, opened_at } of this.#book.piles()) {
      if (now - opened_at > SETTLED_IN_MS) for (const order of waiting) order.broken = false
      await this.keepSigns(waiting, now)
    }
  }

  async #keepSign(order_id: number, plugged_at: number): Promise<void> {
    await this.#db
      .updateTable('orders')
      .set({ plugged_at: iso(plugged_at) })
      .where('id', '=', order_id)
      .where('status', '=', 'completed')
      .where('left_at', 'is', null)
      .where(isNotElsewhere(this.#node()))
      .execute()
  }

  /** Nothing was heard of them for as long as their connector's state says that this is odd. */
  async #forgotten(now: number): Promise<Pick<OrderRow, 'id' | 'pile_id'>[]> {
    const free = iso(now - FORGOTTEN_MS)
    const silent = iso(now - SILENT_MS)
    const { rows } = await sql<Pick<OrderRow, 'id' | 'pile_id'>>`
      with o as materialized (${unheardSince(free, silent)})
      select o.id, o.pile_id
      from o left join connector c on c.pile_id = o.pile_id and c.number = o.connector_number
      where o.heard_at < ${free} and (o.idle_at < ${free} or c.status = 'Available' and c.status_at < ${free})
        or o.heard_at < ${silent} and coalesce(c.status, '') not in (${sql.join(CHARGING_STATES)})
      order by o.id`.execute(this.#db)
    return rows
  }
}
