import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, turnTo } from './console.ts'
import { makeNetwork } from './network.ts'

let server: TestServer
let records: string[]

beforeAll(async () => {
  server = await startJourney()
  const { pile, order, customer, card, site, strategy } = await makeNetwork(server)
  records = [
    `/device/chargingPoint/${pile.id}`,
    `/operationManagement/order/${order.id}`,
    `/operationManagement/customer/${customer.id}`,
    `/operationManagement/card/${card.id}`,
    `/stationManagement/parkingLot/${site.id}`,
    `/billingRules/strategy/${strategy.id}`,
    `/setting/user/${server.administrator.id}`,
    `/setting/role/${server.administrator.role_id}`,
  ]
})
afterAll(() => server?.stop())

const pages = (places: readonly Place[]): Place[] =>
  places.flatMap((place) => [...(place.path ? [place] : []), ...pages(place.children)])

/** A page whose own permission is to change something has no reader. */
const ONLY_SEEN = pages(catalogue).filter(({ permission }) => /\.(list|view)$/.test(permission ?? ''))
/** As many as are worth a press: a list repeats the buttons of its rows. */
const MOST = 8

/** Presses what can be pressed on the page that shows; what opens over it is shut again. */
async function pressAll(page: Page) {
  const buttons = await page.locator('#main button:enabled:visible').all()
  for (const button of buttons.slice(0, MOST)) {
    await button.click({ timeout: 250 }).catch(() => {})
    await page.keyboard.press('Escape')
  }
}

test('anyone who may only see a page is offered nothing there that the server would refuse', async () => {
  const permissions = [...new Set(ONLY_SEEN.map(({ permission }) => permission ?? ''))]
  const desk = await sitDown(server, { person: await server.signIn({ permissions }) })
  const { page } = desk
  const refused: Record<string, string[]> = {}
  let at = ''
  page.on('response', (response) => {
    if (response.status() === 403) refused[at] = [...(refused[at] ?? []), new URL(response.url()).pathname]
  })
  await desk.go('/')
  await page.getByRole('navigation').first().waitFor()
  for (const path of [...ONLY_SEEN.map(({ path }) => path ?? ''), ...records]) {
    // A record's page and a dashboard that is laid out may hold on to what was pressed: the next one is opened anew.
    if (records.includes(path) || at === '/dashboard') await desk.go(path)
    at = path
    await turnTo(page, path)
    await pressAll(page)
  }
  expect(refused).toEqual({})
  await desk.leave()
}, 960_000)
