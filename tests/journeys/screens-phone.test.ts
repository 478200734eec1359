import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'
import { everyScreen, findingsOn } from './every-screen.ts'

let server: TestServer
let desk: Desk

beforeAll(async () => {
  server = await startJourney()
  desk = await sitDown(server, { size: 'phone', language: 'zh-CN', theme: 'dark' })
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

test('every screen fits a phone, is accessible and speaks Chinese in the dark', async () => {
  expect(await findingsOn(desk, await everyScreen(server))).toEqual({})
}, 300_000)
