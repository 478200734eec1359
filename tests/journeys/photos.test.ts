import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnAlarm, alarmView } from '../../src/shared/endpoints/alarms.ts'
import { addAlarmPhoto, photoPart } from '../../src/shared/endpoints/photos.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney, turnTo, untilInstalled } from './console.ts'
import { holdAnswers } from './held-answer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function newAlarm(station: string) {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  return makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString() })
}

/** A photo of noise, so that it stays larger than several parts when it is scaled down. */
async function picture(side = 1000) {
  const buffer = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: 'damage.jpg', mimeType: 'image/jpeg', buffer }
}

const photosOf = (id: number) =>
  server.db.selectFrom('photo').selectAll().where('entity', '=', 'alarm').where('entity_id', '=', id).execute()

/** Takes one with the camera of the phone. */
const shoot = async ({ page }: Desk, photo: Awaited<ReturnType<typeof picture>>) =>
  page.getByLabel('Take photo').setInputFiles(photo)

test('a photo taken without a network waits over a reload and for what is said later, and what arrived of it is not sent again', async () => {
  const { id } = await newAlarm('CD-PHOTO-1')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`/monitor/alarm/${id}`)
  await page.getByRole('heading', { name: 'Photos' }).waitFor()
  await untilInstalled({ page })
  await context.setOffline(true)
  await shoot(desk, await picture())
  await page.getByAltText('Photo that waits to be sent').waitFor()
  await page.reload()
  await page.getByAltText('Photo that waits to be sent').waitFor()
  await page.getByLabel('Write a note').fill('The plug is burnt')
  await page.getByRole('button', { name: 'Add the note' }).tap()
  await page.getByText('2 answers wait to be sent.').waitFor()
  await turnTo(page, '/outbox')
  await page.getByText('1 photo', { exact: true }).waitFor()

  // The network breaks off in the third part, after its answer was lost in the first and the connection in the second.
  const begun: number[] = []
  const arrived: number[] = []
  await context.route(`**/api${photoPart.path}`, async (route) => {
    const at = Number(/name="at"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1])
    begun.push(at)
    if (begun.length === 2) return route.abort()
    const response = await route.fetch()
    arrived.push(at)
    return begun.length === 1 || begun.length === 4 ? route.abort() : route.fulfill({ response })
  })
  const saidBefore = page.waitForRequest(`**/api${actOnAlarm.path}`).then(() => begun.length === 0)
  await context.setOffline(false)
  expect(await saidBefore, 'words go before their photos').toBe(true)
  await expect.poll(async () => (await photosOf(id)).length).toBe(1)
  expect(begun.length).toBeGreaterThan(4)
  expect(new Set(arrived).size, 'each part was taken once').toBe(arrived.length)
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  await turnTo(page, `/monitor/alarm/${id}`)
  await page.getByRole('button', { name: 'Photos: Picture 1 of 1' }).waitFor()
  await desk.leave()
})

test('a photo whose last acknowledgement is lost is added once, and shows until the page has it', async () => {
  const { id } = await newAlarm('CD-PHOTO-2')
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  let calls = 0
  await page.route(`**/api${addAlarmPhoto.path}`, async (route) => {
    calls++
    const response = await route.fetch()
    return calls === 1 ? route.abort() : route.fulfill({ response })
  })
  await desk.go(`/monitor/alarm/${id}`)
  await page.getByLabel('Take photo').waitFor({ state: 'attached' })
  const held = await holdAnswers(page, alarmView.path)
  await shoot(desk, await picture(400))
  await page.getByAltText('Photo that waits to be sent').waitFor()
  await expect.poll(() => calls).toBe(2)
  await page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  await held.asked()
  const shown = page.getByRole('list', { name: 'Photos' }).locator('img')
  // While it is under way once more it waits no longer, by the words above.
  await expect
    .poll(() => shown.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt)))
    .toEqual(['Photos'])
  // Somebody who comes back to the page meanwhile sees it as the server has it.
  await turnTo(page, '/me')
  await turnTo(page, `/monitor/alarm/${id}`)
  await page.getByRole('button', { name: 'Photos: Picture 1 of 1' }).waitFor()
  await page.getByText('100 %').waitFor()
  held.release()
  await page.getByText('100 %').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Photos: Picture 1 of 1' }).waitFor()
  expect(await shown.count()).toBe(1)
  expect(await photosOf(id)).toHaveLength(1)
  await desk.leave()
})

test('a photo that the server refused stays until its person says so, whatever is said of the alarm next', async () => {
  const { id } = await newAlarm('CD-PHOTO-4')
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  const refusal = { code: 403, message: 'No permission', data: null }
  const isAdding = `**/api${addAlarmPhoto.path}`
  await page.route(isAdding, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  await desk.go(`/monitor/alarm/${id}`)
  await page.getByLabel('Take photo').waitFor({ state: 'attached' })
  await shoot(desk, await picture(400))
  await page.getByText('1 answer was not taken.').waitFor()
  await page.getByRole('button', { name: 'On my way' }).tap()
  await page.getByText('You are on the way').waitFor()
  await shoot(desk, await picture(300))
  await expect.poll(() => photosOf(id)).toHaveLength(1)
  await turnTo(page, '/outbox')
  await page.getByText('Photo not taken').waitFor()
  await page.getByRole('button', { name: 'Send again' }).tap()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  expect(await photosOf(id)).toHaveLength(2)
  await desk.leave()
})

test('what is no picture is refused on the phone', async () => {
  const { id } = await newAlarm('CD-PHOTO-3')
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(`/monitor/alarm/${id}`)
  await shoot(desk, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await desk.page.getByText('This picture cannot be read.', { exact: false }).waitFor()
  expect(await photosOf(id)).toEqual([])
  await desk.leave()
})
