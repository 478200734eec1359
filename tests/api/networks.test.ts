import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Car, type CarModel, carModels } from '../../src/fleet/car.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { pileNetwork } from '../../src/shared/endpoints/networks.ts'
import { bulkCommands, pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { rootCertificate } from '../../src/shared/entities/root-certificate.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeCard, makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { freshDatabase } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { selfSigned } from './pile-tls.ts'

/** Network profiles of piles of OCPP 2.0.1 and 2.1 that cannot lose a pile (B09, B10, A05), over real sockets. */

const folder = temporaryFolder()
const password = 'sixteen-characters'
const piles: Pile[] = []
let server: TestServer
let root_id: number
let secure: string

/** A virtual pile that does not take the time of a real one. */
const PACE = { Soft: 100, Hard: 100, idle: 50 }

const own = () => `${server.url.replace('http', 'ws')}/ocpp`

beforeAll(async () => {
  const network = selfSigned(folder.path, 'network')
  const port = await freePort()
  const pileTls = { port, ...network, operator: 'Acme', days: 90, authority: null }
  secure = `wss://127.0.0.1:${port}/ocpp`
  const settings = { pileTls, dataDir: folder.path, ocppAuth: 'required' as const, publicUrl: 'http://127.0.0.1' }
  server = await startServer({ settings })
  root_id = (await server.call(`${rootCertificate.path}/add`, { name: 'Network', pem: network.cert })).data.id
})
beforeEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})
afterAll(async () => {
  for (const pile of piles) await pile.stop()
  await server.stop()
  folder.remove()
})

async function fleetPile(version: '2.0.1' | '2.1') {
  const { id, station_number: station } = await makePile(server.db, { password_hash: hashPileSecret(password) })
  const backoff = { firstMs: 20, maxMs: 100 }
  const pile = virtualPile({ ...{ url: own(), station, password, version, backoff }, pace: PACE })
  piles.push(pile)
  pile.start()
  await until(() => pile.online)
  return { id, pile }
}

const WRITE = {
  ...{ slot: 2, security: '1', interface: 'wired0', message_seconds: 30 },
  ...{ apn: null, apn_sign_in: 'auto', apn_user: null, apn_password: null },
}
const write = (id: number, said: object = {}) =>
  server.call(pileCommands.write_network, { id, ...WRITE, connect_to: own(), ...said } as never) as unknown as Promise<{
    status: number
    data: { command: { id: number; status: string; payload: string }; errors: Record<string, string> }
  }>
const networkOf = async (id: number) => (await server.call(pileNetwork, { id })).data
const slotOf = async (id: number, slot: number) => (await networkOf(id)).slots.find((one) => one.slot === slot)

/** What it told of all its settings is kept. */
async function read(id: number) {
  await server.call(pileCommands.read_settings, { id, component: null })
  await until(async () => (await networkOf(id)).active !== null)
}

async function move(ids: number[], slot = 2, tries = 1) {
  const call = bulkCommands.get('move_network')
  if (!call) throw new Error('not for many')
  const { data, status } = await server.call(call, { ids, slot, tries } as never)
  expect(status).toBe(200)
  return (data as unknown as { campaign: { id: number } }).campaign.id
}

const nowhere = async () => `ws://127.0.0.1:${await freePort()}/ocpp`

/** The orders that it is given, each of which it takes. */
function ordersOf(pile: Pile): string[] {
  const { network } = pile
  const setOrder = network.setOrder.bind(network)
  const orders: string[] = []
  network.setOrder = (value) => {
    orders.push(value)
    return setOrder(value)
  }
  return orders
}

/** The next time that it starts. */
function onBegin(pile: Pile, act: () => unknown): void {
  const { network } = pile
  const begin = network.begin.bind(network)
  network.begin = () => {
    network.begin = begin
    act()
    return begin()
  }
}

/** Any other it refuses. */
function takesOneOrder(pile: Pile): void {
  const { network } = pile
  const setOrder = network.setOrder.bind(network)
  network.setOrder = (value) => {
    network.setOrder = () => 'Rejected'
    return setOrder(value)
  }
}

const asked = (id: number, action: 'move_network' | 'configure') =>
  server.db.selectFrom('command').selectAll().where('pile_id', '=', id).where('action', '=', action).execute()

const targets = (campaign_id: number) =>
  server.db.selectFrom('campaign_target').selectAll().where('campaign_id', '=', campaign_id).orderBy('id').execute()

async function ended(campaign_id: number) {
  const isOver = async () =>
    (await targets(campaign_id)).every(({ state }) => !['pending', 'sent', 'accepted'].includes(state))
  await expect.poll(isOver).toBe(true)
  return await targets(campaign_id)
}

const rowOf = (id: number) => server.db.selectFrom('pile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe.each(['2.0.1', '2.1'] as const)('a pile of %s', (version) => {
  test('is given a connection into a slot that it does not use, and what is in it is known', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    const apn = { apn: 'iot.example', apn_user: 'me', apn_password: 'open-sesame' }
    const { data } = await write(id, { ...apn, interface: 'wireless0' })
    expect(data.command.status).toBe('done')
    expect(data.command.payload).not.toContain('open-sesame')
    const kept = await server.db.selectFrom('pile_network_slot').selectAll().where('pile_id', '=', id).execute()
    expect(JSON.stringify(kept)).not.toContain('open-sesame')
    expect(pile.network.memory.slots).toMatchObject({ 2: { address: own(), profile: 1, apn: 'iot.example' } })
    expect(await slotOf(id, 2)).toMatchObject({
      ...{ place: null },
      connection: { address: own(), profile: 1, interface: 'wireless0', message_seconds: 30, apn: 'iot.example' },
    })
    expect(await slotOf(id, 1)).toMatchObject({ place: 1 })
    // 2.1 tells what is in the slot in use as well (B09.FR.08).
    expect((await slotOf(id, 1))?.connection?.address ?? null).toBe(version === '2.1' ? own() : null)
    await read(id)
    expect(await slotOf(id, 2)).toMatchObject({ connection: { address: own(), apn: 'iot.example' } })
  })

  test.each([
    ['before it told which one it uses', 'slot', {}, /did not tell which slot/, false],
    ['over the slot that it uses', 'slot', { slot: 1 }, /connects by this slot/, true],
    ['into a slot that it has not', 'slot', { slot: 7 }, /no such slot/, true],
    ['to no address', 'connect_to', { connect_to: 'here' }, /begins with ws/, true],
    ['without TLS by a profile that needs it', 'connect_to', { security: '2' }, /needs an address with wss/, true],
    ['with TLS by a profile that has none', 'connect_to', { connect_to: 'wss://there/ocpp' }, /goes without TLS/, true],
  ])('is not written to %s', async (_, field, said, why, isRead) => {
    const { id, pile } = await fleetPile(version)
    if (isRead) await read(id)
    const { status, data } = await write(id, said)
    expect(status).toBe(422)
    expect(data.errors[field]).toMatch(why)
    expect(pile.memory.network?.slots ?? {}).toEqual({})
  })

  test('is not given a lower security profile than it comes by (B09.FR.04)', async () => {
    const { id } = await fleetPile(version)
    await read(id)
    await server.db.updateTable('pile').set({ security_floor: 2 }).where('id', '=', id).execute()
    const { status, data } = await write(id)
    expect([status, data.errors.security]).toEqual([422, expect.stringMatching(/higher security profile/)])
  })

  test('that refuses what is written keeps what it had, and so do we', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    pile.wrong.answers.set('SetNetworkProfile', 'Rejected')
    expect((await write(id)).data.command.status).toBe('refused')
    expect((await slotOf(id, 2))?.connection ?? null).toBeNull()
  })

  test('is moved to another slot, the old one behind it, and comes by the new', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id)
    const campaign_id = await move([id])
    expect(await ended(campaign_id)).toMatchObject([{ state: 'done', said: null }])
    expect(pile.network.memory).toMatchObject({ active: '2', order: ['2', '1'] })
    expect(await networkOf(id)).toMatchObject({ active: 2, move: { campaign_id, slot: 2, state: 'done' } })
    expect(await slotOf(id, 2)).toMatchObject({ place: 1 })
    expect(await slotOf(id, 1)).toMatchObject({ place: 2 })
    const asked = await server.db
      .selectFrom('command')
      .select(['action', 'call', 'intent'])
      .where('pile_id', '=', id)
      .orderBy('id')
      .execute()
    // It may have gone before it told its new order.
    const reads = asked.flatMap(({ action, intent }) => (action === 'read_settings' ? [JSON.parse(intent ?? '')] : []))
    expect(reads.at(-1).keys.join()).toContain('NetworkConfigurationPriority')
    const calls = asked.map(({ call }) => call).filter((call) => call !== 'GetVariables')
    expect(calls).toEqual(expect.arrayContaining(['SetNetworkProfile', 'SetVariables', 'Reset']))
    expect(calls.indexOf('SetVariables')).toBeLessThan(calls.indexOf('Reset'))
  })

  test('that finds no way by the new slot falls back to the old one, and that is said', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id, { connect_to: await nowhere() })
    const campaign_id = await move([id])
    expect(await ended(campaign_id)).toMatchObject([{ state: 'failed', said: 'fell_back' }])
    expect(pile.network.memory).toMatchObject({ active: '1', order: ['1'] })
    await expect.poll(() => networkOf(id)).toMatchObject({ active: 1, move: { said: 'fell_back', stays: false } })
    expect(await asked(id, 'move_network')).toHaveLength(1)
  })

  test.each([
    ['falls back', 'fell_back', 'failed', true],
    ['refuses to start anew', 'restart_refused', 'refused', false],
  ] as const)('that %s and refuses its old order says so: the new one stays', async (_, said, state, isAway) => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id, isAway ? { connect_to: await nowhere() } : {})
    if (!isAway) pile.wrong.answers.set('Reset', 'Rejected')
    takesOneOrder(pile)
    expect(await ended(await move([id]))).toMatchObject([{ state, said: `${said}_kept` }])
    expect(pile.network.memory).toMatchObject({ active: '1', order: ['2', '1'] })
    expect(await networkOf(id)).toMatchObject({ move: { state, said: `${said}_kept`, stays: true } })
  })

  test('that refuses to start anew is given its order of before, every slot of it', async () => {
    const { id, pile } = await fleetPile(version)
    pile.network.memory.slots['3'] = { address: own(), profile: 1, interface: 'Wired0', message_seconds: 30 }
    pile.network.memory.order = ['1', '3']
    await read(id)
    await write(id)
    await server.db.updateTable('pile').set({ security_wanted: 3 }).where('id', '=', id).execute()
    pile.wrong.answers.set('Reset', 'Rejected')
    const orders = ordersOf(pile)
    expect(await ended(await move([id]))).toMatchObject([{ state: 'refused', said: 'restart_refused' }])
    expect(orders).toEqual(['2,1,3', '1,3'])
    // What the pile took is read back by itself.
    await expect.poll(() => networkOf(id)).toMatchObject({ active: 1, move: { state: 'refused', stays: false } })
    expect([await slotOf(id, 1), await slotOf(id, 2)]).toMatchObject([{ place: 1 }, { place: null }])
    // What comes by chance raises nothing.
    expect(await rowOf(id)).toMatchObject({ security_wanted: null })
  })

  test('that charges starts anew when the session is over, and is not cut short', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id)
    const gun = pile.connector(1)
    gun?.plugIn(new Car(carModels[0] as CarModel, 0.3))
    expect(await gun?.swipe((await makeCard(server.db)).number)).toBe('started')
    const campaign_id = await move([id])
    await until(async () => (await targets(campaign_id))[0]?.step === 'restarts')
    await until(async () => (await asked(id, 'move_network'))[0]?.status === 'accepted')
    expect((await asked(id, 'move_network'))[0]?.answer).toMatch(/Scheduled/)
    expect([pile.isIdle, pile.network.memory.active]).toEqual([false, '1'])
    await gun?.stop('Local')
    expect(await ended(campaign_id)).toMatchObject([{ state: 'done' }])
  })

  test.each([
    ['SetVariables', true],
    ['GetVariables', true],
    ['GetVariables', false],
  ])('that breaks off at %s is asked that again, and nothing else twice (there is a way: %s)', async (call, isWay) => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id, isWay ? {} : { connect_to: await nowhere() })
    const orders = ordersOf(pile)
    if (call === 'SetVariables') pile.wrong.restarts.add(call)
    else onBegin(pile, () => pile.wrong.restarts.add(call))
    const campaign_id = await move([id], 2, 3)
    const again = server.db.updateTable('campaign_target').set({ due_at: new Date().toISOString() })
    await until(async () => {
      await again.where('campaign_id', '=', campaign_id).where('due_at', 'is not', null).execute()
      return !['pending', 'sent', 'accepted'].includes((await targets(campaign_id))[0]?.state ?? '')
    })
    const end = isWay ? { state: 'done', said: null } : { state: 'failed', said: 'fell_back' }
    expect(await targets(campaign_id)).toMatchObject([end])
    expect(orders).toEqual(isWay ? ['2,1'] : ['2,1', '1'])
    expect(pile.wrong.restarts.size).toBe(0)
    expect(await asked(id, 'move_network')).toHaveLength(1)
    expect(pile.network.memory.active).toBe(isWay ? '2' : '1')
  })

  test('is given another order by a move alone', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    const key = 'OCPPCommCtrlr/NetworkConfigurationPriority'
    const { status, data } = await server.call(pileCommands.configure, { id, key, value: '1' })
    expect(status).toBe(422)
    expect((data as unknown as { errors: { key: string } }).errors.key).toMatch(/under Network on Basic info/)
    expect(pile.network.memory.order).toEqual(['1'])
  })

  test('goes up a security profile by a slot, and comes by nothing lower afterwards (A05.FR.06, A05.FR.07)', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    expect((await write(id, { connect_to: secure, security: '2' })).data.command.status).toBe('done')
    // It does not know this network yet (A05.FR.02).
    expect(await ended(await move([id]))).toMatchObject([{ state: 'refused', said: 'root_missing' }])
    expect(pile.network.memory.order).toEqual(['1'])
    await server.call(pileCommands.install_certificate, { id, use: 'central', root_certificate_id: root_id })
    await until(
      async () => (await server.db.selectFrom('pile_root').selectAll().where('pile_id', '=', id).execute()).length > 0,
    )
    expect(await ended(await move([id]))).toMatchObject([{ state: 'done' }])
    expect(await rowOf(id)).toMatchObject({ connected_profile: 2, security_floor: 2, security_wanted: null })
    expect(pile.network.memory).toMatchObject({ active: '2', order: ['2'] })
  })

  test('that refuses the new order is not restarted', async () => {
    const { id, pile } = await fleetPile(version)
    await read(id)
    await write(id)
    pile.network.setOrder = () => 'Rejected'
    expect(await ended(await move([id]))).toMatchObject([{ state: 'refused', said: 'order_refused' }])
    expect(pile.network.memory.active).toBe('1')
    const resets = server.db
      .selectFrom('command')
      .select('id')
      .where('pile_id', '=', id)
      .where('action', '=', 'move_network')
    expect(await resets.execute()).toEqual([])
  })
})

test('a pile that does not come back is looked at when it comes late, by whichever slot', async () => {
  const { id, pile } = await fleetPile('2.1')
  await read(id)
  await write(id)
  pile.network.neverReturns = true
  const campaign_id = await move([id])
  const command = () =>
    server.db
      .selectFrom('command')
      .selectAll()
      .where('pile_id', '=', id)
      .where('action', '=', 'move_network')
      .executeTakeFirst()
  await expect.poll(async () => (await command())?.status).toBe('accepted')
  await until(async () => (await targets(campaign_id))[0]?.state === 'accepted')
  expect((await targets(campaign_id))[0]).toMatchObject({ step: 'restarts' })
  expect((await networkOf(id)).move).toMatchObject({ state: 'accepted', step: 'restarts' })
  // Somebody starts it where it stands.
  await until(() => pile.network.isGone)
  pile.network.neverReturns = false
  pile.start()
  expect(await ended(campaign_id)).toMatchObject([{ state: 'done' }])
})

test('one that comes back when its campaign was over is looked at all the same', async () => {
  const { id, pile } = await fleetPile('2.0.1')
  await read(id)
  await write(id, { connect_to: await nowhere() })
  pile.network.neverReturns = true
  const campaign_id = await move([id])
  await until(async () => (await targets(campaign_id))[0]?.step === 'restarts')
  await until(async () => (await targets(campaign_id))[0]?.state === 'accepted')
  // As the sweep leaves it when 15 minutes are over.
  const over = { ended_at: new Date().toISOString() }
  await server.db
    .updateTable('campaign_target')
    .set({ ...over, state: 'unclear', said: 'no_report' })
    .where('campaign_id', '=', campaign_id)
    .execute()
  await server.db
    .updateTable('campaign')
    .set({ ...over, state: 'done' })
    .where('id', '=', campaign_id)
    .execute()
  await until(() => pile.network.isGone)
  pile.network.neverReturns = false
  pile.start()
  await expect.poll(async () => (await targets(campaign_id))[0]).toMatchObject({ state: 'failed', said: 'fell_back' })
})

test('what nobody wrote into is no slot to go to, and one by itself is not sent without the order', async () => {
  const { id } = await fleetPile('2.0.1')
  await read(id)
  expect(await ended(await move([id], 3))).toMatchObject([{ state: 'refused', said: 'network_empty' }])
  expect((await server.call(pileCommands.move_network, { id, slot: 2 })).status).toBe(409)
})

test('many piles are written to as one is: each is looked at by itself, and no password is kept with them', async () => {
  const [one, other] = [await fleetPile('2.0.1'), await fleetPile('2.1')]
  await read(one.id)
  const call = bulkCommands.get('write_network')
  if (!call) throw new Error('not for many')
  const body = { ids: [one.id, other.id], ...WRITE, connect_to: own() }
  const secret = await server.call(call, { ...body, apn: 'a', apn_password: 'open-sesame' } as never)
  expect(secret.status).toBe(422)
  const { data } = await server.call(call, body as never)
  expect(await ended((data as unknown as { campaign: { id: number } }).campaign.id)).toMatchObject([
    { pile_id: one.id, state: 'done' },
    { pile_id: other.id, state: 'refused', said: 'network_not_told' },
  ])
})

test('an interface that 2.0.1 has no word for is refused at its field, and 2.1 takes it', async () => {
  for (const [version, status] of [
    ['2.0.1', 422],
    ['2.1', 200],
  ] as const) {
    const { id } = await fleetPile(version)
    await read(id)
    const sent = await write(id, { interface: 'any' })
    expect(sent.status).toBe(status)
    if (status === 422) expect(sent.data.errors.interface).toMatch(/no such interface/)
  }
})

test.each([
  ['14 minutes', 14, 'accepted', 0],
  ['15 minutes', 15, 'failed', 1],
] as const)('after %s without it a pile that said yes is an alarm or not yet', async (_, minutes, state, alarms) => {
  const database = await freshDatabase(5)
  const start = () => startServer({ database, settings: { ocppAuth: 'required' as const } })
  const usual = server
  server = await start()
  try {
    const { id, pile } = await fleetPile('2.1')
    await read(id)
    await write(id)
    pile.network.neverReturns = true
    const campaign_id = await move([id])
    await until(async () => (await targets(campaign_id))[0]?.state === 'accepted')
    await until(() => pile.network.isGone)
    await server.stop()
    const long = new Date(Date.now() - minutes * 60_000 - 1_000).toISOString()
    const then = { sent_at: long, answered_at: long }
    await database.db.updateTable('command').set(then).where('action', '=', 'move_network').execute()
    // It did not start since.
    await database.db
      .updateTable('pile')
      .set({ booted_at: new Date(0).toISOString() })
      .execute()
    server = await start()
    const raised = () =>
      server.db
        .selectFrom('alarm')
        .select('message')
        .where('pile_id', '=', id)
        .where('code', '=', 'CommandWithoutEffect')
        .execute()
    await until(async () => (await raised()).length === alarms)
    await until(async () => (await targets(campaign_id))[0]?.state === state)
    expect(await networkOf(id)).toMatchObject({
      move: { state, said: alarms > 0 ? 'no_restart' : 'Accepted', stays: alarms > 0 },
    })
  } finally {
    await server.stop()
    server = usual
    await database.drop()
  }
})
