import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney, turnTo } from './console.ts'
import { everyScreen, overflow, seriousFindings } from './every-screen.ts'

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
  const screens = await everyScreen(server)
  await desk.go('/dashboard')
  await desk.page.getByRole('navigation').first().waitFor()
  const wrong: Record<string, string[]> = {}
  for (const path of screens) {
    await turnTo(desk.page, path)
    const found = await seriousFindings(desk.page, path === screens[0] ? undefined : '#main')
    const wider = await overflow(desk.page)
    if (wider > 0) found.push(`is ${wider} px wider than the window`)
    if (found.length > 0) wrong[path] = found
  }
  expect(wrong).toEqual({})
}, 120_000)
