import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, turnTo } from './console.ts'
import { everyScreen, overflow } from './every-screen.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** What people look at on the way: records and their tabs, the lists of the day. */
const LOOKED_AT = /^\/(device|monitor|operationManagement|stationManagement|billingRules|me|todo|usercenter)\b/

/** Titles of which a part is out of sight. */
const cutTitles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3')]
      .filter((title) => getComputedStyle(title).overflowX !== 'visible' && title.scrollWidth > title.clientWidth + 1)
      .map((title) => title.textContent ?? ''),
  )

test('with letters twice as large nothing makes a phone scroll sideways, and no title is cut', async () => {
  const screens = (await everyScreen(server)).filter((path) => LOOKED_AT.test(path) && !path.endsWith('/create'))
  expect(screens.length).toBeGreaterThan(20)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await desk.go('/me')
  await page.getByRole('navigation').first().waitFor()
  const wrong: Record<string, string[]> = {}
  for (const path of screens) {
    await turnTo(page, path)
    const found = await cutTitles(page)
    const wider = await overflow(page)
    if (wider > 0) found.push(`is ${wider} px wider than the window`)
    if (found.length > 0) wrong[path] = found
  }
  expect(wrong).toEqual({})
  await desk.leave()
}, 600_000)
