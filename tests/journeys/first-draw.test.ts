import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarm as alarmEntity } from '../../src/shared/entities/alarm.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card, newAlarm } from './alarms-offline.ts'
import { sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** At the alarms on a phone that was there before, which notes what stood in the place of the cards before they did. */
async function backAtAlarms(station: string) {
  const alarm = await newAlarm(server, station)
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(ALARMS)
  await card(desk, station).waitFor()
  await untilInstalled(desk)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.addInitScript(() => {
    const seen = globalThis as { stoodBefore?: string[] }
    seen.stoodBefore = []
    const look = () => {
      const main = document.querySelector('#main')
      if (document.querySelector('#main article')) return watching.disconnect()
      if (main) seen.stoodBefore?.push(main.textContent || 'nothing')
    }
    const watching = new MutationObserver(look)
    watching.observe(document, { subtree: true, childList: true })
  })
  // A copy is kept every few seconds.
  await page.waitForTimeout(4_000)
  await page.reload()
  await card(desk, station).waitFor()
  return {
    ...desk,
    alarm,
    stoodBefore: () => page.evaluate(() => (globalThis as { stoodBefore?: string[] }).stoodBefore),
  }
}

test('without a network the open alarms are there with the first stroke', async () => {
  const desk = await backAtAlarms('CD-DRAW-1')
  const { page, context } = desk
  await context.setOffline(true)
  await desk.go(ALARMS)
  await card(desk, 'CD-DRAW-1').waitFor()
  expect(await desk.stoodBefore()).toEqual([])
  expect(new URL(page.url()).search).toBe('?status=open')
  await page.getByText(/^Offline. You see the last copy/).waitFor()
  await desk.leave()
})

test('what stands there at once is asked for anew, however young the copy is', async () => {
  const desk = await backAtAlarms('CD-DRAW-2')
  const { page } = desk
  let asked = 0
  await page.route(`**/api${alarmEntity.path}/index`, async (route) => {
    asked++
    await route.fallback()
  })
  await server.db
    .updateTable('alarm')
    .set({ message: 'Said since', version: 2 })
    .where('id', '=', desk.alarm.id)
    .execute()
  await page.reload()
  await card(desk, 'CD-DRAW-2').getByText('Said since').waitFor()
  expect(asked).toBeGreaterThan(0)
  expect(await desk.stoodBefore()).toEqual([])
  await desk.leave()
})
