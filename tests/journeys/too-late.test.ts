import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnAlarm } from '../../src/shared/endpoints/alarms.ts'
import { photoPart } from '../../src/shared/endpoints/photos.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, newAlarm } from './alarms-offline.ts'
import { sitDown, startJourney, turnTo } from './console.ts'

/** What is changed or taken back while it is on its way. */
let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const soon = { timeout: 20_000 }
/** Longer nothing follows of what is not sent. */
const SENT_MS = 3_000

const notesOf = async (id: number) =>
  (await server.db.selectFrom('alarm_entry').select('text').where('alarm_id', '=', id).orderBy('id').execute()).map(
    ({ text }) => text,
  )

/** Holds the first call of a path, until it goes on or is lost. */
async function holdFirst(page: Page, path: string) {
  let count = 0
  let end = (_: 'go on' | 'lost') => {}
  const ended = new Promise<'go on' | 'lost'>((resolve) => {
    end = resolve
  })
  await page.route(`**/api${path}`, async (route) => {
    if (++count === 1 && (await ended) === 'lost') return route.abort()
    await route.fallback()
  })
  return { end: (how: 'go on' | 'lost') => end(how), count: () => count }
}

/** A note on its way, put in other words. */
async function noteInOtherWords(station: string) {
  const { id } = await newAlarm(server, station)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`${ALARMS}/${id}`)
  const held = await holdFirst(page, actOnAlarm.path)
  await page.getByLabel('Write a note').fill('Water in the plug')
  await page.getByRole('button', { name: 'Add the note' }).tap()
  await expect.poll(held.count, soon).toBe(1)
  await turnTo(page, '/outbox')
  await page.getByRole('button', { name: 'Change the words' }).tap()
  await page.getByRole('dialog').getByRole('textbox').fill('Water in the socket')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return { ...desk, id, held }
}

test('a note that is put in other words while the server takes it stands once, and that is said', async () => {
  const { page, id, held, leave } = await noteInOtherWords('CD-LATE-1')
  held.end('go on')
  await page.getByText('It was on its way already: the server has taken it in the words it had before.').waitFor()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  await page.waitForTimeout(SENT_MS)
  expect(await notesOf(id)).toEqual(['Water in the plug'])
  await leave()
})

test('one whose first words did not arrive stands in the new ones', async () => {
  const { page, id, held, leave } = await noteInOtherWords('CD-LATE-2')
  held.end('lost')
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  expect(await notesOf(id)).toEqual(['Water in the socket'])
  await leave()
})

test('of a photo that is taken back while it is sent nothing more is sent', async () => {
  const { id } = await newAlarm(server, 'CD-LATE-3')
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`${ALARMS}/${id}`)
  await page.getByLabel('Take photo').waitFor({ state: 'attached' })
  const held = await holdFirst(page, photoPart.path)
  const noise = { raw: { width: 1000, height: 1000, channels: 3 } } as const
  const buffer = await sharp(randomBytes(3_000_000), noise).jpeg({ quality: 90 }).toBuffer()
  await page.getByLabel('Take photo').setInputFiles({ name: 'damage.jpg', mimeType: 'image/jpeg', buffer })
  await expect.poll(held.count, soon).toBe(1)
  await turnTo(page, '/outbox')
  await page.getByRole('button', { name: 'Take back' }).tap()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Take back' }).tap()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  held.end('go on')
  await page.waitForTimeout(SENT_MS)
  expect(held.count()).toBe(1)
  const photos = server.db.selectFrom('photo').selectAll().where('entity_id', '=', id)
  expect(await photos.execute()).toEqual([])
  await desk.leave()
})
