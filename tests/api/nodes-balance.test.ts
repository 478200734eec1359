import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { disownRunning } from '../../src/server/orders/disown.ts'
import { blockCard } from '../../src/shared/endpoints/cards.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { gun, sedan } from '../ocpp/rig.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'

/** One customer's balance, used up by sessions at piles of several nodes: 1 yuan a kWh. */

const MINUTE = 60_000
let both: Awaited<ReturnType<typeof startNodes>>
let here: TestServer
let there: TestServer
let site_id: number
let customer: { id: number }
beforeAll(async () => {
  both = await startNodes(['here', 'there'])
  ;[here, there] = both.nodes as [TestServer, TestServer]
  const { db } = both.database
  const rule = await makeRule(db, { electricity_fee: 100, service_fee: 0, occupation_fee: 0 })
  const strategy = await makeStrategy(db, { rule_ids: [rule.id] })
  site_id = (await makeSite(db, { strategy_id: strategy.id })).id
})
afterAll(() => both.stop())
beforeEach(async () => {
  customer = await makeCustomer(both.database.db, { balance_cents: 500 })
})

const power = async () => (await makePileType(both.database.db, { rated_power_w: 120_000 })).id
const newPile = async () => makePile(both.database.db, { site_id, pile_type_id: await power() })
const newCard = async () => (await makeCard(both.database.db, { customer_id: customer.id })).number

/** A session at a pile of a node, begun ten minutes ago. */
async function charging({ url }: TestServer, { card }: { card?: string } = {}) {
  const { id, station_number: station } = await newPile()
  const pile = await connectPile({ url: `${url.replace('http', 'ws')}/ocpp`, station })
  pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
  const idTag = card ?? (await newCard())
  const started = { connectorId: 1, idTag, meterStart: 0, timestamp: at(-10) }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', started)
  const reading = (wh: number, minutes: number) =>
    pile.call('MeterValues', {
      ...{ connectorId: 1, transactionId },
      meterValue: [{ timestamp: at(minutes), sampledValue: [{ value: String(wh) }] }],
    })
  const stop = (wh: number) =>
    pile.call('StopTransaction', { transactionId, idTag, meterStop: wh, timestamp: at(0), reason: 'Remote' })
  return { id, pile, transactionId, reading, stop }
}

const stopsOf = ({ received }: ScriptedPile) => received.filter(({ action }) => action === 'RemoteStopTransaction')
/** Longer than it takes to write what a session costs, and to read it at the other node. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 2_500))

test('what two sessions on two nodes use up together stops both', async () => {
  const [one, two] = [await charging(here), await charging(there)]
  await one.reading(3_000, -5)
  await aWhile()
  expect([...stopsOf(one.pile), ...stopsOf(two.pile)]).toEqual([])
  await two.reading(1_990, -5)
  await aWhile()
  expect([...stopsOf(one.pile), ...stopsOf(two.pile)]).toEqual([])
  await two.reading(2_010, -4)
  await vi.waitFor(() => expect(stopsOf(two.pile)).toHaveLength(1), { timeout: 3_000 })
  // Without another word of its own.
  await vi.waitFor(() => expect(stopsOf(one.pile)).toHaveLength(1), { timeout: 3_000 })
  expect(stopsOf(one.pile)[0]?.payload).toEqual({ transactionId: one.transactionId })
  await one.stop(3_000)
  await two.stop(2_010)
  const orders = () =>
    both.database.db
      .selectFrom('orders')
      .select(['total_cents', 'paid_cents'])
      .where('pile_id', 'in', [one.id, two.id])
      .where('status', 'in', ['paid', 'unpaid'])
      .orderBy('pile_id')
      .execute()
  await one.pile.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await two.pile.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await vi.waitFor(async () => {
    const done = await orders()
    expect(done.map(({ total_cents }) => total_cents)).toEqual([300, 201])
    expect(done.reduce((sum, { paid_cents }) => sum + paid_cents, 0)).toBe(500)
  })
})

test('what is paid in at one node is there for a session at the other within a second', async () => {
  const one = await charging(there)
  await one.reading(4_900, -5)
  await aWhile()
  const { code } = await here.call('/system/client/charge', { id: customer.id, amount_cents: 500 })
  expect(code).toBe(200)
  await aWhile()
  await one.reading(9_000, -3)
  await aWhile()
  expect(stopsOf(one.pile)).toEqual([])
  await one.reading(10_000, -2)
  await vi.waitFor(() => expect(stopsOf(one.pile)).toHaveLength(1))
})

test('an order that the other node settles counts once', async () => {
  const [one, two] = [await charging(here), await charging(there)]
  await one.reading(3_000, -5)
  await aWhile()
  await one.stop(3_000)
  await one.pile.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await aWhile()
  await two.reading(1_990, -1)
  await aWhile()
  expect(stopsOf(two.pile)).toEqual([])
  await two.reading(2_000, 0)
  await vi.waitFor(() => expect(stopsOf(two.pile)).toHaveLength(1))
})

const virtualPile = virtualPiles()

test('a pile that keeps to its limit is told another one by what runs and is paid in at the other node', async () => {
  const { id, station_number: station } = await newPile()
  const clock = new ManualClock(Date.now() - 60 * MINUTE)
  const model = pileModels.dc120
  const pile = virtualPile(there, {
    station,
    version: '2.1',
    model,
    clock,
    memory: newMemory(model.firmware, [700, 0]),
  })
  await vi.waitFor(() => expect(pile.online).toBe(true))
  const other = await charging(here)
  await other.reading(3_000, -5)
  gun(pile).plugIn(sedan(0.2))
  expect(await gun(pile).swipe(await newCard())).toBe('started')
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) await clock.advance(MINUTE, () => pile.settled())
  }
  await aWhile()
  await pass(10)
  expect([gun(pile).register_wh - 700, gun(pile).status]).toEqual([2_000, 'SuspendedEVSE'])
  await here.call('/system/client/charge', { id: customer.id, amount_cents: 400 })
  await vi.waitFor(() => expect(gun(pile).status).toBe('Charging'), { timeout: 4_000 })
  await pass(10)
  expect(gun(pile).register_wh - 700).toBe(6_000)
  const commands = both.database.db.selectFrom('command').select('id').where('pile_id', '=', id)
  expect(await commands.where('action', '=', 'stop').execute()).toEqual([])
})

test('an order that waits for its cable and is settled by the other node counts once', async () => {
  const { db } = both.database
  const without = site_id
  const rule = await makeRule(db, { electricity_fee: 100, service_fee: 0, occupation_fee: 100 })
  site_id = (await makeSite(db, { strategy_id: (await makeStrategy(db, { rule_ids: [rule.id] })).id })).id
  const one = await charging(there)
  site_id = without
  const two = await charging(there)
  await one.reading(3_000, -5)
  const timestamp = () => new Date().toISOString()
  const says = (status: string) =>
    one.pile.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: timestamp() })
  await says('Charging')
  await one.stop(3_000)
  await says('Finishing')
  await two.reading(1_000, -5)
  await aWhile()
  // As the node that leads does when nothing was heard of the cable.
  await db.transaction().execute(async (trx) => {
    const paid = { status: 'paid' as const, paid_cents: 300, left_at: new Date().toISOString() }
    const order = trx.updateTable('orders').set(paid).where('pile_id', '=', one.id).where('status', '=', 'completed')
    expect((await order.executeTakeFirst()).numUpdatedRows).toBe(1n)
    await trx
      .insertInto('ledger_entry')
      .values({ customer_id: customer.id, kind: 'charge', amount_cents: -300 })
      .execute()
  })
  await aWhile()
  await two.reading(1_900, -4)
  await aWhile()
  expect(stopsOf(two.pile)).toEqual([])
  await two.reading(2_000, -3)
  await vi.waitFor(() => expect(stopsOf(two.pile)).toHaveLength(1))
})

test('a session whose card is reported stolen at the other node is asked to stop until it ends, and leaves its account', async () => {
  const card = await makeCard(both.database.db, { customer_id: customer.id })
  const one = await charging(there, { card: card.number })
  const two = await charging(there)
  await one.reading(4_000, -5)
  await aWhile()
  expect((await here.call(blockCard, { id: card.id, reason: 'stolen' })).data).toEqual({ running: 1, stopped: 1 })
  await vi.waitFor(() => expect(stopsOf(one.pile)).toHaveLength(1), { timeout: 3_000 })
  await aWhile()
  // 4 yuan and 2 would be more than the 5 that there are.
  await two.reading(2_000, -4)
  await aWhile()
  expect([stopsOf(one.pile).length, stopsOf(two.pile).length]).toEqual([1, 0])
  const later = vi.spyOn(Date, 'now')
  const real = later.getMockImplementation() ?? (() => performance.timeOrigin + performance.now())
  later.mockImplementation(() => Math.round(real() + 31_000))
  await vi.waitFor(() => expect(stopsOf(one.pile)).toHaveLength(2), { timeout: 8_000 })
  later.mockRestore()
  await one.stop(4_500)
  const order = both.database.db.selectFrom('orders').select(['customer_id', 'abnormal']).where('pile_id', '=', one.id)
  expect(await order.executeTakeFirst()).toEqual({ customer_id: null, abnormal: 'unauthorized' })
})

test('a session whose card was reported stolen at a node that died before it asked is asked to stop by the one that has it', async () => {
  const number = await newCard()
  const one = await charging(there, { card: number })
  const { db } = both.database
  await db.transaction().execute((trx) => disownRunning(trx, number, Date.now()))
  await vi.waitFor(() => expect(stopsOf(one.pile)).toHaveLength(1), { timeout: 5_000 })
  await aWhile()
  expect(stopsOf(one.pile)).toHaveLength(1)
  await vi.waitFor(async () => {
    const alarm = db.selectFrom('alarm').select('code').where('pile_id', '=', one.id)
    expect(await alarm.execute()).toEqual([{ code: 'UnauthorizedCharging' }])
  })
  await one.stop(4_500)
})
