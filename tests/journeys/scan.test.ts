import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelCode } from '../../src/shared/domain/label-code.ts'
import { findBrowser } from '../../src/tools/browser.mjs'
import { makeAlarm, makeCard, makePile, makeSite } from '../make.ts'
import { fakeCamera, photoOf } from '../setup/code-pictures.ts'
import { args } from '../setup/global-browser.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** A phone whose camera shows this photo; Chromium has no detector of its own here, so html5-qrcode reads. */
async function phoneBefore(photo: Buffer) {
  const camera = await fakeCamera(photo)
  const browser: Browser = await chromium.launch({ executablePath: findBrowser(), args: [...args, ...camera.args] })
  const desk = await sitDown(server, { size: 'phone', browser })
  return {
    ...desk,
    leave: async () => {
      await desk.leave()
      await browser.close()
      camera.end()
    },
  }
}

test('the label of a gun before the camera leads to the pile, at that gun', async () => {
  const seen = { last_seen_at: new Date().toISOString() }
  const { id } = await makePile(server.db, { station_number: 'CD-CAM-1', connectors: 2, ...seen })
  const desk = await phoneBefore(await photoOf(labelCode('CD-CAM-1', 2), { turned: 8 }))
  await desk.go('/me')
  await desk.page.getByRole('button', { name: 'Scan', exact: true }).tap()
  await desk.page.getByRole('heading', { level: 1, name: 'CD-CAM-1' }).waitFor()
  await desk.page.locator('[aria-current]').getByText('Gun 2').waitFor()
  expect(desk.page.url()).toMatch(new RegExp(`/${id}\\?connector=2$`))
  expect(await desk.page.getByRole('dialog').count()).toBe(0)
  await desk.leave()
})

test('the bar code of an IMEI leads to its pile, whose open alarm is offered', async () => {
  const site = await makeSite(server.db, { name: 'Lujiazui P2' })
  const pile = await makePile(server.db, { station_number: 'CD-CAM-2', imei: '869471052231904', site_id: site.id })
  const alarm = await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, vendor_code: 'E17-04' })
  const desk = await phoneBefore(await photoOf('869471052231904', { kind: 'bar', width: 640, turned: 1 }))
  const { page } = desk
  await desk.go('/me')
  await page.getByRole('button', { name: 'Scan', exact: true }).tap()
  await page.getByRole('dialog').getByText('CD-CAM-2').first().waitFor()
  await page.getByRole('link', { name: 'Open alarm' }).tap()
  await page.waitForURL(new RegExp(`/${alarm.id}$`))
  await page.getByText('E17-04').first().waitFor()
  await desk.leave()
})

test('a bar code on its side is read, and back closes the scanner before it leaves the page', async () => {
  const desk = await phoneBefore(await photoOf('NOBODY-7', { kind: 'bar', width: 560, turned: 90 }))
  const { page } = desk
  await desk.go('/device/chargingPoint')
  await page.getByRole('link', { name: 'Me', exact: true }).tap()
  await page.getByRole('heading', { level: 1, name: 'Me' }).waitFor()
  await page.getByRole('button', { name: 'Scan', exact: true }).tap()
  await page.getByText('No pile or card has this number.').waitFor()
  await page.getByRole('link', { name: 'Add as a pile' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/me')
  await desk.leave()
})

test('without a camera a photo from the gallery is read', async () => {
  const card = await makeCard(server.db, { number: '04A27F19' })
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go('/me')
  await page.getByRole('button', { name: 'Scan', exact: true }).tap()
  await page.getByRole('alert').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Gallery' }).tap()
  const chooser = await choosing
  await chooser.setFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photoOf('04A27F19') })
  await page.getByRole('heading', { level: 1, name: '04A27F19' }).waitFor()
  expect(page.url()).toMatch(new RegExp(`/${card.id}$`))
  await desk.leave()
})
