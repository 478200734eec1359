import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { profileFit, pushProfile } from '../../src/shared/endpoints/charging-profiles.ts'
import { orderDetail } from '../../src/shared/endpoints/orders.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { order } from '../../src/shared/entities/order.ts'
import { makeCard, makeCustomer, makePile, makeRule, makeSite, makeStrategy, next } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Charging with priority, as people ask for it (OCPP 2.1, K21). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function pileAt(version: string, site_id: number) {
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: [version] })
  open.push(pile)
  if (version === 'ocpp1.6') await pile.call('BootNotification', { chargePointVendor: 'Volta', chargePointModel: 'V1' })
  else await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return { id, pile }
}

/** A pile of a version, at which a car charges. */
async function charging(version = 'ocpp2.1') {
  const rule = await makeRule(server.db, {})
  const { id: site_id } = await makeSite(server.db, {
    strategy_id: (await makeStrategy(server.db, { rule_ids: [rule.id] })).id,
  })
  const { id, pile } = await pileAt(version, site_id)
  const customer = await makeCustomer(server.db, { balance_cents: 100_000 })
  const { number: idToken } = await makeCard(server.db, { customer_id: customer.id })
  const timestamp = new Date().toISOString()
  if (version === 'ocpp1.6')
    await pile.call('StartTransaction', { connectorId: 1, idTag: idToken, meterStart: 0, timestamp })
  else
    await pile.call('TransactionEvent', {
      ...{ eventType: 'Started', timestamp, triggerReason: 'Authorized', seqNo: 0, evse: { id: 1 } },
      transactionInfo: { transactionId: 'tx-1', chargingState: 'Charging' },
      idToken: { idToken, type: 'ISO14443' },
    })
  const found = server.db.selectFrom('orders').select('id').where('pile_id', '=', id)
  return { id, pile, site_id, order_id: (await found.executeTakeFirstOrThrow()).id }
}

const give = ({ id, order_id }: { id: number; order_id: number }, turn: string, options = {}) =>
  server.call(pileCommands.priority, { id, connector_number: 1, order_id, turn } as never, options)
const offers = async (id: number) => (await server.call(orderDetail, { id })).data.order.takes_priority

test('the order says that it can be asked, what the pile said, and since when it charges so', async () => {
  const made = await charging()
  expect(await offers(made.order_id)).toBe(true)
  made.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
  const { data } = await give(made, 'on')
  expect(data.command).toMatchObject({ action: 'priority', status: 'accepted', connector_number: 1 })
  await made.pile.call('NotifyPriorityCharging', { transactionId: 'tx-1', activated: true })
  await vi.waitFor(async () => {
    const detail = (await server.call(orderDetail, { id: made.order_id })).data
    expect(detail.order).toMatchObject({ priority_since: expect.any(String), priority_by: expect.any(String) })
    expect(detail.events.map(({ event }) => event)).toContain('priority_on')
  })
  const listed = await server.call(`${order.path}/index`, { pile_id: [made.id] })
  expect((listed.data as { rows: object[] }).rows).toMatchObject([
    { takes_priority: true, priority_since: expect.any(String) },
  ])
})

test.each(['ocpp1.6', 'ocpp2.0.1'])(
  'a pile of %s is not offered it, and the call is refused in words',
  async (version) => {
    const made = await charging(version)
    expect(await offers(made.order_id)).toBe(false)
    const { code, message } = await give(made, 'on')
    expect([code, message]).toEqual([409, 'The pile does not know this command in the OCPP version that it speaks.'])
    const chinese = await give(made, 'on', { language: 'zh-CN' })
    expect(chinese.message).toBe('按该桩的 OCPP 版本，桩不支持此指令。')
    expect(await server.db.selectFrom('command').select('id').where('pile_id', '=', made.id).execute()).toEqual([])
  },
)

test('it needs its permission, and the order and its pile within reach', async () => {
  const made = await charging()
  const other = await charging()
  const as = async (draft: object) => ({ as: await server.signIn(draft) })
  expect((await give(made, 'on', await as({ permissions: ['pile.stop', 'order.list'] }))).code).toBe(403)
  const site = { permissions: ['pile.priority'], data_scope: 'sites' as const, site_ids: [other.site_id] }
  const limited = await as(site)
  expect((await give(made, 'on', limited)).code).toBe(404)
  // A session of a pile that is out of reach is none of theirs by another pile either.
  expect((await give({ id: other.id, order_id: made.order_id }, 'on', limited)).code).not.toBe(200)
  other.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
  expect((await give(other, 'on', limited)).code).toBe(200)
  expect(made.pile.received).toEqual([])
})

test('an order of another pile, one that is over and a word that is none are refused', async () => {
  const [made, other] = [await charging(), await charging()]
  expect((await give({ id: made.id, order_id: other.order_id }, 'on')).message).toBe(
    'This order does not charge any more.',
  )
  expect((await give(made, 'perhaps')).code).toBe(422)
  await server.db.updateTable('orders').set({ status: 'completed' }).where('id', '=', made.order_id).execute()
  expect((await give(made, 'on')).code).toBe(409)
  expect(await offers(made.order_id)).toBe(false)
  other.pile.drop()
  await vi.waitFor(async () => expect(await offers(other.order_id)).toBe(false))
  expect((await give(other, 'on')).message).toBe('The pile is not connected, so it cannot be asked now.')
})

const profileAt = (site_id: number, given: object = {}) =>
  server.call('/system/charging_profile/add', {
    ...{ name: `Priority ${next()}`, site_id, charging_profile_purpose: 'priority', charging_profile_kind: 'absolute' },
    ...{ start_schedule: '2026-11-01T16:00:00.000Z', periods: [{ start: 0, limit: 60_000, phases: null }], ...given },
  })

test('a profile of priority goes to piles of 2.1, and the others are named with why they are not asked', async () => {
  const { id: site_id } = await makeSite(server.db)
  const old = await pileAt('ocpp1.6', site_id)
  const older = await pileAt('ocpp2.0.1', site_id)
  const { id: pile_id, pile } = await pileAt('ocpp2.1', site_id)
  const { id } = (await profileAt(site_id)).data as { id: number }
  const { data } = await server.call(profileFit, { id })
  expect(data.cannot.map((one) => [one.pile.id, one.code]).sort()).toEqual([
    [old.id, 'takes_version'],
    [older.id, 'takes_version'],
  ])
  const refused = await server.call(pushProfile, { id, pile_ids: [older.id] })
  expect((refused.data as unknown as { errors: object }).errors).toEqual({
    pile_ids: 'It speaks an OCPP version that has no such profile',
  })
  pile.onCall('SetChargingProfile', { status: 'Accepted' })
  expect((await server.call(pushProfile, { id })).code).toBe(200)
  expect(await pile.nextCall('SetChargingProfile')).toMatchObject({
    evseId: 0,
    chargingProfile: { id, chargingProfilePurpose: 'PriorityCharging', chargingProfileKind: 'Absolute' },
  })
  const rows = () => server.db.selectFrom('installed_profile').select(['pile_id', 'purpose'])
  await vi.waitFor(async () =>
    expect(await rows().where('charging_profile_id', '=', id).execute()).toEqual([{ pile_id, purpose: 'priority' }]),
  )
  expect(
    [old, older].flatMap((one) => one.pile.received.filter(({ action }) => action === 'SetChargingProfile')),
  ).toEqual([])
})

test('one that lasts, or repeats, is refused at its field', async () => {
  const { id: site_id } = await makeSite(server.db)
  const wrong = async (given: object) =>
    Object.keys(((await profileAt(site_id, given)).data as { errors: object }).errors)
  expect(await wrong({ duration: 3600 })).toEqual(['duration'])
  expect(await wrong({ charging_profile_kind: 'recurring', recurrency_kind: 'daily', duration: 86_400 })).toEqual([
    'charging_profile_kind',
  ])
})
