import { type Kysely, sql } from 'kysely'
import type { AskedTransaction } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso, msOrNull } from '../kit/instants.ts'
import { oneByOne } from '../kit/one-by-one.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { ConnectedPile, ToldTransaction } from '../ocpp/ports.ts'
import { foldEvents, type KeptEvent, keptEvents, lockNumbered, orderNumbered } from './numbered-events.ts'
import { bounded, happened, inOrder } from './order-events.ts'
import { holdPayer, lacksEvents, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import type { AskTransaction, Log, Payers } from './ports.ts'
import type { RunningOrders } from './running-orders.ts'
import { mayEnd, type Stopped, stopOrder } from './stop.ts'
import { holdWithoutEvents, holdWithoutStop } from './supersede.ts'
import { holdUnbegun, type Unbegun } from './unbegun.ts'

const MINUTE = 60_000
/** A pile that came back sends first what it kept meanwhile. */
const CAME_BACK_MS = 2 * MINUTE
/** One that said that it has more is asked again after so long. */
const AGAIN_MS = 15 * MINUTE
/** So long nothing may be heard of a transaction without a start. */
const SILENT_MS = 24 * 60 * MINUTE
/** Nothing waits for so long. */
const FORGOTTEN_MS = 7 * SILENT_MS
const AT_ONCE = 100

const NO_MORE = 'no_more_reports'

interface Ports {
  db: Kysely<Database>
  payers: Payers
  ask?: AskTransaction
  log: Log
}

interface Heard {
  runs: boolean | null
  waits: boolean
}

/** What ended the wait for the reports of a transaction. */
interface Waited {
  order_id: number
  stopped: Extract<Stopped, { did: 'ended' }> | null
}

/** Transactions of which reports are missing: their piles are asked, and what they say ends the wait. */
export class IncompleteTransactions {
  readonly #ports: Ports
  readonly #running: RunningOrders

  constructor(ports: Ports, running: RunningOrders) {
    this.#ports = ports
    this.#running = running
  }

  /**
   * A pile was asked (E14). With more to come the wait goes on; with none, and the transaction over, what is known is all that there
   * will be. A transaction that runs has all its time.
   */
  async told(pile_id: number, asked: AskedTransaction, { runs, has_more }: ToldTransaction, now = Date.now()) {
    const { db, payers } = this.#ports
    const unbegun = { pile_id, transaction_id: await this.#nameOf(pile_id, asked) }
    if (unbegun.transaction_id === '') return
    await noteQuestion(db, unbegun, now, has_more)
    const waits = has_more || runs === true
    const waited = await inTransaction(db, (trx) => this.#hear(trx, unbegun, { runs, waits }, now))
    if (waited?.stopped) this.#running.stopped(pile_id, waited.stopped)
    else if (waited && waits) this.#running.changed(pile_id, waited.order_id)
    else if (waited) this.#running.ended(pile_id, { order_id: waited.order_id, debited: null })
    if (waited || waits || runs !== false) return
    const held = await holdUnbegun(db, payers, unbegun, now)
    if (held) this.#running.changed(pile_id, held.id)
  }

  /** Asks those that came back a while ago, once; and again those that said that they have more. */
  async ask(now = Date.now()): Promise<void> {
    const { ask, log } = this.#ports
    if (!ask) return
    const due = (await this.#waiting()).filter((each) => this.#isDue(each, now)).slice(0, AT_ONCE)
    const asked = due.map(async ({ pile_id, name, transaction_id }) => {
      await noteQuestion(this.#ports.db, { pile_id, transaction_id: name }, now, false)
      await ask(pile_id, { transaction_id: transaction_id ?? name, by_pile_name: transaction_id === null })
    })
    for (const each of await Promise.allSettled(asked))
      if (each.status === 'rejected') log.error({ err: each.reason }, 'a pile could not be asked for missing reports')
  }

  /** Transactions without a start of which nothing was heard for a day: a person says what was drawn. */
  async holdSilent(now = Date.now()): Promise<void> {
    const { db, payers, log } = this.#ports
    await db
      .deleteFrom('transaction_question')
      .where('asked_at', '<', iso(now - FORGOTTEN_MS))
      .execute()
    const silent = await db
      .selectFrom('unbegun_transaction')
      .select(['pile_id', 'transaction_id'])
      .where('heard_at', '<', iso(now - SILENT_MS))
      .orderBy('heard_at')
      .limit(AT_ONCE)
      .execute()
    const held = await oneByOne(
      silent,
      (unbegun) => holdUnbegun(db, payers, unbegun, now),
      (err, unbegun) => log.error({ err, ...unbegun }, 'a transaction without a start could not be held'),
    )
    for (const order of held) this.#running.changed(order.pile_id, order.id)
  }

  /** What of a transaction that has an order a pile's word changes; null where it has none, or nothing of it is awaited. */
  async #hear(trx: Trx, { pile_id, transaction_id }: Unbegun, { runs, waits }: Heard, now: number) {
    await lockNumbered(trx, pile_id, transaction_id)
    const order = await orderNumbered(trx, pile_id, transaction_id)
    if (!order || !mayEnd(order)) return null
    const told = (event: string) => happened(now, event, { missing: order.missing_events ?? 0 })
    if (waits) {
      if (!lacksEvents(order)) return null
      if (order.events.at(-1)?.event !== 'reports_to_come')
        await updateOrder(trx, order.id, {
          events: JSON.stringify(bounded([...order.events, told('reports_to_come')])),
        })
      return { order_id: order.id, stopped: null }
    }
    if (order.status === 'generated') {
      if (runs !== false) return null
      await holdWithoutStop(trx, order, now, [happened(now, 'pile_knows_no_more')])
      return { order_id: order.id, stopped: null }
    }
    if (!lacksEvents(order)) return null
    // A person has it already.
    if (order.abnormal && order.events.some(({ event }) => event === NO_MORE)) return null
    await holdPayer(trx, order)
    const events = JSON.stringify(bounded(inOrder([...order.events, told(NO_MORE)])))
    await updateOrder(trx, order.id, { events })
    return { order_id: order.id, stopped: await this.#settle(trx, order, now) }
  }

  /** By the register at its beginning and at its end; where its pile did not tell one of them, a person says what was drawn. */
  async #settle(trx: Trx, order: OrderRow, now: number): Promise<Waited['stopped']> {
    const { pile_id, station_transaction_id: name } = order
    const fold = foldEvents(await keptEvents(trx, pile_id, name ?? ''))
    const { begun, ended } = fold
    if (!begun || !ended || ended.wh === null || ![begun, ended].every(saysRegister)) {
      await holdWithoutEvents(trx, order.id, now)
      return null
    }
    const { event, wh, isCableOut } = ended
    const pile: ConnectedPile = { id: pile_id, station_number: '', site_id: order.site_id }
    const statusAt = (number: number) => this.#running.book.at(pile_id)?.statuses.get(number)
    const stop = {
      transaction_id: String(order.transaction_id),
      ...{ card_number: event.card_number, at: event.at, received_at: event.received_at, seq_no: event.seq_no },
      ...{ meter_stop_wh: wh, reason: event.reason ?? 'Local', readings: [], isCableOut, missing: 0 },
    }
    const stopped = await stopOrder(trx, pile, stop, { statusAt, isNamed: this.#running.isNamed })
    return stopped.did === 'ended' ? stopped : null
  }

  async #nameOf(pile_id: number, { transaction_id, by_pile_name }: AskedTransaction): Promise<string> {
    if (by_pile_name) return transaction_id
    const order = await this.#ports.db
      .selectFrom('orders')
      .select('station_transaction_id')
      .where('pile_id', '=', pile_id)
      .where('transaction_id', '=', Number(transaction_id))
      .executeTakeFirst()
    return order?.station_transaction_id ?? ''
  }

  async #waiting(): Promise<Waiting[]> {
    const { rows } = await sql<Waiting>`
      select w.*, q.asked_at, q.has_more from (
        select pile_id, station_transaction_id as name, transaction_id::text, stop_received_at as heard_at from orders
        where status = 'completed' and abnormal is null and missing_events > 0
        union all select pile_id, transaction_id, null, heard_at from unbegun_transaction) w
      left join transaction_question q on q.pile_id = w.pile_id and q.transaction_id = w.name`.execute(this.#ports.db)
    return rows
  }

  #isDue({ pile_id, heard_at, asked_at, has_more }: Waiting, now: number): boolean {
    const opened_at = this.#running.book.at(pile_id)?.opened_at
    if (opened_at === undefined || now - Math.max(opened_at, msOrNull(heard_at) ?? 0) < CAME_BACK_MS) return false
    const asked = msOrNull(asked_at)
    if (asked === null || asked < opened_at) return true
    return has_more === true && now - asked >= AGAIN_MS
  }
}

const saysRegister = ({ event }: { event: KeptEvent }) => event.readings.some(({ energy_wh }) => energy_wh !== null)

interface Waiting {
  pile_id: number
  /** As its pile calls it. */
  name: string
  /** Ours; null where no order is its yet. */
  transaction_id: string | null
  heard_at: string | null
  asked_at: string | null
  has_more: boolean | null
}

const noteQuestion = (db: Kysely<Database>, { pile_id, transaction_id }: Unbegun, now: number, has_more: boolean) =>
  db
    .insertInto('transaction_question')
    .values({ pile_id, transaction_id, asked_at: iso(now), has_more })
    .onConflict((conflict) =>
      conflict.columns(['pile_id', 'transaction_id']).doUpdateSet({ asked_at: iso(now), has_more }),
    )
    .execute()
