import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'
import { overflow, seriousFindings } from './every-screen.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney({ settings: { captcha: true } })
})
afterAll(() => server.stop())

/** Each screen of anyone who is not signed in, with what is wrong with an empty form where there is one. */
const SCREENS: [string, string, (page: Page) => Promise<unknown>][] = [
  ['by account', '/login', (page) => page.locator('button[type=submit]').click()],
  ['by mobile number', '/login', (page) => page.getByRole('tab').nth(1).click()],
  ['by telephone', '/login', (page) => page.getByRole('tab').nth(2).click()],
  ['the agreement', '/user_register', (page) => page.getByRole('checkbox').waitFor()],
  [
    'registering',
    '/user_register',
    async (page) => {
      await page.getByRole('checkbox').check()
      await page.locator('main button').last().click()
      await page.locator('button[type=submit]').click()
    },
  ],
  ['the public log', '/ocppLog', (page) => page.locator('button[type=submit]').click()],
  ['a screen for a wall', '/wall', (page) => page.getByRole('img').waitFor()],
  ['a forgotten password', '/reset_password', (page) => page.locator('button[type=submit]').click()],
]

test.each([
  { size: 'desktop', language: 'en', theme: 'light' },
  { size: 'phone', language: 'zh-CN', theme: 'dark' },
  { size: 'phone', language: 'en', theme: 'light' },
] as const)('can be read and used by everybody: %o', async (sitting) => {
  const desk = await sitDown(server, { person: null, ...sitting })
  const wrong: Record<string, string[]> = {}
  for (const [name, path, reach] of SCREENS) {
    await desk.go(path)
    await desk.page.getByRole('heading', { level: 1 }).waitFor()
    await reach(desk.page)
    await desk.page.waitForLoadState('networkidle')
    const found = await seriousFindings(desk.page)
    const wider = await overflow(desk.page)
    if (wider > 0) found.push(`is ${wider} px wider than the window`)
    if (found.length > 0) wrong[name] = found
  }
  expect(wrong).toEqual({})
  await desk.leave()
})
