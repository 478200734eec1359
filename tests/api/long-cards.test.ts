import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Car, type CarModel, carModels } from '../../src/fleet/car.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { listOfPile } from '../../src/shared/endpoints/card-lists.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { card } from '../../src/shared/entities/card.ts'
import { reservation } from '../../src/shared/entities/reservation.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeSite, next } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Cards whose numbers are longer than OCPP 1.6 knows (7.28) and no longer than 2.0.1 does (2.28), over real sockets. */

let server: TestServer
let pile_type_id: number
const piles: Pile[] = []
beforeAll(async () => {
  server = await startServer()
  pile_type_id = (await makePileType(server.db, { keeps_card_list: true })).id
})
beforeEach(async () => {
  await server.db.updateTable('card').set({ archived_at: new Date().toISOString() }).execute()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})
afterAll(() => server.stop())

type Version = '1.6' | '2.0.1' | '2.1'
const long = () => `contract-${next()}-`.padEnd(36, 'x')

async function fleetPile(version: Version) {
  const site = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id, pile_type_id })
  const pile = virtualPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, version })
  piles.push(pile)
  pile.start()
  await until(() => pile.online)
  return { id, pile }
}

const listOf = async (pile_id: number) => (await server.call(listOfPile, { pile_id })).data
const lookAgain = () =>
  server.db
    .updateTable('card_list')
    .set({ compare_at: new Date(0).toISOString() })
    .execute()
/** With which number a pile was asked last. */
async function askedWith(pile_id: number, action: 'start' | 'reserve') {
  const asked = server.db
    .selectFrom('command')
    .select('intent')
    .where('pile_id', '=', pile_id)
    .where('action', '=', action)
  const { intent } = await asked.orderBy('id', 'desc').executeTakeFirstOrThrow()
  return (JSON.parse(intent ?? '{}') as { card_number: string }).card_number
}
async function started(id: number, customer_id: number) {
  const { status } = await server.call(pileCommands.start, { id, connector_number: 1, customer_id })
  expect(status).toBe(200)
  return await askedWith(id, 'start')
}
const keep = (pile_id: number, connector_number: number, whom: object) => {
  const expires_at = new Date(Date.now() + 1_800_000).toISOString()
  const body = { pile_id, connector_number, card_number: null, customer_id: null, ...whom, expires_at }
  return server.call(`${reservation.path}/add`, body)
}

test('a card has a number of 36 characters, and none of 37', async () => {
  const add = (number: string) =>
    server.call(`${card.path}/${card.calls.create}`, { number, customer_id: null, valid_until: null, at_once: null })
  const number = long()
  expect((await add(number)).data).toMatchObject({ number: number.toUpperCase() })
  const { status, data } = await add(`${long()}y`)
  expect([status, data.errors.number]).toEqual([422, expect.stringMatching(/36/)])
  // Whatever the letters.
  expect((await add(number.toUpperCase())).status).not.toBe(200)
})

describe.each(['2.0.1', '2.1'] as const)('at a pile of %s', (version) => {
  test('such a card charges and pays, and is told to its list', async () => {
    const { id, pile } = await fleetPile(version)
    const { number, customer_id } = await makeCard(server.db, { number: long() })
    await lookAgain()
    await until(() => pile.memory.local_list.tags[number.toUpperCase()]?.status === 'Accepted')
    expect(await listOf(id)).toMatchObject({ too_long: 0 })
    const gun = pile.connector(1)
    gun?.plugIn(new Car(carModels[0] as CarModel, 0.3))
    pile.memory.local_list.tags = {}
    expect(await gun?.swipe(number.toLowerCase())).toBe('started')
    const orders = server.db.selectFrom('orders').selectAll().where('pile_id', '=', id)
    await until(async () => (await orders.execute()).length === 1)
    expect(await orders.execute()).toMatchObject([{ card_number: number.toUpperCase(), customer_id }])
    await gun?.stop('Local')
    await until(async () => (await orders.executeTakeFirstOrThrow()).ended_at !== null)
  })

  test('it starts from the console, and a gun is kept for it', async () => {
    const { id } = await fleetPile(version)
    const { number, customer_id } = await makeCard(server.db, { number: long() })
    expect((await keep(id, 1, { card_number: number })).status).toBe(200)
    expect((await askedWith(id, 'reserve')).toUpperCase()).toBe(number.toUpperCase())
    expect((await started(id, Number(customer_id))).toUpperCase()).toBe(number.toUpperCase())
  })
})

describe('at a pile of 1.6', () => {
  test('no such card is told to its list, and its page says how many there are', async () => {
    const { id, pile } = await fleetPile('1.6')
    const [short] = [await makeCard(server.db), await makeCard(server.db, { number: long() })]
    // It may not charge anywhere: nothing keeps it out of this list but that.
    await makeCard(server.db, { number: long(), status: 'blocked' })
    await lookAgain()
    await until(() => pile.memory.local_list.tags[short.number.toUpperCase()])
    await until(async () => (await listOf(id))?.state === 'in_step')
    expect(Object.keys(pile.memory.local_list.tags)).toEqual([short.number.toUpperCase()])
    expect(await listOf(id)).toMatchObject({ wanted: 1, left_out: 0, too_long: 1 })
  })

  test('no gun is kept for it, with words at its field; of its customer another card, or none, is told', async () => {
    const { id } = await fleetPile('1.6')
    const customer = await makeCustomer(server.db, { balance_cents: 10_000 })
    const { number } = await makeCard(server.db, { number: long(), customer_id: customer.id })
    const { status, data } = await keep(id, 1, { card_number: number })
    expect([status, data.errors.card_number]).toEqual([422, expect.stringMatching(/longer than 20/)])
    expect((await keep(id, 1, { customer_id: customer.id })).status).toBe(200)
    expect(await askedWith(id, 'reserve')).toBe(`CUSTOMER-${customer.id}`)
    expect(await started(id, customer.id)).toBe(`CUSTOMER-${customer.id}`)
  })

  test('another card of its customer is told instead', async () => {
    const { id } = await fleetPile('1.6')
    const { customer_id } = await makeCard(server.db, { number: long() })
    const short = await makeCard(server.db, { customer_id })
    expect((await started(id, Number(customer_id))).toUpperCase()).toBe(short.number.toUpperCase())
  })
})
