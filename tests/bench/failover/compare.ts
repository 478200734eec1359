import type pg from 'pg'
import { pause } from '../load.ts'
import type { Expected } from './queueing-pile.ts'

interface Order {
  station_number: string
  meter_start_wh: number
  energy_wh: number
  total_cents: number
  paid_cents: number
  readings: number
  charges: number
  charged_cents: number
}

const ORDERS = `
  select p.station_number, o.meter_start_wh::int, o.energy_wh::int, o.total_cents::int, o.paid_cents::int,
    coalesce(r.readings, 0) as readings, coalesce(l.charges, 0) as charges, coalesce(l.cents, 0) as charged_cents
  from orders o join pile p on p.id = o.pile_id
    left join (select order_id, count(*)::int as readings from reading group by order_id) r on r.order_id = o.id
    left join (select order_id, count(*)::int as charges, -sum(amount_cents)::int as cents from ledger_entry where kind = 'charge' group by order_id) l
      on l.order_id = o.id`

/** Sums of what piles said, and of what is stored; each must be the other. */
export interface Comparison {
  said: Sums
  stored: Sums
  /** Sessions whose order is not just what their pile said, each as a line; the first ones. */
  wrong: string[]
  /** Customers whose balance is not the sum of their ledger. */
  unbalanced: number
}

export interface Sums {
  orders: number
  wh: number
  cents: number
  readings: number
  charges: number
}

/** A Wh costs a cent. */
export async function compare(pool: pg.Pool, said: ReadonlyMap<string, readonly Expected[]>): Promise<Comparison> {
  await settled(pool)
  const { rows } = await pool.query<Order>(ORDERS)
  const wrong: string[] = []
  const byKey = new Map<string, Order[]>()
  for (const row of rows) {
    const key = `${row.station_number} ${row.meter_start_wh}`
    byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  const sums: Sums = { orders: 0, wh: 0, cents: 0, readings: 0, charges: 0 }
  for (const [station, sessions] of said) {
    for (const { meterStart, wh, readings } of sessions) {
      add(sums, { orders: 1, wh, cents: wh, readings, charges: 1 })
      const key = `${station} ${meterStart}`
      const orders = byKey.get(key) ?? []
      byKey.delete(key)
      const [order] = orders
      const isRight =
        orders.length === 1 &&
        order?.energy_wh === wh &&
        order.total_cents === wh &&
        order.paid_cents === wh &&
        order.charged_cents === wh &&
        order.charges === 1 &&
        order.readings === readings
      if (!isRight) wrong.push(`${key}: ${wh} Wh, ${readings} readings; stored ${JSON.stringify(orders)}`)
    }
  }
  for (const [key, orders] of byKey) wrong.push(`${key}: nobody said this; stored ${JSON.stringify(orders)}`)
  return { said: sums, stored: summed(rows), wrong, unbalanced: await unbalanced(pool) }
}

const add = (sums: Sums, more: Sums) => {
  for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += more[name]
}

function summed(rows: readonly Order[]): Sums {
  const sums: Sums = { orders: 0, wh: 0, cents: 0, readings: 0, charges: 0 }
  for (const { energy_wh: wh, charged_cents: cents, readings, charges } of rows)
    add(sums, { orders: 1, wh, cents, readings, charges })
  return sums
}

/** What ended is settled by itself, some of it by a chore. */
async function settled(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < 120; look++) {
    const { rows } = await pool.query<{ open: number }>(
      `select count(*)::int as open from orders where status <> 'paid'`,
    )
    if (rows[0]?.open === 0) return
    await pause(500)
  }
}

async function unbalanced(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`
    select count(*)::int as count from customer c
    where c.balance_cents <> (select coalesce(sum(amount_cents), 0) from ledger_entry l where l.customer_id = c.id)`)
  return rows[0]?.count ?? 0
}
