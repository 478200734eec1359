import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeCard } from '../make.ts'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const flat = { electricity_fee: 100, service_fee: 0, occupation_fee: 0 }

describe('while it charges', () => {
  test('a session whose cost reaches the balance is stopped', async () => {
    const { pile, card } = await rig.network({ balance_cents: 500, rules: [flat] })
    const { transaction_id } = await pile.start(card, START)
    await pile.meter(transaction_id, START + 10 * MINUTE, 4994)
    expect(rig.stopped).toEqual([])
    await pile.meter(transaction_id, START + 11 * MINUTE, 5000)
    expect(rig.stopped).toEqual([{ pile_id: pile.pile.id, transaction_id }])
    // Asked again if the pile goes on, though not at every reading.
    await pile.meter(transaction_id, START + 11 * MINUTE + 10_000, 5100)
    expect(rig.stopped).toHaveLength(1)
    await pile.meter(transaction_id, START + 12 * MINUTE, 5200)
    expect(rig.stopped).toHaveLength(2)
    await pile.stop(transaction_id, START + 13 * MINUTE, 5250, { reason: 'Remote' })
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'unpaid', total_cents: 525, paid_cents: 500 })
  })

  test('two sessions of one customer share the balance', async () => {
    rig.stopped.length = 0
    const { pile, card, customer } = await rig.network({ balance_cents: 500, rules: [flat], connectors: 2 })
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const one = await pile.start(card, START)
    const two = await pile.start(other.number, START, { connector: 2 })
    await pile.meter(one.transaction_id, START + 10 * MINUTE, 3000)
    expect(rig.stopped).toEqual([])
    await pile.meter(two.transaction_id, START + 10 * MINUTE, 2000, { connector: 2 })
    expect(rig.stopped.map(({ transaction_id }) => transaction_id)).toEqual([two.transaction_id])
    await pile.meter(one.transaction_id, START + 11 * MINUTE, 3010)
    expect(rig.stopped).toHaveLength(2)
  })

  test('a top-up is seen at once', async () => {
    rig.stopped.length = 0
    const { pile, card, customer } = await rig.network({ balance_cents: 500, rules: [flat] })
    const { transaction_id } = await pile.start(card, START)
    await rig.db
      .insertInto('ledger_entry')
      .values({ customer_id: customer.id, kind: 'top_up', amount_cents: 500 })
      .execute()
    rig.sessions.balanceChanged(customer.id, 1000)
    await pile.meter(transaction_id, START + 10 * MINUTE, 9000)
    expect(rig.stopped).toEqual([])
  })

  test('what an ended session has cost counts until it is paid', async () => {
    rig.stopped.length = 0
    const rules = [{ ...flat, occupation_fee: 100 }]
    const { pile, card, customer } = await rig.network({ balance_cents: 500, rules, connectors: 2 })
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const one = await pile.start(card, START)
    const two = await pile.start(other.number, START, { connector: 2 })
    await pile.status('Finishing', START + 10 * MINUTE)
    await pile.stop(one.transaction_id, START + 10 * MINUTE, 4000)
    await pile.meter(two.transaction_id, START + 11 * MINUTE, 1000, { connector: 2 })
    expect(rig.stopped).toHaveLength(1)
    await pile.status('Available', START + 12 * MINUTE)
    expect(await rig.balance(customer.id)).toBe(100)
  })

  test('a meter that is not believed stops nobody', async () => {
    rig.stopped.length = 0
    const { pile, card } = await rig.network({ balance_cents: 500, rules: [flat] })
    const { transaction_id } = await pile.start(card, START)
    await pile.meter(transaction_id, START + 10 * MINUTE, 900_000_000)
    expect(rig.stopped).toEqual([])
  })

  test('the row shows what it costs so far, and the bill ends there', async () => {
    const { pile, card } = await rig.network({
      rules: [{ electricity_fee: 137, service_fee: 41, electricity_cost: 77, occupation_fee: 0 }],
    })
    const { transaction_id } = await pile.start(card, START, { meter: 1000 })
    await pile.meter(transaction_id, START + 10 * MINUTE, 4210.4)
    await rig.sessions.writeFigures()
    const live = await rig.order(transaction_id)
    expect(live).toMatchObject({
      status: 'generated',
      energy_wh: 3210,
      electricity_cents: 440,
      service_cents: 131,
      total_cents: 571,
      duration_seconds: 600,
    })
    await pile.stop(transaction_id, START + 10 * MINUTE, 4210)
    const { energy_wh, total_cents, cost_cents } = await rig.order(transaction_id)
    expect({ energy_wh, total_cents, cost_cents }).toEqual({
      energy_wh: 3210,
      total_cents: 571,
      cost_cents: live.cost_cents,
    })
  })
})

describe('a kill of the server in the middle of a session', () => {
  test('loses no Wh and no cent, and the live price goes on where it was', async () => {
    const rules = [
      { ...flat, start_hour: 0, end_hour: 15 },
      { ...flat, start_hour: 15, end_hour: 0, electricity_fee: 33 },
    ]
    const killed = await rig.network({ rules })
    const spared = await rig.network({ rules })
    const totals: unknown[] = []
    for (const { pile, card } of [killed, spared]) {
      await pile.connect()
      const { transaction_id } = await pile.start(card, START)
      for (let minute = 2; minute <= 30; minute += 2) {
        if (pile === killed.pile && minute % 10 === 0) {
          rig.restart()
          await pile.connect()
        }
        expect(await pile.meter(transaction_id, START + minute * MINUTE, minute ** 2 * 11.1)).toBe(true)
      }
      await rig.sessions.writeFigures()
      const { energy_wh, total_cents } = await rig.order(transaction_id)
      await pile.stop(transaction_id, START + 30 * MINUTE, 9990)
      const end = await rig.order(transaction_id)
      expect([end.energy_wh, end.total_cents]).toEqual([energy_wh, total_cents])
      totals.push([end.status, energy_wh, total_cents, end.lines.map(({ wh }) => wh)])
    }
    expect(totals[0]).toEqual(totals[1])
  })

  test('stops a session by what is left of the balance, as before it', async () => {
    rig.stopped.length = 0
    const { pile, card } = await rig.network({ balance_cents: 500, rules: [flat] })
    const { transaction_id } = await pile.start(card, START)
    await pile.meter(transaction_id, START + 10 * MINUTE, 4000)
    rig.restart()
    await pile.connect()
    await pile.meter(transaction_id, START + 11 * MINUTE, 4900)
    expect(rig.stopped).toEqual([])
    await pile.meter(transaction_id, START + 12 * MINUTE, 5000)
    expect(rig.stopped).toHaveLength(1)
  })

  test('leaves a start and a stop that are repeated afterwards what they were', async () => {
    const { pile, card, customer } = await rig.network({ rules: [flat] })
    const first = await pile.start(card, START)
    rig.restart()
    await pile.connect()
    expect((await pile.start(card, START)).transaction_id).toBe(first.transaction_id)
    await pile.stop(first.transaction_id, START + 30 * MINUTE, 5000)
    rig.restart()
    await pile.connect()
    await pile.stop(first.transaction_id, START + 30 * MINUTE, 5000)
    expect(await rig.ledger(customer.id)).toEqual([
      ['top_up', 100_000],
      ['charge', -500],
    ])
  })
})

test('many sessions of one customer that end at once take each cent once', async () => {
  const { pile, customer } = await rig.network({ balance_cents: 1000, rules: [flat], connectors: 8 })
  const started = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const { number } = await makeCard(rig.db, { customer_id: customer.id })
      return await pile.start(number, START, { connector: index + 1 })
    }),
  )
  await Promise.all(started.map(({ transaction_id }) => pile.stop(transaction_id, START + 60 * MINUTE, 2000)))
  const orders = await Promise.all(started.map(({ transaction_id }) => rig.order(transaction_id)))
  expect(orders.reduce((sum, { paid_cents }) => sum + paid_cents, 0)).toBe(1000)
  expect(orders.filter(({ status }) => status === 'paid')).toHaveLength(5)
  expect(orders.filter(({ status }) => status === 'unpaid')).toHaveLength(3)
  expect(await rig.balance(customer.id)).toBe(0)
})

describe('the ledger', () => {
  test('cannot be changed, and the balance changes through it only', async () => {
    const { customer } = await rig.network({ balance_cents: 700 })
    await expect(
      sql`update ledger_entry set amount_cents = 1 where customer_id = ${customer.id}`.execute(rig.db),
    ).rejects.toThrow('append-only')
    await expect(sql`delete from ledger_entry where customer_id = ${customer.id}`.execute(rig.db)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`update customer set balance_cents = 1 where id = ${customer.id}`.execute(rig.db)).rejects.toThrow(
      'ledger only',
    )
  })

  test('adds up to each balance, after all that happened here', async () => {
    const { rows } = await sql<{ id: number }>`
      select c.id from customer c left join ledger_entry l on l.customer_id = c.id
      group by c.id having c.balance_cents <> coalesce(sum(l.amount_cents), 0)`.execute(rig.db)
    expect(rows).toEqual([])
    const { rows: orders } = await sql<{ id: number }>`
      select o.id from orders o left join ledger_entry l on l.order_id = o.id
      group by o.id having o.paid_cents <> -coalesce(sum(l.amount_cents), 0)`.execute(rig.db)
    expect(orders).toEqual([])
  })
})
