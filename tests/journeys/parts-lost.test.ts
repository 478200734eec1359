import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card, newAlarm } from './alarms-offline.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const MISSING = 'A part of the console could not be loaded. Try again when there is a network.'

/** At a list of piles or alarms, the console not installed, and the network gone before the list has fetched what it needs next. */
async function cutAt(list: string, station: string) {
  await newAlarm(server, station)
  const desk = await sitDown(server, { size: 'phone' })
  const { context } = desk
  // What is fetched ahead comes when the browser has nothing to do, which on a busy phone is never.
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
  let isGone = true
  let swipes = 0
  await context.route(/\/swipe-card-.*\.js/, (route) => {
    swipes++
    return isGone ? route.abort('internetdisconnected') : route.continue()
  })
  await desk.go(list)
  await card(desk, station).waitFor()
  await context.setOffline(true)
  const comesBack = () => {
    isGone = false
    return context.setOffline(false)
  }
  return { ...desk, comesBack, swipes: () => swipes }
}

test('what a list fetches by itself may be lost: nothing is said, and it comes with the network', async () => {
  const desk = await cutAt('/device/chargingPoint', 'CD-LOST-1')
  const { page } = desk
  // Asked for once, and three times more.
  await expect.poll(desk.swipes).toBeGreaterThanOrEqual(4)
  expect(await page.getByText(/loaded|error/i).count()).toBe(0)
  expect(await card(desk, 'CD-LOST-1').isVisible()).toBe(true)
  expect(await page.locator('.adm-swipe-action').count()).toBe(0)
  await desk.comesBack()
  await page.locator('.adm-swipe-action').first().waitFor()
  await desk.leave()
})

test('what a press asks for and does not come is said in plain words, and asked for again', async () => {
  const desk = await cutAt(ALARMS, 'CD-LOST-2')
  const { page } = desk
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByText('A part of this page could not be loaded.').waitFor()
  await page.getByText(MISSING).waitFor()
  // Loaded anew without a network there would be no console any more.
  await page.getByRole('button', { name: 'Try again' }).click()
  await card(desk, 'CD-LOST-2').waitFor()
  await desk.comesBack()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').waitFor()
  await desk.leave()
})

test('an export whose part is lost says what was not loaded, and the next press exports', async () => {
  const desk = await sitDown(server)
  const { page, context } = desk
  await desk.go(ALARMS)
  await page.getByRole('table').waitFor()
  const press = async () => {
    await page.getByRole('button', { name: 'Export and import' }).click()
    await page.getByRole('menuitem', { name: 'Export as csv' }).click()
  }
  await context.setOffline(true)
  await press()
  await page.getByText(MISSING).waitFor()
  await context.setOffline(false)
  const saved = page.waitForEvent('download')
  await press()
  await saved
  await desk.leave()
})
