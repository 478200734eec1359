import { customerTag } from '../../shared/domain/customer-tag.ts'
import { payFrom } from '../../shared/domain/money.ts'
import { siteClock } from '../../shared/domain/time-zone.ts'
import { between, pick, type Random, wholeBetween } from '../random.ts'
import { TIME_ZONE } from './network.ts'
import { billOf, eventsOf } from './order-of.ts'
import { anyCustomer, type DemoCustomer } from './people.ts'
import { rulesOfStrategy } from './prices.ts'
import { sites } from './sites.ts'
import type { Visit } from './visits.ts'

/** A row as COPY takes it: values by column. */
export type CopyRow = Record<string, string | number | boolean | null>

export interface History {
  orders: CopyRow[]
  /** In the order in which they were entered, with the balance after each. */
  ledger: CopyRow[]
  /** By customer, cents. */
  balances: Map<number, number>
  /** Whole Wh of each connector's register at the end, by `station/connector`. */
  registers: Map<string, number>
}

interface Event {
  at: number
  run(): void
}

const MINUTE = 60_000
/** Some customers let their balance run out. */
const FORGETFUL = 0.012
const iso = (at: number) => new Date(at).toISOString()
const clock = siteClock(TIME_ZONE)

/** Lives the visits through in time's order: balances are topped up, meters run on, orders are priced and paid. */
export function liveThrough(visits: readonly Visit[], customers: readonly DemoCustomer[], random: Random): History {
  const balances = new Map<number, number>()
  const history: History = { orders: [], ledger: [], balances, registers: new Map() }
  const enter = (entry: { customer_id: number; at: number; cents: number; kind: string; order_id?: number }) => {
    const { customer_id, at, cents, kind, order_id = null } = entry
    const balance_cents = (balances.get(customer_id) ?? 0) + cents
    balances.set(customer_id, balance_cents)
    const entered = { entered_by: kind === 'top_up' ? 'admin' : null, created_at: iso(at), updated_at: iso(at) }
    history.ledger.push({ customer_id, kind, amount_cents: cents, balance_cents, order_id, ...entered })
  }
  const events: Event[] = visits.flatMap((visit, index) => {
    const customer = anyCustomer(random, customers)
    const settled_at = visit.unplugged_at + 1_000
    const topped_at = visit.started_at - Math.round(between(random, 2, 40)) * MINUTE
    const topUp = () => {
      const balance = balances.get(customer.id) ?? 0
      if (balance >= (customer.company ? 200_000 : 9_000) || (balance > 0 && random() < FORGETFUL)) return
      enter({ customer_id: customer.id, at: topped_at, cents: topUpOf(customer, random), kind: 'top_up' })
    }
    const settle = () => {
      const id = index + 1
      const balance = balances.get(customer.id) ?? 0
      const { row, paid_cents } = orderRow({
        id,
        visit,
        customer,
        balance,
        settled_at,
        registers: history.registers,
        random,
      })
      history.orders.push(row)
      if (paid_cents > 0)
        enter({ customer_id: customer.id, at: settled_at, cents: -paid_cents, kind: 'charge', order_id: id })
    }
    return [
      { at: topped_at, run: topUp },
      { at: settled_at, run: settle },
    ]
  })
  for (const { run } of events.sort((a, b) => a.at - b.at)) run()
  return history
}

const topUpOf = ({ company }: DemoCustomer, random: Random) =>
  company ? wholeBetween(random, 20, 60) * 100_000 : pick(random, [10_000, 20_000, 20_000, 30_000, 50_000])

interface Order {
  id: number
  visit: Visit
  customer: DemoCustomer
  balance: number
  settled_at: number
  registers: Map<string, number>
  random: Random
}

function orderRow({ id, visit, customer, balance, settled_at, registers, random }: Order) {
  const { pile, connector, started_at } = visit
  const key = `${pile.station}/${connector}`
  const meter_start_wh = registers.get(key) ?? wholeBetween(random, 900_000, 30_000_000)
  const { lines, amounts, meter_stop_wh, occupied_from } = billOf(visit, meter_start_wh)
  registers.set(key, meter_stop_wh)
  const { paid_cents, shortfall_cents: short_cents } = payFrom(balance, amounts.total_cents)
  const by = random() < 0.07 ? 'admin' : undefined
  const card = by ? customerTag(customer.id) : customer.card
  const told = { by, card, meter_start_wh, meter_stop_wh, occupied_from, paid_cents, short_cents, settled_at }
  const row: CopyRow = {
    id,
    number: numberOf(id, started_at),
    transaction_id: id,
    ...placeOf(visit, customer.id),
    ...timesOf(visit),
    ...amounts,
    type: by ? 'manual' : 'device',
    status: short_cents === 0 ? 'paid' : 'unpaid',
    abnormal: null,
    card_number: card,
    meter_start_wh,
    meter_stop_wh,
    pay_type: by ? 'balance' : 'card',
    paid_cents,
    paid_at: short_cents === 0 ? iso(settled_at) : null,
    lines: JSON.stringify(lines),
    events: JSON.stringify(eventsOf(visit, told)),
    start_key: [connector, card, iso(started_at), meter_start_wh].join('|'),
    updated_at: iso(settled_at),
  }
  return { row, paid_cents }
}

/** Where and for whom an order ran, and at which prices. */
function placeOf({ pile, connector }: Visit, customer_id: number): CopyRow {
  const site = sites[pile.site_id - 1]
  return {
    site_id: pile.site_id,
    pile_id: pile.id,
    pile_type_id: pile.type_id,
    connector_number: connector,
    customer_id,
    plate: plateOf(site?.plates ?? '', customer_id),
    time_zone: TIME_ZONE,
    rules: JSON.stringify(rulesOfStrategy(site?.strategy_id ?? 0)),
  }
}

/** How an order began and ended; its pile's messages took less than half a second. */
function timesOf({ started_at, ended_at, charge_ended_at, unplugged_at, pulled }: Visit): CopyRow {
  return {
    started_at: iso(started_at),
    received_at: iso(started_at + 400),
    ended_at: iso(ended_at),
    stop_received_at: iso(ended_at + 400),
    duration_seconds: Math.floor((ended_at - started_at) / 1000),
    close_method: 'device',
    stop_reason: pulled ? 'EVDisconnected' : 'Local',
    charge_ended_at: iso(charge_ended_at),
    plugged_at: pulled ? null : iso(ended_at),
    unplugged_at: iso(unplugged_at),
    created_at: iso(started_at),
  }
}

/** Day and running number: 2611200000341. */
const numberOf = (id: number, at: number) => clock.dayAt(at).slice(2).replaceAll('-', '') + String(id).padStart(7, '0')

const plateOf = (plates: string, customer_id: number) => `${plates}${String(10_000 + ((customer_id * 7_919) % 90_000))}`
