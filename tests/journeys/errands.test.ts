import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { beginRounds } from '../../src/server/inspections/begin-rounds.ts'
import { makeAlarm, makeBerth, makeCard, makeCustomer, makeInspectionPlan, makePile, makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { sitDown, startJourney, untilInstalled } from './console.ts'

/**
 * What a person comes to a lot for, from Home on, counted in taps; what is typed or read by the camera costs none. The figures are those of
 * docs/operating.md.
 */
let server: TestServer
let technician: SignedIn

const HERE = { latitude: 31.2353, longitude: 121.5065 }

beforeAll(async () => {
  server = await startJourney()
  // What an installation gives its technicians at the first start: an errand that needs more is none of theirs.
  const { data } = await server.call('GET /system/role/list', { page_size: 50, keyword: 'technician' })
  technician = await server.signIn({ permissions: data.rows[0].permissions })
})
afterAll(() => server.stop())

/** A thumb that counts. */
function thumb() {
  let taps = 0
  return {
    tap: async (what: Locator) => {
      taps++
      await what.first().tap()
    },
    count: () => taps,
  }
}

async function lot(name: string, place = HERE) {
  const site = await makeSite(server.db, { name, ...place })
  const station = `CD-${name.toUpperCase()}-1`
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  return { site, pile, station }
}

const faultAt = (at: { site: { id: number }; pile: { id: number } }, message = 'residual current 41 mA') =>
  makeAlarm(server.db, {
    ...{ pile_id: at.pile.id, site_id: at.site.id, code: 'GroundFailure', message },
    raised_at: new Date().toISOString(),
  })

async function atHome() {
  const desk = await sitDown(server, { size: 'phone', installed: true, person: technician })
  await desk.context.grantPermissions(['geolocation'])
  await desk.context.setGeolocation(HERE)
  await desk.go('/dashboard')
  return desk
}

/** All that an errand needs is on the device by then. */
async function cutOff({ page, context, go }: Awaited<ReturnType<typeof atHome>>) {
  await go('/me')
  await page.getByText(/MB, fetched/).waitFor()
  await untilInstalled({ page })
  await go('/dashboard')
  await page.getByRole('link', { name: 'Site walk' }).waitFor()
  await context.setOffline(true)
}

async function typeCode(page: Page, code: string) {
  await page.getByRole('textbox', { name: 'Number or code' }).fill(code)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, counted: ReturnType<typeof thumb>, field: RegExp, option: string) {
  await counted.tap(page.getByRole('dialog').getByRole('button', { name: field }))
  await pick(page, counted, option)
}

async function pick(page: Page, { tap }: ReturnType<typeof thumb>, option: string) {
  await page.getByRole('searchbox').fill(option)
  await tap(page.getByRole('option', { name: option }))
}

test('without a network the nearest faulty pile and why is one tap away, a photo of it two, handing it over four', async () => {
  const [near, far] = [await lot('Near'), await lot('Far', { latitude: 22.54, longitude: 114.05 })]
  const alarm = await faultAt(near)
  await faultAt(far)
  const colleague = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
  await server.db.updateTable('users').set({ name: 'Zhou Min' }).where('id', '=', colleague.id).execute()
  const desk = await atHome()
  const { page, context } = desk
  // To whom a case can go is known once it was looked at.
  const faults = page.locator('a').filter({ hasText: 'Ground failure' })
  await faults.first().tap()
  await page.getByRole('button', { name: 'Hand over' }).tap()
  await page.getByRole('radio', { name: 'Zhou Min' }).waitFor()
  await cutOff(desk)

  const { tap, count } = thumb()
  await faults.filter({ hasText: near.station }).first().waitFor()
  expect(await faults.first().textContent(), 'the nearest is the first').toContain(near.station)
  await tap(faults)
  await page.getByText('residual current 41 mA').first().waitFor()
  expect(count()).toBe(1)

  const chooser = page.waitForEvent('filechooser')
  await tap(page.getByLabel('Take photo'))
  const buffer = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#a40' } })
    .jpeg()
    .toBuffer()
  await (await chooser).setFiles({ name: 'damage.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByAltText('Photo that waits to be sent').waitFor()
  expect(count()).toBe(2)

  await tap(page.getByRole('button', { name: 'Hand over' }))
  await tap(page.getByRole('radio', { name: 'Zhou Min' }))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Hand over' }))
  await page.getByText('Handed over by you').waitFor()
  // One for the fault, which the photo counted too.
  expect(count() - 1).toBe(4)
  await context.setOffline(false)
  await page.getByText('Zhou Min has it').waitFor()
  const kept = async () => {
    const { assignee_id, photos } = await server.db
      .selectFrom('alarm')
      .select([
        'assignee_id',
        (eb) => eb.selectFrom('photo').select(eb.fn.countAll().as('n')).where('entity_id', '=', alarm.id).as('photos'),
      ])
      .where('id', '=', alarm.id)
      .executeTakeFirstOrThrow()
    return [assignee_id, Number(photos)]
  }
  await expect.poll(kept).toEqual([colleague.id, 1])
  await desk.leave()
})

test('a faulty pile is reset in four taps, and seen to charge where one stands', async () => {
  const broken = await lot('Reset')
  await faultAt(broken)
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: broken.station })
  pile.onCall('Reset', { status: 'Accepted' })
  const state = (status: string) =>
    pile.call('StatusNotification', {
      connectorId: 1,
      status,
      errorCode: 'NoError',
      timestamp: new Date().toISOString(),
    })
  const boot = () => pile.call('BootNotification', { chargePointVendor: 'Star', chargePointModel: 'DC120' })
  await boot()
  const desk = await atHome()
  const { page } = desk
  const { tap, count } = thumb()
  await tap(page.locator('a').filter({ hasText: 'Ground failure' }).filter({ hasText: broken.station }))
  await tap(page.getByRole('link', { name: 'Reset', exact: true }))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Soft reset' }))
  await tap(page.getByRole('dialog', { name: 'Soft reset?' }).getByRole('button', { name: 'Soft reset' }))
  expect(await pile.nextCall('Reset')).toEqual({ type: 'Soft' })
  expect(count()).toBe(4)
  await boot()
  await state('Preparing')
  await state('Charging')
  await page.getByText('Charging', { exact: true }).first().waitFor()
  pile.drop()
  await desk.leave()
})

test('without a network free guns of a lot are two taps away, and who stands at berth 12 three', async () => {
  const { site, pile } = await lot('Free')
  await server.db.updateTable('pile').set({ state: 'available' }).where('id', '=', pile.id).execute()
  await server.db.updateTable('connector').set({ status: 'Available' }).where('pile_id', '=', pile.id).execute()
  const berth = await makeBerth(server.db, { site_id: site.id, serial: 'B-12', pile_id: pile.id, connector_number: 1 })
  await server.db
    .insertInto('berth_plate')
    .values({
      berth_id: berth.id,
      plate: '沪A·D84037',
      noted_at: new Date(),
      user_id: technician.id,
      user_name: 'Chen',
    } as never)
    .execute()
  const desk = await atHome()
  await cutOff(desk)
  const { page } = desk
  const { tap, count } = thumb()
  await tap(page.getByRole('link', { name: 'Site walk' }))
  await tap(page.getByRole('link', { name: /^Free/ }))
  await page.getByText('1 gun free').waitFor()
  expect(count()).toBe(2)
  await tap(page.getByRole('button', { name: /^B-12/ }))
  await page.getByRole('dialog', { name: 'Berth B-12' }).getByText('沪A·D84037').waitFor()
  expect(count()).toBe(3)
  await desk.leave()
})

test('a card is lent in four taps, and a charge is started for its driver in five', async () => {
  const { station, pile } = await lot('Desk')
  const customer = await makeCustomer(server.db, { name: 'Li Wei', balance_cents: 10_000 })
  const card = await makeCard(server.db, { number: '04A22F1B', customer_id: null })
  const scripted = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await scripted.call('BootNotification', { chargePointVendor: 'Star', chargePointModel: 'DC120' })
  const now = { timestamp: new Date().toISOString(), errorCode: 'NoError' }
  await scripted.call('StatusNotification', { connectorId: 1, status: 'Preparing', ...now })
  scripted.onCall('RemoteStartTransaction', { status: 'Accepted' })
  const desk = await atHome()
  const { page } = desk
  const lend = thumb()
  await lend.tap(page.getByRole('button', { name: 'Scan' }))
  await typeCode(page, card.number)
  await lend.tap(page.getByRole('button', { name: 'Give to a customer' }))
  await pick(page, lend, 'Li Wei')
  await lend.tap(page.getByRole('dialog').getByRole('button', { name: 'Give to a customer' }))
  await page.getByRole('link', { name: 'Li Wei' }).waitFor()
  expect(lend.count()).toBe(4)
  const owner = await server.db.selectFrom('card').select('customer_id').where('id', '=', card.id).executeTakeFirst()
  expect(owner?.customer_id).toBe(customer.id)

  await desk.go('/dashboard')
  const start = thumb()
  await start.tap(page.getByRole('button', { name: 'Scan' }))
  await typeCode(page, station)
  await start.tap(page.getByRole('button', { name: /^Start charging/ }))
  await choose(page, start, /^For which customer/, 'Li Wei')
  await start.tap(page.getByRole('dialog').getByRole('button', { name: 'Start charging', exact: true }))
  expect(await scripted.nextCall('RemoteStartTransaction')).toMatchObject({ connectorId: 1 })
  expect(start.count()).toBe(5)
  expect(pile.id).toBeGreaterThan(0)
  scripted.drop()
  await desk.leave()
})

test('a new pile is added from its number in five taps, and its label is printed three on', async () => {
  const { site } = await lot('New')
  const desk = await atHome()
  const { page } = desk
  const thumbs = thumb()
  const { tap, count } = thumbs
  await tap(page.getByRole('button', { name: 'Scan' }))
  await typeCode(page, 'CD-NEW-0007')
  await tap(page.getByRole('link', { name: 'Add as a pile' }))
  await choose(page, thumbs, /^Site/, 'New')
  await tap(page.getByRole('button', { name: 'Save pile' }))
  await page.getByRole('heading', { level: 1, name: 'CD-NEW-0007' }).waitFor()
  expect(count()).toBe(5)
  const made = await server.db
    .selectFrom('pile')
    .selectAll()
    .where('station_number', '=', 'CD-NEW-0007')
    .executeTakeFirst()
  expect(made?.site_id).toBe(site.id)
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await tap(page.getByRole('button', { name: 'More' }))
  await tap(page.getByRole('menuitem', { name: 'Print label' }))
  await tap(page.getByRole('button', { name: /Print/ }))
  await page.locator('[data-printed]').waitFor({ state: 'attached' })
  expect(count()).toBe(8)
  await desk.leave()
})

test('without a network a round is two taps away with its next pile, which takes one an item and one to finish', async () => {
  const { site, pile, station } = await lot('Round')
  const question = { words: 'Plug and cable', kind: 'judge' as const, needed: true, photo: false, alarm: false }
  const items = [{ ...question, unit: null, least: null, most: null }]
  await makeInspectionPlan(server.db, { sites: [site.id], items, name: 'Monthly round' })
  await beginRounds(server.db)
  const desk = await atHome()
  const { page } = desk
  await page.getByRole('link', { name: /^Monthly round/ }).waitFor()
  // What a round asks at a pile is kept once the round was looked at.
  await page.getByRole('link', { name: /^Monthly round/ }).tap()
  await page.getByRole('link', { name: new RegExp(station) }).waitFor()
  await cutOff(desk)
  const { tap, count } = thumb()
  await tap(page.getByRole('link', { name: /^Monthly round/ }))
  await tap(page.getByRole('link', { name: new RegExp(station) }))
  await page.getByText('Plug and cable').first().waitFor()
  expect(count()).toBe(2)
  await tap(page.getByRole('button', { name: 'OK', exact: true }))
  await tap(page.getByRole('button', { name: 'Finish this pile' }))
  expect(count()).toBe(4)
  await desk.context.setOffline(false)
  const ended = () => server.db.selectFrom('inspection').select('state').where('pile_id', '=', pile.id).execute()
  await expect.poll(ended).toEqual([{ state: 'ok' }])
  await desk.leave()
})
