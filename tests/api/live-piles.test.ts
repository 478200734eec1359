import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectPile } from '../../src/fleet/scripted.ts'
import { type Changed, LIVE_PATH, type LiveMessage } from '../../src/shared/endpoints/live.ts'
import { makePile } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A browser that a person has open: what it was told since it was ready. */
async function watching({ token }: Pick<SignedIn, 'token'>) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + LIVE_PATH)
  const told: Changed[] = []
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'sign_in', token })))
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as LiveMessage
      if (message.type === 'ready') resolve()
      if (message.type === 'changed') told.push(message)
    })
  })
  const heard = (entity: string, id: number) =>
    told.some((change) => change.entity === entity && change.ids?.includes(id))
  return { socket, told, heard }
}

test('a browser hears of a pile’s message without asking', async () => {
  const { id, station_number: station } = await makePile(server.db)
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  const browser = await watching(server.administrator)
  const stranger = await watching(await server.signIn({ permissions: ['order.list'] }))
  await new Promise((resolve) => setTimeout(resolve, 700)) // what the connection itself told is over
  browser.told.length = 0
  stranger.told.length = 0
  await pile.call('StatusNotification', {
    connectorId: 1,
    status: 'Faulted',
    errorCode: 'GroundFailure',
    timestamp: new Date().toISOString(),
  })
  await vi.waitFor(() => expect(browser.heard('pile', id)).toBe(true))
  await vi.waitFor(() => expect(browser.told.some(({ entity }) => entity === 'alarm')).toBe(true))
  expect(stranger.told).toEqual([])
  pile.drop()
})

test('a browser hears that a pile comes, and that it goes', async () => {
  const { id, station_number: station } = await makePile(server.db)
  const browser = await watching(server.administrator)
  const state = async () =>
    (await server.db.selectFrom('pile').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await vi.waitFor(() => expect(browser.heard('pile', id)).toBe(true))
  // Anyone who is told reads it anew and must find it written.
  expect(await state()).not.toBe('offline')
  browser.told.length = 0
  pile.drop()
  await vi.waitFor(() => expect(browser.heard('pile', id)).toBe(true))
  expect(await state()).toBe('offline')
  await vi.waitFor(() => expect(browser.told.some(({ entity }) => entity === 'offline_record')).toBe(true))
})

test('a browser hears of a change that a person made', async () => {
  const { id } = await makePile(server.db)
  const browser = await watching(server.administrator)
  await server.call('/system/device/edit', { id, self_code: 'B-17' })
  await vi.waitFor(() => expect(browser.heard('pile', id)).toBe(true))
})

test('a token that was made up opens nothing', async () => {
  const socket = new WebSocket(server.url.replace('http', 'ws') + LIVE_PATH)
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'sign_in', token: 'made.up.token' })))
  expect(await closed).toBe(4401)
})
