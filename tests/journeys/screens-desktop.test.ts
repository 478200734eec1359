import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'
import { everyScreen, findingsOn } from './every-screen.ts'

let server: TestServer
let desk: Desk

beforeAll(async () => {
  server = await startJourney()
  desk = await sitDown(server, { size: 'desktop' })
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

test('every screen is accessible where there is room', async () => {
  expect(await findingsOn(desk, await everyScreen(server))).toEqual({})
}, 300_000)
