import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { proxiesAt } from '../../src/server/kit/client-address.ts'
import { Browser } from '../../src/server/live/browser.ts'
import { LiveChannel } from '../../src/server/live/channel.ts'
import type { Viewer, ViewerReach } from '../../src/server/live/viewer.ts'
import type { LiveMessage } from '../../src/shared/endpoints/live.ts'

let server: Server
let channel: LiveChannel
let address: string
let people: Record<string, () => Viewer | null>

const person = (...permissions: string[]): Viewer => ({
  sign_in: permissions.join(),
  user_id: 1,
  rights: permissions.join(),
  expires_at: Date.now() + 60_000,
  may: (permission) => permissions.includes(permission),
  sight: () => null,
})
/** Who renewed viewers are, by their sign-ins; the others stay as they are. */
let renewed: Map<string, Viewer | null>

beforeEach(async () => {
  renewed = new Map()
  people = { operator: () => person('pile.list', 'order.list'), cashier: () => person('order.list') }
  channel = new LiveChannel({
    identify: async (token) => people[token]?.() ?? null,
    renew: async (viewers) => {
      const now = viewers.map((viewer) => [viewer.sign_in, renewed.get(viewer.sign_in)] as const)
      return new Map(
        viewers.flatMap((viewer, at) => {
          const then = now[at]?.[1]
          return then === null ? [] : [[viewer.sign_in, then ?? viewer]]
        }),
      )
    },
    publicUrl: 'https://console.example',
    trust: proxiesAt(['127.0.0.1']),
  })
  server = createServer()
  server.on('upgrade', (request, socket, head) => channel.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  channel.close()
  server.closeAllConnections()
  server.close()
})

/** A browser's page, with what it was told and how its socket ended. */
function open(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://${address}/pub/connect/ws`, { headers })
  const told: LiveMessage[] = []
  socket.on('message', (data) => told.push(JSON.parse(data.toString())))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const say = (message: object) => socket.send(JSON.stringify(message))
  return { socket, told, closed, opened, say }
}

async function signedIn(token: string, headers = {}) {
  const page = open(headers)
  await page.opened
  page.say({ type: 'sign_in', token })
  await vi.waitFor(() => expect(page.told).toEqual([{ type: 'ready' }]))
  page.told.length = 0
  return page
}

test('tells what changed, each record once', async () => {
  const page = await signedIn('operator')
  for (const id of [7, 8, 7]) channel.changed('pile', id)
  await vi.waitFor(() => expect(page.told).toEqual([{ type: 'changed', entity: 'pile', ids: [7, 8] }]), {
    interval: 10,
  })
})

test('tells at most every quarter of a second, however many reports come', async () => {
  const page = await signedIn('operator')
  const from = Date.now()
  for (let round = 0; round < 100; round++) {
    channel.changed('pile', 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const quarters = Math.ceil((Date.now() - from) / 250)
  expect(page.told.length).toBeGreaterThanOrEqual(3)
  expect(page.told.length).toBeLessThanOrEqual(quarters + 1)
})

test('says "any" when more than two hundred records changed', async () => {
  const page = await signedIn('operator')
  for (let id = 1; id <= 201; id++) channel.changed('pile', id)
  await vi.waitFor(() => expect(page.told).toEqual([{ type: 'changed', entity: 'pile', ids: null }]))
})

test('tells nobody of records that he may not list', async () => {
  const cashier = await signedIn('cashier')
  const operator = await signedIn('operator')
  channel.changed('pile', 1)
  channel.changed('order', 2)
  await vi.waitFor(() => expect(operator.told).toHaveLength(2))
  expect(cashier.told).toEqual([{ type: 'changed', entity: 'order', ids: [2] }])
})

test('names to each only what they reach, and nothing of whose it was that is gone', async () => {
  const reaching = (...own: number[]): Viewer => ({
    ...person('pile.list'),
    sight: (): ViewerReach => ({
      key: own.join(),
      theirs: async (_, ids) => ({ ids: ids.filter((id) => own.includes(id)), gone: ids.includes(99) }),
    }),
  })
  people.north = () => reaching(1, 2)
  people.south = () => reaching(3)
  const [north, south, operator] = [await signedIn('north'), await signedIn('south'), await signedIn('operator')]
  for (const id of [1, 4, 2]) channel.changed('pile', id)
  await vi.waitFor(() => expect(operator.told).toHaveLength(1))
  await vi.waitFor(() => expect(north.told).toEqual([{ type: 'changed', entity: 'pile', ids: [1, 2] }]))
  channel.changed('pile', 99)
  await vi.waitFor(() => expect(south.told).toEqual([{ type: 'changed', entity: 'pile', ids: null }]))
})

test('says that rights are others, and holds to them at once', async () => {
  const page = await signedIn('operator')
  const other = { ...person('order.list'), sign_in: person('pile.list', 'order.list').sign_in }
  renewed.set(other.sign_in, other)
  await vi.waitFor(() => expect(page.told).toEqual([{ type: 'rights' }]))
  channel.changed('pile', 1)
  channel.changed('order', 2)
  await vi.waitFor(() => expect(page.told.slice(1)).toEqual([{ type: 'changed', entity: 'order', ids: [2] }]))
})

test('closes the socket of anyone who may not look any more with 4401', async () => {
  const page = await signedIn('operator')
  renewed.set(person('pile.list', 'order.list').sign_in, null)
  expect(await page.closed).toBe(4401)
})

test('closes a socket that shows a wrong token with 4401', async () => {
  const page = open()
  await page.opened
  page.say({ type: 'sign_in', token: 'nobody' })
  expect(await page.closed).toBe(4401)
  expect(page.told).toEqual([])
})

test('closes a socket that shows no token within five seconds with 4401, and tells it nothing before', async () => {
  const page = open()
  await page.opened
  page.say({ type: 'ping' })
  channel.changed('pile', 1)
  const from = Date.now()
  expect(await page.closed).toBe(4401)
  expect(Date.now() - from).toBeGreaterThan(4_000)
  expect(page.told).toEqual([{ type: 'pong' }])
})

test('closes with 4401 when the token ends, unless a fresh one came', async () => {
  people.short = () => ({ ...person('pile.list'), expires_at: Date.now() + 300 })
  const leaving = await signedIn('short')
  const staying = await signedIn('short')
  staying.say({ type: 'sign_in', token: 'operator' })
  expect(await leaving.closed).toBe(4401)
  channel.changed('pile', 3)
  await vi.waitFor(() => expect(staying.told.at(-1)).toEqual({ type: 'changed', entity: 'pile', ids: [3] }))
})

test('closes a socket that shows a token that has ended', async () => {
  people.ended = () => ({ ...person('pile.list'), expires_at: Date.now() - 1 })
  const page = open()
  await page.opened
  page.say({ type: 'sign_in', token: 'ended' })
  expect(await page.closed).toBe(4401)
})

test.each([
  ['another site', { origin: 'https://elsewhere.example' }],
  ['no address at all', { origin: 'null' }],
])('refuses a page of %s', async (_, headers) => {
  await expect(open(headers).opened).rejects.toThrow('403')
})

test('serves a page of its own address and of PUBLIC_URL', async () => {
  await signedIn('operator', { origin: `http://${address}` })
  await signedIn('operator', { origin: 'https://console.example' })
  expect(channel.viewers).toBe(2)
})

test('takes a hundred sockets of one network that have not signed in, and still those of others', async () => {
  const from = (address: string) => open({ 'x-forwarded-for': address })
  await Promise.all(Array.from({ length: 100 }, (_, guest) => from(`2001:db8:1:2::${guest}`).opened))
  await expect(from('2001:db8:1:2:ffff::1').opened).rejects.toThrow('503')
  await from('2001:db8:1:3::1').opened
})

test.each([['no JSON'], ['null'], ['[1]'], ['{"type":"sign_in"}'], ['{"type":"dance"}']])(
  'ends a socket that says %s',
  async (text) => {
    const page = open()
    await page.opened
    page.socket.send(text)
    expect(await page.closed).toBe(4400)
  },
)

test('drops a browser that does not read instead of keeping everything for it', async () => {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(sockets, 'listening')
  const { port } = sockets.address() as AddressInfo
  const page = new WebSocket(`ws://127.0.0.1:${port}`)
  const [socket] = (await once(sockets, 'connection')) as [WebSocket]
  const browser = new Browser(socket, async () => person(), '127.0.0.1')
  await once(page, 'open')
  page.pause()
  let sent = 0
  // The kernel takes some megabytes before anything is kept here.
  while (sent < 2_000 && browser.send('x'.repeat(64 * 1024))) {
    sent++
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sent).toBeLessThan(2_000)
  expect(socket.readyState).not.toBe(WebSocket.OPEN)
  page.terminate()
  sockets.close()
})
