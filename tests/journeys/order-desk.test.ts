import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { requestRefund } from '../../src/shared/endpoints/refunds.ts'
import { makeCard, makeOrder, makePile, makeSite } from '../make.ts'
import { makeRule as frozenRule } from '../rules/rules.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const line = (from: string, to: string, band: 'peak' | 'valley') => ({
  ...{
    kind: 'energy',
    rule_id: 1,
    name: `Summer tariff of the district, ${band}`,
    band,
    from,
    to,
    wh: 12_345,
    seconds: 3600,
  },
  ...{ electricity_fee: 118, service_fee: 40, occupation_fee: 0, electricity_cents: 1457, service_cents: 494 },
  ...{ occupation_cents: 0, cost_cents: 900 },
})

test.each([1024, 1280, 1440])('a bill shows all its columns, %i px wide', async (width) => {
  const lines = [
    line('2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z', 'peak'),
    line('2026-11-20T03:00:00Z', '2026-11-20T04:00:00Z', 'valley'),
  ]
  const rules = JSON.stringify([frozenRule({ start_hour: 0, end_hour: 0 })])
  const { id } = await makeOrder(server.db, { lines: JSON.stringify(lines), rules, total_cents: 1_903_902 })
  const desk = await sitDown(server)
  const { page } = desk
  await page.setViewportSize({ width, height: 900 })
  await desk.go(`/operationManagement/order/${id}`)
  const bill = page.getByRole('table').filter({ hasText: 'Service' })
  await bill.waitFor()
  const cut = await bill.evaluate((table) => {
    const { left, right } = (table.parentElement as HTMLElement).getBoundingClientRect()
    return [...table.querySelectorAll('th, td')]
      .filter((cell) => {
        const box = cell.getBoundingClientRect()
        return box.left < left - 1 || box.right > right + 1 || cell.scrollWidth > cell.clientWidth
      })
      .map((cell) => cell.textContent)
  })
  expect(cut).toEqual([])
  expect(await bill.innerText()).toMatch(/¥\s19,039\.02/)
  await desk.leave()
})

test.each(['desktop', 'phone'] as const)(
  'a session is stopped from its order, which says what became of that, on a %s',
  async (size) => {
    const { number } = await makeCard(server.db)
    const site = await makeSite(server.db)
    const { id, station_number: station } = await makePile(server.db, { site_id: site.id })
    const pile: ScriptedPile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
    const timestamp = () => new Date().toISOString()
    const start = { connectorId: 1, idTag: number, meterStart: 0, timestamp: timestamp() }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
    const order = await server.db
      .selectFrom('orders')
      .select(['id'])
      .where('pile_id', '=', id)
      .executeTakeFirstOrThrow()
    const desk = await sitDown(server, { size })
    const { page } = desk
    await desk.go(`/operationManagement/order/${order.id}`)
    pile.onCall('RemoteStopTransaction', { status: 'Rejected' })
    const stop = async () => {
      await page.getByRole('button', { name: 'Stop charging' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
    }
    await stop()
    await page.getByRole('status').filter({ hasText: 'just now' }).filter({ hasText: 'Refused' }).waitFor()
    await page.getByText('The pile refused').waitFor()
    pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
    await stop()
    await page.getByRole('status').filter({ hasText: 'Accepted' }).first().waitFor()
    expect(pile.received.at(-1)).toEqual({ action: 'RemoteStopTransaction', payload: { transactionId } })
    await pile.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError' })
    await pile.call('StopTransaction', { transactionId, meterStop: 900, timestamp: timestamp(), reason: 'Remote' })
    await page.getByText('Charging has ended, the cable is still in.').waitFor()
    expect(await page.getByRole('button', { name: 'Stop charging' }).count()).toBe(0)
    // From the order to where it ran and whose it is.
    for (const name of [site.name, station])
      expect(await page.getByRole('link', { name }).first().isVisible()).toBe(true)
    pile.drop()
    await desk.leave()
  },
)

test("one's own refund says that another person reviews it, instead of offering what is refused", async () => {
  const { id: order_id } = await makeOrder(server.db, { pay_type: 'wechat' })
  await server.call(requestRefund, { order_id, amount_cents: 100, way: 'wechat', reason: 'it broke off' })
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(`/operationManagement/order/${order_id}`)
  await page.getByText('Another person reviews it').waitFor()
  expect(await page.getByRole('button', { name: 'Review' }).count()).toBe(0)
  await desk.leave()
  const other = await sitDown(server, { person: await server.signIn({ permissions: ['*'] }) })
  await other.go(`/operationManagement/order/${order_id}`)
  await other.page.getByRole('button', { name: 'Review' }).waitFor()
  expect(await other.page.getByText('Another person reviews it').count()).toBe(0)
  await other.leave()
})
