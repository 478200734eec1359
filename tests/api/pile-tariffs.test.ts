import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { orderDetail } from '../../src/shared/endpoints/orders.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileTariff } from '../../src/shared/endpoints/pile-tariffs.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makeOrder, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What people see and do about the tariff of a pile, and what a pile reckoned by itself. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected(rules: { free_minutes: number }[] = [{ free_minutes: 15 }]) {
  const hours = [0, 12, 0]
  const made = []
  for (const [at, rule] of rules.entries()) {
    const day = rules.length === 1 ? {} : { start_hour: hours[at] ?? 0, end_hour: hours[at + 1] ?? 0 }
    made.push(
      await makeRule(server.db, { electricity_fee: 138, service_fee: 40, occupation_fee: 600, ...rule, ...day }),
    )
  }
  const strategy = await makeStrategy(server.db, { rule_ids: made.map(({ id }) => id) })
  const site = await makeSite(server.db, { strategy_id: strategy.id })
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id })
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: ['ocpp2.1'] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return { pile, id, station, strategy: strategy.name }
}

const as = async (...permissions: string[]) => ({ as: await server.signIn({ permissions }) })
const send = (id: number, how = {}) => server.call(pileCommands.set_tariff, { id } as never, how)

test('a person sends the tariff, sees it, and clears it', async () => {
  const { pile, id, strategy } = await connected()
  expect((await server.call(pileTariff, { id })).data).toBeNull()
  pile.onCall('SetDefaultTariff', { status: 'Accepted' })
  expect((await send(id)).data.command).toMatchObject({ status: 'done', action: 'set_tariff' })
  const shown = (await server.call(pileTariff, { id })).data
  expect(shown).toMatchObject({
    ...{ state: 'given', why: null, said: null, strategy, given_at: expect.any(String), shows_only: false },
    tariff: {
      bands: [{ start_hour: 0, end_hour: 0, energy_fee: 178, occupation_fee: 600 }],
      free_minutes: 15,
    },
  })
  pile.onCall('ClearTariffs', { clearTariffsResult: [{ tariffId: shown?.tariff?.id, status: 'Accepted' }] })
  expect((await server.call(pileCommands.clear_tariffs, { id } as never)).data.command).toMatchObject({
    status: 'done',
  })
  expect((await server.call(pileTariff, { id })).data).toMatchObject({ state: 'cleared', tariff: null, given_at: null })
})

test('what the pile says no by is kept in its word', async () => {
  const { pile, id } = await connected()
  pile.onCall('SetDefaultTariff', { status: 'TooManyElements' })
  expect((await send(id)).data.command).toMatchObject({ status: 'refused' })
  expect((await server.call(pileTariff, { id })).data).toMatchObject({ state: 'refused', said: 'TooManyElements' })
})

test('without a tariff that comes to the bill nothing is sent, and why is said', async () => {
  const { pile, id } = await connected([{ free_minutes: 15 }, { free_minutes: 30 }])
  const refused = await send(id)
  expect([refused.code, refused.message]).toEqual([
    409,
    expect.stringContaining('free minutes with the cable in differ'),
  ])
  expect(pile.received.filter(({ action }) => action === 'SetDefaultTariff')).toEqual([])
})

test('one that says that it cannot take it is sent none, and why is said', async () => {
  const { pile, id } = await connected()
  const key = 'TariffCostCtrlr/Enabled[Tariff]'
  await sql`insert into pile_setting (pile_id, key, value, read_only) values (${id}, ${key}, 'false', false)`.execute(
    server.db,
  )
  const refused = await send(id)
  expect([refused.code, refused.message]).toEqual([409, expect.stringContaining('switched off at the pile')])
  expect(pile.received.filter(({ action }) => action === 'SetDefaultTariff')).toEqual([])
})

test('a tariff that an engineer wrote is by hand, and one of ours again is not', async () => {
  const { pile, id, station } = await connected()
  pile.onCall('SetDefaultTariff', { status: 'Accepted' })
  const own = { tariffId: 'OWN', currency: 'CNY', energy: { prices: [{ priceKwh: 1 }] } }
  const payload = { evseId: 0, tariff: own }
  const asked = { station_number: station, action: 'SetDefaultTariff', payload, sure: true }
  const written = await server.call(callPile, asked as never)
  expect(written).toMatchObject({ code: 200 })
  expect((await server.call(pileTariff, { id })).data).toMatchObject({ state: 'by_hand', tariff: { id: 'OWN' } })
  await send(id)
  expect((await server.call(pileTariff, { id })).data?.state).toBe('given')
})

test('who may look may not send, and who may send sees no pile of others', async () => {
  const { id } = await connected()
  expect((await server.call(pileTariff, { id }, await as('pile.list'))).code).toBe(200)
  expect((await send(id, await as('pile.list'))).code).toBe(403)
  expect((await server.call(pileTariff, { id }, await as('order.list'))).code).toBe(403)
})

test('an order shows what its pile came to beside the bill', async () => {
  const order = await makeOrder(server.db, { total_cents: 1200 })
  expect((await server.call(orderDetail, { id: order.id })).data.pile_cost).toBeNull()
  const told = { currency: 'CNY', total: 14.5, energy: 14.5, idle: null, tariff_id: 'T', failed: false, reason: null }
  const line = {
    ...{
      kind: 'energy',
      rule_id: null,
      name: 'R',
      band: 'flat',
      from: order.started_at,
      to: order.started_at,
      wh: 10_000,
    },
    ...{
      seconds: 0,
      electricity_fee: 0,
      service_fee: 0,
      occupation_fee: 0,
      electricity_cents: 1000,
      service_cents: 200,
    },
    ...{ occupation_cents: 0, cost_cents: 0 },
  }
  await server.db
    .updateTable('orders')
    .set({ pile_cost: JSON.stringify(told), lines: JSON.stringify([line]), status: 'paid', abnormal: null })
    .where('id', '=', order.id)
    .execute()
  expect((await server.call(orderDetail, { id: order.id })).data.pile_cost).toEqual({
    ...{ state: 'differs', ours_cents: 1200, theirs_cents: 1450, currency: 'CNY', reason: null },
  })
})
