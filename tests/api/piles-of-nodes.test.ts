import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedOptions, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { callPile, pileView, resetPilePassword } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makePile, makeSite } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import type { FreshDatabase } from '../setup/database.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

/** Piles at two servers of one database: whose a pile is, what its commands become, and what is left of it when its server is gone. */

let network: Awaited<ReturnType<typeof startNodes>>
let database: FreshDatabase
let here: TestServer
let there: TestServer
const piles: ScriptedPile[] = []

beforeAll(async () => {
  network = await startNodes(['here', 'there'])
  database = network.database
  const [first, second] = network.nodes
  if (first && second) [here, there] = [first, second]
})
afterEach(() => {
  for (const pile of piles.splice(0)) pile.drop()
})
afterAll(() => network.stop())

async function connect(server: TestServer, station: string, more: Partial<ScriptedOptions> = {}) {
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, callTimeoutMs: 15_000, ...more })
  piles.push(pile)
  return pile
}

const boot = (pile: ScriptedPile) =>
  pile.call('BootNotification', { chargePointModel: 'M', chargePointVendor: 'V', firmwareVersion: '1' })
const sessionOf = (pile_id: number) =>
  sql<{ node_id: number; epoch: number; connected: boolean }>`select * from pile_session where pile_id = ${pile_id}`
    .execute(database.db)
    .then(({ rows }) => rows[0])
const stateOf = async (id: number) =>
  (await database.db.selectFrom('pile').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const spellsOf = (id: number) =>
  database.db.selectFrom('offline_record').selectAll().where('pile_id', '=', id).orderBy('id').execute()
const commandOf = (id: number) =>
  database.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const status = (pile: ScriptedPile, status: string, errorCode = 'NoError') =>
  pile.call('StatusNotification', { connectorId: 1, status, errorCode, timestamp: new Date().toISOString() })

describe('a pile at one of two servers', () => {
  /** A pile that the other server has, as this one knows. */
  async function pileThere(more: Partial<ScriptedOptions> = {}) {
    const { id, station_number: station } = await makePile(database.db)
    const pile = await connect(there, station, more)
    await until(async () => (await sessionOf(id))?.connected)
    await until(async () => (await stateOf(id)) !== 'offline')
    pile.onCall('ClearCache', { status: 'Accepted' })
    const isTold = async () => (await here.call(pileCommands.clear_cards, { id })).data.command.status === 'done'
    await until(isTold)
    pile.received.splice(0)
    return { id, station, pile }
  }

  test('a command that is given at the other is made once, and answered there', async () => {
    const { id, pile } = await pileThere()
    pile.onCall('ClearCache', { status: 'Accepted' })
    const { status, data } = await here.call(pileCommands.clear_cards, { id })
    expect([status, data.command.status]).toEqual([200, 'done'])
    expect(pile.received.filter(({ action }) => action === 'ClearCache')).toHaveLength(1)
    expect(await database.db.selectFrom('command_handover').selectAll().execute()).toEqual([])
  })

  test('its refusal, its error and its silence are told as if it were here', async () => {
    const { id, station, pile } = await pileThere()
    pile.onCall('ClearCache', { status: 'Rejected' })
    expect((await here.call(pileCommands.clear_cards, { id })).data.command.status).toBe('refused')
    const call = { station_number: station, action: 'GetConfiguration', payload: { key: ['A'] }, sure: false }
    pile.onCall('GetConfiguration', { configurationKey: [{ key: 'A', value: '1', readonly: true }] })
    expect((await here.call(callPile, call)).data.answer).toMatchObject({ configurationKey: [{ value: '1' }] })
    const unknown = await here.call(callPile, { ...call, action: 'DataTransfer', payload: { vendorId: 'x' } })
    expect(unknown.data.error).toMatchObject({ code: 'NotImplemented' })
  })

  test('what is asked by itself there reaches it from here, in the order in which it was asked for', async () => {
    const { id, pile } = await pileThere()
    pile.onCall('ClearCache', { status: 'Accepted' })
    pile.onCall('Reset', { status: 'Accepted' })
    const asked = [
      here.call(pileCommands.clear_cards, { id }),
      here.call(pileCommands.reset, { id, type: 'Soft' } as never),
    ]
    await Promise.all(asked)
    expect(pile.received.filter(({ action }) => action === 'Reset')).toHaveLength(1)
  })

  test('a password reaches it, and no table has it', async () => {
    const { id, pile } = await pileThere()
    // What lay on the way, which the other claims within moments.
    await sql`create table lay (asked bytea)`.execute(database.db)
    await sql`create function keep_what_lay() returns trigger language plpgsql as $$
      begin insert into lay values (new.asked); return new; end $$`.execute(database.db)
    await sql`create trigger lay after insert on command_handover for each row execute function keep_what_lay()`.execute(
      database.db,
    )
    const told: string[] = []
    pile.onCall('ChangeConfiguration', ({ value }) => {
      told.push(String(value))
      return { status: 'Accepted' }
    })
    const { data } = await here.call(resetPilePassword, { id })
    await sql`drop trigger lay on command_handover`.execute(database.db)
    expect(data.told).toBe('taken')
    const commands = await database.db.selectFrom('command').selectAll().where('pile_id', '=', id).execute()
    const { rows } = await sql<{ asked: Buffer }>`select asked from lay`.execute(database.db)
    expect([told.length, rows.length]).toEqual([1, 1])
    for (const place of [JSON.stringify(commands), rows[0]?.asked.toString('latin1')])
      expect(place).not.toContain(told[0])
  })

  test('is shown with what its own protocol can say', async () => {
    const { id, station_number: station } = await makePile(database.db)
    await connect(there, station, { protocols: ['ocpp2.0.1'] })
    const commandsAt = async (server: TestServer) => (await server.call(pileView, { id })).data.commands
    await until(async () => (await commandsAt(here)).includes('read_customer_data') || (await commandsAt(here)).length)
    await until(async () => JSON.stringify(await commandsAt(here)) === JSON.stringify(await commandsAt(there)))
  })

  test('is found by its node in the list, within a person’s reach, and its page names the node', async () => {
    const { id } = await pileThere()
    const nodes = (await here.call('/system/node/index', {})).data.rows as { id: number; name: string }[]
    const [first, second] = ['here', 'there'].map((name) => nodes.find((node) => node.name === name)?.id)
    const idsOf = async (node_id: unknown, as = here.administrator) => {
      const { data, message } = await here.call('/system/device/index', { node_id }, { as })
      expect(data?.rows, message).toBeDefined()
      return (data.rows as { id: number }[]).map((row) => row.id)
    }
    expect(await idsOf(second)).toContain(id)
    expect(await idsOf([second])).toContain(id)
    expect(await idsOf(first)).not.toContain(id)
    const nobody = await here.signIn({
      permissions: ['pile.list'],
      data_scope: 'sites',
      site_ids: [(await makeSite(database.db)).id],
    })
    expect(await idsOf(second, nobody)).not.toContain(id)
    expect((await here.call(pileView, { id })).data.node).toBe('there')
  })

  test('one that is disabled here is hung up on there', async () => {
    const { id, pile } = await pileThere()
    await here.call('/system/device/edit', { id, enabled: false })
    expect((await pile.closed).code).toBe(1008)
    await until(async () => (await stateOf(id)) === 'offline')
  })

  test('that comes to the other server has one socket, and goes on with its session', async () => {
    const { id, station, pile } = await pileThere()
    await boot(pile)
    await status(pile, 'Preparing')
    const { number } = await makeCard(database.db)
    const began = new Date(Date.now() - 60_000).toISOString()
    const started = { connectorId: 1, idTag: number, meterStart: 1_000, timestamp: began }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', started)
    const second = await connect(here, station)
    expect(await pile.closed).toMatchObject({ code: 1001 })
    const meterValue = [{ timestamp: new Date().toISOString(), sampledValue: [{ value: '3000' }] }]
    await second.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const stop = { transactionId, meterStop: 4_000, timestamp: new Date().toISOString() }
    await second.call('StopTransaction', stop)
    const orders = await database.db.selectFrom('orders').selectAll().where('pile_id', '=', id).execute()
    expect(orders).toMatchObject([{ energy_wh: 3_000, transaction_id: transactionId }])
    expect(orders[0]?.status).not.toBe('generated')
    expect(await stateOf(id)).not.toBe('offline')
    expect(await spellsOf(id)).toEqual([])
    expect(await sessionOf(id)).toMatchObject({ epoch: 2, connected: true })
  })

  test('what it was asked for at the one is seen to be done at the other', async () => {
    const { id, station, pile } = await pileThere()
    pile.onCall('Reset', { status: 'Accepted' })
    const { data } = await here.call(pileCommands.reset, { id, type: 'Soft' } as never)
    expect(data.command.status).toBe('accepted')
    pile.drop()
    const again = await connect(here, station)
    await boot(again)
    await until(async () => (await commandOf(data.command.id)).status === 'done')
  })

  test('a fault that was reported at the one is over at the other', async () => {
    const { id, station, pile } = await pileThere()
    await status(pile, 'Faulted', 'GroundFailure')
    const open = () =>
      database.db.selectFrom('alarm').selectAll().where('pile_id', '=', id).where('cleared_at', 'is', null).execute()
    expect(await open()).toHaveLength(1)
    const again = await connect(here, station)
    await status(again, 'Available')
    expect(await open()).toEqual([])
  })
})

describe('a command for a pile of a server that does not claim it', () => {
  const FROZEN = 9_999
  beforeAll(() =>
    sql`insert into node (id, name, state, release, address, keys, seen_at) overriding system value
      values (${FROZEN}, 'frozen', 'running', '1', 'a', 'k', now() + interval '1 hour')`.execute(database.db),
  )
  afterAll(() => sql`delete from node where id = ${FROZEN}`.execute(database.db))

  async function pileOfFrozen() {
    const { id, station_number: station } = await makePile(database.db)
    const has = sql`insert into pile_session (pile_id, node_id, connected, protocol) values (${id}, ${FROZEN}, true, 'ocpp2.0.1')`
    await has.execute(database.db)
    // From then on it knows whose the pile is.
    await until(async () => (await here.call(pileView, { id })).data.commands.includes('read_messages'))
    void here.call(pileCommands.clear_cards, { id })
    const lies = async () =>
      (await sql`select from command_handover where pile_id = ${id}`.execute(database.db)).rows.length
    await until(lies)
    return { id, station, lies }
  }
  const commandsOf = (id: number) =>
    database.db
      .selectFrom('command')
      .select(['status', 'node_id'])
      .where('pile_id', '=', id)
      .orderBy('id', 'desc')
      .execute()

  test('goes out when its pile comes here', async () => {
    const { id, station, lies } = await pileOfFrozen()
    await connect(here, station).then((pile) => pile.onCall('ClearCache', { status: 'Accepted' }))
    await until(async () => (await commandsOf(id))[0]?.status === 'done')
    expect(await lies()).toBe(0)
  })

  test('is not connected when its pile went', async () => {
    const { id, lies } = await pileOfFrozen()
    await sql`update pile_session set connected = false, changed_at = now() where pile_id = ${id}`.execute(database.db)
    await until(async () => (await commandsOf(id))[0]?.status === 'not_connected')
    expect(await lies()).toBe(0)
  })

  test('is not sent when it is not meant any more, and whoever gave it is gone', async () => {
    const { id } = await makePile(database.db)
    const command = sql<{ id: number }>`insert into command (pile_id, action, payload, status, node_id)
      values (${id}, 'clear_cards', '{}', 'queued', ${FROZEN}) returning id`
    const [row] = (await command.execute(database.db)).rows
    await sql`insert into command_handover (command_id, pile_id, asked, created_at)
      values (${row?.id}, ${id}, 'x', now() - interval '2 minutes')`.execute(database.db)
    await until(async () => (await commandsOf(id))[0]?.status === 'not_sent')
  })
})

test('a server that stops hands its piles over in waves, and each is at the other before the last have gone', async () => {
  const third = await network.add('third')
  const made = await Promise.all(Array.from({ length: 70 }, () => makePile(database.db)))
  const codes: number[] = []
  const closedAt: number[] = []
  const back: Promise<void>[] = []
  for (const { station_number: station } of made) {
    const pile = await connect(third, station)
    const moves = async ({ code }: { code: number }) => {
      codes.push(code)
      closedAt.push(Date.now())
      await connect(here, station)
    }
    back.push(pile.closed.then(moves))
  }
  await third.stop()
  await Promise.all(back)
  expect(codes).toEqual(made.map(() => 1012))
  const ids = made.map(({ id }) => id)
  // As the node that goes knows it: a pile here may hear a little later that the other has it.
  const { rows: taken } = await sql<{ ms: number }>`
    select floor(extract(epoch from changed_at) * 1000)::float8 as ms from pile_session
    where pile_id = any(${ids}) and connected and node_id = (select node_id from pile_session where pile_id = ${ids[0]})`.execute(
    database.db,
  )
  expect(taken).toHaveLength(ids.length)
  const awayAt = (at: number) =>
    closedAt.filter((closed) => closed <= at).length - taken.filter(({ ms }) => ms <= at).length
  expect(Math.max(...closedAt.map(awayAt))).toBeLessThanOrEqual(50)
  await until(async () => (await Promise.all(ids.map(stateOf))).every((state) => state !== 'offline'))
})
