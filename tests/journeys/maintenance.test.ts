import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrder, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'
import { findingsOn } from './every-screen.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const LIST = '/monitor/maintenance'

test('on a phone a technician plans work at a pile, sees it there and ends it', async () => {
  const site = await makeSite(server.db, { time_zone: 'America/New_York' })
  const pile = await makePile(server.db, { site_id: site.id, connectors: 1, last_seen_at: new Date().toISOString() })
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  const path = `/device/chargingPoint/${pile.id}`
  await desk.go(path)
  await page.getByRole('button', { name: 'More' }).first().tap()
  await page.getByText('Plan maintenance', { exact: true }).tap()
  const form = page.getByRole('dialog').last()
  await form.getByRole('button', { name: 'Save maintenance' }).tap()
  await form.getByText('Please fill this in').waitFor()
  await form.getByLabel('What is done').fill('New contactors')
  // The site's clock is another than the phone's.
  expect(await form.getByText('America/New York (UTC', { exact: false }).count()).toBe(2)
  await form.getByRole('button', { name: 'Save maintenance' }).tap()
  // Back where one came from.
  await page
    .getByText(/^Maintenance until/)
    .first()
    .waitFor()
  await desk.go(LIST)
  await page.getByText('Under way').first().waitFor()
  await page.getByRole('link', { name: 'New contactors' }).first().tap()
  await page.getByRole('heading', { level: 1, name: 'New contactors' }).waitFor()
  await page.getByRole('link', { name: pile.station_number }).waitFor()
  await page.getByRole('button', { name: 'More' }).first().tap()
  await page.getByText('End now', { exact: true }).tap()
  await page.getByRole('button', { name: 'End now' }).last().tap()
  await page.getByText('Ended.', { exact: true }).waitFor()
  await desk.go(path)
  await page.getByText('Orders', { exact: true }).first().waitFor()
  expect(await page.getByText(/^Maintenance until/).count()).toBe(0)
  expect(await findingsOn(desk, [LIST, path, `${LIST}/create`])).toEqual({})
  await desk.leave()
})

test('from a row of the statistics one comes to its orders by the keyboard', async () => {
  const ended_at = new Date(Date.now() - 48 * 3_600_000).toISOString()
  await makeOrder(server.db, { status: 'paid', energy_wh: 9_000, started_at: ended_at, ended_at })
  const desk = await sitDown(server)
  await desk.go('/monitor/statistics?by=site')
  await desk.page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor()
  const all = desk.page.getByRole('row').last().getByRole('link', { name: 'All' })
  await all.focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  expect(new URL(desk.page.url()).searchParams.get('ended_day')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
  await desk.leave()
})
