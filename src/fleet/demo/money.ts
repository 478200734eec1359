import type pg from 'pg'
import { splitCents } from '../../shared/domain/money.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'

/** What happened lately to orders after they had ended: refunds in each of their states, debts collected, one moved to a supplement. */

const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()

interface Ended {
  id: number
  number: string
  customer_id: number
  site_id: number
  electricity_cents: number
  service_cents: number
  total_cents: number
  paid_cents: number
  energy_wh: number
  cost_cents: number
  events: OrderEvent[]
}

interface Office {
  client: pg.ClientBase
  /** Moments one after the other, all behind the newest entry of the ledger and none behind now. */
  tick(): string
}

const ASKER = 'Chen Yu'
const REVIEWER = 'Zhang Min'
const WHY = [
  'The pile broke off in the middle',
  'Charged for a gun that did not lock',
  'Paid twice',
  'Display froze',
] as const

type Way = 'balance' | 'card' | 'wechat' | 'alipay'
/** The states in which refunds wait or ended, each with how the money goes back. */
const REFUNDS: readonly [status: string, way: Way][] = [
  ['unreviewed', 'balance'],
  ['unreviewed', 'wechat'],
  ['reviewed', 'balance'],
  ['reviewed', 'alipay'],
  ['refunding', 'wechat'],
  ['refunded', 'balance'],
  ['refunded', 'alipay'],
  ['refund_failed', 'card'],
  ['rejected', 'balance'],
]

export async function demoMoney(client: pg.ClientBase, now: number): Promise<void> {
  const { rows } = await client.query('select max(created_at) as newest from ledger_entry')
  const begun = Math.max(Date.parse(rows[0].newest ?? iso(now - MINUTE)), now - 90 * MINUTE)
  const step = Math.floor((now - begun) / 60)
  let ticks = 0
  const office: Office = { client, tick: () => iso(Math.min(begun + ++ticks * step, now)) }
  const paid = await ended(client, "status = 'paid' and type = 'device' and paid_cents > 1000", REFUNDS.length)
  for (const [index, order] of paid.entries()) await refund(office, order, index)
  const [first, second, third] = await ended(client, "status = 'unpaid'", 3)
  if (first) await collect(office, first, 'wechat')
  if (second) await collect(office, second, 'card')
  if (third) await supplement(office, third)
}

async function ended(client: pg.ClientBase, which: string, count: number): Promise<Ended[]> {
  const { rows } = await client.query(
    `select id::int, number, customer_id::int, site_id::int, electricity_cents::int, service_cents::int, total_cents::int,
       paid_cents::int, energy_wh::int, cost_cents::int, events from orders
     where ${which} and abnormal is null order by id desc limit $1`,
    [count],
  )
  return rows
}

const tell = ({ client }: Office, { id, events }: Ended, told: OrderEvent[]) =>
  client.query('update orders set events = $2 where id = $1', [id, JSON.stringify([...events, ...told])])

const enter = ({ client }: Office, values: (string | number | null)[]) =>
  client.query(
    `insert into ledger_entry (customer_id, order_id, kind, amount_cents, entered_by, remark, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values,
  )

/** What became of a refund in its state, told step by step; each step's moment is where it is kept. */
function steps(office: Office, { status, way, why, ...about }: Told) {
  const events: OrderEvent[] = []
  const happened = (event: string, by: string, more: OrderEvent['figures'] = {}) => {
    const at = office.tick()
    events.push({ at, event, figures: { ...about.figures, by, ...more } })
    return at
  }
  const refused = status === 'rejected'
  const word = refused ? 'Charged as agreed' : null
  const asked_at = happened('refund_asked', ASKER, { why })
  const verdict = refused ? 'refund_rejected' : 'refund_reviewed'
  const reviewed_at = status === 'unreviewed' ? null : happened(verdict, REVIEWER, { why: word ?? '' })
  const begun = ['refunding', 'refunded', 'refund_failed'].includes(status)
  if (begun && way !== 'balance') happened('refund_begun', 'admin')
  const reference = status === 'refunded' && way !== 'balance' ? `2026${about.order_id}7715` : null
  const failure = status === 'refund_failed' ? 'The card was closed' : null
  if (failure) happened('refund_failed', 'admin', { why: failure })
  const done = way === 'balance' ? 'refund_to_balance' : 'refund_paid'
  const refunded_at = status === 'refunded' ? happened(done, 'admin', { way, reference: reference ?? '' }) : null
  return { events, asked_at, reviewed_at, word, paid_by: begun ? 'admin' : null, reference, failure, refunded_at }
}

interface Told {
  status: string
  way: Way
  why: string
  order_id: number
  figures: OrderEvent['figures']
}

async function refund(office: Office, order: Ended, index: number): Promise<void> {
  const [status, way] = REFUNDS[index] as [string, Way]
  const amount_cents = index % 2 ? order.paid_cents : Math.floor(order.paid_cents / 300) * 100
  const number = `R${order.number.slice(0, 6)}${String(index + 1).padStart(7, '0')}`
  const why = WHY[index % WHY.length] ?? ''
  const told = steps(office, { status, way, why, order_id: order.id, figures: { refund: number, amount_cents } })
  const { asked_at, reviewed_at, word, paid_by, reference, failure, refunded_at } = told
  await office.client.query(
    `insert into refund (number, order_id, site_id, customer_id, status, amount_cents, way, reason, reference, failure,
       asked_by, asked_by_id, reviewed_by, reviewed_at, review_remark, paid_by, refunded_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $14, $15, $16, $17, $17)`,
    [
      ...[
        number,
        order.id,
        order.site_id,
        order.customer_id,
        status,
        amount_cents,
        way,
        why,
        reference,
        failure,
        ASKER,
      ],
      ...[reviewed_at && REVIEWER, reviewed_at, word, paid_by, refunded_at, asked_at],
    ],
  )
  await tell(office, order, told.events)
  if (!refunded_at) return
  const about = [order.customer_id, order.id]
  await enter(office, [...about, 'refund', amount_cents, 'admin', number, refunded_at])
  if (way !== 'balance')
    await enter(office, [...about, 'paid_out', -amount_cents, 'admin', `${number} · ${reference}`, refunded_at])
}

async function collect(office: Office, order: Ended, way: 'wechat' | 'card'): Promise<void> {
  const amount_cents = order.total_cents - order.paid_cents
  const reference = `4200${order.id}2611`
  const at = office.tick()
  await office.client.query(
    `insert into payment (order_id, site_id, customer_id, way, amount_cents, reference, entered_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'admin', $7, $7)`,
    [order.id, order.site_id, order.customer_id, way, amount_cents, reference, at],
  )
  const about = [order.customer_id, order.id]
  await enter(office, [...about, 'collected', amount_cents, 'admin', reference, at])
  await enter(office, [...about, 'charge', -amount_cents, 'admin', reference, at])
  await office.client.query(
    "update orders set status = 'paid', paid_cents = total_cents, paid_at = $2, pay_type = $3 where id = $1",
    [order.id, at, way],
  )
  await tell(office, order, [
    { at, event: 'collected', figures: { by: 'admin', paid_cents: amount_cents, way, reference } },
  ])
}

/** The open amount becomes an order of its own, all of it electricity: demo bills are short by less than that. */
async function supplement(office: Office, order: Ended): Promise<void> {
  const amount_cents = order.total_cents - order.paid_cents
  const shareOf = (whole: number) =>
    splitCents(whole, [amount_cents, order.electricity_cents + order.service_cents - amount_cents])[0] ?? 0
  const moved = { electricity_cents: amount_cents, wh: shareOf(order.energy_wh), cost_cents: shareOf(order.cost_cents) }
  const at = office.tick()
  const line = (name: string, { electricity_cents, wh, cost_cents }: typeof moved) =>
    JSON.stringify({
      ...{ kind: 'moved', rule_id: null, name, band: null, from: at, to: at, wh, seconds: 0, cost_cents },
      ...{ electricity_fee: 0, service_fee: 0, occupation_fee: 0 },
      ...{ electricity_cents, service_cents: 0, occupation_cents: 0 },
    })
  const { rows } = await office.client.query(
    `insert into orders (number, type, status, origin_id, site_id, pile_id, pile_type_id, connector_number, customer_id, card_number,
       plate, started_at, ended_at, time_zone, meter_start_wh, electricity_cents, total_cents, energy_wh, cost_cents, close_method,
       remark, rules, lines, events, start_key, transaction_id, created_at, updated_at)
     select left(number, 6) || lpad((select max(id) + 1 from orders)::text, 7, '0'), 'supplement', 'unpaid', id, site_id, pile_id,
       pile_type_id, connector_number, customer_id, card_number, plate, started_at, ended_at, time_zone, meter_start_wh, $2::bigint,
       $2::bigint, $6, $7, 'manual', 'The payment timed out', rules, jsonb_build_array($3::jsonb), $4::jsonb,
       'supplement|' || id, (select max(transaction_id) + 1 from orders), $5, $5
     from orders where id = $1 returning number`,
    [
      order.id,
      amount_cents,
      line(order.number, moved),
      JSON.stringify([{ at, event: 'supplement_of', figures: { by: 'admin', order: order.number } }]),
      at,
      moved.wh,
      moved.cost_cents,
    ],
  )
  const { number } = rows[0]
  const less = { electricity_cents: -amount_cents, wh: -moved.wh, cost_cents: -moved.cost_cents }
  await office.client.query(
    `update orders set status = 'paid', total_cents = paid_cents, electricity_cents = electricity_cents - $2::bigint,
       paid_at = $3, lines = lines || jsonb_build_array($4::jsonb), energy_wh = energy_wh - $5, cost_cents = cost_cents - $6
     where id = $1`,
    [order.id, amount_cents, at, line(number, less), moved.wh, moved.cost_cents],
  )
  await tell(office, order, [{ at, event: 'supplemented', figures: { by: 'admin', amount_cents, order: number } }])
}
