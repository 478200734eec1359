import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makeCustomer, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { sedan } from '../ocpp/rig.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'
import { add, choose, save } from './by-hand.ts'
import { type Desk, sitDown, startJourney, turnTo } from './console.ts'
import { findingsOn } from './every-screen.ts'

/** Cards of a group, and what a pile of 2.1 has on its own screens: made and pressed by hand, at one desk. */

let server: TestServer
let desk: Desk
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startJourney()
  desk = await sitDown(server)
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

async function site() {
  const rule = await makeRule(server.db, { electricity_fee: 138, service_fee: 40 })
  const strategy = await makeStrategy(server.db, { rule_ids: [rule.id] })
  return await makeSite(server.db, { strategy_id: strategy.id })
}

async function connected(station: string) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: ['ocpp2.0.1'] })
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return pile
}

const GROUPS = '/operationManagement/cardGroup'
const CARDS = '/operationManagement/card'

test('cards of a group made by hand charge at once as often as it says, end each other, and a pile is told of a master pass', async () => {
  const { page } = desk
  const customer = await makeCustomer(server.db, { account: 'fleet-north', balance_cents: 100_000 })
  const { id, station_number: station } = await makePile(server.db, { site_id: (await site()).id })
  await desk.go('/dashboard')
  await add(page, GROUPS, 'Add card group', {
    ...{ 'Group number': 'NORTH', Name: 'Northern fleet', Customer: { choose: customer.account } },
    'Sessions at once': '1',
  })
  await page.getByRole('link', { name: 'Add card group' }).first().waitFor()
  await add(page, GROUPS, 'Add card group', {
    'Group number': 'SERVICE',
    Name: 'Staff',
    Kind: { choose: 'Master pass' },
  })
  for (const [number, group] of [
    ['AA11', 'Northern fleet'],
    ['BB22', 'Northern fleet'],
    ['CC33', 'Staff'],
  ] as const) {
    await turnTo(page, CARDS)
    await page.getByRole('link', { name: 'Add' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Card number/).fill(number)
    if (group !== 'Staff') await choose(page, 'Customer', customer.account)
    await choose(page, 'Group', group)
    await save(page)
  }

  const pile = await connected(station)
  const stationOf = async () =>
    await connected((await makePile(server.db, { site_id: (await site()).id })).station_number)
  const token = (idToken: string) => ({ idToken: { idToken, type: 'ISO14443' } })
  const status = async (number: string, at = pile) =>
    (await at.call<{ idTokenInfo: { status: string; groupIdToken?: { idToken: string } } }>('Authorize', token(number)))
      .idTokenInfo
  expect(await status('AA11')).toMatchObject({ status: 'Accepted', groupIdToken: { idToken: 'NORTH' } })
  const tell = (eventType: string, seqNo: number, number: string) =>
    pile.call('TransactionEvent', {
      ...{ eventType, seqNo, timestamp: new Date().toISOString(), triggerReason: 'Authorized', ...token(number) },
      ...{ transactionInfo: { transactionId: 'T1' }, evse: { id: 1, connectorId: 1 } },
    })
  expect(await tell('Started', 0, 'AA11')).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  // Here the other card of the group may end the session; elsewhere it begins none, for one is all there may be at once.
  expect(await status('BB22')).toMatchObject({ status: 'Accepted', groupIdToken: { idToken: 'NORTH' } })
  const elsewhere = await stationOf()
  expect(await status('BB22', elsewhere)).toMatchObject({ status: 'ConcurrentTx' })
  expect(await status('CC33')).toMatchObject({ groupIdToken: { idToken: 'SERVICE' } })
  expect(await tell('Ended', 1, 'BB22')).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  expect(await status('BB22', elsewhere)).toMatchObject({ status: 'Accepted' })
  elsewhere.drop()
  pile.drop()
  const order = await server.db.selectFrom('orders').select('card_number').where('pile_id', '=', id).execute()
  expect(order).toEqual([{ card_number: 'AA11' }])
  expect(await findingsOn(desk, [GROUPS, CARDS])).toEqual({})
})

test('at a pile of 2.1 a session is given priority by a button on its order, and the pile’s page has its tariff', async () => {
  const { page } = desk
  const customer = await makeCustomer(server.db, { account: 'quick', balance_cents: 100_000 })
  const { id, station_number: station } = await makePile(server.db, { site_id: (await site()).id })
  const pile = startPile(server, { station, version: '2.1' })
  await expect.poll(() => pile.online).toBe(true)
  await server.call(pileCommands.read_settings, { id, component: 'TariffCostCtrlr' })
  const chargingSchedulePeriod = [{ startPeriod: 0, limit: 60_000 }]
  const startSchedule = new Date().toISOString()
  const chargingProfile = {
    ...{ id: 9, stackLevel: 0, chargingProfilePurpose: 'PriorityCharging', chargingProfileKind: 'Absolute' },
    chargingSchedule: [{ id: 1, chargingRateUnit: 'W', startSchedule, chargingSchedulePeriod }],
  }
  const payload = { evseId: 0, chargingProfile }
  const call = { station_number: station, action: 'SetChargingProfile', payload, sure: true }
  await server.call(callPile, call as never)
  const gun = pile.connectors[0]
  gun?.plugIn(sedan(0.2))
  await server.call(pileCommands.start, { id, connector_number: 1, customer_id: customer.id } as never)
  const orderId = async () =>
    (await server.db.selectFrom('orders').select('id').where('pile_id', '=', id).executeTakeFirst())?.id
  await expect.poll(orderId).toBeTruthy()
  const order = `/operationManagement/order/${await orderId()}`
  await turnTo(page, order)
  await page.getByRole('button', { name: 'Charge with priority' }).click()
  await page.getByText('With priority', { exact: true }).waitFor()
  expect(pile.memory.transactions.map(({ priority }) => priority)).toEqual([true])
  await page.getByRole('button', { name: 'End priority' }).click()
  await page.getByRole('button', { name: 'Charge with priority' }).waitFor()
  expect(pile.memory.transactions.map(({ priority }) => priority)).toEqual([false])

  await turnTo(page, `/device/chargingPoint/${id}?tab=info`)
  await page.getByText('The pile shows what its site charges, and reckons by it.').waitFor()
})
