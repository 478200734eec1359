import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { listOfPile, sendList, sendLists } from '../../src/shared/endpoints/card-lists.ts'
import { blockCard } from '../../src/shared/endpoints/cards.ts'
import { makeCard, makeCardGroup, makeCustomer, makeOrder, makePile, makePileType, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { Lister } from './list-rig.ts'

let server: TestServer
let type: { id: number }
const piles: Pile[] = []
beforeAll(async () => {
  server = await startServer()
  type = await makePileType(server.db, { keeps_card_list: true })
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
  // A list holds every card that may charge: those of one test are no other's.
  await server.db.updateTable('card').set({ archived_at: new Date().toISOString() }).execute()
})
afterAll(() => server.stop())

const until = (check: () => unknown) => vi.waitFor(check)

/** A virtual pile that keeps a list, and what its configuration says. */
async function lister(
  site_id: number,
  settings: Record<string, string> = {},
  pile_type_id = type.id,
  version?: '2.0.1',
) {
  const { id, station_number: station } = await makePile(server.db, { site_id, pile_type_id })
  const pile = virtualPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, ...(version && { version }) })
  for (const [key, value] of Object.entries(settings)) pile.configuration.set(key, value)
  piles.push(pile)
  return { id, pile }
}

const listOf = async (pile_id: number) => (await server.call(listOfPile, { pile_id })).data
const stateOf = async (pile_id: number) => (await listOf(pile_id))?.state
/** A list stays in step while the pile is asked: what it told is what it has by now. */
const inStep = ({ id, pile }: { id: number; pile: Pile }) =>
  until(async () =>
    expect(await listOf(id)).toMatchObject({ state: 'in_step', told_version: pile.memory.local_list.version }),
  )
const tagsIn = ({ memory }: Pile) =>
  Object.fromEntries(Object.entries(memory.local_list.tags).map(([tag, { status }]) => [tag, status]))
/** What five minutes bring about by themselves. */
const lookAgain = () =>
  server.db
    .updateTable('card_list')
    .set({ compare_at: new Date(0).toISOString() })
    .execute()
const tag = ({ number }: { number: string }) => number.toUpperCase()

describe('a pile whose type keeps a list', () => {
  test('is given the cards that may charge, and told of what changes', async () => {
    const site = await makeSite(server.db)
    const [one, two] = [await makeCard(server.db), await makeCard(server.db)]
    const customer = await makeCustomer(server.db)
    const poor = await makeCard(server.db, { customer_id: customer.id })
    const { id, pile } = await lister(site.id)
    pile.start()
    await inStep({ id, pile })
    expect(tagsIn(pile)).toEqual({ [tag(one)]: 'Accepted', [tag(two)]: 'Accepted' })
    const first = await listOf(id)
    expect(first).toMatchObject({ entries: 2, wanted: 2, left_out: 0, most: 5_000, a_call: 1_000, enabled: true })
    expect(first?.told_version).toBe(pile.memory.local_list.version)
    const topUp = { customer_id: customer.id, kind: 'top_up', amount_cents: 500 } as const
    await server.db.insertInto('ledger_entry').values(topUp).execute()
    await lookAgain()
    await until(() => expect(tagsIn(pile)[tag(poor)]).toBe('Accepted'))
    await inStep({ id, pile })
    expect((await listOf(id))?.list_version).toBe((first?.list_version ?? 0) + 1)
  })

  test('is told of groups and of times, what changes of them, and that a card’s time is over; never of a master pass', async () => {
    const site = await makeSite(server.db)
    const group = await makeCardGroup(server.db)
    const pass = await makeCardGroup(server.db, { kind: 'master_pass' })
    const until_far = '2035-01-01T00:00:00.000Z'
    const card = await makeCard(server.db, { group_id: group.id, valid_until: until_far })
    const customer = await makeCustomer(server.db, { balance_cents: 10_000 })
    await makeCard(server.db, { group_id: pass.id, customer_id: customer.id })
    const { id, pile } = await lister(site.id)
    const held = () => pile.memory.local_list.tags
    const set = (more: { group_id?: null; valid_until?: string }) =>
      server.db.updateTable('card').set(more).where('id', '=', card.id).execute()
    pile.start()
    await inStep({ id, pile })
    const info = { status: 'Accepted', parentIdTag: group.number }
    expect(held()).toEqual({ [tag(card)]: { ...info, expiryDate: '2035-01-01T00:00:00Z' } })
    const first = (await listOf(id))?.list_version
    await lookAgain()
    await set({ valid_until: '2036-01-01T00:00:00.000Z' })
    await until(() => expect(held()[tag(card)]).toEqual({ ...info, expiryDate: '2036-01-01T00:00:00Z' }))
    await set({ group_id: null })
    await until(() => expect(held()[tag(card)]).toEqual({ status: 'Accepted', expiryDate: '2036-01-01T00:00:00Z' }))
    await inStep({ id, pile })
    expect((await listOf(id))?.list_version).toBe((first ?? 0) + 2)
    await set({ valid_until: new Date(Date.now() - 1).toISOString() })
    await until(() => expect(held()[tag(card)]).toEqual({ status: 'Blocked' }))
  })

  test('has a blocked card off it at once, and one that was away when it is back', async () => {
    const site = await makeSite(server.db)
    const [lost, stays] = [await makeCard(server.db), await makeCard(server.db)]
    const [here, away] = [await lister(site.id), await lister(site.id)]
    for (const { id, pile } of [here, away]) {
      pile.start()
      await inStep({ id, pile })
    }
    await away.pile.stop()
    await server.call(blockCard, { id: lost.id, reason: 'lost' })
    await until(() => expect(tagsIn(here.pile)).toEqual({ [tag(lost)]: 'Blocked', [tag(stays)]: 'Accepted' }))
    expect(tagsIn(away.pile)[tag(lost)]).toBe('Accepted')
    away.pile.start()
    await until(() => expect(tagsIn(away.pile)[tag(lost)]).toBe('Blocked'))
    await inStep(away)
  })

  test('takes its list in several calls, and no more cards than it has room for: who charged there comes first', async () => {
    const site = await makeSite(server.db)
    const cards = []
    for (let n = 0; n < 6; n++) cards.push(await makeCard(server.db))
    const regular = cards.at(-1)
    await makeOrder(server.db, {
      ...{ site_id: site.id, card_number: tag(regular as never), started_at: new Date().toISOString() },
    })
    const { id, pile } = await lister(site.id, { LocalAuthListMaxLength: '5', SendLocalListMaxLength: '2' })
    pile.start()
    await inStep({ id, pile })
    expect(Object.keys(tagsIn(pile))).toHaveLength(5)
    expect(tagsIn(pile)[tag(regular as never)]).toBe('Accepted')
    expect(await listOf(id)).toMatchObject({ entries: 5, left_out: 1, most: 5, a_call: 2, list_version: 3 })
  })

  test('that lost its list, or has another one, is given all of it', async () => {
    const site = await makeSite(server.db)
    const card = await makeCard(server.db)
    const { id, pile } = await lister(site.id)
    pile.start()
    await inStep({ id, pile })
    const known = pile.memory.local_list.version
    pile.wrong.losesList = true
    await pile.reset('Soft')
    await until(() => expect(pile.memory.local_list.version).toBeGreaterThan(known))
    expect(tagsIn(pile)).toEqual({ [tag(card)]: 'Accepted' })
    await inStep({ id, pile })
    // Someone at the pile changed it.
    pile.memory.local_list = { version: known + 50, tags: { STRANGER: { status: 'Accepted' } } }
    await server.call(blockCard, { id: card.id, reason: 'lost' })
    await until(() => expect(tagsIn(pile)).toEqual({ [tag(card)]: 'Blocked' }))
    await inStep({ id, pile })
    expect((await listOf(id))?.told_version).toBeGreaterThan(known + 50)
  })

  test('says so where it has none, or does not take it, and is asked again when it starts anew', async () => {
    const site = await makeSite(server.db)
    await makeCard(server.db)
    const none = await lister(site.id, { LocalAuthListEnabled: 'false' })
    const full = await lister(site.id)
    full.pile.wrong.answers.set('SendLocalList', 'Failed')
    for (const { pile } of [none, full]) pile.start()
    await until(async () => expect(await stateOf(none.id)).toBe('not_supported'))
    await until(async () => expect(await listOf(full.id)).toMatchObject({ state: 'failed', said: 'Failed' }))
    full.pile.wrong.answers.clear()
    none.pile.configuration.set('LocalAuthListEnabled', 'true')
    for (const { id, pile } of [none, full]) {
      await pile.reset('Soft')
      await inStep({ id, pile })
    }
  })

  test('of OCPP 2 is sent nothing while its list is off', async () => {
    const site = await makeSite(server.db)
    await makeCard(server.db)
    const off = await lister(site.id, { LocalAuthListEnabled: 'false' }, type.id, '2.0.1')
    off.pile.start()
    await until(async () => expect(await listOf(off.id)).toMatchObject({ state: 'not_supported', enabled: false }))
    const sent = () =>
      server.db
        .selectFrom('command')
        .select('id')
        .where('pile_id', '=', off.id)
        .where('call', '=', 'SendLocalList')
        .execute()
    expect(await sent()).toEqual([])
    off.pile.configuration.set('LocalAuthListEnabled', 'true')
    await off.pile.reset('Soft')
    await inStep(off)
  })

  test('is none where the switch is off: it is emptied first, that of a pile that is away when it is back', async () => {
    const { id: pile_type_id } = await makePileType(server.db, { keeps_card_list: true })
    const site = await makeSite(server.db)
    await makeCard(server.db)
    const [here, away] = [await lister(site.id, {}, pile_type_id), await lister(site.id, {}, pile_type_id)]
    const { id: never } = await makePile(server.db, { pile_type_id })
    for (const { id, pile } of [here, away]) {
      pile.start()
      await inStep({ id, pile })
    }
    await until(async () => expect(await stateOf(never)).toBe('behind'))
    await away.pile.stop()
    await server.call('/system/device-type/update', { id: pile_type_id, version: 1, keeps_card_list: false })
    for (const id of [here.id, never]) await until(async () => expect(await listOf(id)).toBeNull())
    expect(tagsIn(here.pile)).toEqual({})
    expect(await listOf(away.id)).toMatchObject({ emptying: true, state: 'behind' })
    away.pile.wrong.answers.set('SendLocalList', 'Failed')
    away.pile.start()
    await until(async () => expect(await listOf(away.id)).toMatchObject({ emptying: true, state: 'failed' }))
    away.pile.wrong.answers.clear()
    await away.pile.reset('Soft')
    await until(async () => expect(await listOf(away.id)).toBeNull())
    expect(tagsIn(away.pile)).toEqual({})
  })

  test('is compared soon where a card is new, or has money again', async () => {
    const site = await makeSite(server.db)
    const customer = await makeCustomer(server.db)
    const poor = await makeCard(server.db, { customer_id: customer.id })
    const { id, pile } = await lister(site.id)
    pile.start()
    await inStep({ id, pile })
    const fresh = await makeCard(server.db)
    await until(() => expect(tagsIn(pile)).toEqual({ [tag(fresh)]: 'Accepted' }))
    const topUp = { customer_id: customer.id, kind: 'top_up', amount_cents: 500 } as const
    await server.db.insertInto('ledger_entry').values(topUp).execute()
    await until(() => expect(tagsIn(pile)).toEqual({ [tag(fresh)]: 'Accepted', [tag(poor)]: 'Accepted' }))
  })

  test.each([
    ['answers late', (pile: Pile) => pile.wrong.delays.set('SendLocalList', 1_500)],
    ['restarts in the middle of it', (pile: Pile) => pile.wrong.restarts.add('SendLocalList')],
    ['restarts when it is asked for its version', (pile: Pile) => pile.wrong.restarts.add('GetLocalListVersion')],
  ])('is whole in the end in a pile that %s', async (_, plant) => {
    const site = await makeSite(server.db)
    const card = await makeCard(server.db)
    const { id, pile } = await lister(site.id)
    plant(pile)
    pile.start()
    await inStep({ id, pile })
    expect(tagsIn(pile)).toEqual({ [tag(card)]: 'Accepted' })
    expect(pile.wrong.restarts.size).toBe(0)
  })

  test('that is full before the pile said so fails and says it, and is whole when there is room', async () => {
    const site = await makeSite(server.db)
    await Promise.all([makeCard(server.db), makeCard(server.db)])
    const { id, pile } = await lister(site.id)
    pile.wrong.listRoom = 1
    pile.start()
    await until(async () =>
      expect(await listOf(id)).toMatchObject({ state: 'failed', said: 'Failed', entries: 0, wanted: 2 }),
    )
    expect(tagsIn(pile)).toEqual({})
    pile.wrong.listRoom = 2
    await pile.reset('Soft')
    await inStep({ id, pile })
    expect(Object.keys(tagsIn(pile))).toHaveLength(2)
  })
})

test('a pile that never heard of a change is given it, one whose answer alone was lost is given nothing again', async () => {
  const site = await makeSite(server.db)
  const first = await makeCard(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id, pile_type_id: type.id })
  const list = new Lister(id, station, [])
  const sent: string[] = []
  let hears: 'all' | 'nothing' | 'without_answer' = 'all'
  const connect = async () => {
    const socket = await list.connect(server)
    socket.onCall('SendLocalList', (call) => {
      sent.push(String(call.updateType))
      const word = hears === 'nothing' ? '' : list.take(call)
      if (hears === 'all') return { status: word }
      setImmediate(() => socket.drop())
      return new Promise(() => {})
    })
    return socket
  }
  const loses = async (what: typeof hears) => {
    hears = what
    const card = await makeCard(server.db)
    await lookAgain()
    await socket.closed
    await until(async () => expect((await rowOf(id))?.send_after).not.toBeNull())
    hears = 'all'
    socket = await connect()
    await server.db.updateTable('card_list').set({ send_after: null }).where('pile_id', '=', id).execute()
    await until(() => expect([...list.entries.keys()]).toContain(card.number))
    await until(async () => expect(await listOf(id)).toMatchObject({ state: 'in_step', told_version: list.version }))
  }
  let socket = await connect()
  await until(() => expect([...list.entries.keys()]).toEqual([first.number]))
  await until(async () => expect(await stateOf(id)).toBe('in_step'))
  await loses('nothing')
  expect(sent.splice(0)).toEqual(['Full', 'Differential', 'Full'])
  await loses('without_answer')
  expect(sent).toEqual(['Differential'])
  socket.drop()
})

const rowOf = (pile_id: number) =>
  server.db.selectFrom('card_list').selectAll().where('pile_id', '=', pile_id).executeTakeFirst()

describe('the whole list', () => {
  test('is sent on request, to one pile or by a campaign to many', async () => {
    const site = await makeSite(server.db)
    const card = await makeCard(server.db)
    const all = [await lister(site.id), await lister(site.id)] as const
    for (const { id, pile } of all) {
      pile.start()
      await inStep({ id, pile })
    }
    for (const { pile } of all) pile.memory.local_list.tags = {}
    const [one, two] = [await listOf(all[0].id), await listOf(all[1].id)]
    await server.call(sendList, { id: one?.id ?? 0 })
    await until(() => expect(tagsIn(all[0].pile)).toEqual({ [tag(card)]: 'Accepted' }))
    const { data } = await server.call(sendLists, { ids: [one?.id ?? 0, two?.id ?? 0] })
    expect(data.piles).toBe(2)
    await until(() => expect(tagsIn(all[1].pile)).toEqual({ [tag(card)]: 'Accepted' }))
    const targets = () =>
      server.db.selectFrom('campaign_target').select('state').where('campaign_id', '=', data.campaign_id).execute()
    await until(async () => expect(await targets()).toEqual([{ state: 'done' }, { state: 'done' }]))
    for (const each of all) await inStep(each)
  })
})
