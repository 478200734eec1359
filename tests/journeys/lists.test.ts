import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrder, makePile, makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer
let site: number

beforeAll(async () => {
  server = await startJourney()
  site = (await makeSite(server.db, { name: 'Harbour' })).id
  const other = (await makeSite(server.db, { name: 'Airport' })).id
  for (let at = 1; at <= 6; at++) {
    const pile = await makePile(server.db, { station_number: `CD-LIST-${at}`, site_id: at <= 4 ? site : other })
    await makeOrder(server.db, { pile_id: pile.id, status: 'paid' })
  }
})
afterAll(() => server.stop())

const PILES = '/device/chargingPoint'

/** The same person on another device: a refresh token is for one. */
async function again(person: SignedIn): Promise<SignedIn> {
  const { user_name: username, password } = person
  const { data } = await server.call('/system/login', { username, password }, { as: null })
  return { ...person, token: data.token, refresh_token: data.refresh_token }
}

const viewMenu = async ({ page }: Desk, item: string) => {
  await page.getByRole('button', { name: /^View:/ }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
}
const station = ({ page }: Desk, at: number) => page.getByRole('link', { name: `CD-LIST-${at}` })

test('a view with its filters and pinned columns is there on another device, and its link shows it to others', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person })
  const { page } = desk
  await desk.go(`${PILES}?site_id=${site}&state=offline,available`)
  await station(desk, 4).waitFor()
  expect(await station(desk, 5).count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Keep Last seen in view' }).click()
  await page.getByRole('menuitemradio', { name: 'Stays on the left' }).click()
  await page.getByText('Successfully saved').waitFor()
  await page.keyboard.press('Escape')
  await viewMenu(desk, 'Save as a view')
  await page.getByLabel('Name of the view').fill('Harbour, free')
  await page.getByLabel('Everybody who sees this list may use it').check()
  await page.getByLabel('My list starts with it').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'View: Harbour, free' }).waitFor()
  const view = new URL(page.url()).searchParams.get('view')
  await desk.leave()

  const elsewhere = await sitDown(server, { person: await again(person) })
  await elsewhere.go(PILES)
  await elsewhere.page.getByRole('button', { name: 'View: Harbour, free' }).waitFor()
  await station(elsewhere, 4).waitFor()
  expect(await station(elsewhere, 5).count()).toBe(0)
  await elsewhere.page.locator('th[data-pin=left]', { hasText: 'Last seen' }).waitFor()
  await elsewhere.page.getByRole('button', { name: 'Remove filter State: Offline, Available' }).click()
  await elsewhere.page.getByText('changed', { exact: true }).waitFor()
  await viewMenu(elsewhere, 'All records')
  await station(elsewhere, 5).waitFor()
  await elsewhere.leave()

  const colleague = await sitDown(server)
  await colleague.go(`${PILES}?view=${view}`)
  await station(colleague, 4).waitFor()
  await expect.poll(() => colleague.page.url()).toContain(`site_id=${site}`)
  await colleague.leave()
})

test('a question of statistics is kept under a name, and a colleague asks it by one press', async () => {
  const statistics = '/monitor/statistics'
  const desk = await sitDown(server)
  await desk.go(`${statistics}?by=pile&period=last_month&measure=sessions`)
  await viewMenu(desk, 'Save as a view')
  await desk.page.getByLabel('Name of the view').fill('Busy piles')
  await desk.page.getByLabel('Everybody who may see statistics may use it').check()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await desk.page.getByRole('button', { name: 'View: Busy piles' }).waitFor()
  await desk.leave()

  const colleague = await sitDown(server, { person: await server.signIn({ permissions: ['statistics.view'] }) })
  const { page } = colleague
  await colleague.go(statistics)
  await page.getByRole('button', { name: /^Busy piles · / }).click()
  await page.getByRole('button', { name: 'View: Busy piles' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    by: 'pile',
    measure: 'sessions',
    period: 'last_month',
  })
  // One that shows is left by another question.
  await page.getByRole('button', { name: 'When is it full' }).click()
  await page.getByRole('button', { name: 'View: Own question' }).waitFor()
  await colleague.leave()
})

test('several rows are changed and deleted at once with the keyboard, and what was deleted comes back', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(PILES)
  await station(desk, 1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected records' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 2 records' }).click()
  await page.getByText('successfully deleted').waitFor()
  await station(desk, 1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await station(desk, 1).waitFor()
  await station(desk, 2).waitFor()
  await desk.leave()
})

test('a phone narrows its list in a sheet that says how many there are, and selects from a card’s menu', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(PILES)
  await station(desk, 1).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: /^Site/ }).click()
  await page.getByRole('option', { name: 'Airport' }).click()
  await sheet.getByRole('button', { name: 'Show 2 records' }).click()
  await page.getByRole('button', { name: 'Filters, 1 in force' }).waitFor()
  await station(desk, 5).waitFor()
  await station(desk, 1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove filter Site: Airport' }).click()
  await station(desk, 1).waitFor()
  await page.getByRole('article').filter({ hasText: 'CD-LIST-2' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await page.getByRole('region', { name: 'Selected records' }).getByText('1 selected').waitFor()
  await desk.leave()
})
