import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { beginRounds } from '../../src/server/inspections/begin-rounds.ts'
import { makeAlarm, makeInspectionPlan, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, turnTo } from './console.ts'
import { everyScreen, overflow } from './every-screen.ts'
import { brokenButtons } from './whole-buttons.ts'

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

/** The innermost of what reaches beyond the window and is out of sight nowhere else. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const most = document.documentElement.clientWidth
    const isHeld = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || isHeld(element.parentElement))
    const reaches = (element: Element) => element.getBoundingClientRect().right > most + 1
    return [...document.querySelectorAll('#main *')]
      .filter((one) => reaches(one) && !isHeld(one.parentElement) && ![...one.children].some(reaches))
      .map((one) => `${one.localName} ${one.textContent?.slice(0, 40)}`)
  })

/** What a page with large letters gets wrong. */
async function findings(page: Page): Promise<string[]> {
  const wider = await overflow(page)
  const titles = (await cutTitles(page)).map((title) => `${title}: cut`)
  const wide = wider > 0 ? [`is ${wider} px wider than the window: ${(await tooWide(page)).join(', ')}`] : []
  return [...titles, ...wide, ...(await brokenButtons(page))]
}

const enlarge = (page: Page, percent: number) =>
  page.addInitScript((size) => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = `${size}%`
    })
  }, percent)

test('with letters twice as large nothing makes a phone scroll sideways, and no title or button is cut', async () => {
  const screens = (await everyScreen(server)).filter((path) => LOOKED_AT.test(path) && !path.endsWith('/create'))
  expect(screens.length).toBeGreaterThan(20)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await enlarge(page, 200)
  await desk.go('/me')
  await page.getByRole('navigation').first().waitFor()
  const wrong: Record<string, string[]> = {}
  for (const path of screens) {
    await turnTo(page, path)
    const found = await findings(page)
    if (found.length > 0) wrong[path] = found
  }
  expect(wrong).toEqual({})
  await desk.leave()
}, 600_000)

/** A pile with an alarm and a round, as someone who stands before it opens them. */
async function onSite() {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { site_id: site.id })
  const live = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: pile.station_number })
  await live.call('BootNotification', { chargePointVendor: 'Star', chargePointModel: 'S1' })
  const alarm = await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id })
  const plan = await makeInspectionPlan(server.db, { sites: [site.id] })
  await makePile(server.db, { site_id: site.id })
  await beginRounds(server.db)
  const made = server.db.selectFrom('work_order').select('id').where('plan_id', '=', plan.id)
  const { id: round } = await made.executeTakeFirstOrThrow()
  const due = server.db.selectFrom('inspection').select('id').where('pile_id', '=', pile.id)
  const { id: inspection } = await due.executeTakeFirstOrThrow()
  return { site, pile, live, alarm, round: `/monitor/workOrder/${round}?pile=${inspection}` }
}

test.each([
  ['390 px wide', 390, 200],
  ['390 px wide, half as large again', 390, 150],
  ['320 px wide', 320, 200],
  ['on its side', 844, 200],
])('what a thumb presses on site is whole with large letters: %s', async (_, width, percent) => {
  const { site, pile, live, alarm, round } = await onSite()
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await page.setViewportSize({ width, height: width > 500 ? 390 : 700 })
  await enlarge(page, percent)
  await desk.go(round)
  await page.getByRole('button', { name: 'Finish, next pile' }).waitFor()
  const wrong: Record<string, string[]> = { round: await findings(page) }
  await turnTo(page, `/walk/${site.id}`)
  wrong.walk = await findings(page)
  await turnTo(page, `/monitor/alarm/${alarm.id}`)
  wrong.alarm = await findings(page)
  // What is too wide is a finding, and not that a press misses a page that zoomed out from it.
  await page.getByRole('button', { name: 'Hand over' }).dispatchEvent('click')
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  wrong.handOver = await findings(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).dispatchEvent('click')
  await turnTo(page, `/device/chargingPoint/${pile.id}?do=reset`)
  await page.getByRole('dialog').getByRole('button', { name: 'Hard reset' }).waitFor()
  wrong.reset = await findings(page)
  await live.close()
  expect(wrong).toEqual({ round: [], walk: [], alarm: [], handOver: [], reset: [] })
  await desk.leave()
})
