import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUpTallies } from '../../src/server/kit/crud/tally.ts'
import { topUp } from '../../src/shared/endpoints/customers.ts'
import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'
import { closeOrder, orderDetail, payOrder, settleOrder } from '../../src/shared/endpoints/orders.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { makeCard, makeCustomer, makeOrder, makePile, makePileType, makeSite, next } from '../make.ts'
import { makeRule } from '../rules/rules.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const rules = (...hours: [number, number, number][]): FrozenRule[] =>
  hours.map(([start_hour, end_hour, electricity_fee]) =>
    makeRule({ start_hour, end_hour, electricity_fee, service_fee: 0, electricity_cost: 50 }),
  )

const amounts = { electricity_cents: 0, total_cents: 0, paid_cents: 0 }

/** An order of 8:00 to 9:00 and 9:00 to 10:00 in Shanghai that waits for a person. */
async function held(more: object = {}) {
  const customer = await makeCustomer(server.db, { balance_cents: 1000 })
  const order = await makeOrder(server.db, {
    ...amounts,
    status: 'completed',
    abnormal: 'meter_jump',
    customer_id: customer.id,
    energy_wh: 0,
    started_at: '2026-11-20T00:00:00Z',
    ended_at: '2026-11-20T02:00:00Z',
    charge_ended_at: '2026-11-20T02:00:00Z',
    stop_received_at: '2026-11-20T02:00:01Z',
    rules: JSON.stringify(rules([9, 0, 100], [0, 9, 60])),
    ...more,
  })
  return { customer, id: order.id, detail: () => detail(order.id) }
}
const detail = async (id: number) => (await server.call(orderDetail, { id })).data
const balance = async (id: number) =>
  (await server.db.selectFrom('customer').select('balance_cents').where('id', '=', id).executeTakeFirstOrThrow())
    .balance_cents

describe('a held order', () => {
  test('is priced by a person’s figure over its hours, and paid', async () => {
    const { id, customer, detail } = await held()
    expect((await server.call(settleOrder, { id, energy_wh: 10_000, remark: 'as the display said' })).code).toBe(200)
    const { order, lines, events, shortfall_cents } = await detail()
    expect(lines.map(({ wh, electricity_cents }) => [wh, electricity_cents])).toEqual([
      [5000, 300],
      [5000, 500],
    ])
    expect(order).toMatchObject({
      status: 'paid',
      abnormal: null,
      energy_wh: 10_000,
      total_cents: 800,
      paid_cents: 800,
      cost_cents: 500,
      remark: 'as the display said',
    })
    expect(events.map(({ event }) => event)).toEqual(['settled', 'paid'])
    expect(events[0]?.figures).toEqual({ by: server.administrator.user_name, energy_wh: 10_000 })
    expect(shortfall_cents).toBe(0)
    expect(await balance(customer.id)).toBe(200)
  })

  test('that is settled twice by a phone is paid once', async () => {
    const { id, customer } = await held()
    const key = `settle-${next()}-once`
    const settle = () => server.call(settleOrder, { id, energy_wh: 5000, remark: 'twice' }, { key })
    expect((await Promise.all([settle(), settle()])).map(({ code }) => code)).toEqual([200, 200])
    expect(await balance(customer.id)).toBe(1000 - 150 - 250)
    expect((await server.call(settleOrder, { id, energy_wh: 5000, remark: 'again' })).code).toBe(409)
  })

  test('whose cable stayed in pays for that too', async () => {
    const { id, detail } = await held({ plugged_at: '2026-11-20T02:00:00Z', unplugged_at: '2026-11-20T02:45:00Z' })
    await server.call(settleOrder, { id, energy_wh: 1000, remark: 'half an hour beyond the free interval' })
    expect((await detail()).order).toMatchObject({ occupation_cents: 750 })
  })

  test('whose pile’s clock was wrong is priced by ours', async () => {
    const times = {
      started_at: '1970-01-01T00:00:10Z',
      ended_at: '1970-01-01T02:00:10Z',
      charge_ended_at: '1970-01-01T02:00:10Z',
    }
    const { id, detail } = await held({
      ...times,
      abnormal: 'clock_past',
      received_at: '2026-11-20T00:00:00Z',
      stop_received_at: '2026-11-20T02:00:00Z',
    })
    await server.call(settleOrder, { id, energy_wh: 10_000, remark: 'clock lost' })
    const { order, lines } = await detail()
    expect(lines.map(({ wh }) => wh)).toEqual([5000, 5000])
    expect(order).toMatchObject({ started_at: '1970-01-01T00:00:10.000Z', total_cents: 800 })
  })

  test('that had no price is priced by the site’s rules of now, once there are any', async () => {
    const site = await makeSite(server.db, { strategy_id: null })
    const pile = await makePile(server.db, { site_id: site.id })
    const { id, detail } = await held({ abnormal: 'no_price', rules: '[]', pile_id: pile.id })
    const settle = () => server.call(settleOrder, { id, energy_wh: 5000, remark: 'no price then' }, { language: 'en' })
    expect(await settle()).toMatchObject({ code: 409, message: expect.stringContaining('No price is in force') })
    const priced = await makeSite(server.db)
    await server.db.updateTable('site').set({ strategy_id: priced.strategy_id }).where('id', '=', site.id).execute()
    expect((await settle()).code).toBe(200)
    expect((await detail()).order).toMatchObject({ total_cents: 600, status: 'paid' })
  })

  test.each([
    [{ energy_wh: -1 }],
    [{ energy_wh: 1.5 }],
    [{ energy_wh: 10_000_001 }],
    [{ remark: ' ' }],
    [{ remark: undefined }],
  ])('is not settled by %j', async (wrong) => {
    const { id } = await held()
    const answer = await server.call(settleOrder.path, { id, energy_wh: 1, remark: 'r', ...wrong })
    expect(answer.code).toBe(422)
  })

  test('is not closed a second time', async () => {
    const { id } = await held()
    expect((await server.call(closeOrder, { id, remark: 'r' })).code).toBe(409)
  })

  test('is settled by who may', async () => {
    const { id } = await held()
    const reader = await server.signIn({ permissions: ['order.list'] })
    expect((await server.call(settleOrder, { id, energy_wh: 1, remark: 'r' }, { as: reader })).code).toBe(403)
  })
})

describe('an order that its pile leaves open', () => {
  async function open() {
    const customer = await makeCustomer(server.db, { balance_cents: 1000 })
    const card = await makeCard(server.db, { customer_id: customer.id })
    const times = { started_at: '2026-11-20T00:00:00Z', received_at: '2026-11-20T00:00:01Z', ended_at: null }
    const order = await makeOrder(server.db, {
      ...amounts,
      ...times,
      status: 'generated',
      customer_id: customer.id,
      card_number: card.number,
      energy_wh: 0,
      meter_start_wh: 500,
      meter_stop_wh: null,
      rules: JSON.stringify(rules([0, 0, 100])),
    })
    const reading = (at: string, energy_wh: number) => ({
      order_id: order.id,
      pile_id: order.pile_id,
      connector_number: 1,
      at,
      energy_wh,
    })
    await server.db
      .insertInto('reading')
      .values([reading('2026-11-20T00:20:00Z', 1500), reading('2026-11-20T00:40:00Z', 2500)])
      .execute()
    return { id: order.id, customer, card }
  }

  test('ends on its last reading, and is paid', async () => {
    const { id, customer, card } = await open()
    expect((await server.call(closeOrder, { id, remark: 'the pile was removed' })).code).toBe(200)
    const { order, card: shown, readings, customer: payer } = await detail(id)
    expect(order).toMatchObject({
      status: 'paid',
      energy_wh: 2000,
      total_cents: 200,
      close_method: 'manual',
      ended_at: '2026-11-20T00:40:00.000Z',
      remark: 'the pile was removed',
    })
    expect(readings.map(({ energy_wh }) => energy_wh)).toEqual([1500, 2500])
    expect(shown).toMatchObject({ number: card.number })
    expect(payer).toMatchObject({ id: customer.id, balance_cents: 800 })
    expect((await server.call(closeOrder, { id, remark: 'again' })).code).toBe(409)
  })

  test('while its cable is in is settled without waiting for that', async () => {
    const { id } = await open()
    await server.db
      .updateTable('orders')
      .set({
        status: 'completed',
        ended_at: '2026-11-20T00:40:00Z',
        charge_ended_at: '2026-11-20T00:40:00Z',
        plugged_at: '2026-11-20T01:10:00Z',
        total_cents: 0,
      })
      .where('id', '=', id)
      .execute()
    await server.call(closeOrder, { id, remark: 'cable broken' })
    expect((await detail(id)).order).toMatchObject({ status: 'paid', occupation_cents: 375 })
  })
})

describe('an unpaid order', () => {
  async function unpaid(total_cents = 1000) {
    const customer = await makeCustomer(server.db)
    const { id } = await makeOrder(server.db, {
      status: 'unpaid',
      customer_id: customer.id,
      total_cents,
      electricity_cents: total_cents,
      paid_cents: 0,
    })
    return { id, customer, pay: () => server.call(payOrder, { id }) }
  }

  test('is paid after a top-up, in parts if it must be', async () => {
    const { id, customer, pay } = await unpaid()
    expect((await pay()).data).toEqual({ status: 'unpaid', shortfall_cents: 1000 })
    await server.call(topUp, { id: customer.id, amount_cents: 400 })
    expect((await pay()).data).toEqual({ status: 'unpaid', shortfall_cents: 600 })
    expect((await detail(id)).shortfall_cents).toBe(600)
    await server.call(topUp, { id: customer.id, amount_cents: 1000 })
    expect((await pay()).data).toEqual({ status: 'paid', shortfall_cents: 0 })
    expect((await pay()).data).toEqual({ status: 'paid', shortfall_cents: 0 })
    expect(await balance(customer.id)).toBe(400)
    expect((await detail(id)).order).toMatchObject({ paid_cents: 1000, paid_at: expect.any(String) })
  })

  test('that two people pay at once is paid once', async () => {
    const { customer, pay } = await unpaid()
    await server.call(topUp, { id: customer.id, amount_cents: 5000 })
    await Promise.all([pay(), pay(), pay()])
    expect(await balance(customer.id)).toBe(4000)
  })

  test('is the only kind that is paid so', async () => {
    const { id } = await makeOrder(server.db, { ...amounts, status: 'completed' })
    expect((await server.call(payOrder, { id })).code).toBe(409)
    expect((await server.call(payOrder, { id: 999_999 })).code).toBe(404)
  })
})

test('an order’s page gets at most 300 points, the peak among them', async () => {
  const { id, pile_id } = await makeOrder(server.db)
  const rows = Array.from({ length: 2000 }, (_, second) => ({
    order_id: id,
    pile_id,
    connector_number: 1,
    at: new Date(Date.parse('2026-11-20T02:00:00Z') + second * 1000).toISOString(),
    energy_wh: second,
    power_w: second === 777 ? 84_200 : 50_000,
  }))
  await server.db.insertInto('reading').values(rows).execute()
  const { readings } = await detail(id)
  expect(readings.length).toBeLessThanOrEqual(300)
  expect(readings.length).toBeGreaterThan(250)
  expect(Math.max(...readings.map(({ power_w }) => power_w ?? 0))).toBe(84_200)
  expect(readings.map(({ at }) => at)).toEqual(readings.map(({ at }) => at).sort())
})

test('an order says of what type its pile was, in the list, on its page and as a filter', async () => {
  const [type, later] = [await makePileType(server.db), await makePileType(server.db)]
  const { id: pile_id } = await makePile(server.db, { pile_type_id: type.id })
  const [typed, untyped] = [
    await makeOrder(server.db, { pile_id, pile_type_id: type.id }),
    await makeOrder(server.db, { pile_id }),
  ]
  await server.db.updateTable('pile').set({ pile_type_id: later.id }).where('id', '=', pile_id).execute()
  const list = async (query: object) =>
    (await server.call('/system/order/index', { prop: 'id', order: 'asc', ...query })).data
  const pile_type = { id: type.id, title: type.name }
  expect((await list({ id: [typed.id, untyped.id] })).rows).toMatchObject([
    { pile_type, device_type_id: type.id, device_type_name: type.name },
    { pile_type: null, device_type_id: null, device_type_name: null },
  ])
  expect((await detail(typed.id)).order).toMatchObject({ pile_type, device_type_name: type.name })
  expect((await detail(untyped.id)).order.pile_type).toBeNull()
  expect(await list({ pile_type_id: type.id })).toMatchObject({ total: 1, rows: [{ id: typed.id }] })
  expect(await list({ pile_type_id: later.id })).toMatchObject({ total: 0, summary: { total_cents: 0 } })
})

describe('the list', () => {
  test('adds up what is filtered and counts by status over everything else', async () => {
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { site_id: site.id })
    const of = (status: 'paid' | 'unpaid', total_cents: number) =>
      makeOrder(server.db, {
        site_id: site.id,
        pile_id: pile.id,
        status,
        total_cents,
        electricity_cents: total_cents,
        paid_cents: status === 'paid' ? total_cents : 0,
        energy_wh: 1000,
      })
    await of('paid', 300)
    await of('paid', 200)
    await of('unpaid', 50)
    const { data } = await server.call('/system/order/index', { site_id: site.id, status: 'paid' })
    expect(data.total).toBe(2)
    expect(data.summary).toMatchObject({
      energy_wh: 2000,
      electricity_cents: 500,
      total_cents: 500,
      paid_cents: 500,
      paid: 2,
      unpaid: 1,
      generated: 0,
    })
  })

  test('has the same sums without a filter as adding up each order gives, after all that happened here', async () => {
    const truth = async (status?: string) => {
      const rows = await server.db
        .selectFrom('orders')
        .select(['status', 'energy_wh', 'total_cents', 'paid_cents'])
        .execute()
      const chosen = rows.filter((row) => !status || row.status === status)
      const sum = (name: 'energy_wh' | 'total_cents' | 'paid_cents') => chosen.reduce((all, row) => all + row[name], 0)
      const count = (value: string) => rows.filter((row) => row.status === value).length
      return {
        energy_wh: sum('energy_wh'),
        total_cents: sum('total_cents'),
        paid_cents: sum('paid_cents'),
        paid: count('paid'),
        unpaid: count('unpaid'),
        completed: count('completed'),
      }
    }
    expect((await server.call('/system/order/index')).data.summary).toMatchObject(await truth())
    expect((await server.call('/system/order/index', { status: 'unpaid' })).data.summary).toMatchObject(
      await truth('unpaid'),
    )
    await server.db
      .deleteFrom('orders')
      .where(
        'id',
        'in',
        (await server.call('/system/order/index', { status: 'completed' })).data.rows.map(
          ({ id }: { id: number }) => id,
        ),
      )
      .execute()
    await addUpTallies(server.db, Object.values(entities))
    expect((await server.call('/system/order/index')).data.summary).toMatchObject(await truth())
  })
})

describe('what a charging order costs so far', () => {
  const sums = { energy_wh: 700, electricity_cents: 60, service_cents: 40, total_cents: 100 }
  const made = async (status: 'generated' | 'paid', pile_id: number, energy_wh: number) =>
    await makeOrder(server.db, {
      ...{ pile_id, status, started_at: '2026-11-20T06:30:00Z', occupation_cents: 0, paid_cents: 0 },
      ...sums,
      energy_wh,
    })

  test('is added up in whichever way a list is narrowed, and comes behind every bill', async () => {
    const pile_id = (await makePile(server.db)).id
    const [running, small, large] = [
      await made('generated', pile_id, 700),
      await made('paid', pile_id, 100),
      await made('paid', pile_id, 900),
    ]
    await server.db.updateTable('orders').set({ energy_wh: 800 }).where('id', '=', running.id).execute()
    const all = { ...sums, energy_wh: 1800, electricity_cents: 180, service_cents: 120, total_cents: 300 }
    const index = async (query: object) => (await server.call('/system/order/index', query)).data
    const { station_number } = await server.db
      .selectFrom('pile')
      .select('station_number')
      .where('id', '=', pile_id)
      .executeTakeFirstOrThrow()
    const edge = { started_at: { from: '2026-11-20T06:00:00Z', to: '2026-11-20T07:00:00Z' } }
    for (const query of [{ pile_id }, { keyword: station_number }, { pile_id, ...edge }])
      expect((await index(query)).summary).toMatchObject(all)
    expect((await index({ pile_id, status: 'generated' })).summary).toMatchObject({ energy_wh: 800, total_cents: 100 })
    const sorted = async (order: string) =>
      (await index({ pile_id, prop: 'energy_wh', order })).rows.map(({ id }: { id: number }) => id)
    expect(await sorted('desc')).toEqual([large.id, small.id, running.id])
    expect(await sorted('asc')).toEqual([running.id, small.id, large.id])
  })

  test('orders those that charge where a list shows no others', async () => {
    const pile_id = (await makePile(server.db)).id
    const [large, small] = [await made('generated', pile_id, 700), await made('generated', pile_id, 100)]
    const other = await made('paid', pile_id, 400)
    const sorted = async (order: string, status: unknown) => {
      const { data } = await server.call('/system/order/index', { pile_id, status, prop: 'energy_wh', order })
      return data.rows.map(({ id }: { id: number }) => id)
    }
    for (const status of ['generated', ['generated']]) {
      expect(await sorted('desc', status)).toEqual([large.id, small.id])
      expect(await sorted('asc', status)).toEqual([small.id, large.id])
    }
    for (const status of [['generated', 'paid'], []])
      expect(await sorted('desc', status)).toEqual([other.id, small.id, large.id])
  })

  test('is written in its place: no index hears of it', async () => {
    const { id } = await made('generated', (await makePile(server.db)).id, 1)
    const placeOf = async () => {
      const { rows } = await server.pool.query('select ctid::text as place from orders where id = $1', [id])
      return rows[0].place as string
    }
    const updates = async () => {
      await server.pool.query('select pg_stat_force_next_flush()')
      const { rows } = await server.pool.query(
        `select n_tup_upd - n_tup_hot_upd as others from pg_stat_user_tables where relname = 'orders'`,
      )
      return Number(rows[0].others)
    }
    const live = (wh: number) =>
      server.pool.query(
        `update orders set energy_wh = $2::bigint, electricity_cents = $2::bigint, service_cents = 3, total_cents = $2::bigint + 3, cost_cents = 1,
          updated_at = now() where id = $1`,
        [id, wh],
      )
    // What else is under way in this server is over by then; a page that is full gets room at the second.
    await expect
      .poll(async () => {
        const [before, was] = [await updates(), await placeOf()]
        await live(before + 5)
        return (await updates()) === before && (await placeOf()) !== was
      })
      .toBe(true)
  })
})

test('an order says that its readings are older than they are kept, and one without any that it has none', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const gone = async (days: number, status: 'paid' | 'completed' = 'paid') => {
    const { id } = await makeOrder(server.db, { status, started_at: daysAgo(days + 1), ended_at: daysAgo(days) })
    return (await detail(id)).readings_gone
  }
  expect([await gone(364), await gone(366)]).toEqual([false, true])
  // What waits to be settled keeps its readings.
  expect(await gone(366, 'completed')).toBe(false)
})
