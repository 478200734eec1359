import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer
let pile: Awaited<ReturnType<typeof makePile>>

beforeAll(async () => {
  server = await startJourney()
  const site = await makeSite(server.db, { name: 'Lujiazui P2', longitude: 121.47, latitude: 31.23 })
  pile = await makePile(server.db, { station_number: 'CD-SIDE-1', site_id: site.id, connectors: 1 })
  const raised_at = new Date().toISOString()
  await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, message: 'insulation low', raised_at })
})
afterAll(() => server.stop())

test('on a phone on its side the first alarm shows whole, with its buttons above the bar', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await page.setViewportSize({ width: 844, height: 390 })
  await desk.go('/monitor/alarm')
  const button = page.getByRole('article').getByRole('button', { name: 'Confirm fault' })
  await button.waitFor()
  const bar = await page.getByRole('navigation').boundingBox()
  const shown = await button.boundingBox()
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await desk.leave()
})

test('the name of a city leaves the pin that stands there to be read', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go('/monitor/siteMap')
  const pin = page.locator('.leaflet-marker-icon', { hasText: /^\d+\/\d+$/ })
  await pin.waitFor()
  const name = page.locator('.leaflet-marker-icon span', { hasText: /^Shanghai$/ })
  await name.waitFor()
  const [place, words] = [await pin.locator('span').boundingBox(), await name.boundingBox()]
  expect(words?.y ?? 0).toBeGreaterThanOrEqual((place?.y ?? 0) + (place?.height ?? 0))
  await desk.leave()
})

test('one pile is one pile', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go('/device/chargingPoint')
  await desk.page.getByText('1 pile · 1 gun · 0 charging now').waitFor()
  await desk.leave()
})

test('what a thumb presses is 44 px each way, small buttons and what folds too', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`/device/chargingPoint/${pile.id}`)
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.first().waitFor()
  for (const button of await copy.all()) {
    const shown = await button.boundingBox()
    expect(Math.min(shown?.width ?? 0, shown?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await desk.go(`/device/chargingPoint/${pile.id}?tab=commands`)
  const folded = page.locator('summary', { hasText: 'Earlier calls' })
  await folded.waitFor()
  expect((await folded.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await desk.leave()
})

test('letters twice as large are twice as large, and stay within the screen', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  const heading = page.getByRole('article').getByText('Ground failure')
  const size = () => heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  await desk.go('/monitor/alarm')
  await heading.waitFor()
  const before = await size()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect.poll(size).toBe(before * 2)
  for (const button of await page.getByRole('article').getByRole('button').all()) {
    const shown = await button.boundingBox()
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(390)
  }
  await desk.leave()
})
