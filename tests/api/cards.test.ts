import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { Payers } from '../../src/server/cards/payers.ts'
import { allocateCard, blockCard, cardHistory, takeBackCard, unblockCard } from '../../src/shared/endpoints/cards.ts'
import { makeCard, makeCustomer, makeOrder, makePile, next } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let payers: Payers
beforeAll(async () => {
  server = await startServer()
  payers = new Payers(server.db)
})
afterAll(() => server.stop())

const at = '/system/device-car'
const kept = (id: number) => server.db.selectFrom('card').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pile = async () => ({ id: (await makePile(server.db)).id }) as Parameters<Payers['authorize']>[0]

const sockets = droppedPiles<ScriptedPile>()

async function connected() {
  const { id, station_number: station } = await makePile(server.db)
  return { id, pile: await opened(station) }
}

async function opened(station: string): Promise<ScriptedPile> {
  const socket = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  sockets.push(socket)
  return socket
}

const stale = (pile_id: number) =>
  server.db.selectFrom('stale_cache').select('refused').where('pile_id', '=', pile_id).execute()
const boot = (pile: ScriptedPile) =>
  pile.call('BootNotification', { chargePointVendor: 'Volt', chargePointModel: 'V1' })

const clearings = (piles: number[]) =>
  server.db
    .selectFrom('command')
    .select(['pile_id', 'status'])
    .where('action', '=', 'clear_cards')
    .where('pile_id', 'in', piles)
    .execute()

describe('a card', () => {
  test('is given to a customer, taken back, and given to another', async () => {
    const card = await makeCard(server.db, { customer_id: null })
    const [ann, bob] = [await makeCustomer(server.db), await makeCustomer(server.db)]
    expect((await server.call(allocateCard, { id: card.id, customer_id: ann.id })).code).toBe(200)
    expect(await kept(card.id)).toMatchObject({ customer_id: ann.id, allocation: 'allocated' })
    expect((await server.call(allocateCard, { id: card.id, customer_id: bob.id })).code).toBe(409)
    await server.call(takeBackCard, { id: card.id, remark: 'left the company' })
    expect(await kept(card.id)).toMatchObject({
      customer_id: null,
      allocation: 'unallocated',
      remark: 'left the company',
    })
    expect((await server.call(allocateCard, { id: card.id, customer_id: bob.id })).code).toBe(200)
  })

  test('is one of several that a customer has', async () => {
    const { id, account } = await makeCustomer(server.db)
    const cards = [await makeCard(server.db, { customer_id: null }), await makeCard(server.db, { customer_id: null })]
    for (const card of cards) await server.call(allocateCard, { id: card.id, customer_id: id })
    const { data } = await server.call('/system/client/index', { keyword: account })
    expect(data.rows[0].cards.map(({ title }: { title: string }) => title)).toEqual(cards.map(({ number }) => number))
  })

  test('goes to one of two who give it away at once', async () => {
    const card = await makeCard(server.db, { customer_id: null })
    const customers = [await makeCustomer(server.db), await makeCustomer(server.db), await makeCustomer(server.db)]
    const answers = await Promise.all(
      customers.map(({ id }) => server.call(allocateCard, { id: card.id, customer_id: id })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    const winner = customers[answers.findIndex(({ code }) => code === 200)]
    expect((await kept(card.id)).customer_id).toBe(winner?.id)
  })

  test('is not given to nobody, or to someone who is not valid', async () => {
    const { id } = await makeCard(server.db, { customer_id: null })
    const invalid = await makeCustomer(server.db, { status: 'invalid' })
    expect((await server.call(allocateCard, { id, customer_id: 987_654 })).data).toMatchObject({
      errors: { customer_id: expect.any(String) },
    })
    expect((await server.call(allocateCard, { id, customer_id: invalid.id })).code).toBe(422)
    expect((await server.call(allocateCard, { id: 987_654, customer_id: invalid.id })).code).toBe(404)
  })

  test('is offered for giving while nobody has it and it is not blocked', async () => {
    const [free, blocked] = [
      await makeCard(server.db, { customer_id: null }),
      await makeCard(server.db, { customer_id: null }),
    ]
    await server.call(blockCard, { id: blocked.id, reason: 'damaged' })
    const { data } = await server.call(`${at}/get-device-car`, {})
    const ids = data.map(({ id }: { id: number }) => id)
    expect(ids).toContain(free.id)
    expect(ids).not.toContain(blocked.id)
    const customer = await makeCustomer(server.db)
    expect((await server.call(allocateCard, { id: blocked.id, customer_id: customer.id })).code).toBe(409)
  })

  test('changes by its own calls alone, not by the form', async () => {
    const card = await makeCard(server.db)
    const answer = await server.call(`${at}/update`, {
      id: card.id,
      status: 'blocked',
      customer_id: null,
      remark: 'old',
    })
    expect([answer.code, Object.keys(answer.data.errors)]).toEqual([422, ['status', 'customer_id']])
    expect(await kept(card.id)).toMatchObject({ status: 'normal', customer_id: card.customer_id, remark: null })
  })
})

const standingAt = async (place: Parameters<Payers['authorize']>[0], number: string) =>
  (await payers.authorize(place, number, true))?.status ?? null

describe('a lost card', () => {
  test('starts nothing any more, from the answer on', async () => {
    const card = await makeCard(server.db)
    const place = await pile()
    expect(await standingAt(place, card.number.toLowerCase())).toBe('Accepted')
    await server.call(blockCard, { id: card.id, reason: 'lost', remark: 'called in' })
    expect(await standingAt(place, card.number)).toBe('Blocked')
    expect(await kept(card.id)).toMatchObject({ status: 'blocked', block_reason: 'lost', remark: 'called in' })
    await server.call(unblockCard, { id: card.id, remark: null })
    expect(await standingAt(place, card.number)).toBe('Accepted')
    expect(await kept(card.id)).toMatchObject({ status: 'normal', block_reason: null })
  })

  test('is refused by every Authorize that begins after the answer, however many are under way', async () => {
    const card = await makeCard(server.db)
    const place = await pile()
    const ask = () => standingAt(place, card.number)
    const before = Array.from({ length: 20 }, ask)
    await server.call(blockCard, { id: card.id, reason: 'stolen' })
    const after = await Promise.all(Array.from({ length: 20 }, ask))
    expect(new Set(after)).toEqual(new Set(['Blocked']))
    expect((await Promise.all(before)).every((status) => status === 'Accepted' || status === 'Blocked')).toBe(true)
  })

  test('lets its session run, or has its pile asked to end it', async () => {
    const card = await makeCard(server.db)
    const { id: pile_id } = await makePile(server.db)
    const card_number = card.number.toUpperCase()
    await makeOrder(server.db, { pile_id, card_number, status: 'generated', ended_at: null, paid_cents: 0 })
    const stops = () => server.db.selectFrom('command').select('action').where('pile_id', '=', pile_id).execute()
    const block = (stop: boolean) => server.call(blockCard, { id: card.id, reason: 'damaged', stop })
    expect((await block(false)).data).toEqual({ running: 1, stopped: 0 })
    expect(await stops()).toEqual([])
    expect((await block(true)).data).toEqual({ running: 1, stopped: 1 })
    await expect.poll(stops).toEqual([{ action: 'stop' }])
  })

  test('in the wrong hands has its pile asked, whatever was ticked, and again when it is blocked again', async () => {
    const card = await makeCard(server.db)
    const { id: pile_id } = await makePile(server.db)
    const card_number = card.number.toUpperCase()
    await makeOrder(server.db, { pile_id, card_number, status: 'generated', ended_at: null, paid_cents: 0 })
    const stops = () => server.db.selectFrom('command').select('action').where('pile_id', '=', pile_id).execute()
    const block = (stop: boolean) => server.call(blockCard, { id: card.id, reason: 'lost', stop })
    expect((await block(false)).data).toEqual({ running: 1, stopped: 1 })
    await expect.poll(stops).toHaveLength(1)
    expect((await block(true)).data).toEqual({ running: 1, stopped: 1 })
    await expect.poll(stops).toHaveLength(2)
  })

  test('is forgotten by the piles where it charged lately, and by no others', async () => {
    const card = await makeCard(server.db)
    const card_number = card.number.toUpperCase()
    const [known, other, away, long_ago] = [
      await connected(),
      await connected(),
      await makePile(server.db),
      await connected(),
    ]
    const charged = (pile_id: number, started_at: string) =>
      makeOrder(server.db, { pile_id, card_number, started_at, ended_at: started_at })
    const lately = new Date(Date.now() - 5 * 86_400_000).toISOString()
    for (const { id } of [known, known, away]) await charged(id, lately)
    await charged(long_ago.id, '2024-01-01T00:00:00.000Z')
    known.pile.onCall('ClearCache', { status: 'Rejected' })
    expect((await server.call(blockCard, { id: card.id, reason: 'lost' })).code).toBe(200)
    await known.pile.nextCall('ClearCache')
    await expect.poll(() => clearings([known.id])).toEqual([{ pile_id: known.id, status: 'refused' }])
    expect(await clearings([other.id, away.id, long_ago.id])).toEqual([])
    await server.call(blockCard, { id: card.id, reason: 'stolen' })
    expect(await clearings([known.id])).toHaveLength(1)
  })

  test.each([
    ['taken back', (id: number) => server.call(takeBackCard, { id })],
    ['deleted', (id: number) => server.call(`${at}/delete`, { id })],
  ])('that is %s is forgotten too', async (_, end) => {
    const card = await makeCard(server.db)
    const { pile, id: pile_id } = await connected()
    const started_at = new Date().toISOString()
    await makeOrder(server.db, { pile_id, card_number: card.number.toUpperCase(), started_at })
    pile.onCall('ClearCache', { status: 'Accepted' })
    expect((await end(card.id)).code).toBe(200)
    await pile.nextCall('ClearCache')
    await expect.poll(() => clearings([pile_id])).toEqual([{ pile_id, status: 'done' }])
  })

  test('is forgotten by a pile that was away when it is back, once', async () => {
    const card = await makeCard(server.db)
    const { id: pile_id, station_number } = await makePile(server.db)
    const started_at = new Date().toISOString()
    await makeOrder(server.db, { pile_id, card_number: card.number.toUpperCase(), started_at })
    await server.call(blockCard, { id: card.id, reason: 'lost' })
    const pile = await opened(station_number)
    expect(await clearings([pile_id])).toEqual([])
    pile.onCall('ClearCache', { status: 'Accepted' })
    await pile.call('Heartbeat', {})
    await pile.nextCall('ClearCache')
    await expect.poll(() => clearings([pile_id])).toEqual([{ pile_id, status: 'done' }])
    await expect.poll(() => stale(pile_id)).toEqual([])
    await boot(pile)
    await pile.call('Heartbeat', {})
    expect(await clearings([pile_id])).toHaveLength(1)
  })

  test('is forgotten by a pile that went without an answer when it is back', async () => {
    const card = await makeCard(server.db)
    const { id: pile_id, pile } = await connected()
    await makeOrder(server.db, {
      ...{ pile_id, card_number: card.number.toUpperCase(), started_at: new Date().toISOString() },
    })
    pile.onCall('ClearCache', () => new Promise(() => {}))
    await server.call(blockCard, { id: card.id, reason: 'lost' })
    await pile.nextCall('ClearCache')
    pile.drop()
    await expect.poll(() => clearings([pile_id])).not.toMatchObject([{ status: 'sent' }])
    expect(await stale(pile_id)).toHaveLength(1)
    const { station_number } = await server.db
      .selectFrom('pile')
      .select('station_number')
      .where('id', '=', pile_id)
      .executeTakeFirstOrThrow()
    const again = await opened(station_number)
    again.onCall('ClearCache', { status: 'Accepted' })
    await again.call('Heartbeat', {})
    await again.nextCall('ClearCache')
    await expect.poll(() => stale(pile_id)).toEqual([])
  })

  test.each([{ reason: 'bored' }, {}, { reason: 'lost', stop: 'yes' }])('is not blocked with %j', async (body) => {
    const { id } = await makeCard(server.db)
    expect((await server.call(`${at}/block`, { id, ...body })).code).toBe(422)
    expect((await kept(id)).status).toBe('normal')
  })
})

test('an archived card starts nothing, and its number may belong to another', async () => {
  const card = await makeCard(server.db)
  const number = card.number.toUpperCase()
  const place = await pile()
  await makeOrder(server.db, { card_number: number })
  await server.call(takeBackCard, { id: card.id, remark: null })
  expect((await server.call(`${at}/delete`, { id: card.id })).data.archived).toEqual([card.id])
  expect(await standingAt(place, number)).toBe('Invalid')
  const rich = await makeCustomer(server.db, { balance_cents: 5000 })
  const successor = await server.call(`${at}/create`, { number: number.toLowerCase(), customer_id: rich.id })
  expect(successor.code).toBe(200)
  expect(await standingAt(place, number)).toBe('Accepted')
  expect((await server.call(`${at}/restore`, { id: card.id })).code).toBe(409)
})

test('a card in a session is not deleted', async () => {
  const card = await makeCard(server.db)
  const order = await makeOrder(server.db, {
    card_number: card.number.toUpperCase(),
    status: 'generated',
    paid_cents: 0,
  })
  expect(await server.call(`${at}/delete`, { id: card.id })).toMatchObject({
    code: 409,
    data: { uses: [{ entity: 'order', titles: [order.number] }] },
  })
})

test('a card’s history tells who had it when, and why it was blocked', async () => {
  const customer = await makeCustomer(server.db)
  const { data: card } = await server.call(`${at}/create`, { number: `H${next()}` })
  const { id } = card
  await server.call(allocateCard, { id, customer_id: customer.id })
  await server.call(blockCard, { id, reason: 'lost', remark: 'at the airport' })
  await server.call(unblockCard, { id, remark: 'found' })
  await server.call(takeBackCard, { id, remark: null })
  const { data } = await server.call(cardHistory, { id })
  const whose = { id: customer.id, title: customer.account }
  expect(data.events.map(({ at: _, by, ...event }) => [by, event])).toEqual(
    [
      { what: 'taken_back', customer: whose, reason: null, remark: null },
      { what: 'unblocked', customer: null, reason: null, remark: 'found' },
      { what: 'blocked', customer: null, reason: 'lost', remark: 'at the airport' },
      { what: 'allocated', customer: whose, reason: null, remark: null },
      { what: 'made', customer: null, reason: null, remark: null },
    ].map((event) => [server.administrator.user_name, event]),
  )
})

test.each([
  [allocateCard, { customer_id: 1 }],
  [takeBackCard, {}],
  [blockCard, { reason: 'lost' }],
  [unblockCard, {}],
  [cardHistory, {}],
])('$path needs a token and its permission', async ({ path, permission }, body) => {
  const { id } = await makeCard(server.db)
  const others = ['card.list', 'card.create', 'card.update', 'card.allocate', 'card.block'].filter(
    (code) => code !== permission,
  )
  const clerk = await server.signIn({ permissions: others })
  expect((await server.call(path, { id, ...body }, { as: clerk })).code).toBe(403)
  expect((await server.call(path, { id, ...body }, { as: null })).code).toBe(401)
})
