import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderPiles, orderSites } from '../../src/shared/endpoints/order-filters.ts'
import { collectOrder, createOrder, priceOrder, supplementOrder } from '../../src/shared/endpoints/order-money.ts'
import { orderDetail } from '../../src/shared/endpoints/orders.ts'
import { requestRefund } from '../../src/shared/endpoints/refunds.ts'
import type { Body } from '../../src/shared/kit/endpoint.ts'
import { makeCustomer, makeOrder, makePile, makePileType, makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { makeRule as frozenRule } from '../rules/rules.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const detail = async (id: number) => (await server.call(orderDetail, { id })).data
const ledger = (customer_id: number) =>
  server.db
    .selectFrom('ledger_entry')
    .select(['kind', 'amount_cents', 'balance_cents'])
    .where('customer_id', '=', customer_id)
    .orderBy('id')
    .execute()

/** ¥ 10.00 due, of which ¥ 3.00 are paid. */
async function unpaid(given: object = {}) {
  const customer = await makeCustomer(server.db)
  const order = await makeOrder(server.db, {
    status: 'unpaid',
    customer_id: customer.id,
    total_cents: 1000,
    electricity_cents: 601,
    service_cents: 299,
    occupation_cents: 100,
    paid_cents: 300,
    ...given,
  })
  return { order, customer }
}

describe('collecting', () => {
  const collect = (id: number, more: object = {}) =>
    server.call(collectOrder, { id, way: 'wechat', amount_cents: 700, reference: `W${next()}`, ...more })

  test('pays an unpaid order beside the balance, which stays what it was', async () => {
    const { order, customer } = await unpaid()
    const answer = await collect(order.id, { reference: '420000-1' })
    expect(answer.data).toEqual({ status: 'paid', shortfall_cents: 0 })
    const after = await detail(order.id)
    expect(after.order).toMatchObject({
      status: 'paid',
      paid_cents: 1000,
      pay_type: 'wechat',
      paid_at: expect.any(String),
    })
    expect(after.payments).toMatchObject([{ reference: '420000-1', amount_cents: 700, way: 'wechat' }])
    expect(after.events.at(-1)).toMatchObject({ event: 'collected', figures: { paid_cents: 700 } })
    expect(await ledger(customer.id)).toEqual([
      { kind: 'collected', amount_cents: 700, balance_cents: 700 },
      { kind: 'charge', amount_cents: -700, balance_cents: 0 },
    ])
  })

  test('takes parts, and no more than is open', async () => {
    const { order } = await unpaid()
    expect((await collect(order.id, { amount_cents: 200 })).data).toEqual({ status: 'unpaid', shortfall_cents: 500 })
    const tooMuch = await collect(order.id, { amount_cents: 501 })
    expect(tooMuch).toMatchObject({ code: 422, data: { errors: { amount_cents: expect.stringContaining('5.00') } } })
    expect((await collect(order.id, { amount_cents: 500, way: 'card' })).data.status).toBe('paid')
    expect((await collect(order.id, { amount_cents: 1 })).code).toBe(409)
  })

  test('happens once, however often a phone sends it and no matter who else does', async () => {
    const { order } = await unpaid()
    const key = `collect-${next()}-once`
    const body = { id: order.id, way: 'card', amount_cents: 700, reference: 'SLIP 7' } as const
    const same = await Promise.all([1, 2].map(() => server.call(collectOrder, body, { key })))
    expect(same.map(({ code }) => code)).toEqual([200, 200])
    const { order: another } = await unpaid()
    const codes = await Promise.all([1, 2, 3].map((slip) => collect(another.id, { reference: `SLIP 8-${slip}` })))
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  })

  test('asks before one receipt pays two orders, and refuses that it pays one twice', async () => {
    const { order } = await unpaid()
    const { order: other } = await unpaid()
    await collect(order.id, { reference: 'ABC-1', amount_cents: 100 })
    expect(await collect(other.id, { reference: 'abc-1' })).toMatchObject({
      code: 409,
      message: expect.stringContaining(order.number),
      data: { question: 'refusals:reference_used' },
    })
    expect((await collect(other.id, { reference: 'abc-1', confirmed: true })).code).toBe(200)
    expect(await collect(order.id, { reference: 'abc-1', amount_cents: 100, confirmed: true })).toMatchObject({
      code: 409,
      data: { errors: { reference: expect.any(String) } },
    })
    expect((await collect(order.id, { reference: 'abc-1', amount_cents: 100, way: 'alipay' })).code).toBe(200)
  })

  test('works where nobody is known to pay', async () => {
    const { order } = await unpaid({ customer_id: null })
    expect((await collect(order.id)).data.status).toBe('paid')
  })

  test.each([
    [{ way: 'cash' }, 'way'],
    [{ way: 'balance' }, 'way'],
    [{ amount_cents: 0 }, 'amount_cents'],
    [{ reference: ' ' }, 'reference'],
    [{ reference: 'x'.repeat(65) }, 'reference'],
  ])('refuses %j at its field', async (wrong, field) => {
    const { order } = await unpaid()
    const body = { id: order.id, way: 'card', amount_cents: 1, reference: 'r', ...wrong }
    expect(await server.call(collectOrder.path, body)).toMatchObject({
      code: 422,
      data: { errors: { [field]: expect.any(String) } },
    })
  })

  test('what was collected is listed by its reference', async () => {
    const { order } = await unpaid()
    await collect(order.id, { reference: 'LISTED-1' })
    const { data } = await server.call('/system/payment/index', { keyword: 'listed-1' })
    expect(data.rows).toMatchObject([{ reference: 'LISTED-1', order: { title: order.number } }])
  })
})

describe('a supplement', () => {
  const make = (origin_id: number, customer_id: number | null = null) =>
    server.call(supplementOrder, { origin_id, customer_id, remark: 'did not pay in time' })

  test('takes the open amount over, and together both are worth what the first one was', async () => {
    const { order } = await unpaid({ cost_cents: 551 })
    const payer = await makeCustomer(server.db, { balance_cents: 500 })
    const made = (await make(order.id, payer.id)).data
    const origin = await detail(order.id)
    const supplement = await detail(made.id)
    expect(origin.order).toMatchObject({ status: 'paid', total_cents: 300, paid_cents: 300, cost_cents: 165 })
    expect(supplement.order).toMatchObject({
      type: 'supplement',
      status: 'unpaid',
      total_cents: 700,
      paid_cents: 500,
      cost_cents: 386,
      energy_wh: 7_000,
      started_at: origin.order.started_at,
      ended_at: origin.order.ended_at,
    })
    const shared = ['electricity_cents', 'service_cents', 'occupation_cents', 'cost_cents', 'energy_wh'] as const
    for (const each of shared)
      expect(Number(origin.order[each]) + Number(supplement.order[each]), each).toBe(order[each])
    expect(origin.supplement).toEqual({ id: made.id, title: made.number })
    expect(supplement.origin).toEqual({ id: order.id, title: order.number })
    expect(origin.lines.at(-1)).toMatchObject({
      kind: 'moved',
      name: made.number,
      electricity_cents: -421,
      wh: -7_000,
      cost_cents: -386,
    })
    expect(supplement.lines).toMatchObject([{ kind: 'moved', name: order.number, electricity_cents: 421 }])
    expect(supplement.shortfall_cents).toBe(200)
  })

  test('of an occupation fee alone takes no energy with it', async () => {
    const { order } = await unpaid({ electricity_cents: 0, service_cents: 0, occupation_cents: 1000, cost_cents: 551 })
    const { id } = (await make(order.id)).data
    expect((await detail(id)).order).toMatchObject({ total_cents: 700, energy_wh: 0, cost_cents: 0 })
    expect((await detail(order.id)).order).toMatchObject({ energy_wh: 10_000, cost_cents: 551 })
  })

  test('is made once, no matter who else tries', async () => {
    const { order } = await unpaid()
    const codes = (await Promise.all([make(order.id), make(order.id), make(order.id)])).map(({ code }) => code)
    expect(codes.sort()).toEqual([200, 409, 409])
  })

  test('is no reason for another one, and of a paid order there is none', async () => {
    const { order } = await unpaid()
    const { id } = (await make(order.id)).data
    expect((await make(id)).code).toBe(409)
    expect((await make((await makeOrder(server.db)).id)).code).toBe(409)
    expect((await make(987_654)).code).toBe(404)
  })

  test('leaves what was asked back of the first order possible', async () => {
    const { order } = await unpaid()
    await server.call(requestRefund, { order_id: order.id, amount_cents: 300, way: 'balance', reason: 'r' })
    expect((await make(order.id)).code).toBe(200)
    expect((await detail(order.id)).order).toMatchObject({ refund_status: 'unreviewed', total_cents: 300 })
  })

  test('writes down what it did to both orders', async () => {
    const { order } = await unpaid()
    const { id } = (await make(order.id)).data
    const audits = await server.db
      .selectFrom('audit_entry')
      .select(['entity_id', 'after'])
      .where('action', '=', 'supplement')
      .where('entity_id', 'in', [order.id, id])
      .orderBy('entity_id')
      .execute()
    expect(audits).toMatchObject([
      { entity_id: order.id, after: { total_cents: 300, status: 'paid' } },
      { entity_id: id, after: { type: 'supplement' } },
    ])
  })
})

describe('a manual order', () => {
  /** A site with one price a day, changed a month ago. */
  async function place() {
    const { id: pile_type_id } = await makePileType(server.db, { rated_power_w: 60_000 })
    const rule = await makeRule(server.db, { electricity_fee: 100, service_fee: 50 })
    const strategy = await makeStrategy(server.db, { rule_ids: [rule.id] })
    const site = await makeSite(server.db, { strategy_id: strategy.id })
    const long = new Date('2026-01-01T00:00:00Z').toISOString()
    for (const table of ['site', 'strategy', 'billing_rule'] as const)
      await server.db.updateTable(table).set({ updated_at: long }).execute()
    const pile = await makePile(server.db, { site_id: site.id, pile_type_id, connectors: 2 })
    return { site, pile, rule }
  }
  const at = { started_at: '2026-11-10T02:00:00Z', ended_at: '2026-11-10T04:00:00+00:00' }
  const of = (pile_id: number, more: object = {}) => ({
    pile_id,
    connector_number: 1,
    ...at,
    energy_wh: 20_000,
    remark: 'the pile had no network',
    ...more,
  })

  test('is previewed, then entered at the same price and paid', async () => {
    const { pile, site } = await place()
    const customer = await makeCustomer(server.db, { balance_cents: 5000 })
    const { remark: _, ...session } = of(pile.id)
    const shown = (await server.call(priceOrder, session)).data
    expect(shown).toMatchObject({ total_cents: 3000, electricity_cents: 2000, service_cents: 1000, energy_wh: 20_000 })
    const made = await server.call(createOrder, of(pile.id, { customer_id: customer.id, plate: '沪A12345' }))
    expect(made.data).toEqual({ id: expect.any(Number), number: expect.any(String), status: 'paid' })
    const { order, lines } = await detail(made.data.id)
    expect(lines).toEqual(shown.lines)
    expect(order).toMatchObject({
      type: 'manual',
      total_cents: 3000,
      paid_cents: 3000,
      pay_type: 'balance',
      plate: '沪A12345',
      site_id: site.id,
      duration_seconds: 7200,
      close_method: 'manual',
    })
    expect((await ledger(customer.id)).at(-1)).toMatchObject({ kind: 'charge', balance_cents: 2000 })
  })

  test('follows from what the meter said', async () => {
    const { pile } = await place()
    const meter = { energy_wh: null, meter_start_wh: 1_000_000, meter_stop_wh: 1_010_000 }
    const made = await server.call(createOrder, of(pile.id, meter))
    expect((await detail(made.data.id)).order).toMatchObject({
      energy_wh: 10_000,
      meter_start_wh: 1_000_000,
      meter_stop_wh: 1_010_000,
      status: 'unpaid',
    })
  })

  test('is priced by the rules that held then: those that the last order before it froze', async () => {
    const { pile, site, rule } = await place()
    await makeOrder(server.db, {
      pile_id: pile.id,
      site_id: site.id,
      connector_number: 2,
      started_at: '2026-11-09T02:00:00Z',
      rules: JSON.stringify([frozenRule({ start_hour: 0, end_hour: 0, electricity_fee: 30, service_fee: 20 })]),
    })
    const { remark: _, ...session } = of(pile.id)
    const price = async () => (await server.call(priceOrder, session)).data.total_cents
    expect(await price(), 'nothing has changed since').toBe(3000)
    await server.call('/system/charge-rules/update', { id: rule.id, electricity_fee: 900 })
    expect(await price(), 'the price has changed since').toBe(1000)
  })

  test('that the pile cannot have delivered, or that overlaps another, is questioned', async () => {
    const { pile } = await place()
    const much = of(pile.id, { energy_wh: 400_000 })
    expect(await server.call(createOrder.path, much)).toMatchObject({
      code: 409,
      data: { question: 'refusals:more_than_pile_delivers' },
    })
    const made = await server.call(createOrder, { ...much, confirmed: true })
    expect(made.code).toBe(200)
    const within = of(pile.id, { started_at: '2026-11-10T03:59:00Z', ended_at: '2026-11-10T05:00:00Z' })
    expect(await server.call(createOrder.path, within)).toMatchObject({
      code: 409,
      message: expect.stringContaining(made.data.number),
      data: { question: 'refusals:overlaps_order' },
    })
    expect((await server.call(createOrder, { ...within, connector_number: 2 })).code).toBe(200)
  })

  test('that a phone enters twice is entered once', async () => {
    const { pile } = await place()
    const key = `enter-${next()}-once`
    const both = await Promise.all([1, 2].map(() => server.call(createOrder, of(pile.id), { key })))
    expect(new Set(both.map(({ data }) => data.id)).size).toBe(1)
  })

  test.each([
    [{ ended_at: at.started_at }, 'ended_at'],
    [{ ended_at: new Date(Date.now() + 3_600_000).toISOString() }, 'ended_at'],
    [{ started_at: '1970-01-01T00:00:00Z' }, 'started_at'],
    [{ started_at: '2026-09-01T00:00:00Z' }, 'ended_at'],
    [{ started_at: 'yesterday' }, 'started_at'],
    [{ energy_wh: null }, 'energy_wh'],
    [{ energy_wh: 0 }, 'energy_wh'],
    [{ energy_wh: -1 }, 'energy_wh'],
    [{ meter_start_wh: 5 }, 'meter_stop_wh'],
    [{ meter_start_wh: 5, meter_stop_wh: 4 }, 'meter_stop_wh'],
    [{ meter_start_wh: 5, meter_stop_wh: 10 }, 'energy_wh'],
    [{ meter_start_wh: 0, meter_stop_wh: 10_000_001 }, 'meter_stop_wh'],
    [{ connector_number: 3 }, 'connector_number'],
    [{ connector_number: 0 }, 'connector_number'],
    [{ pile_id: 987_654_321 }, 'pile_id'],
    [{ customer_id: 987_654_321 }, 'customer_id'],
    [{ remark: ' ' }, 'remark'],
    [{ plate: 'x'.repeat(21) }, 'plate'],
  ])('refuses %j at its field', async (wrong, field) => {
    const { pile } = await place()
    expect(await server.call(createOrder.path, of(pile.id, wrong))).toMatchObject({
      code: 422,
      data: { errors: { [field]: expect.any(String) } },
    })
  })

  test('may be of a second connector of an EVSE, where there is one', async () => {
    const { pile } = await place()
    await server.db
      .updateTable('connector')
      .set({ number: 302 })
      .where('pile_id', '=', pile.id)
      .where('number', '=', 2)
      .execute()
    const { remark: _, ...session } = of(pile.id, { connector_number: 302 })
    expect((await server.call(priceOrder, session)).code).toBe(200)
    expect(await server.call(priceOrder.path, { ...session, connector_number: 202 })).toMatchObject({
      code: 422,
      data: { errors: { connector_number: expect.any(String) } },
    })
  })

  test('needs a price', async () => {
    const site = await makeSite(server.db, { strategy_id: null })
    const pile = await makePile(server.db, { site_id: site.id })
    expect(await server.call(createOrder, of(pile.id))).toMatchObject({ code: 409 })
  })
})

describe('what orders are narrowed by', () => {
  test('sites and piles come by title, in pages, by keyword, for who may see orders', async () => {
    const as = await server.signIn({ permissions: ['order.list'] })
    const word = `Narrow ${next()}`
    const [one, two] = [
      await makeSite(server.db, { name: `${word} A` }),
      await makeSite(server.db, { name: `${word} B`, status: 'disabled' }),
    ]
    const pile = await makePile(server.db, { site_id: one.id })
    const sites = (query: Body<typeof orderSites>) => server.call(orderSites, query, { as })
    expect((await sites({ keyword: word })).data).toMatchObject({
      total: 2,
      rows: [
        { id: one.id, title: one.name },
        { id: two.id, title: two.name },
      ],
    })
    expect((await sites({ keyword: word, page_num: 2, page_size: 1 })).data.rows).toEqual([
      { id: two.id, title: two.name },
    ])
    expect((await sites({ keyword: word, page_num: 9 })).data).toMatchObject({ total: 2, rows: [] })
    const piles = await server.call(orderPiles, { site_id: one.id }, { as })
    expect(piles.data.rows).toEqual([{ id: pile.id, title: pile.station_number }])
    expect((await server.call(orderPiles.path, { site_id: 'x' }, { as })).code).toBe(422)
  })

  test('the list is narrowed by what became of the money', async () => {
    const { order } = await unpaid()
    await server.call(requestRefund, { order_id: order.id, amount_cents: 1, way: 'balance', reason: 'r' })
    const list = async (query: object) =>
      (await server.call('/system/order/index', { pile_id: order.pile_id, ...query })).data.total
    expect(await list({ refund_status: 'unreviewed' })).toBe(1)
    expect(await list({ refund_status: ['refunded', 'refunding'] })).toBe(0)
    expect(await list({ type: 'supplement' })).toBe(0)
    expect(await list({ started_at: { from: '2026-11-20T02:00:00Z', to: '2026-11-20T02:00:01Z' } })).toBe(1)
  })
})

test('nothing new is billed to a customer who is archived', async () => {
  const { order } = await unpaid()
  const customer = await makeCustomer(server.db, { archived_at: new Date().toISOString() })
  const errors = { customer_id: 'What was chosen here is archived.' }
  const supplement = { origin_id: order.id, customer_id: customer.id, remark: 'did not pay in time' }
  expect(await server.call(supplementOrder.path, supplement)).toMatchObject({ code: 422, data: { errors } })
  const site = await makeSite(server.db, { strategy_id: (await makeStrategy(server.db)).id })
  const pile = await makePile(server.db, { site_id: site.id })
  const session = { pile_id: pile.id, connector_number: 1, energy_wh: 7000, remark: 'the pile was cut off' }
  const times = { started_at: '2026-01-05T02:00:00Z', ended_at: '2026-01-05T03:00:00Z' }
  const entered = await server.call(createOrder.path, { ...session, ...times, customer_id: customer.id })
  expect(entered).toMatchObject({ code: 422, data: { errors } })
})
