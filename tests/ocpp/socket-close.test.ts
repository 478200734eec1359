import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectPile } from '../../src/fleet/scripted.ts'
import { makeCard, makeCustomer, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const REPORTS = 40

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Db = FreshDatabase['db']
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A session that runs, with its pile's socket in the test's own hands. */
async function session({ db, url }: Pick<TestServer, 'db' | 'url'>) {
  const rule = await makeRule(db, { electricity_fee: 100, service_fee: 0, occupation_fee: 0 })
  const strategy = await makeStrategy(db, { rule_ids: [rule.id] })
  const site = await makeSite(db, { strategy_id: strategy.id })
  const { id, station_number } = await makePile(db, { site_id: site.id })
  const customer = await makeCustomer(db, { balance_cents: 100_000 })
  const idTag = (await makeCard(db, { customer_id: customer.id })).number
  const address = `${url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url: address, station: station_number })
  const call = { connectorId: 1, idTag, meterStart: 0, timestamp: ago(3_600_000) }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', call)
  await come(db, id)
  pile.drop()
  await gone(db, id)
  const socket = await open(`${address}/${station_number}`)
  await come(db, id)
  return { id, transactionId, socket, address: `${address}/${station_number}` }
}

async function open(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address, ['ocpp1.6'])
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return socket
}

const frame = (transactionId: number, number: number) =>
  JSON.stringify([
    2,
    `m${number}`,
    'MeterValues',
    {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: ago(3_500_000 - number * 1000), sampledValue: [{ value: String(number + 1) }] }],
    },
  ])

const burst = (socket: WebSocket, transactionId: number, from = 0) => {
  for (let number = 0; number < REPORTS; number++) socket.send(frame(transactionId, from + number))
}

const readings = (db: Db, pile_id: number) =>
  db
    .selectFrom('reading')
    .innerJoin('orders', 'orders.id', 'reading.order_id')
    .select('reading.at')
    .where('orders.pile_id', '=', pile_id)
    .execute()
const strays = async (db: Db, pile_id: number) => ({
  aside: (await db.selectFrom('set_aside').select('reason').where('pile_id', '=', pile_id).execute()).length,
  nowhere: (
    await db.selectFrom('reading').select('at').where('pile_id', '=', pile_id).where('order_id', '=', 0).execute()
  ).length,
})
const none = { aside: 0, nowhere: 0 }
const presence = (db: Db, id: number, wanted: 'online' | 'offline') =>
  vi.waitFor(async () => {
    const { state } = await db.selectFrom('pile').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect(state === 'offline' ? 'offline' : 'online').toBe(wanted)
  })
const come = (db: Db, id: number) => presence(db, id, 'online')
const gone = (db: Db, id: number) => presence(db, id, 'offline')

/** What arrived is counted; what a cut swallowed on its way never did. */
async function expectAllCounted(db: Db, id: number, least: number) {
  await vi.waitFor(async () => expect((await readings(db, id)).length).toBeGreaterThanOrEqual(least))
  expect(await strays(db, id)).toEqual(none)
}

test('reports that wait when a socket closes are counted to their order', async () => {
  const { id, transactionId, socket } = await session(server)
  burst(socket, transactionId)
  socket.close()
  await gone(server.db, id)
  await expectAllCounted(server.db, id, REPORTS)
})

test('reports that wait when a newer socket takes the place of theirs are counted to their order', async () => {
  const { id, transactionId, socket, address } = await session(server)
  burst(socket, transactionId)
  const newer = await open(address)
  burst(newer, transactionId, REPORTS)
  await vi.waitFor(async () => expect((await readings(server.db, id)).length).toBeGreaterThan(REPORTS))
  newer.close()
  await gone(server.db, id)
  await expectAllCounted(server.db, id, REPORTS + 1)
})

test('a stop that waits when a socket is cut ends its order, once', async () => {
  const { id, transactionId, socket, address } = await session(server)
  burst(socket, transactionId)
  const stop = { transactionId, meterStop: 5000, timestamp: ago(0), reason: 'EVDisconnected' }
  const text = JSON.stringify([2, 'stop', 'StopTransaction', stop])
  await new Promise((sent) => socket.send(text, sent))
  socket.close()
  const newer = await open(address)
  newer.send(text)
  await vi.waitFor(async () => {
    const order = server.db.selectFrom('orders').select(['status', 'total_cents']).where('pile_id', '=', id)
    expect(await order.executeTakeFirst()).toEqual({ status: 'paid', total_cents: 500 })
  })
  newer.close()
  await gone(server.db, id)
  expect(await strays(server.db, id)).toEqual(none)
  const charges = server.db.selectFrom('ledger_entry').innerJoin('orders', 'orders.id', 'ledger_entry.order_id')
  expect(await charges.select('amount_cents').where('orders.pile_id', '=', id).execute()).toHaveLength(1)
})

test('a pile that is gone before its sessions are known leaves its reports unanswered, or they are counted', async () => {
  const { id, transactionId, socket, address } = await session(server)
  socket.terminate()
  for (let round = 0; round < 5; round++) {
    const next = await open(address)
    burst(next, transactionId, round * REPORTS)
    next.terminate()
  }
  await gone(server.db, id)
  expect(await strays(server.db, id)).toEqual(none)
})

test('reports that wait when the server stops are counted to their orders', async () => {
  const database = await freshDatabase()
  const stopping = await startServer({ database })
  const sessions = await Promise.all(Array.from({ length: 6 }, () => session(stopping)))
  for (const { socket, transactionId } of sessions) burst(socket, transactionId)
  // As many as the server has taken when it is told to stop, and more on their way.
  await vi.waitFor(async () => expect((await readings(database.db, sessions[0]?.id ?? 0)).length).toBeGreaterThan(0))
  await stopping.stop()
  for (const { id } of sessions) await expectAllCounted(database.db, id, 1)
  await database.drop()
})
