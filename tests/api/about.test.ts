import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { about } from '../../src/shared/endpoints/about.ts'
import { LIVE_PATH } from '../../src/shared/endpoints/live.ts'
import { product } from '../../src/shared/endpoints/ways-in.ts'
import { SETTING_ID } from '../../src/shared/entities/setting.ts'
import { makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('anyone who may look sees what runs, on what, and the licences of what it is made of', async () => {
  await makePile(server.db, { state: 'offline' })
  await makePile(server.db, { state: 'available' })
  const { data } = await server.call(about, {})
  expect(data).toMatchObject({ version: '0.0.0-test', license: 'Apache-2.0', node: process.version })
  expect(data.piles).toEqual({ online: 1, total: 2 })
  expect(data.database).toMatchObject({ embedded: false, version: expect.stringMatching(/^\d+/) })
  expect(data.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(data.packages).toContainEqual({ name: 'fastify', version: expect.any(String), license: 'MIT' })
  expect(data.packages.filter(({ license }) => !license)).toEqual([])
  const someone = await server.signIn({ permissions: ['site.list'] })
  expect((await server.call(about, {}, { as: someone })).code).toBe(403)
})

test('the console’s name is known before anybody signed in, and a new one is told to everybody', async () => {
  expect((await server.call(product, {}, { as: null })).data).toEqual({ name: 'Chargedeck' })
  const { token } = await server.signIn()
  const told: unknown[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${LIVE_PATH}`)
  socket.on('open', () => socket.send(JSON.stringify({ type: 'sign_in', token })))
  socket.on('message', (data) => told.push(JSON.parse(String(data))))
  await vi.waitFor(() => expect(told).toContainEqual({ type: 'ready' }))
  await server.call('/system/setting/update', { id: SETTING_ID, product_name: 'Stadtwerke' })
  await vi.waitFor(() => expect(told).toContainEqual({ type: 'changed', entity: 'product', ids: null }))
  expect((await server.call(product, {}, { as: null })).data).toEqual({ name: 'Stadtwerke' })
  socket.close()
})
