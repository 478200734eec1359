import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnAlarm, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { photoPart } from '../../src/shared/endpoints/photos.ts'
import { saveWorkOrder } from '../../src/shared/endpoints/work-orders.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, newAlarm } from './alarms-offline.ts'
import { sitDown, startJourney, turnTo } from './console.ts'

/** What is changed or taken back while it is on its way. */
let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** Longer nothing follows of what is not sent. */
const SENT_MS = 3_000

const notesOf = async (id: number) =>
  (await server.db.selectFrom('alarm_entry').select('text').where('alarm_id', '=', id).orderBy('id').execute()).map(
    ({ text }) => text,
  )

/** `unheard`: the server takes it, and its answer is lost. */
type End = 'go on' | 'lost' | 'unheard'

/** Holds the first call of a path, until it goes on or is lost. */
async function holdFirst(page: Page, path: string) {
  let count = 0
  let end = (_: End) => {}
  const ended = new Promise<End>((resolve) => {
    end = resolve
  })
  await page.route(`**/api${path}`, async (route) => {
    const how = ++count === 1 ? await ended : 'go on'
    if (how === 'unheard') await route.fetch()
    await (how === 'go on' ? route.fallback() : route.abort())
  })
  return { end: (how: End) => end(how), count: () => count }
}

async function sayOtherwise(page: Page, text: string, field?: string) {
  await turnTo(page, '/outbox')
  await page.getByRole('button', { name: /^Change/ }).tap()
  const dialog = page.getByRole('dialog')
  await (field ? dialog.getByLabel(field) : dialog.getByRole('textbox')).fill(text)
  await dialog.getByRole('button', { name: 'Keep' }).tap()
  await dialog.waitFor({ state: 'detached' })
}

const OLD_WORDS = 'It was on its way already: the server has taken it in the words it had before.'

/** A note on its way, put in other words. */
async function noteInOtherWords(station: string) {
  const { id } = await newAlarm(server, station)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`${ALARMS}/${id}`)
  const held = await holdFirst(page, actOnAlarm.path)
  await page.getByLabel('Write a note').fill('Water in the plug')
  await page.getByRole('button', { name: 'Add the note' }).tap()
  await expect.poll(held.count).toBe(1)
  await sayOtherwise(page, 'Water in the socket')
  return { ...desk, id, held }
}

test('a note that is put in other words while the server takes it stands once, and that is said', async () => {
  const { page, id, held, leave } = await noteInOtherWords('CD-LATE-1')
  held.end('go on')
  await page.getByText(OLD_WORDS).waitFor()
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

test('one that the server took in its first words without being heard stands once, and that is said', async () => {
  const { page, id, held, leave } = await noteInOtherWords('CD-LATE-4')
  held.end('unheard')
  await page.getByText(OLD_WORDS).waitFor()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  expect(await notesOf(id)).toEqual(['Water in the plug'])
  await leave()
})

test('so does a handling', async () => {
  const { id } = await newAlarm(server, 'CD-LATE-5')
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go(`${ALARMS}/${id}`)
  const held = await holdFirst(page, handleAlarm.path)
  await page.getByRole('button', { name: 'Processed' }).first().tap()
  await page.getByRole('dialog').getByRole('textbox').fill('Dried it')
  await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
  await expect.poll(held.count).toBe(1)
  await sayOtherwise(page, 'Dried it and changed the seal')
  held.end('unheard')
  await page.getByText(OLD_WORDS).waitFor()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  expect(await notesOf(id)).toEqual(['Dried it'])
  await leave()
})

test('a work order that is changed while the server takes it says that the words of before hold', async () => {
  const { id, pile_id } = await newAlarm(server, 'CD-LATE-6')
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go(`${ALARMS}/${id}`)
  const held = await holdFirst(page, saveWorkOrder.path)
  await page.getByRole('link', { name: /Work order/ }).tap()
  await page.getByRole('dialog').getByLabel('What is to be done').fill('Dry the plug')
  await page.getByRole('dialog').getByRole('button', { name: 'Make' }).tap()
  await expect.poll(held.count).toBe(1)
  await sayOtherwise(page, 'Water in the plug', 'Found')
  held.end('unheard')
  await page.getByText(OLD_WORDS).waitFor()
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  const orders = server.db.selectFrom('work_order').select(['work', 'found']).where('pile_id', '=', pile_id)
  expect(await orders.execute()).toEqual([{ work: 'Dry the plug', found: null }])
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
  await expect.poll(held.count).toBe(1)
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
