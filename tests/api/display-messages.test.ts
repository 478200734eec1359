import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { heldMessages } from '../../src/fleet/v201/screen.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { messagePiles, pushMessage } from '../../src/shared/endpoints/display-messages.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileScreen } from '../../src/shared/endpoints/screens.ts'
import { makePile, makePileType, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Messages for many screens: made, given by campaigns, taken away, and what their piles tell of them. */

let server: TestServer
const piles: Pile[] = []
beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})
afterAll(() => server.stop())

type Version = '1.6' | '2.0.1' | '2.1'

async function pileAt(site_id: number, version: Version = '2.1', given: object = {}) {
  const { id, station_number: station } = await makePile(server.db, { site_id, ...given })
  const pile = virtualPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, version })
  piles.push(pile)
  pile.start()
  await vi.waitFor(() => expect(pile.online).toBe(true))
  if (version === '1.6') return { id, pile }
  await server.call(pileCommands.read_settings, { id, component: 'DisplayMessageCtrlr' })
  await vi.waitFor(async () => expect(await toldOf(id)).toBeTruthy())
  return { id, pile }
}

const toldOf = (pile_id: number) =>
  server.db
    .selectFrom('pile_setting')
    .select('value')
    .where('pile_id', '=', pile_id)
    .where('key', '=', 'DisplayMessageCtrlr/SupportedFormats')
    .executeTakeFirst()

const texts = { en: 'Closed at six', 'zh-CN': '六点关门' }
const make = (site_ids: number[], more: object = {}, caller = {}) =>
  server.call(
    '/system/display_message/add',
    { name: `Closing ${next()}`, texts, language: 'zh-CN', site_ids, ...more },
    caller,
  )
async function made(site_ids: number[], more: object = {}) {
  const answer = await make(site_ids, more)
  expect(answer.message).toBe('Successfully saved')
  return answer.data as { id: number; version: number; name: string }
}
const errors = ({ data }: { data: unknown }) => Object.keys((data as { errors: object }).errors)
const view = async (id: number) =>
  (await server.call('/system/display_message/view', { id })).data as {
    version: number
    piles: Record<string, number>
    pushed_version: number | null
  }
const standing = (id: number, piles: object) =>
  vi.waitFor(async () => expect((await view(id)).piles).toMatchObject(piles))
const rowsOf = async (id: number, caller = {}) => (await server.call(messagePiles, { id }, caller)).data.rows
const onScreen = (pile: Pile) => heldMessages(pile).map(({ message }) => message)

test('reaches every pile of its sites, each in the languages that it knows, and waits for those that are away', async () => {
  const { id: site } = await makeSite(server.db)
  const [older, newer] = [await pileAt(site, '2.0.1'), await pileAt(site, '2.1')]
  const ancient = await pileAt(site, '1.6')
  const away = await makePile(server.db, { site_id: site, protocol: 'ocpp2.1' })
  const { id, name } = await made([site], { priority: 'in_front' })
  const { data } = await server.call(pushMessage, { id })
  expect(data.piles).toBe(3)
  await standing(id, { held: 2, open: 1 })
  expect(onScreen(older.pile)).toMatchObject([
    { priority: 'InFront', message: { format: 'UTF8', content: '六点关门' } },
  ])
  expect(onScreen(older.pile)[0]).not.toHaveProperty('messageExtra')
  expect(onScreen(newer.pile)).toMatchObject([
    {
      message: { language: 'zh-Hans', content: '六点关门' },
      messageExtra: [{ language: 'en-GB', content: 'Closed at six' }],
    },
  ])
  const rows = await rowsOf(id)
  const by = (pile: number) => rows.find((row) => row.pile.id === pile)
  expect(by(older.id)).toMatchObject({ holds: 'held', state: 'done' })
  expect(by(away.id)).toMatchObject({ holds: 'never', state: 'pending' })
  // Piles of 1.6 have no such messages.
  expect(by(ancient.id)).toBeUndefined()
  expect(errors(await server.call(pushMessage, { id, pile_ids: [ancient.id] }))).toEqual(['pile_ids'])
  const { messages } = (await server.call(pileScreen, { id: newer.id })).data
  expect(messages).toMatchObject([{ saved: { id, title: name }, state: 'held' }])
})

test('of its types alone, or of the piles that are named; others are refused', async () => {
  const { id: site } = await makeSite(server.db)
  const type = await makePileType(server.db)
  const [one, two] = [await pileAt(site, '2.1', { pile_type_id: type.id }), await pileAt(site)]
  const { id } = await made([site], { pile_type_ids: [type.id] })
  expect(errors(await server.call(pushMessage, { id, pile_ids: [two.id] }))).toEqual(['pile_ids'])
  expect((await server.call(pushMessage, { id })).data.piles).toBe(1)
  await standing(id, { held: 1 })
  expect([onScreen(one.pile).length, onScreen(two.pile).length]).toEqual([1, 0])
})

test('a pile that said what it takes is not asked for anything else, and says why', async () => {
  const { id: site } = await makeSite(server.db)
  const { id: pile_id, pile } = await pileAt(site)
  await server.db
    .updateTable('pile_setting')
    .set({ value: 'ASCII' })
    .where('pile_id', '=', pile_id)
    .where('key', '=', 'DisplayMessageCtrlr/SupportedFormats')
    .execute()
  const { id } = await made([site], { format: 'html' })
  await server.call(pushMessage, { id })
  await vi.waitFor(async () =>
    expect(await rowsOf(id)).toMatchObject([{ state: 'refused', said: 'shows_format=ascii' }]),
  )
  expect(onScreen(pile)).toEqual([])
})

test('a change has not reached the piles until it is given again', async () => {
  const { id: site } = await makeSite(server.db)
  const { pile } = await pileAt(site)
  const { id, version, name } = await made([site])
  await server.call(pushMessage, { id })
  await standing(id, { held: 1, outdated: 0 })
  const changed = { id, version, name, texts: { en: 'Open all night' }, site_ids: [site] }
  expect((await server.call('/system/display_message/edit', changed)).code).toBe(200)
  await standing(id, { held: 0, outdated: 1 })
  await server.call(pushMessage, { id })
  await standing(id, { held: 1, outdated: 0 })
  expect(onScreen(pile)).toMatchObject([{ message: { content: 'Open all night' } }])
})

test('taken away from those that hold it; those that are away let go later, and are asked for nothing else', async () => {
  const { id: site } = await makeSite(server.db)
  const { id: pile_id, pile } = await pileAt(site)
  const { id } = await made([site])
  expect(errors(await server.call(pushMessage, { id, clear: true }))).toEqual(['pile_ids'])
  await server.call(pushMessage, { id })
  await standing(id, { held: 1 })
  expect((await server.call(pushMessage, { id, clear: true })).data.piles).toBe(1)
  await standing(id, { held: 0, outdated: 0, drifted: 0, open: 0 })
  expect(onScreen(pile)).toEqual([])
  expect(await rowsOf(id)).toMatchObject([{ pile: { id: pile_id }, holds: 'gone', is_clear: true }])
})

test('one that is deleted leaves the piles too, and can be looked at still', async () => {
  const { id: site } = await makeSite(server.db)
  const { pile } = await pileAt(site)
  const { id } = await made([site])
  await server.call(pushMessage, { id })
  await standing(id, { held: 1 })
  expect((await server.call('/system/display_message/del', { ids: [id] })).code).toBe(200)
  await vi.waitFor(() => expect(onScreen(pile)).toEqual([]))
  expect((await server.call('/system/display_message/view', { id })).code).toBe(200)
  expect((await server.call(pushMessage, { id })).code).toBe(409)
})

test('what a pile lost or tells otherwise shows with the message', async () => {
  const { id: site } = await makeSite(server.db)
  const [one, two] = [await pileAt(site), await pileAt(site)]
  const { id } = await made([site])
  await server.call(pushMessage, { id })
  await standing(id, { held: 2 })
  one.pile.memory.messages = []
  const [held] = heldMessages(two.pile)
  if (held) held.message.priority = 'InFront'
  for (const pile of [one, two]) await server.call(pileCommands.read_messages, { id: pile.id })
  await standing(id, { held: 0, drifted: 2 })
  expect((await rowsOf(id)).map(({ holds }) => holds).sort()).toEqual(['differs', 'missing'])
})

test('what no field shows by itself is refused at its field', async () => {
  const { id: site } = await makeSite(server.db)
  expect(errors(await make([]))).toEqual(['site_ids'])
  const backwards = { starts_at: '2090-01-02T00:00:00Z', ends_at: '2090-01-01T00:00:00Z' }
  expect(errors(await make([site], backwards))).toEqual(['ends_at'])
  expect(errors(await make([site], { format: 'ascii' }))).toEqual(['texts'])
  expect(errors(await make([site], { format: 'uri' }))).toEqual(['texts'])
  expect(errors(await make([site], { texts: { en: 'a'.repeat(513) } }))).toEqual(['texts'])
  const over = await made([site], { ends_at: new Date(Date.now() + 1_000).toISOString() })
  await server.db
    .updateTable('display_message')
    .set({ ends_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', over.id)
    .execute()
  await makePile(server.db, { site_id: site })
  expect(errors(await server.call(pushMessage, { id: over.id }))).toEqual(['id'])
})

test('who reaches one of two sites sees the message with the piles there, and changes nothing of it', async () => {
  const [{ id: here }, { id: there }] = [await makeSite(server.db), await makeSite(server.db)]
  const [near, far] = [await pileAt(here), await pileAt(there)]
  const { id, version, name } = await made([here, there])
  await server.call(pushMessage, { id })
  await standing(id, { held: 2 })
  const permissions = ['display_message.list', 'display_message.update', 'display_message.push', 'pile.read_messages']
  const caller = { as: await server.signIn({ permissions, data_scope: 'sites', site_ids: [here] }) }
  const seen = (await server.call('/system/display_message/view', { id }, caller)).data as { piles: object }
  expect(seen.piles).toMatchObject({ held: 1 })
  expect((await rowsOf(id, caller)).map(({ pile }) => pile.id)).toEqual([near.id])
  expect((await server.call(pileScreen, { id: near.id }, caller)).code).toBe(200)
  expect((await server.call(pileScreen, { id: far.id }, caller)).code).toBe(404)
  const change = { id, version, name: `${name}!`, site_ids: [here] }
  expect((await server.call('/system/display_message/edit', change, caller)).code).toBe(403)
  expect((await server.call(pushMessage, { id, pile_ids: [far.id] }, caller)).code).not.toBe(200)
  expect((await server.call(pushMessage, { id }, caller)).data.piles).toBe(1)
  const elsewhere = await made([there])
  expect((await server.call('/system/display_message/view', { id: elsewhere.id }, caller)).code).toBe(404)
})

test('giving needs a permission of its own', async () => {
  const { id: site } = await makeSite(server.db)
  const { id } = await made([site])
  const caller = { as: await server.signIn({ permissions: ['display_message.list', 'display_message.update'] }) }
  expect((await server.call(pushMessage, { id }, caller)).code).toBe(403)
})
