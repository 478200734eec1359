import { type Kysely, sql } from 'kysely'
import { occupationStart } from '../../shared/domain/occupation.ts'
import { isHeld, isOpen } from '../../shared/domain/order-states.ts'
import { compareCost } from '../../shared/domain/pile-cost.ts'
import { refundableOf } from '../../shared/domain/refund-states.ts'
import { compareTerminal } from '../../shared/domain/settlement.ts'
import type { OrderEvent, OrderLine, orderDetail } from '../../shared/endpoints/orders.ts'
import { card as cardEntity } from '../../shared/entities/card.ts'
import { customer as customerEntity } from '../../shared/entities/customer.ts'
import { order as orderEntity } from '../../shared/entities/order.ts'
import { payment } from '../../shared/entities/payment.ts'
import { refund } from '../../shared/entities/refund.ts'
import { settlement } from '../../shared/entities/settlement.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Row } from '../../shared/kit/entity.ts'
import type { Looking } from '../kit/context.ts'
import { type Kept, rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { withOwn } from '../kit/four-eyes.ts'
import { iso, msOrNull } from '../kit/instants.ts'
import { areWithin } from '../kit/reach/hold.ts'
import { maskedTitle } from '../kit/reach/titles.ts'
import { notFound } from '../kit/refusal.ts'
import { withDeviceType } from './device-type.ts'
import type { OpenSession } from './open-session.ts'
import { happened, inOrder } from './order-events.ts'
import { type OrderRow, tariffOfOrder } from './order-row.ts'
import type { CanAsk } from './ports.ts'
import { billsOf } from './rebill.ts'
import type { SessionBook } from './session-book.ts'

type Db = Kysely<Database>
type Detail = Data<typeof orderDetail>

const MOST_POINTS = 300
const MOST_MOVEMENTS = 100

/** An order with all that led to it. While it charges, its lines are those of the last reading. */
export async function detailOf(
  { book, canAsk }: { book: SessionBook; canAsk: CanAsk },
  id: number,
  { db, person }: Looking,
): Promise<Detail> {
  const [row] = withDeviceType(await rowsOf<Kept & Row<typeof orderEntity>>(db, orderEntity, [id], person), canAsk)
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !order) throw notFound()
  const lines: OrderLine[] = order.status === 'generated' ? (book.session(id)?.lines() ?? []) : order.lines
  return {
    order: { ...row },
    time_zone: order.time_zone,
    rules: order.rules,
    lines,
    events: inOrder([...order.events, ...runningOccupation(order, Date.now())]),
    readings: await pointsOf(db, id),
    readings_gone: await areGone(db, order),
    customer: await customerOf({ db, person }, order.customer_id),
    card: await cardOf({ db, person }, order.card_number),
    unauthorized: isHeld(order) && order.refused_as ? await decisionOn(db, order) : null,
    pile_cost: pileCostOf(order),
    ...(await terminalOf({ db, person }, order)),
    cost_told: toldOf(order, book.session(id)?.told_cost),
    shortfall_cents: order.status === 'unpaid' ? order.total_cents - order.paid_cents : 0,
    refundable_cents: isOpen(order.status) ? 0 : refundableOf(order),
    ...(await moneyOf({ db, person }, id)),
    origin: await titleOf(db, 'id', order.origin_id),
    supplement: await titleOf(db, 'origin_id', id),
  }
}

/** What the pile's terminal said of payments, held against the bill. */
async function terminalOf({ db, person }: Looking, order: OrderRow): Promise<Pick<Detail, 'terminal' | 'settlements'>> {
  const ids = await latestOf(db, 'settlement', order.id)
  const settlements = await rowsOf<Kept & Row<typeof settlement>>(db, settlement, ids, person)
  const isBilled = !isOpen(order.status) && !order.abnormal
  const terminal = compareTerminal(settlements, { isBilled, total_cents: order.total_cents })
  return { terminal, settlements } as unknown as Pick<Detail, 'terminal' | 'settlements'>
}

/** The row is a moment behind what runs here. */
function toldOf(order: OrderRow, now: OpenSession['told_cost'] | undefined): Detail['cost_told'] {
  if (now) return { cents: now.cents, at: iso(now.at) }
  const { cost_told_cents: cents, cost_told_at: at } = order
  return cents === null || at === null ? null : { cents, at }
}

/** Nothing is billed of one that runs, or that waits for a person. */
function pileCostOf({ pile_cost, lines, status, abnormal }: OrderRow): Detail['pile_cost'] {
  if (!pile_cost || status === 'generated' || (status === 'completed' && abnormal)) return null
  const { currency, reason } = pile_cost
  return { ...compareCost(pile_cost, lines), currency, reason }
}

async function decisionOn(db: Db, order: OrderRow): Promise<Detail['unauthorized']> {
  const { whole, part } = await billsOf(db, order)
  const isKnown = order.abnormal === 'unauthorized' && !whole.abnormal
  return {
    total_cents: isKnown ? whole.amounts.total_cents : null,
    part: part && { energy_wh: part.amounts.energy_wh, total_cents: part.amounts.total_cents },
  }
}

/** What moved money for an order, or was said of it, newest first. */
async function latestOf(db: Db, table: 'refund' | 'payment' | 'settlement', order_id: number): Promise<number[]> {
  const found = db.selectFrom(table).select('id').where('order_id', '=', order_id)
  const rows = await found.orderBy('id', 'desc').limit(MOST_MOVEMENTS).execute()
  return rows.map(({ id }) => id)
}

/** What was collected for an order and what went back, newest first. */
async function moneyOf({ db, person }: Looking, order_id: number): Promise<Pick<Detail, 'refunds' | 'payments'>> {
  const asked = await rowsOf<Kept>(db, refund, await latestOf(db, 'refund', order_id), person)
  const refunds = await withOwn('refund', asked, { db, person })
  const payments = await rowsOf(db, payment, await latestOf(db, 'payment', order_id), person)
  return { refunds, payments } as unknown as Pick<Detail, 'refunds' | 'payments'>
}

async function titleOf(db: Db, column: 'id' | 'origin_id', id: number | null): Promise<Detail['origin']> {
  if (id === null) return null
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number as title'])
    .where(column, '=', id)
    .executeTakeFirst()
  return order ?? null
}

/** The fee that runs now for a cable still in; it becomes a line once the cable is out. */
function runningOccupation(order: OrderRow, now: number): OrderEvent[] {
  const tariff = tariffOfOrder(order)
  const ended_at = msOrNull(order.charge_ended_at ?? order.ended_at)
  if (order.status !== 'completed' || order.abnormal || !order.plugged_at || !tariff || ended_at === null) return []
  const from = occupationStart(tariff, ended_at)
  const fee_cents = tariff.rules[tariff.clock.hourAt(from)]?.occupation_fee ?? 0
  return from <= now && fee_cents > 0 ? [happened(from, 'occupation_began', { fee_cents })] : []
}

/** The readings, thinned; of each stretch the one with the most power, so that the peak stays. */
async function pointsOf(db: Db, order_id: number): Promise<Detail['readings']> {
  const { rows } = await sql<Detail['readings'][number]>`
    select at, energy_wh, power_w, soc from (
      select distinct on (stretch) * from (
        select at, energy_wh, power_w, soc, ntile(${MOST_POINTS}) over (order by at) as stretch
        from reading where order_id = ${order_id}) stretched
      order by stretch, power_w desc nulls last, at) thinned
    order by at`.execute(db)
  return rows
}

/** Whether its readings are older than an administrator wants them kept. */
async function areGone(db: Db, { status, ended_at }: OrderRow): Promise<boolean> {
  if (isOpen(status) || !ended_at) return false
  const { rows } = await sql`select from system_setting
    where ${ended_at}::timestamptz < now() - greatest(reading_days, reading_minute_days) * interval '1 day'`.execute(db)
  return rows.length > 0
}

async function customerOf({ db, person }: Looking, id: number | null): Promise<Detail['customer']> {
  if (id === null) return null
  const [row] = await rowsOf<Row<typeof customerEntity> & Kept>(db, customerEntity, [id], person)
  if (!row) return null
  const { account, name, phone, balance_cents } = row
  if (await areWithin(db, person, customerEntity, [id]))
    return { id, account, name, phone, balance_cents: balance_cents ?? null }
  // To have charged here shows the session and enough to talk to the driver, and no more.
  const { title } = maskedTitle(customerEntity, { id, title: account })
  return { id, account: title, name: null, phone: null, balance_cents: null, masked: true }
}

async function cardOf({ db, person }: Looking, number: string | null): Promise<Detail['card']> {
  if (number === null) return null
  const card = await db
    .selectFrom('card')
    .select(['id', 'number'])
    .where(sql`upper(number)`, '=', number)
    // An archived card's number may have been given to another one.
    .orderBy('archived_at', (archived) => archived.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return card && (await areWithin(db, person, cardEntity, [card.id])) ? card : null
}
