import { afterAll, beforeAll, expect, test } from 'vitest'
import { strategyView } from '../../src/shared/endpoints/billing.ts'
import { pricePlan } from '../../src/shared/endpoints/price-plan.ts'
import { makeSite, makeStrategy } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const linesAt = async (id: number) =>
  (await server.call(pricePlan, { id })).data.stretches.map(({ from, strategy }) => [strategy?.title, from])

test('prices for tomorrow: new ones are made from those of today, given to the same sites, and taken back at one of them', async () => {
  const strategy = await makeStrategy(server.db, { name: 'This year' })
  const north = await makeSite(server.db, { name: 'North yard', strategy_id: strategy.id })
  const south = await makeSite(server.db, { name: 'South yard', strategy_id: strategy.id })
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(`/billingRules/strategy/${strategy.id}`)
  await page.getByRole('link', { name: 'New prices from this' }).click()
  const made = page.getByRole('dialog', { name: 'New billing strategy' })
  await made.getByRole('textbox', { name: 'Name' }).fill('Next year')
  // The bands' prices stand there to be changed, rule for rule the old ones.
  await made.getByRole('textbox', { name: 'Flat, Electricity fee' }).fill('0.95')
  await made.getByRole('button', { name: 'Save strategy' }).click()
  const giving = page.getByRole('dialog', { name: 'Assign to sites' })
  await giving.getByText('South yard').waitFor()
  const written = await giving.getByLabel('From').inputValue()
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4}) 00:00$/.exec(written) ?? []
  expect(year, written).toBeDefined()
  await giving.getByRole('button', { name: 'Assign' }).click()
  const change = new Date(`${year}-${month}-${day}T00:00:00+08:00`).toISOString()
  const line = page.getByRole('list', { name: 'Prices of North yard' })
  await expect.poll(() => line.getByRole('listitem').allInnerTexts()).toHaveLength(2)
  for (const { id } of [north, south])
    expect(await linesAt(id)).toEqual([
      ['This year', null],
      ['Next year', change],
    ])

  const { id } = (await server.call('/system/strategy/index', { keyword: 'Next year' })).data.rows[0]
  expect((await server.call(strategyView, { id })).data.rules).toMatchObject([{ electricity_fee: 95, service_fee: 40 }])

  await page.getByRole('heading', { name: 'North yard' }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Prices from now on' }).waitFor()
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => linesAt(north.id)).toEqual([['This year', null]])
  expect(await linesAt(south.id)).toHaveLength(2)
  await desk.leave()
})

test('what overlaps is said at its field, and what was typed stays', async () => {
  const fair = await makeStrategy(server.db, { name: 'Trade fair' })
  const { id } = await makeSite(server.db, { name: 'Fair ground' })
  const [from, to] = ['2036-05-01T08:00', '2036-05-04T20:00']
  await server.call('/system/strategy/assign-sites', { id: fair.id, site_ids: [id], from, to })
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`/stationManagement/parkingLot/${id}`)
  await page.getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog', { name: "Change the site's prices" })
  await dialog.getByRole('button', { name: 'Billing strategy' }).click()
  await page.getByRole('option', { name: 'Trade fair' }).click()
  await dialog.getByLabel('From').fill('2036-05-03T00:00')
  await dialog.getByLabel('Until').fill('2036-05-09T00:00')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByText('“Trade fair” holds from 2036-05-01 08:00 to 2036-05-04 20:00 already.').waitFor()
  await dialog.getByLabel('From').fill('2036-05-05T00:00')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect.poll(() => linesAt(id)).toHaveLength(5)
  await desk.leave()
})
