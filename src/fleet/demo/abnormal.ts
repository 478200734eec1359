import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import { pick, type Random } from '../random.ts'
import type { CopyRow, History } from './history.ts'

const WHY = ['meter_jump', 'meter_backwards', 'no_stop', 'meter_jump'] as const
const DAYS = 12
const DAY = 86_400_000

/** Makes a few orders of the last days ones that wait for a person: their meter said what cannot be. */
export function spoil(history: History, random: Random): History {
  const newest = Math.max(...history.orders.map(({ ended_at }) => Date.parse(String(ended_at))))
  const recent = history.orders.filter(({ ended_at }) => Date.parse(String(ended_at)) > newest - DAYS * DAY)
  const chosen = new Map(WHY.map((why) => [Number(pick(random, recent).id), why]))
  return {
    ...history,
    orders: history.orders.map((order) => held(order, chosen.get(Number(order.id)))),
    ...withoutCharges(history, new Set(chosen.keys())),
  }
}

/** Nothing was billed for these orders: the balances after them are higher by what they cost. */
function withoutCharges({ ledger, balances }: History, orders: ReadonlySet<number>) {
  const back = new Map<number, number>()
  const kept = ledger.flatMap((entry) => {
    const customer = Number(entry.customer_id)
    const more = back.get(customer) ?? 0
    if (!orders.has(Number(entry.order_id))) return [{ ...entry, balance_cents: Number(entry.balance_cents) + more }]
    back.set(customer, more - Number(entry.amount_cents))
    return []
  })
  const raised = [...balances].map(([customer, cents]) => [customer, cents + (back.get(customer) ?? 0)] as const)
  return { ledger: kept, balances: new Map(raised) }
}

const UNPAID = { paid_cents: 0, paid_at: null, pay_type: null }
const UNPRICED = {
  electricity_cents: 0,
  service_cents: 0,
  occupation_cents: 0,
  total_cents: 0,
  cost_cents: 0,
  lines: '[]',
}

function held(order: CopyRow, why: (typeof WHY)[number] | undefined): CopyRow {
  if (!why) return order
  const at = String(order.ended_at)
  const start = Number(order.meter_start_wh)
  const meter_stop_wh = {
    meter_jump: start + 4_200_000,
    meter_backwards: start - 12_400,
    no_stop: Number(order.meter_stop_wh),
  }[why]
  const events = (JSON.parse(String(order.events)) as OrderEvent[]).filter(
    ({ event }) => !/paid|short|occupation/.test(event),
  )
  const told: OrderEvent = { at, event: 'held', figures: { reason: why } }
  const close_method = why === 'no_stop' ? null : 'device'
  const energy_wh = why === 'no_stop' ? Number(order.energy_wh) : 0
  const all = [...events, told].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return {
    ...order,
    ...UNPAID,
    ...UNPRICED,
    status: 'completed',
    abnormal: why,
    meter_stop_wh,
    energy_wh,
    close_method,
    events: JSON.stringify(all),
  }
}
