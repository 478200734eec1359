import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { everyOffered } from '../../src/shared/commands/index.ts'
import { bulkCommands, pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { callPile, pileView } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makeOrder, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function connected(connectors = 1) {
  const { id, station_number: station } = await makePile(server.db, { connectors })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  piles.push(pile)
  for (let connectorId = 1; connectorId <= connectors; connectorId++) await report(pile, connectorId, 'Available')
  return { pile, id, station }
}

const now = () => new Date().toISOString()
const report = (pile: ScriptedPile, connectorId: number, status: string) =>
  pile.call('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: now() })
const start = (pile: ScriptedPile, connectorId: number, idTag: unknown) =>
  pile.call<{ transactionId: number }>('StartTransaction', { connectorId, idTag, meterStart: 0, timestamp: now() })

const statusOf = async (id: number) =>
  (await server.db.selectFrom('command').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const customer = () => makeCustomer(server.db, { balance_cents: 10_000 })

describe('starting', () => {
  test('asks the pile with the customer’s card and is done when the session is there', async () => {
    const { pile, id } = await connected()
    pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
    const { id: customer_id } = await customer()
    const card = await makeCard(server.db, { customer_id })
    const { data } = await server.call(pileCommands.start, { id, connector_number: 1, customer_id })
    expect(data.command).toMatchObject({ status: 'accepted', action: 'start', connector_number: 1 })
    const { idTag } = await pile.nextCall('RemoteStartTransaction')
    expect(idTag).toBe(card.number)
    await start(pile, 1, idTag)
    await vi.waitFor(async () => expect(await statusOf(data.command.id)).toBe('done'))
  })

  test('works for a customer who has no card', async () => {
    const { pile, id } = await connected()
    pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
    const { id: customer_id } = await customer()
    await server.call(pileCommands.start, { id, connector_number: 1, customer_id })
    const { idTag } = await pile.nextCall('RemoteStartTransaction')
    const { transactionId } = await start(pile, 1, idTag)
    const order = await server.db
      .selectFrom('orders')
      .selectAll()
      .where('transaction_id', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ customer_id, type: 'manual' })
  })

  test('says what the pile refused', async () => {
    const { pile, id } = await connected()
    pile.onCall('RemoteStartTransaction', { status: 'Rejected' })
    const { id: customer_id } = await customer()
    const { data } = await server.call(pileCommands.start, { id, connector_number: 1, customer_id })
    expect(data.command.status).toBe('refused')
  })

  test.each([
    [
      'a customer whose account is not valid',
      async () => (await makeCustomer(server.db, { balance_cents: 100, status: 'invalid' })).id,
      'not valid',
    ],
    ['a customer without a balance', async () => (await makeCustomer(server.db)).id, 'no balance'],
  ])('is refused for %s', async (_, make, message) => {
    const { pile, id } = await connected()
    const answer = await server.call(pileCommands.start, { id, connector_number: 1, customer_id: await make() })
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining(message) })
    expect(pile.received).toEqual([])
  })

  test('is refused at a connector that is charging, naming the order', async () => {
    const { pile, id } = await connected()
    const card = await makeCard(server.db)
    const { transactionId } = await start(pile, 1, card.number)
    const { number } = await server.db
      .selectFrom('orders')
      .select('number')
      .where('transaction_id', '=', transactionId)
      .executeTakeFirstOrThrow()
    const answer = await server.call(pileCommands.start, {
      id,
      connector_number: 1,
      customer_id: (await customer()).id,
    })
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining(number) })
  })

  test('is refused while the customer charges elsewhere', async () => {
    const elsewhere = await connected()
    elsewhere.pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
    const { id: customer_id } = await customer()
    await server.call(pileCommands.start, { id: elsewhere.id, connector_number: 1, customer_id })
    await start(elsewhere.pile, 1, (await elsewhere.pile.nextCall('RemoteStartTransaction')).idTag)
    const { id } = await connected()
    expect((await server.call(pileCommands.start, { id, connector_number: 1, customer_id })).code).toBe(409)
  })

  test('is refused at a pile that is not connected, at a connector it has not, and for nobody', async () => {
    const { id: away } = await makePile(server.db)
    const { id } = await connected()
    const customer_id = (await customer()).id
    expect((await server.call(pileCommands.start, { id: away, connector_number: 1, customer_id })).message).toContain(
      'not connected',
    )
    const wrong = await server.call(pileCommands.start, { id, connector_number: 7, customer_id })
    expect(wrong).toMatchObject({ code: 422, data: { errors: { connector_number: expect.any(String) } } })
    const nobody = await server.call(pileCommands.start, { id, connector_number: 1, customer_id: 999_999 })
    expect(nobody).toMatchObject({ code: 422, data: { errors: { customer_id: expect.any(String) } } })
    expect((await server.call(pileCommands.start, { id: 999_999, connector_number: 1, customer_id })).code).toBe(404)
  })
})

describe('a pile that never reported a state', () => {
  const silent = async (more: object) => {
    const { id, station_number: station } = await makePile(server.db, more)
    const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
    piles.push(pile)
    pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
    await vi.waitFor(async () => {
      const { data } = await server.call(pileView, { id })
      expect(data.pile.state).not.toBe('offline')
    })
    return { pile, id }
  }

  test.each([
    ['with the connectors of its type', { connectors: 2 }],
    ['with none that we know', { connectors: 0 }],
  ])('can be started, %s; its state is said to be unknown', async (_, more) => {
    const { id } = await silent(more)
    const { data: view } = await server.call(pileView, { id })
    expect(view.connectors[0]).toMatchObject({ number: 1, status: 'Unknown' })
    const { data } = await server.call(pileCommands.start, {
      id,
      connector_number: 1,
      customer_id: (await customer()).id,
    })
    expect(data.command).toMatchObject({ status: 'accepted' })
  })

  test('can be started when it measured before it said its state; one that said it is out of service cannot', async () => {
    const { pile, id } = await silent({ connectors: 0 })
    const sampledValue = [{ value: '230', measurand: 'Voltage' }]
    await pile.call('MeterValues', { connectorId: 1, meterValue: [{ timestamp: now(), sampledValue }] })
    const customer_id = (await customer()).id
    expect((await server.call(pileCommands.start, { id, connector_number: 1, customer_id })).code).toBe(200)
    await report(pile, 1, 'Dreaming')
    const { data: view } = await server.call(pileView, { id })
    expect(view.connectors.find(({ number }) => number === 1)).toMatchObject({ status: 'Unknown' })
    expect((await server.call(pileCommands.start, { id, connector_number: 1, customer_id })).code).toBe(200)
    await report(pile, 1, 'Unavailable')
    expect((await server.call(pileCommands.start, { id, connector_number: 1, customer_id })).code).toBe(409)
  })
})

test('30 commands at once, of several kinds and as raw calls, are no more than 20 for a pile', async () => {
  const { pile, id, station } = await connected()
  const never = () => new Promise<never>(() => {})
  for (const action of ['UnlockConnector', 'Reset', 'ClearCache']) pile.onCall(action, never)
  const asked = Array.from({ length: 30 }, (_, nth) => {
    if (nth % 3 === 0) return server.call(pileCommands.unlock, { id, connector_number: 1 })
    if (nth % 3 === 1) return server.call(pileCommands.reset, { id, type: 'Soft' })
    return server.call(callPile, { station_number: station, action: 'ClearCache', payload: {} })
  })
  const refused = () => asked.filter((call) => codes.get(call) === 409).length
  const codes = new Map<unknown, number>()
  for (const call of asked) void call.then(({ code }) => codes.set(call, code))
  await vi.waitFor(() => expect(refused()).toBe(10))
  const kept = server.db.selectFrom('command').select('id').where('pile_id', '=', id)
  expect(await kept.execute()).toHaveLength(20)
  pile.drop()
  await Promise.all(asked)
  expect(refused()).toBe(10)
})

describe('stopping', () => {
  test('ends the session that charges there', async () => {
    const { pile, id } = await connected()
    pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
    const { transactionId } = await start(pile, 1, (await makeCard(server.db)).number)
    const { data } = await server.call(pileCommands.stop, { id, connector_number: 1 })
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    expect(data.command.status).toBe('accepted')
    await pile.call('StopTransaction', { transactionId, meterStop: 10, timestamp: now() })
    await vi.waitFor(async () => expect(await statusOf(data.command.id)).toBe('done'))
  })

  test('is refused where nothing charges', async () => {
    const { id } = await connected()
    expect((await server.call(pileCommands.stop, { id, connector_number: 1 })).code).toBe(409)
  })

  test('of one order never ends another that charges there by now', async () => {
    const { pile, id } = await connected()
    pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
    const { transactionId } = await start(pile, 1, (await makeCard(server.db)).number)
    const over = await makeOrder(server.db, { pile_id: id })
    const body = { id, connector_number: 1 }
    expect((await server.call(pileCommands.stop, { ...body, order_id: over.id })).code).toBe(409)
    const { data } = await server.call(pileCommands.stop, body)
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    expect(data.command.status).toBe('accepted')
  })
})

test.each([
  [
    'an unlock',
    (id: number) => server.call(pileCommands.unlock, { id, connector_number: 1 }),
    'UnlockConnector',
    { connectorId: 1 },
    'Unlocked',
    'done',
  ],
  [
    'a reset',
    (id: number) => server.call(pileCommands.reset, { id, type: 'Soft' }),
    'Reset',
    { type: 'Soft' },
    'Accepted',
    'accepted',
  ],
  [
    'a change of availability',
    (id: number) => server.call(pileCommands.availability, { id, connector_number: 0, type: 'Inoperative' }),
    'ChangeAvailability',
    { connectorId: 0, type: 'Inoperative' },
    'Accepted',
    'accepted',
  ],
  [
    'a trigger',
    (id: number) => server.call(pileCommands.trigger, { id, connector_number: 1, message: 'meter' }),
    'TriggerMessage',
    { requestedMessage: 'MeterValues', connectorId: 1 },
    'NotImplemented',
    'refused',
  ],
] as const)('%s reaches the pile and its answer comes back', async (_, ask, action, payload, status, expected) => {
  const { pile, id } = await connected()
  pile.onCall(action, { status })
  const { data } = await ask(id)
  expect(await pile.nextCall(action)).toEqual(payload)
  expect(data.command).toMatchObject({ call: action, status: expected, asked_by: server.administrator.user_name })
})

test('a command to a pile that is away says so', async () => {
  const { id } = await makePile(server.db)
  const { data } = await server.call(pileCommands.reset, { id, type: 'Soft' })
  expect(data.command.status).toBe('not_connected')
})

test('a command that is sent twice with one key reaches the pile once, and both see what became of it', async () => {
  const { pile, id } = await connected()
  pile.onCall('UnlockConnector', { status: 'Unlocked' })
  const ask = () => server.call(pileCommands.unlock, { id, connector_number: 1 }, { key: `unlock-${id}-once` })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second.data.command.id).toBe(first.data.command.id)
  expect([first.data.command.status, second.data.command.status]).toEqual(['done', 'done'])
  expect(pile.received).toHaveLength(1)
})

test('a pile that takes its time is not waited for without end', async () => {
  const { pile, id } = await connected()
  pile.onCall('UnlockConnector', () => new Promise(() => {}))
  const { data } = await server.call(pileCommands.unlock, { id, connector_number: 1 })
  expect(data.command.status).toBe('sent')
})

const person = () => server.signIn({ permissions: ['pile.list', 'pile.update'] })

test.each([
  ...everyOffered.map(({ name }) => [`/system/device/${name}`, name]),
  ...everyOffered.filter(({ bulk }) => bulk).map(({ name }) => [`/system/device/${name}/bulk`, name]),
  [callPile.path, 'call'],
] as [string, string][])('%s needs a permission of its own, which has its place in the menu', async (path, name) => {
  expect((await server.call(path, {}, { as: await person() })).code).toBe(403)
  const may = await server.signIn({ permissions: [`pile.${name}`] })
  expect((await server.call(path, {}, { as: may })).code).toBe(422)
  const entry = server.db.selectFrom('menu').select('type').where('permission', '=', `pile.${name}`)
  expect(await entry.executeTakeFirst()).toEqual({ type: 'button' })
})

test('a pile forgets the cards that it remembers, and its refusal is seen', async () => {
  const { pile, id } = await connected()
  pile.onCall('ClearCache', { status: 'Accepted' })
  const { data } = await server.call(pileCommands.clear_cards, { id })
  expect(data.command).toMatchObject({ connector_number: null, status: 'done' })
  pile.onCall('ClearCache', { status: 'Rejected' })
  expect((await server.call(pileCommands.clear_cards, { id })).data.command.status).toBe('refused')
})

describe('many piles at once', () => {
  const bulk = (name: string) => bulkCommands.get(name) ?? expect.fail(name)

  test('are asked as a whole, each with its command and its line in the log', async () => {
    const [one, two] = [await connected(2), await connected(2)]
    const away = await makePile(server.db)
    for (const { pile } of [one, two]) pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const ids = [one.id, away.id, two.id]
    const answer = await server.call(bulk('availability'), { ids, type: 'Inoperative' } as never)
    expect(answer.data).toMatchObject({ piles: 3, not_connected: 1 })
    for (const { pile } of [one, two])
      expect(await pile.nextCall('ChangeAvailability')).toEqual({ connectorId: 0, type: 'Inoperative' })
    const rows = server.db.selectFrom('command').select(['pile_id', 'connector_number', 'status', 'asked_by'])
    await vi.waitFor(async () => {
      const found = await rows.where('pile_id', 'in', ids).orderBy('pile_id').execute()
      const by = { connector_number: 0, asked_by: server.administrator.user_name }
      expect(found).toEqual([
        { ...by, pile_id: one.id, status: 'accepted' },
        { ...by, pile_id: two.id, status: 'accepted' },
      ])
    })
    const logged = server.db
      .selectFrom('audit_entry')
      .select(['entity_id', 'after'])
      .where('action', '=', 'availability')
    const lines = await logged.where('entity_id', 'in', ids).where('entity', '=', 'pile').orderBy('entity_id').execute()
    expect(lines).toEqual([one.id, two.id, away.id].map((entity_id) => ({ entity_id, after: { type: 'Inoperative' } })))
  })

  test('one whose queue is full waits for a place, the others are asked', async () => {
    const [full, free] = [await connected(), await connected()]
    full.pile.onCall('ClearCache', () => new Promise<never>(() => {}))
    free.pile.onCall('ClearCache', { status: 'Accepted' })
    const waiting = { pile_id: full.id, action: 'clear_cards' as const, payload: '{}', status: 'queued' as const }
    await server.db
      .insertInto('command')
      .values(Array.from({ length: 20 }, () => waiting))
      .execute()
    const { data } = await server.call(bulk('clear_cards'), { ids: [full.id, free.id] })
    await free.pile.nextCall('ClearCache')
    const waits = server.db.selectFrom('campaign_target').select(['state', 'waits_for']).where('pile_id', '=', full.id)
    await vi.waitFor(async () => expect(await waits.execute()).toEqual([{ state: 'pending', waits_for: 'queue' }]))
    expect(data).toMatchObject({ piles: 2, not_connected: 0 })
    expect(full.pile.received).toEqual([])
  })

  test('what is missing is said at its field, and nobody is asked', async () => {
    const { pile, id } = await connected()
    const answer = await server.call(bulk('reset'), { ids: [id] })
    expect(answer).toMatchObject({ code: 422, data: { errors: { type: expect.any(String) } } })
    expect(pile.received).toEqual([])
  })
})

test('a pile’s page offers what its protocol can say', async () => {
  const { id } = await connected()
  const { data } = await server.call(pileView, { id })
  const later = [
    'transaction_status',
    'read_monitors',
    'set_monitor',
    'clear_monitor',
    'set_event_level',
    'reset_monitors',
    'customer_data',
    'read_messages',
    'show_message',
    'remove_message',
    'priority',
    'reset_gun',
    'set_tariff',
    'clear_tariffs',
    'write_network',
    'move_network',
  ]
  const names: string[] = everyOffered.map(({ name }) => name)
  expect(names.filter((name) => !data.commands.some((known) => known === name)).sort()).toEqual(later.sort())
})

describe('an engineer’s call', () => {
  test('shows the pile’s answer', async () => {
    const { pile, station } = await connected()
    const keys = { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }], unknownKey: [] }
    pile.onCall('GetConfiguration', keys)
    const { data } = await server.call(callPile, {
      station_number: station,
      action: 'GetConfiguration',
      payload: { key: ['HeartbeatInterval'] },
    })
    expect(await pile.nextCall('GetConfiguration')).toEqual({ key: ['HeartbeatInterval'] })
    expect(data).toMatchObject({ answer: keys, error: null, command: { status: 'done' } })
  })

  test('that is sent twice under one key asks the pile once, and is answered alike', async () => {
    const { pile, station } = await connected()
    pile.onCall('DataTransfer', async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { status: 'Accepted', data: String(pile.received.length) }
    })
    const asked = { station_number: station, action: 'DataTransfer', payload: { vendorId: 'com.example' } }
    const send = () => server.call(callPile, asked, { key: 'an-engineer-sends-it-once' })
    const [first, second] = await Promise.all([send(), send()])
    const third = await send()
    expect(first.data).toMatchObject({ answer: { status: 'Accepted', data: '1' }, error: null })
    for (const again of [second, third]) expect(again.data).toEqual(first.data)
    expect(pile.received.filter(({ action }) => action === 'DataTransfer')).toHaveLength(1)
    const { data } = await server.call(callPile, asked, { key: 'and-once-more' })
    expect(data.answer).toMatchObject({ data: '2' })
  })

  test('shows no password that a pile tells', async () => {
    const { pile, station } = await connected()
    const told = { key: 'AuthorizationKey', readonly: false, value: 'correct-horse-battery' }
    pile.onCall('GetConfiguration', { configurationKey: [told], unknownKey: [] })
    const payload = { key: ['AuthorizationKey'] }
    const { data } = await server.call(callPile, { station_number: station, action: 'GetConfiguration', payload })
    expect(data.answer).toMatchObject({ configurationKey: [{ key: 'AuthorizationKey' }] })
    expect(JSON.stringify(data)).not.toContain(told.value)
  })

  test('shows the pile’s error', async () => {
    const { station } = await connected()
    const { data } = await server.call(callPile, { station_number: station, action: 'ClearCache', payload: {} })
    expect(data).toMatchObject({ answer: null, error: { code: 'NotImplemented' }, command: { status: 'refused' } })
  })

  test('says that the pile is not connected', async () => {
    const { station_number } = await makePile(server.db)
    const { data } = await server.call(callPile, { station_number, action: 'ClearCache', payload: {} })
    expect(data).toMatchObject({ answer: null, error: { code: 'NotConnected' } })
  })

  test.each([
    ['Reset', {}, 'type'],
    ['Reset', { type: 'Medium' }, 'type'],
    ['UnlockConnector', { connectorId: 'one' }, 'connectorId'],
    ['RemoteStopTransaction', { transactionId: 1, more: true }, 'additional'],
  ])('of %s with %j is refused before it is sent', async (action, payload, flaw) => {
    const { pile, station } = await connected()
    const answer = await server.call(callPile, { station_number: station, action, payload })
    expect(answer).toMatchObject({ code: 422, data: { errors: { payload: expect.stringContaining(flaw) } } })
    expect(pile.received).toEqual([])
  })

  test.each(['MakeCoffee', 'BootNotification', 'constructor'])('of %s is refused', async (action) => {
    const { station } = await connected()
    const answer = await server.call(callPile, { station_number: station, action, payload: {} })
    expect(answer).toMatchObject({ code: 422, data: { errors: { action: expect.stringContaining(action) } } })
  })

  test('to a pile that nobody knows is refused', async () => {
    expect((await server.call(callPile, { station_number: 'CD-NOBODY', action: 'ClearCache', payload: {} })).code).toBe(
      404,
    )
  })

  test.each(['x', '0123456789abcdef', 'aaaaaaaaaaaaaaaaaaaaaaaa'])(
    'gives a pile no password that is guessed: %s',
    async (value) => {
      const { pile, station } = await connected()
      const payload = { key: 'authorizationKEY', value }
      const answer = await server.call(callPile, { station_number: station, action: 'ChangeConfiguration', payload })
      expect(answer).toMatchObject({ code: 422, data: { errors: { payload: expect.any(String) } } })
      expect(pile.received).toEqual([])
    },
  )

  test.each([
    ['SecurityProfile', /Raise/],
    ['securityprofile', /Raise/],
    ['CentralSystemUrl', /CentralSystemUrl/],
  ])('that may lose a pile is sent to one that is sure of it: %s', async (key, said) => {
    const { pile, station } = await connected()
    pile.onCall('ChangeConfiguration', { status: 'Accepted' })
    const payload = { key, value: '2' }
    const asked = { station_number: station, action: 'ChangeConfiguration', payload }
    const answer = await server.call(callPile, asked)
    expect(answer).toMatchObject({ code: 422, data: { errors: { sure: expect.stringMatching(said) } } })
    expect(pile.received).toEqual([])
    expect((await server.call(callPile, { ...asked, sure: true })).code).toBe(200)
    expect(await pile.nextCall('ChangeConfiguration')).toEqual(payload)
  })

  test('leaves no password behind, not in the command, not in the log, not in the audit', async () => {
    const { pile, station, id } = await connected()
    pile.onCall('ChangeConfiguration', { status: 'Accepted' })
    const value = 'correct-horse-battery'
    await server.call(callPile, {
      station_number: station,
      action: 'ChangeConfiguration',
      payload: { key: 'AuthorizationKey', value },
    })
    const { rows } = await server.pool.query(
      `select (select string_agg(payload || intent, '') from command where pile_id = $1) as commands,
        (select string_agg(content, '') from frame where station_number = $2) as frames,
        (select string_agg(coalesce(after::text, ''), '') from audit_entry) as audits`,
      [id, station],
    )
    expect(rows[0].commands).toContain('AuthorizationKey')
    expect(JSON.stringify(rows[0])).not.toContain(value)
    const taken = await server.db.selectFrom('pile_new_password').select('state').where('pile_id', '=', id).execute()
    expect(taken).toEqual([{ state: 'accepted' }])
  })
})
