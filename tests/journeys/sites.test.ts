import { afterAll, beforeAll, expect, test } from 'vitest'
import { dictionaryUpdate } from '../../src/shared/endpoints/dictionaries.ts'
import { makeBerth, makePile, makeSite, makeStrategy } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer
let siteId: number

beforeAll(async () => {
  server = await startJourney()
  const near = { region_id: 330106, latitude: 30.27 }
  const site = await makeSite(server.db, {
    name: 'West Lake Depot',
    longitude: 120.1,
    ...near,
    phone: '0571 8799 3300',
  })
  siteId = site.id
  await makeSite(server.db, { name: 'West Lake North', longitude: 120.11, ...near })
  await makeSite(server.db, { name: 'Nanshan Hub', longitude: 113.94, latitude: 22.53 })
  const pile = await makePile(server.db, { site_id: site.id })
  await server.db.updateTable('pile').set({ state: 'faulted' }).where('id', '=', pile.id).execute()
  await server.db.updateTable('connector').set({ status: 'Faulted' }).where('pile_id', '=', pile.id).execute()
  await makeBerth(server.db, { site_id: site.id, serial: 'A-01', pile_id: pile.id, connector_number: 1 })
})
afterAll(() => server.stop())

/** Whatever the page asks of another server than ours. */
function strangers({ page }: Desk): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) asked.push(url)
  })
  return asked
}

test('the map shows sites that stand close as one, in the operator’s hues, comes apart, and needs nobody else', async () => {
  const desk = await sitDown(server)
  const asked = strangers(desk)
  await desk.go('/monitor/siteMap')
  await desk.page.getByRole('button', { name: /^2 sites close together/ }).press('Enter')
  const pin = desk.page.getByRole('button', { name: 'West Lake Depot: Fault, 0 of 1 gun free' })
  await pin.locator('[style*="--faulted"]').waitFor()
  await server.call(dictionaryUpdate, { name: 'pile.state', value: 'faulted', tone: 'reserved' })
  await pin.locator('[style*="--reserved"]').waitFor()
  await desk.page.getByRole('searchbox', { name: 'Site or address' }).fill('nanshan')
  await desk.page.getByRole('button', { name: /^Nanshan Hub No gun/ }).click()
  await desk.page.getByRole('link', { name: 'Directions' }).waitFor()
  await desk.page.getByRole('region', { name: 'Nanshan Hub' }).getByRole('link', { name: 'Open' }).click()
  await desk.page.getByRole('heading', { name: 'Nanshan Hub' }).waitFor()
  expect(asked).toEqual([])
  await desk.leave()
})

test("a site's place is pointed at on a phone, its region found from province to area", async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`/stationManagement/parkingLot/${siteId}/edit`)
  await page.getByRole('button', { name: /^Region: Zhejiang, Hangzhou, Xihu District/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Region' })
  await sheet.getByText('Gongshu District').click()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: /^Region: Zhejiang, Hangzhou, Gongshu District/ }).waitFor()

  await page.getByRole('button', { name: 'Choose on the map' }).click()
  const map = page.getByRole('dialog', { name: 'Choose on the map' }).getByRole('region', { name: 'Place on the map' })
  await map.locator('.leaflet-map-pane').waitFor({ state: 'attached' })
  await map.tap({ position: { x: 80, y: 120 } })
  await page.getByRole('button', { name: 'Use this place' }).click()
  await page.getByRole('button', { name: 'Save site' }).click()
  await page.getByText('Successfully saved').waitFor()
  const saved = await server.db.selectFrom('site').selectAll().where('id', '=', siteId).executeTakeFirstOrThrow()
  expect(saved.region_id).toBe(330105)
  expect(saved.longitude).toBeLessThan(120.1)
  expect(saved.latitude).toBeGreaterThan(30.27)
  await desk.leave()
})

test("a site's page shows its guns, its berths by state, and makes more of them", async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(`/stationManagement/parkingLot/${siteId}`)
  await page.getByText('1 faulted').first().waitFor()
  await page.getByRole('link', { name: /^A-01, Out of service/ }).waitFor()
  await page.getByRole('button', { name: 'Number berths' }).click()
  await page.getByLabel('How many, at most 500').fill('3')
  await page.getByText('A-1 to A-3.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Make 3' }).click()
  await page.getByRole('link', { name: /^A-3, Free/ }).waitFor()
  await desk.leave()
})

test('what is typed into a picker as soon as the form is there stays and chooses, though what loads above moves it', async () => {
  await makeStrategy(server.db, { name: 'City centre' })
  const desk = await sitDown(server)
  const { page } = desk
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/image-input/, async (route) => {
    await arrived
    await route.continue()
  })
  await desk.go('/stationManagement/parkingLot/create')
  const picker = page.getByRole('combobox', { name: 'Billing strategy' })
  await picker.fill('City')
  const list = page.getByRole('listbox', { name: 'Billing strategy' })
  await list.getByRole('option', { name: 'City centre' }).waitFor()
  arrive()
  await page.getByText('drop or paste it here', { exact: false }).first().waitFor()
  const gap = async () => {
    const [field, shown] = [await picker.boundingBox(), await list.boundingBox()]
    if (!field || !shown) return Number.NaN
    return Math.min(Math.abs(shown.y - field.y - field.height), Math.abs(field.y - shown.y - shown.height))
  }
  await expect.poll(gap).toBeLessThan(20)
  await picker.press('Enter')
  await expect.poll(() => picker.inputValue()).toBe('City centre')
  await desk.leave()
})

test('the dashboard’s map says where a fault is, and leads to its site', async () => {
  // Beside the other one again, wherever it was put on a phone.
  await server.db.updateTable('site').set({ longitude: 120.1, latitude: 30.27 }).where('id', '=', siteId).execute()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/dashboard')
  const map = page.getByRole('region', { name: 'Failure map' })
  await map.getByRole('button', { name: '2 sites, faulted guns: 1; press to see them apart' }).click()
  await map.getByRole('button', { name: 'West Lake Depot: 1 faulted, 0 offline' }).click()
  await page.waitForURL(`**/stationManagement/parkingLot/${siteId}`)
  await desk.leave()
})

test('anyone who may not list sites has a dashboard without the map', async () => {
  const desk = await sitDown(server, { person: await server.signIn({ permissions: ['dashboard.view', 'order.list'] }) })
  await desk.go('/dashboard')
  await desk.page.getByRole('heading', { name: 'Income by kind' }).waitFor()
  expect(await desk.page.getByRole('heading', { name: 'Failure map' }).count()).toBe(0)
  await desk.leave()
})
