import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  dictionaryAdd,
  dictionaryDelete,
  dictionaryList,
  dictionaryMove,
  dictionaryTree,
  dictionaryUpdate,
} from '../../src/shared/endpoints/dictionaries.ts'
import { dictionaryGet } from '../../src/shared/endpoints/dictionary-values.ts'
import { LIVE_PATH } from '../../src/shared/endpoints/live.ts'
import { makeCard, makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

const OTHERS = ['alarm.remark', 'refund.reason']
let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.deleteFrom('dictionary_item').where('dictionary', 'not in', OTHERS).execute()
})

const listed = async (name: string) => (await server.call(dictionaryList, { name })).data.rows
const wordOf = async (name: string, value: string) => (await listed(name)).find((row) => row.value === value)?.label

test('every choice of the console is a dictionary, and the tree says whose it is', async () => {
  const { data } = await server.call(dictionaryTree, {}, { language: 'zh-CN' })
  const order = data.find(({ id }) => id === 'order')
  expect(order?.label).toBe('订单')
  expect(order?.children).toContainEqual(
    expect.objectContaining({ id: 'order.status', kind: 'fixed', toned: true, chosen: false, changed: 0 }),
  )
  const facilities = data.flatMap(({ children }) => children).find(({ id }) => id === 'site.facilities')
  expect(facilities).toMatchObject({ kind: 'open', values: 8, chosen: true, toned: false })
})

test('what an operator calls a value is said in lists, sheets and refusals, and goes back to the own word', async () => {
  const word = {
    name: 'site.status',
    value: 'disabled',
    labels: { en: 'Closed down', 'zh-CN': '停运' },
    tone: 'faulted',
  } as const
  await server.call(dictionaryUpdate, word)
  const { data } = await server.call(dictionaryGet, { name: 'site.status' }, { language: 'zh-CN' })
  expect(data[0]?.items.find(({ value }) => value === 'disabled')).toMatchObject({
    value: 'disabled',
    label: '停运',
    labels: { en: 'Closed down', 'zh-CN': '停运' },
    tone: 'faulted',
    offered: true,
    own: false,
  })
  await makeSite(server.db, { name: 'Old yard', status: 'disabled' })
  await vi.waitFor(async () => expect(await sheet()).toContain('Closed down'))
  await server.call(dictionaryUpdate, {
    name: 'site.status',
    value: 'disabled',
    labels: {},
    tone: null,
  })
  expect(await wordOf('site.status', 'disabled')).toBe('Not in use')
  await vi.waitFor(async () => expect(await sheet()).not.toContain('Closed down'))
})

test('a client without words of its own is told the operator’s, its sentences apart', async () => {
  const words = async (language: string) => {
    const { data } = await server.call('GET /language/language', { language }, { as: null })
    return data.words.entities
  }
  const before = await words('en')
  await server.call(dictionaryUpdate, { name: 'pile.state', value: 'waiting', labels: { en: 'Plugged in' } })
  await server.call(dictionaryAdd, { name: 'site.facilities', labels: { en: 'Baby room', 'zh-CN': '母婴室' } })
  const sentence = { name: 'alarm.remark', labels: { en: 'Sent someone.', 'zh-CN': '已派人。' } }
  const { value } = (await server.call(dictionaryAdd, sentence)).data
  await vi.waitFor(async () => expect((await words('en')).site.choices.facilities.baby_room).toBe('Baby room'))
  const [english, chinese] = [await words('en'), await words('zh-CN')]
  expect(chinese.site.choices.facilities).toMatchObject({ baby_room: '母婴室', wifi: 'Wi-Fi' })
  expect(english.pile.choices.state).toEqual({ ...before.pile.choices.state, waiting: 'Plugged in' })
  expect(chinese.pile.choices.state.waiting).toBe('等待')
  expect(JSON.stringify([english, chinese])).not.toMatch(/Sent someone|已派人/)
  await server.call(dictionaryDelete, { name: 'alarm.remark', value })
})

async function sheet(): Promise<string> {
  const response = await fetch(`${server.url}/api/system/park-lot/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.administrator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', columns: ['name', 'status'] }),
  })
  return response.text()
}

test('the order is the one that was set, also for anyone who only looks; values that are new come last', async () => {
  const before = (await listed('billing_rule.band')).map(({ value }) => value)
  await server.call(dictionaryMove, { name: 'billing_rule.band', values: [...before].reverse() })
  const someone = await server.signIn()
  const { data } = await server.call(dictionaryGet, { name: 'billing_rule.band' }, { as: someone })
  expect(data[0]?.items.map(({ value }) => value)).toEqual([...before].reverse())
  const refused = await server.call(dictionaryMove, { name: 'billing_rule.band', values: before.slice(1) })
  expect(refused.code).toBe(409)
  await server.call(dictionaryMove, { name: 'billing_rule.band', values: null })
  expect((await listed('billing_rule.band')).map(({ value }) => value)).toEqual(before)
})

test('a value of the operator can be chosen, held and, once nothing holds it, deleted', async () => {
  const added = await server.call(dictionaryAdd, {
    name: 'site.facilities',
    labels: { en: 'Baby room', 'zh-CN': '母婴室' },
  })
  expect(added.data).toEqual({ value: 'baby_room' })
  const site = await makeSite(server.db)
  const stood = await server.call('/system/park-lot/update', { id: site.id, facilities: ['baby_room', 'wifi'] })
  expect(stood.data.facilities).toEqual(['wifi', 'baby_room'])
  const found = await server.call('/system/park-lot/index', { facilities: ['baby_room'] })
  expect(found.data.rows.map(({ id }: { id: number }) => id)).toEqual([site.id])
  expect((await server.call(dictionaryDelete, { name: 'site.facilities', value: 'baby_room' })).code).toBe(409)
  await server.call('/system/park-lot/update', { id: site.id, facilities: null })
  expect((await server.call(dictionaryDelete, { name: 'site.facilities', value: 'baby_room' })).code).toBe(200)
  const gone = await server.call('/system/park-lot/update', { id: site.id, facilities: ['baby_room'] })
  expect([gone.code, Object.keys(gone.data.errors)]).toEqual([422, ['facilities']])
})

test('what is no longer offered is refused where it is new and stays where it is', async () => {
  const holds = await makeSite(server.db, { facilities: ['cafe'] })
  const other = await makeSite(server.db)
  await server.call(dictionaryUpdate, { name: 'site.facilities', value: 'cafe', offered: false })
  const kept = await server.call('/system/park-lot/update', { id: holds.id, facilities: ['cafe', 'wifi'] })
  expect(kept.data.facilities).toEqual(['cafe', 'wifi'])
  const refused = await server.call('/system/park-lot/update', { id: other.id, facilities: ['cafe'] })
  expect(refused.data.errors.facilities).toMatch(/offered/)
})

test('a card is blocked for a reason of the operator, and for no other', async () => {
  const card = await makeCard(server.db)
  const block = (reason: string) => server.call('/system/device-car/block', { id: card.id, reason })
  expect((await block('gone_missing')).data.errors.reason).toMatch(/offered/)
  await server.call(dictionaryAdd, {
    name: 'card.block_reason',
    value: 'gone_missing',
    labels: { en: 'Missing', 'zh-CN': '失踪' },
  })
  expect((await block('gone_missing')).code).toBe(200)
  const found = await server.call('/system/device-car/index', { block_reason: ['gone_missing'] })
  expect(found.data.rows.map(({ id }: { id: number }) => id)).toEqual([card.id])
})

test.each([
  ['adds to what is fixed', dictionaryAdd, { name: 'site.status', labels: { en: 'x', 'zh-CN': 'x' } }, 409],
  ['deletes what is the console’s', dictionaryDelete, { name: 'site.facilities', value: 'wifi' }, 409],
  [
    'withholds what new records start with',
    dictionaryUpdate,
    { name: 'site.status', value: 'enabled', offered: false },
    422,
  ],
  ['withholds what nobody chooses', dictionaryUpdate, { name: 'order.status', value: 'paid', offered: false }, 422],
  [
    'calls two values the same',
    dictionaryUpdate,
    { name: 'site.status', value: 'enabled', labels: { en: 'not in use' } },
    422,
  ],
  ['colours what is no state', dictionaryUpdate, { name: 'site.facilities', value: 'wifi', tone: 'faulted' }, 422],
  ['names a dictionary that is none', dictionaryUpdate, { name: 'site.name', value: 'wifi' }, 404],
  ['names a value that is none', dictionaryUpdate, { name: 'site.status', value: 'gone' }, 404],
] as const)('nobody %s', async (_, endpoint, body, code) => {
  expect((await server.call(endpoint, body as never)).code).toBe(code)
})

test('who may only look changes nothing; a change is written down and told to every console', async () => {
  const looker = await server.signIn({ permissions: ['dictionary.list'] })
  const nobody = await server.signIn()
  const change = { name: 'site.status', value: 'disabled', labels: { en: 'Shut' } }
  expect((await server.call(dictionaryUpdate, change, { as: looker })).code).toBe(403)
  expect((await server.call(dictionaryTree, {}, { as: nobody })).code).toBe(403)
  const told = await liveOf(nobody)
  await server.call(dictionaryUpdate, change)
  await vi.waitFor(() => expect(told).toContainEqual({ type: 'changed', entity: 'dictionary', ids: null }))
  const entry = await server.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'dictionary')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    action: 'update',
    before: { dictionary: 'site.status', value: 'disabled', labels: {} },
    after: { dictionary: 'site.status', value: 'disabled', labels: { en: 'Shut' } },
  })
})

/** What the live channel tells someone, from now on. */
async function liveOf({ token }: SignedIn): Promise<unknown[]> {
  const told: unknown[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${LIVE_PATH}`)
  await new Promise<void>((ready) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'sign_in', token })))
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      told.push(message)
      if (message.type === 'ready') ready()
    })
  })
  return told
}
