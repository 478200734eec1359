import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlarm, makeBerth, makePile, makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { bringPartsLate, type Desk, sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer
let guard: SignedIn
beforeAll(async () => {
  server = await startJourney()
  guard = await technician()
})
afterAll(() => server.stop())

const PERMISSIONS = ['dashboard.view', 'site.list', 'pile.list', 'pile.look', 'pile.reset', 'berth.list', 'berth.plate']

const technician = () => server.signIn({ permissions: [...PERMISSIONS, 'berth.update', 'alarm.list', 'alarm.handle'] })

async function lot(name: string) {
  const site = await makeSite(server.db, { name })
  const station = `CD-WALK-${site.id}`
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  await server.db.updateTable('pile').set({ state: 'faulted' }).where('id', '=', pile.id).execute()
  await server.db.updateTable('connector').set({ status: 'Faulted' }).where('pile_id', '=', pile.id).execute()
  await makeAlarm(server.db, {
    pile_id: pile.id,
    site_id: site.id,
    code: 'GroundFailure',
    raised_at: new Date().toISOString(),
  })
  const berth = await makeBerth(server.db, { site_id: site.id, serial: 'B-12', pile_id: pile.id, connector_number: 1 })
  return { site, pile, berth, station }
}

const plateNow = (berth_id: number) =>
  server.db.selectFrom('berth_plate').select('plate').where('berth_id', '=', berth_id).executeTakeFirst()
const looksNow = (pile_id: number) =>
  server.db.selectFrom('pile_look').selectAll().where('pile_id', '=', pile_id).execute()

async function typePlate({ page }: Desk, plate: string) {
  await page.getByRole('button', { name: /^B-12/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Berth B-12' })
  await sheet.getByLabel('Plate of the car that stands there').fill(plate)
  await sheet.getByRole('button', { name: 'Keep' }).first().click()
  await sheet.getByText(plate.toUpperCase(), { exact: true }).waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()
}

test('a round without a network: looked at, a plate and a berth are kept, outlive a reload and are sent once', async () => {
  const { site, pile, berth, station } = await lot('Cut off')
  const desk = await sitDown(server, { size: 'phone', installed: true, person: guard })
  const { page, context } = desk
  await desk.go(`/walk/${site.id}`)
  await page.getByRole('article', { name: station }).waitFor()
  await untilInstalled(desk)
  await page.reload()
  await page.getByText('0 of 1 looked at').waitFor()

  await context.setOffline(true)
  const looked = page.getByRole('button', { name: `Looked at ${station}` })
  // Two presses at once are one; a later one takes back what waits.
  await looked.dblclick()
  await page.getByText('1 answer waits to be sent.').waitFor()
  await page.waitForTimeout(1_100)
  await looked.click()
  await page.getByText('0 of 1 looked at').waitFor()
  await page.waitForTimeout(1_100)
  await looked.click()
  await page.getByText('1 of 1 looked at').waitFor()
  await typePlate(desk, '沪a·d84037')
  await page.getByText('2 answers wait to be sent.').waitFor()
  // Commands are never kept: it is said why.
  await page.getByRole('article', { name: station }).getByRole('link', { name: 'Reset' }).click()
  await page.getByText(/never kept for later/).waitFor()

  await page.reload()
  await page.getByText('1 of 1 looked at').waitFor()
  await page.getByRole('article', { name: station }).getByText('沪A·D84037').waitFor()
  expect(await plateNow(berth.id)).toBeUndefined()
  await desk.go('/outbox')
  await page.getByText('“沪A·D84037”').waitFor()
  await page.getByText('Looked at', { exact: true }).waitFor()

  await context.setOffline(false)
  await expect.poll(() => plateNow(berth.id)).toEqual({ plate: '沪A·D84037' })
  await expect.poll(async () => (await looksNow(pile.id)).length).toBe(1)
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  await desk.leave()
})

test('an answer that is lost on its way is sent again and holds once; the other phone sees it', async () => {
  const { site, pile, berth, station } = await lot('Lost answer')
  const other = await sitDown(server, { size: 'phone', person: await technician() })
  const desk = await sitDown(server, { size: 'phone', person: guard })
  for (const one of [desk, other]) {
    await one.go(`/walk/${site.id}`)
    await one.page.getByRole('article', { name: station }).waitFor()
  }
  let lost = 0
  const keys = new Set<string>()
  await desk.page.route('**/api/park-space/plate', async (route) => {
    keys.add(route.request().headers()['idempotency-key'] ?? '')
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionfailed')
  })
  await typePlate(desk, '浙A12345')
  await expect.poll(() => lost).toBeGreaterThan(1)
  expect(keys.size).toBe(1)
  expect(await plateNow(berth.id)).toEqual({ plate: '浙A12345' })
  await other.page.getByRole('article', { name: station }).getByText('浙A12345').waitFor()
  await other.page.getByRole('button', { name: `Looked at ${station}` }).click()
  await desk.page.getByText('1 of 1 looked at').waitFor()
  expect(await looksNow(pile.id)).toHaveLength(1)
  await desk.leave()
  await other.leave()
})

test('on a device that is full and cut off a tap is not lost silently: it is said why', async () => {
  const { site, station } = await lot('Full')
  const desk = await sitDown(server, { size: 'phone', person: guard })
  await desk.go(`/walk/${site.id}`)
  await desk.page.getByRole('article', { name: station }).waitFor()
  await desk.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await desk.context.setOffline(true)
  await desk.page.getByRole('button', { name: `Looked at ${station}` }).click()
  await desk.page.getByText(/There is no room on this device/).waitFor()
  await desk.page.getByText('0 of 1 looked at').waitFor()
  await desk.leave()
})

test('a technician begins with what is broken, and is on the walk with one tap', async () => {
  const { site, station } = await lot('Home')
  const own = await server.signIn({
    permissions: [...PERMISSIONS, 'alarm.list', 'alarm.handle'],
    data_scope: 'sites',
    site_ids: [site.id],
  })
  const desk = await sitDown(server, { size: 'phone', person: own })
  await desk.go('/dashboard')
  const faults = desk.page.getByRole('heading', { name: 'Open faults' })
  await faults.waitFor()
  await desk.page.getByText('Ground failure').first().waitFor()
  expect(await desk.page.getByText('Income', { exact: false }).count()).toBe(0)
  await desk.page.getByRole('link', { name: 'Site walk' }).click()
  await desk.page.getByRole('article', { name: station }).waitFor()
  await desk.leave()
})

test('what opens over the walk comes late and hides nothing of it', async () => {
  const { site, station } = await lot('Late')
  const healthy = await makePile(server.db, { station_number: 'CD-WALK-LATE', site_id: site.id })
  await server.db.updateTable('pile').set({ state: 'available' }).where('id', '=', healthy.id).execute()
  bringPartsLate(server)
  const desk = await sitDown(server, { size: 'phone', person: guard })
  const { page } = desk
  await desk.go(`/walk/${site.id}`)
  const card = page.getByRole('article', { name: station })
  await card.getByRole('link', { name: 'Reset' }).waitFor()
  await page.getByRole('button', { name: /^B-12/ }).click()
  await page.getByRole('dialog', { name: 'Berth B-12' }).getByLabel('Plate of the car that stands there').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Berth or plate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('article', { name: 'CD-WALK-LATE' }).waitFor()
  // Nothing that showed was hidden meanwhile: leave() says what.
  await desk.leave()
})

test('a pile’s name is as high as a thumb, on the walk and on the page of its alarm', async () => {
  const { site, station } = await lot('By thumb')
  const desk = await sitDown(server, { size: 'phone', person: guard })
  const { page } = desk
  const sizeOf = async () => {
    const box = await page.getByRole('link', { name: station, exact: true }).boundingBox()
    return Math.min(box?.width ?? 0, box?.height ?? 0)
  }
  await desk.go(`/walk/${site.id}`)
  const card = page.getByRole('article', { name: station })
  await card.waitFor()
  expect(await sizeOf()).toBeGreaterThanOrEqual(44)
  await card.getByRole('link', { name: 'Alarm' }).click()
  await page.getByRole('button', { name: 'On my way' }).waitFor()
  expect(await sizeOf()).toBeGreaterThanOrEqual(44)
  await desk.leave()
})
