import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlarm, makePile, makeSite, makeWorkOrder } from '../make.ts'
import { photoOf } from '../setup/code-pictures.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** What the system does when a person shares from the gallery: it sends a form to the address that the manifest names. */
async function share({ page }: Desk, photo: Buffer) {
  const { share_target: to } = await page.evaluate(() => fetch('/manifest.webmanifest').then((answer) => answer.json()))
  await page.evaluate(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { id: 'system', action, method, enctype })
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name }))
    document.body.append(form)
  }, to)
  const file = { name: 'damage.jpg', mimeType: 'image/jpeg', buffer: photo }
  await page.locator('#system input').setInputFiles(file)
  await page.evaluate(() => (document.getElementById('system') as HTMLFormElement).submit())
  await page.waitForURL(/\/share(\?|$)/)
}

test('a photo shared without a network waits for its alarm, and reaches it when there is one', async () => {
  const site = await makeSite(server.db, { name: 'Lujiazui P2' })
  const pile = await makePile(server.db, { station_number: 'CD-SHARE-1', site_id: site.id })
  const about = { pile_id: pile.id, site_id: site.id, vendor_code: 'E17-04' }
  const alarm = await makeAlarm(server.db, { ...about, raised_at: new Date().toISOString() })
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go('/me')
  await page.getByText(/MB, fetched/).waitFor({ timeout: 60_000 })
  await untilInstalled(desk)
  await context.setOffline(true)
  await share(desk, await photoOf('damage'))
  await page.getByRole('heading', { level: 1, name: 'Shared photo' }).waitFor()
  expect(await page.getByAltText('Shared photo').count()).toBe(1)
  await page.getByRole('button', { name: /CD-SHARE-1/ }).tap()
  await page.waitForURL(new RegExp(`/${alarm.id}$`))
  await page.getByAltText('Photo that waits to be sent').first().waitFor()

  await context.setOffline(false)
  const photos = async () => {
    const { data } = await server.call('GET /system/device-fault-record/view', { id: alarm.id })
    return data.photos.length
  }
  await expect.poll(photos).toBe(1)
  await page.goto(`${server.url}/share`)
  await page.getByText('No photo is waiting.').waitFor()
  await desk.leave()
})

/** What lies in the browser's database of shared photos, as text; empty where the bytes of the picture stand in none of it. */
const readable = ({ page }: Desk) =>
  page.evaluate(async () => {
    const open = indexedDB.open('chargedeck-shared')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const asked = database.transaction('photos').objectStore('photos').getAll()
    const kept = await new Promise<Record<string, unknown>[]>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    const photos = kept.filter((one) => !(one instanceof CryptoKey))
    const bytes = photos.flatMap((one) => Object.values(one).filter((value) => ArrayBuffer.isView(value)))
    const isJpeg = (view: Uint8Array) => view[0] === 0xff && view[1] === 0xd8
    return { photos: photos.length, plain: (bytes as Uint8Array[]).filter(isJpeg).length, sealed: bytes.length }
  })

test('a shared photo is sealed at once, and reaches a work order as well', async () => {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number: 'CD-SHARE-2', site_id: site.id })
  const order = await makeWorkOrder(server.db, { pile_id: pile.id, site_id: site.id, work: 'Dry the plug' })
  await makeWorkOrder(server.db, { pile_id: pile.id, site_id: site.id, work: 'Done long ago', state: 'done' })
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go('/me')
  await page.getByText(/MB, fetched/).waitFor({ timeout: 60_000 })
  await context.setOffline(true)
  await share(desk, await photoOf('damage'))
  await page.getByRole('heading', { level: 1, name: 'Shared photo' }).waitFor()
  expect(await readable(desk)).toEqual({ photos: 1, plain: 0, sealed: 1 })
  expect(await page.getByAltText('Shared photo').count()).toBe(1)
  await page.getByText('A work order', { exact: true }).tap()
  await page.getByRole('button', { name: /Dry the plug/ }).waitFor()
  expect(await page.getByRole('button', { name: /Done long ago/ }).count()).toBe(0)
  await page.getByRole('button', { name: /Dry the plug/ }).tap()
  await page.waitForURL(new RegExp(`/${order.id}$`))
  await page.getByAltText('Photo that waits to be sent').first().waitFor()

  await context.setOffline(false)
  const photos = async () => {
    const { data } = await server.call('GET /system/work-order/view', { id: order.id })
    return data.photos.length
  }
  await expect.poll(photos).toBe(1)
  await desk.leave()
})

test('on a device that is full the page says that a shared photo was not kept', async () => {
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go('/me')
  await untilInstalled(desk)
  await context.serviceWorkers()[0]?.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await share(desk, await photoOf('damage'))
  await page.getByText('There is no room on this device to keep the photo.', { exact: false }).waitFor()
  await desk.leave()
})
