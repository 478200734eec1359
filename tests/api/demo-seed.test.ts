import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashDesk } from '../../src/fleet/demo/cash-desk.ts'
import { seedDemo } from '../../src/fleet/demo/seed.ts'
import { topUpOne } from '../../src/fleet/demo/top-ups.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await seedDemo(server.pool, { now: NOW, days: 12 })
})
afterAll(() => server.stop())

async function one(sql: string): Promise<Record<string, number>> {
  const { rows } = await server.pool.query(sql)
  return rows[0]
}

test('lays out six sites with forty piles and two weeks of orders', async () => {
  expect(await one('select count(*)::int as sites from site')).toEqual({ sites: 6 })
  expect(await one('select count(*)::int as piles, count(distinct station_number)::int as numbers from pile')).toEqual({
    piles: 40,
    numbers: 40,
  })
  const { orders } = await one('select count(*)::int as orders from orders')
  expect(orders).toBeGreaterThan(2_000)
})

test('the batch has the piles that it says it made', async () => {
  const { made, piles, last } = await one(`
    select b.made, count(*)::int as piles, max(p.batch_place) as last from batch_task b join pile p on p.batch_task_id = b.id
      and p.pile_type_id = b.pile_type_id and p.site_id = b.site_id where b.state = 'done' group by b.id`)
  expect([made, piles, last]).toEqual([6, 6, 6])
})

test('every balance is the sum of its ledger, entry by entry', async () => {
  const wrong = await one(`
    select count(*)::int as entries from (
      select balance_cents, sum(amount_cents) over (partition by customer_id order by id) as due from ledger_entry) as e
    where balance_cents <> due`)
  expect(wrong).toEqual({ entries: 0 })
  const customers = await one(`
    select count(*)::int as customers from customer c
    where balance_cents <> (select coalesce(sum(amount_cents), 0) from ledger_entry where customer_id = c.id)`)
  expect(customers).toEqual({ customers: 0 })
})

test('what an order took from its customer is in the ledger, once', async () => {
  const wrong = await one(`
    select count(*)::int as orders from orders o
    where paid_cents <> (select coalesce(-sum(amount_cents), 0) from ledger_entry where order_id = o.id and kind = 'charge')
      or refunded_cents <> (select coalesce(sum(amount_cents), 0) from ledger_entry where order_id = o.id and kind = 'refund')`)
  expect(wrong).toEqual({ orders: 0 })
})

test('lines make up the totals, to the cent and the Wh', async () => {
  const wrong = await one(`
    select count(*)::int as orders from orders o, lateral (
      select sum((l->>'wh')::int) as wh, sum((l->>'electricity_cents')::int) as e, sum((l->>'service_cents')::int) as s,
        sum((l->>'occupation_cents')::int) as c from jsonb_array_elements(lines) as l) as sums
    where abnormal is null and (sums.wh, e, s, c) is distinct from (energy_wh, electricity_cents, service_cents, occupation_cents)`)
  expect(wrong).toEqual({ orders: 0 })
})

test('meters run on from order to order, and no connector serves two cars at once', async () => {
  const wrong = await one(`
    select count(*)::int as orders from (
      select meter_start_wh, started_at,
        lag(meter_stop_wh) over w as before_wh, lag(unplugged_at) over w as before_at, lag(abnormal) over w as spoilt
      from orders where type <> 'supplement' window w as (partition by pile_id, connector_number order by started_at)) as o
    where spoilt is null and (meter_start_wh <> before_wh or started_at < before_at)`)
  expect(wrong).toEqual({ orders: 0 })
})

test('some orders wait for a person, some for money, and some alarms for both hands', async () => {
  const waiting = await one(`
    select count(*) filter (where abnormal is not null)::int as held, count(*) filter (where status = 'unpaid')::int as unpaid,
      (select count(*)::int from alarm where status = 'open') as alarms from orders`)
  expect(waiting.held).toBe(4)
  expect(waiting.unpaid).toBeGreaterThan(0)
  expect(waiting.alarms).toBeGreaterThanOrEqual(2)
})

test('money went back in every way that it can be, was collected, and moved to a supplement', async () => {
  const { rows } = await server.pool.query('select status, count(*)::int from refund group by 1 order by 1')
  expect(rows.map(({ status }) => status)).toEqual([
    'refund_failed',
    'refunded',
    'refunding',
    'rejected',
    'reviewed',
    'unreviewed',
  ])
  const moved = await one(`
    select count(*)::int as supplements, (select count(*)::int from payment) as payments,
      (select count(distinct refund_status)::int from orders) as states
    from orders where type = 'supplement' and origin_id is not null and total_cents > paid_cents`)
  expect(moved).toEqual({ supplements: 1, payments: 2, states: 5 })
})

test('new records take the next numbers', async () => {
  const { id } = await one("insert into site (name, kind) values ('Hongqiao', 'off_street') returning id::int")
  expect(id).toBe(7)
  const { next } = await one(
    "select nextval('transaction_id_seq')::int - (select max(transaction_id) from orders) as next",
  )
  expect(next).toBe(1)
  expect(await one("select nextval('refund_number_seq')::int as next")).toEqual({ next: 10 })
})

test('leaves a network alone that is there already', async () => {
  expect(await seedDemo(server.pool)).toBe(false)
})

test('customers who run low are topped up one by one, those who charge right now are not', async () => {
  const low = async () =>
    (
      await server.pool.query<{ id: number; charges: boolean }>(`
        select id, exists (select from orders o where o.customer_id = c.id and o.status in ('generated', 'completed')) as charges
        from customer c where balance_cents < 3000 and status = 'normal' and archived_at is null
          and exists (select from card where customer_id = c.id and card.status = 'normal')`)
    ).rows
  const waiting = (await low()).filter(({ charges }) => !charges)
  expect(waiting.length).toBeGreaterThan(0)
  const desk = await openCashDesk(server.pool, `${server.url}/api`)
  const served: (number | null)[] = []
  for (const _ of waiting) served.push(await topUpOne(server.pool, desk))
  expect(new Set(served)).toEqual(new Set(waiting.map(({ id }) => id)))
  expect(await topUpOne(server.pool, desk)).toBeNull()
  expect((await low()).every(({ charges }) => charges)).toBe(true)
  // The desk is a program like any other: the change log knows it.
  const changes = await one(
    "select count(*)::int as changes from audit_entry where user_id < 0 and user_name = 'Cash desk'",
  )
  expect(changes).toEqual({ changes: waiting.length })
})
