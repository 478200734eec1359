import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservationOutcome } from '../../src/shared/endpoints/reservations.ts'
import { makeBerth, makeCard, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'
import { sitDown, startJourney } from './console.ts'
import { findingsOn } from './every-screen.ts'

let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function arranged() {
  const site = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id, connectors: 1 })
  await makeBerth(server.db, { site_id: site.id, pile_id: id, connector_number: 1, serial: 'B-7' })
  const card = await makeCard(server.db)
  const pile = startPile(server, { station })
  const gun = server.db.selectFrom('connector').select('status').where('pile_id', '=', id).where('number', '=', 1)
  await expect.poll(async () => (await gun.executeTakeFirst())?.status).toBe('Available')
  return { id, pile, card, site, path: `/device/chargingPoint/${id}?tab=reservations` }
}

const LIST = '/operationManagement/reservation'

test('a clerk reserves a gun on a pile’s page, sees it at its berth and takes it back', async () => {
  const { pile, card, site, path } = await arranged()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(path)
  await page.getByRole('button', { name: 'Reserve a gun' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('Choose a customer or a card.').waitFor()
  await form.getByLabel('Card', { exact: true }).fill(card.number)
  pile.wrong.answers.set('ReserveNow', 'Occupied')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not reserved: The gun is occupied.').waitFor()
  pile.wrong.answers.clear()

  await page.getByRole('button', { name: 'Reserve a gun' }).first().click()
  await form.getByLabel('Card', { exact: true }).fill(card.number)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Reserved.', { exact: true }).waitFor()
  await expect.poll(() => pile.memory.reservations.length).toBe(1)
  await desk.go(`/stationManagement/parkingLot/${site.id}`)
  await page.getByRole('link', { name: /B-7, reserved until/ }).waitFor()

  await desk.go(`${LIST}?state=accepted`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByText('Cancelled.', { exact: true }).waitFor()
  await expect.poll(() => pile.memory.reservations.length).toBe(0)
  expect(await findingsOn(desk, [LIST, path])).toEqual({})
  await desk.leave()
})

test('on a phone a reservation is taken back from the list', async () => {
  const { id, pile, card, path } = await arranged()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const asked = { pile_id: id, connector_number: 1, card_number: card.number, expires_at: until }
  const made = await server.call('/system/reservation/add', asked)
  expect(made.code, JSON.stringify(made.data)).toBe(200)
  expect((await server.call(reservationOutcome, { id: made.data.id })).data).toMatchObject({ state: 'accepted' })
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(path)
  await page.getByText(card.number).first().waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel reservation' }).click()
  await page.getByText('Cancelled.', { exact: true }).waitFor()
  await expect.poll(() => pile.memory.reservations.length).toBe(0)
  expect(await findingsOn(desk, [LIST, path])).toEqual({})
  await desk.leave()
})
