import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { topUp } from '../../src/shared/endpoints/customers.ts'
import { closeOrder, orderDetail, settleOrder } from '../../src/shared/endpoints/orders.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { setAsideList } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

async function network({ balance_cents = 10_000, rule = {} as Parameters<typeof makeRule>[1] } = {}) {
  const rules = [await makeRule(server.db, { electricity_fee: 100, service_fee: 0, occupation_fee: 0, ...rule })]
  const strategy = await makeStrategy(server.db, { rule_ids: rules.map(({ id }) => id) })
  const site = await makeSite(server.db, { strategy_id: strategy.id })
  const type = await makePileType(server.db, { rated_power_w: 120_000 })
  const { id, station_number } = await makePile(server.db, { site_id: site.id, pile_type_id: type.id })
  const customer = await makeCustomer(server.db, { balance_cents })
  const card = (await makeCard(server.db, { customer_id: customer.id })).number
  return { id, card, customer, pile: await connect(station_number), station_number }
}

async function connect(station: string) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  piles.push(pile)
  return pile
}

const status = (pile: ScriptedPile, status: string, timestamp = ago(0)) =>
  pile.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp })

async function start(pile: ScriptedPile, idTag: string, timestamp = ago(30 * MINUTE)) {
  const call = { connectorId: 1, idTag, meterStart: 1000, timestamp }
  const answer = await pile.call<{ transactionId: number; idTagInfo: { status: string } }>('StartTransaction', call)
  return answer.transactionId
}

const meter = (pile: ScriptedPile, transactionId: number, wh: number | string, timestamp = ago(0)) =>
  pile.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      { timestamp, sampledValue: [{ value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }] },
    ],
  })

const stop = (pile: ScriptedPile, transactionId: number, meterStop: number, more: object = {}) =>
  pile.call('StopTransaction', { transactionId, meterStop, timestamp: ago(0), ...more })

const order = (transaction_id: number) =>
  server.db.selectFrom('orders').selectAll().where('transaction_id', '=', transaction_id).executeTakeFirstOrThrow()
const detail = async (transaction_id: number) =>
  (await server.call(orderDetail, { id: (await order(transaction_id)).id })).data

test('a session over a socket is a paid order with its story, its lines and its readings', async () => {
  const { pile, card, customer } = await network({ rule: { electricity_fee: 138, service_fee: 40 } })
  expect(await pile.call('Authorize', { idTag: card.toLowerCase() })).toEqual({ idTagInfo: { status: 'Accepted' } })
  await status(pile, 'Preparing')
  const transaction = await start(pile, card.toLowerCase(), ago(5_000))
  await status(pile, 'Charging')
  await meter(pile, transaction, 1100.5, ago(2_000))
  await vi.waitFor(async () => {
    const { order, lines } = await detail(transaction)
    expect(order).toMatchObject({ status: 'generated', energy_wh: 101, total_cents: 18 })
    expect(lines).toMatchObject([{ wh: 101 }])
  })
  await status(pile, 'Finishing')
  expect(await stop(pile, transaction, 1250, { idTag: card })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const { order, lines, events, readings, customer: payer, card: shown, time_zone } = await detail(transaction)
  // 250 Wh at 1.78: electricity 34.5 cents, the line 44.5, each half up.
  expect(order).toMatchObject({
    status: 'paid',
    energy_wh: 250,
    electricity_cents: 35,
    service_cents: 10,
    total_cents: 45,
    pay_type: 'card',
  })
  expect(lines).toMatchObject([{ kind: 'energy', wh: 250, electricity_cents: 35, service_cents: 10 }])
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['authorized', 'started', 'stopped', 'paid']))
  expect(readings.map(({ energy_wh }) => energy_wh)).toEqual([1100.5])
  expect(payer).toMatchObject({ id: customer.id, balance_cents: 10_000 - 45 })
  expect(shown?.number).toBe(card)
  expect(time_zone).toBe('Asia/Shanghai')
})

describe('a balance', () => {
  test('that is used up ends the session over the wire', async () => {
    const { pile, card } = await network({ balance_cents: 500 })
    pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
    const transaction = await start(pile, card)
    await meter(pile, transaction, 5900, ago(MINUTE))
    await meter(pile, transaction, 6000)
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId: transaction })
    await stop(pile, transaction, 6010, { reason: 'Remote' })
    expect(await order(transaction)).toMatchObject({ status: 'unpaid', total_cents: 501, paid_cents: 500 })
  })

  test('that is topped up in the middle lets the session go on', async () => {
    const { pile, card, customer } = await network({ balance_cents: 500 })
    pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
    const transaction = await start(pile, card)
    await meter(pile, transaction, 5000, ago(MINUTE))
    await server.call(topUp, { id: customer.id, amount_cents: 1000 })
    await meter(pile, transaction, 9000)
    await stop(pile, transaction, 9000)
    expect(pile.received).toEqual([])
    expect(await order(transaction)).toMatchObject({ status: 'paid', total_cents: 800 })
  })
})

test('a cable that stays in is charged until the pile says that it is out', async () => {
  // A cent a second, nothing free.
  const { pile, card } = await network({ rule: { occupation_fee: 360_000, free_minutes: 0 } })
  const transaction = await start(pile, card)
  await status(pile, 'Charging')
  await status(pile, 'Finishing')
  await stop(pile, transaction, 2000)
  expect(await order(transaction)).toMatchObject({ status: 'completed', total_cents: 100 })
  const { ended_at } = await order(transaction)
  await status(pile, 'Available', new Date(Date.parse(String(ended_at)) + 90_500).toISOString())
  expect(await order(transaction)).toMatchObject({ status: 'paid', occupation_cents: 9000, total_cents: 9100 })
})

test('a start from the console for a customer without a card is that customer’s order', async () => {
  const { pile, id } = await network()
  pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
  await status(pile, 'Preparing')
  const customer = await makeCustomer(server.db, { balance_cents: 1000, name: 'Li Wei' })
  await server.call(pileCommands.start, { id, connector_number: 1, customer_id: customer.id })
  const { idTag } = await pile.nextCall('RemoteStartTransaction')
  expect(await pile.call('Authorize', { idTag })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const transaction = await start(pile, String(idTag), ago(0))
  await stop(pile, transaction, 1400, { reason: 'EVDisconnected' })
  expect(await order(transaction)).toMatchObject({
    status: 'paid',
    type: 'manual',
    customer_id: customer.id,
    total_cents: 40,
    pay_type: 'balance',
  })
  const { events } = await detail(transaction)
  expect(events.find(({ event }) => event === 'remote_start')?.figures).toEqual({ by: server.administrator.user_name })
})

test('what belongs to no order is kept for the operator, acknowledged, and bills nothing', async () => {
  const { pile, card, id } = await network()
  const transaction = await start(pile, card)
  expect(await stop(pile, 987_654, 99_000)).toEqual({})
  expect(await stop(pile, -1, 99_000)).toEqual({})
  const timestamp = ago(0)
  for (let repeat = 0; repeat < 3; repeat++) await stop(pile, 555_555, 99_000, { timestamp })
  expect(await meter(pile, 987_654, 99_000)).toEqual({})
  expect(await order(transaction)).toMatchObject({ status: 'generated' })
  const { data } = await server.call(setAsideList, { id })
  expect(data.rows.map(({ action }) => action).sort()).toEqual(['readings', 'stop', 'stop', 'stop'])
})

test('an order that is held is settled by a person, while the pile is none the wiser', async () => {
  const { pile, card, customer } = await network()
  const transaction = await start(pile, card, ago(20 * MINUTE))
  await meter(pile, transaction, 4000, ago(10 * MINUTE))
  expect(await meter(pile, transaction, 100, ago(5 * MINUTE))).toEqual({})
  expect(await stop(pile, transaction, 9000)).toEqual({})
  const { id, abnormal } = await order(transaction)
  expect(abnormal).toBe('meter_backwards')
  await server.call(settleOrder, { id, energy_wh: 8000, remark: 'the display said 8 kWh' })
  expect(await order(transaction)).toMatchObject({ status: 'paid', total_cents: 800, paid_cents: 800 })
  const { data } = await server.call('/system/client-ledger/index', { customer_id: customer.id, kind: 'charge' })
  expect(data.rows).toMatchObject([{ amount_cents: -800, order_id: id }])
})

test('a session that still sends readings is not closed from the desk', async () => {
  const { pile, card } = await network()
  const transaction = await start(pile, card)
  await meter(pile, transaction, 2000)
  const { id } = await order(transaction)
  expect((await server.call(closeOrder, { id, remark: 'r' })).code).toBe(409)
  await pile.close()
  await vi.waitFor(async () => expect((await server.call(closeOrder, { id, remark: 'gone' })).code).toBe(200))
  expect(await order(transaction)).toMatchObject({ status: 'paid', close_method: 'manual', energy_wh: 1000 })
})

test('a pile that lost its socket goes on with its session on the next one', async () => {
  const { pile, card, station_number } = await network()
  const transaction = await start(pile, card, ago(40 * MINUTE))
  await meter(pile, transaction, 3000, ago(20 * MINUTE))
  pile.drop()
  const again = await connect(station_number)
  // Kept while it was away, in the middle and at the end.
  await meter(again, transaction, 4000, ago(10 * MINUTE))
  await meter(again, transaction, 5000)
  await vi.waitFor(async () => expect(await order(transaction)).toMatchObject({ energy_wh: 4000, total_cents: 400 }))
  await stop(again, transaction, 5500)
  expect(await order(transaction)).toMatchObject({ status: 'paid', energy_wh: 4500 })
})
