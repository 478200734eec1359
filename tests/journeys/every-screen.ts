import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import type { TestServer } from '../setup/server.ts'
import { makeNetwork } from './network.ts'

/** The address of every screen and of the dialogs that have one, in a network in which each has something to show. */
export async function everyScreen(server: TestServer): Promise<string[]> {
  const { pile, order, held, customer } = await makeNetwork(server)
  const tabs = ['realtime', 'info', 'commands', 'orders', 'alarms', 'log', 'aside']
  return [
    '/dashboard',
    '/monitor/alarm',
    '/operationManagement/order',
    `/operationManagement/order/${order.id}`,
    `/operationManagement/order/${held.id}`,
    '/monitor/offline',
    '/stationManagement/parkingLot',
    '/stationManagement/parkingLot/create',
    '/device/chargingPoint',
    '/device/chargingPoint/create',
    ...tabs.map((tab) => `/device/chargingPoint/${pile.id}?tab=${tab}`),
    '/device/pileType',
    '/device/rejected',
    '/billingRules/index',
    '/billingRules/index/create',
    '/billingRules/strategy',
    '/billingRules/strategy/create',
    '/operationManagement/customer',
    `/operationManagement/customer/${customer.id}`,
    '/operationManagement/card',
    '/operationManagement/ledger',
    '/setting/protocolLog',
    '/setting/command',
    '/me',
    '/no/such/page',
  ]
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds serious or critical, in the whole page or in what is not the shell: the rule, where, and what it saw. */
export async function seriousFindings(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(STANDARDS)
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
}

/** How far the page is wider than the window, in pixels. */
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
