import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { catalogue, type Place } from '../../src/server/menus/catalogue.ts'
import { topUp } from '../../src/shared/endpoints/customers.ts'
import { type EntityName, entities } from '../../src/shared/entities/index.ts'
import { makePileType } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, turnTo } from './console.ts'
import { makeNetwork } from './network.ts'

/** A top-up that waits for a second person. */
async function askForBalance(server: TestServer, id: number): Promise<number> {
  const { data } = await server.call(topUp, { id, amount_cents: 250_000, remark: null })
  return data.request?.id ?? 0
}

/** What someone without the right to it was refused. */
async function refusal(server: TestServer): Promise<number> {
  const { id } = await server.db
    .insertInto('refused_entry')
    .values({ kind: 'no_right', reason: 'no_permission', address: '10.0.0.7', agent: 'node', user_name: 'chen' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const pagesOf = (places: readonly Place[]): Place[] =>
  places.flatMap((place) => [...(place.path ? [place] : []), ...pagesOf(place.children)])

/** Each page of the menu, and the form where it makes new records. */
function addressesOf({ path, component }: Place): string[] {
  const [, name = ''] = /^entity:(.+)$/.exec(component ?? '') ?? []
  const makes = Object.hasOwn(entities, name) && 'create' in entities[name as EntityName].calls
  return makes ? [`${path}`, `${path}/create`] : [`${path}`]
}

const TABS = ['realtime', 'info', 'commands', 'orders', 'alarms', 'log', 'aside']

/** The address of every screen and of the dialogs that have one, in a network in which each has something to show. */
export async function everyScreen(server: TestServer): Promise<string[]> {
  const { pile, order, held, unauthorized, customer, card, site, strategy } = await makeNetwork(server)
  const type = await makePileType(server.db)
  const wanted = { site_id: site.id, pile_type_id: type.id, quantity: 3 }
  const batch = await server.call('/system/device/batch-create-device', wanted)
  return [
    ...pagesOf(catalogue).flatMap(addressesOf),
    `/operationManagement/order/${order.id}`,
    `/operationManagement/order/${held.id}`,
    `/operationManagement/order/${unauthorized.id}`,
    `/stationManagement/parkingLot/${site.id}`,
    `/device/batch/${batch.data.id}`,
    `/device/labels?site=${site.id}`,
    ...TABS.map((tab) => `/device/chargingPoint/${pile.id}?tab=${tab}`),
    `/billingRules/strategy/${strategy.id}`,
    `/operationManagement/customer/${customer.id}`,
    `/operationManagement/card/${card.id}`,
    `/operationManagement/balanceRequest/${await askForBalance(server, customer.id)}`,
    `/setting/refusedLog/${await refusal(server)}`,
    '/me',
    '/usercenter',
    '/todo',
    '/no/such/page',
  ]
}

/** The screens are walked in parts, so that each has a test's whole time. */
const PARTS = 4
export const parts = Array.from({ length: PARTS }, (_, at) => [at + 1, PARTS] as const)
export const partOf = (screens: readonly string[], part: number) => screens.filter((_, at) => at % PARTS === part - 1)

/** Walks these screens as presses on links do: what axe finds serious on each, and how far it is wider than the window. */
export async function findingsOn(desk: Desk, screens: readonly string[]): Promise<Record<string, string[]>> {
  // A window that shows the console already is turned: to open it anew is most of the work of a short walk.
  if (desk.page.url() === 'about:blank') await desk.go('/dashboard')
  else await turnTo(desk.page, '/dashboard')
  await desk.page.getByRole('navigation').first().waitFor()
  const wrong: Record<string, string[]> = {}
  for (const path of screens) {
    await turnTo(desk.page, path)
    const found = await seriousFindings(desk.page, path === screens[0] ? undefined : '#main')
    const wider = await overflow(desk.page)
    if (wider > 0) found.push(`is ${wider} px wider than the window`)
    if (found.length > 0) wrong[path] = found
  }
  return wrong
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds serious or critical, in the whole page or in what is not the shell: the rule, where, and what it saw. */
export async function seriousFindings(page: Page, within = 'html'): Promise<string[]> {
  // Half a megabyte: it goes into a page once, not with each screen that the page shows.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const run = { runOnly: STANDARDS, resultTypes: ['violations' as const] }
  const violations = await page.evaluate(
    async ([root, options]) => {
      const { axe } = window as unknown as Checked
      const { violations } = await axe.run(root, options)
      const sizes = violations.find(({ id }) => id === 'target-size')
      if (!sizes) return violations
      // What the bar at the foot of a phone covers half of is there to be scrolled to.
      const still = []
      for (const node of sizes.nodes) {
        const selector = node.target.join(' ')
        const element = document.querySelector(selector)
        element?.scrollIntoView({ block: 'center' })
        const again = element && (await axe.run(element, { runOnly: { type: 'rule', values: ['target-size'] } }))
        if (!again || again.violations.length > 0) still.push(node)
      }
      scrollTo(0, 0)
      return [...violations.filter((one) => one !== sizes), { ...sizes, nodes: still }]
    },
    [within, run] as const,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
}

interface Checked {
  axe: typeof axe
}

/** How far the page is wider than the window, in pixels. A phone zooms out from what is too wide: its `innerWidth` grows with it. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
