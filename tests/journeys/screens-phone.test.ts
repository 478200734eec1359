import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { bringPartsLate, type Desk, sitDown, startJourney } from './console.ts'
import { everyScreen, findingsOn, partOf, parts } from './every-screen.ts'

let server: TestServer
let desk: Desk
let screens: string[]

beforeAll(async () => {
  server = await startJourney()
  bringPartsLate(server)
  screens = await everyScreen(server)
  expect(screens.length).toBeGreaterThan(60)
  desk = await sitDown(server, { size: 'phone', language: 'zh-CN', theme: 'dark' })
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

test.each(parts)(
  'every screen fits a phone, is accessible and speaks Chinese in the dark: part %i of %i',
  async (part) => {
    expect(await findingsOn(desk, partOf(screens, part))).toEqual({})
  },
  300_000,
)
