import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topUp } from '../../src/shared/endpoints/customers.ts'
import { makeCustomer, makeOrder, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { choose, enter } from './by-hand.ts'
import { type Desk, sitDown, startJourney, turnTo } from './console.ts'
import { contentOf } from './saved-file.ts'

let server: TestServer
const desks: Desk[] = []

beforeAll(async () => {
  server = await startJourney()
})
afterAll(async () => {
  for (const desk of desks) await desk.leave()
  await server.stop()
})

async function seat(...sitting: Parameters<typeof sitDown>): Promise<Desk> {
  const desk = await sitDown(...sitting)
  desks.push(desk)
  return desk
}

/** An order of ¥ 30.00 for which the balance reached for ¥ 10.00. */
async function unpaidOrder() {
  const { db } = server
  const site = await makeSite(db, { name: 'Lujiazui P2' })
  const pile = await makePile(db, { site_id: site.id, station_number: 'CD-310115-0008' })
  const customer = await makeCustomer(db, { account: 'liwei', name: 'Li Wei', balance_cents: 1000 })
  const order = await makeOrder(db, {
    pile_id: pile.id,
    site_id: site.id,
    customer_id: customer.id,
    status: 'unpaid',
    total_cents: 3000,
    paid_cents: 1000,
  })
  const charge = { customer_id: customer.id, kind: 'charge', amount_cents: -1000, order_id: order.id } as const
  await db.insertInto('ledger_entry').values(charge).execute()
  return { order, customer }
}

const decide = ({ page }: Desk, button: string) =>
  page.getByRole('dialog').locator('footer').getByRole('button', { name: button, exact: true }).click()

test('a debt is collected at the desk, a part of it goes back with four eyes, and the ledger tells it all', async () => {
  const { order, customer } = await unpaidOrder()
  const orderPage = `/operationManagement/order/${order.id}`

  const desk = await seat(server)
  await desk.go(orderPage)
  await desk.page.getByRole('button', { name: 'Collect' }).click()
  await desk.page.getByRole('dialog').getByText('Alipay').click()
  await enter(desk.page, 'Reference', '2026112122001')
  await decide(desk, 'Collect')
  await desk.page.getByText('Paid', { exact: true }).first().waitFor()
  await desk.page.getByText('collected ¥\u00a020.00 by Alipay · 2026112122001').waitFor()

  await desk.page.getByRole('button', { name: 'Refund', exact: true }).click()
  await enter(desk.page, 'Amount', '12.50')
  await enter(desk.page, 'Reason', 'the pile broke off')
  await decide(desk, 'Ask for a refund')
  await desk.page.getByText('Unreviewed').first().waitFor()
  await desk.page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor()
  expect(await desk.page.getByRole('button', { name: 'Review', exact: true }).count(), 'one’s own').toBe(0)

  const reviewer = await server.signIn({ permissions: ['refund.list', 'refund.review', 'order.list'] })
  const other = await seat(server, { person: reviewer, size: 'phone' })
  await other.go('/operationManagement/refund')
  await other.page.getByText('¥\u00a012.50').waitFor()
  await other.page.getByRole('button', { name: 'Review', exact: true }).click()
  await decide(other, 'Agree')
  await other.page.getByText('Reviewed', { exact: true }).first().waitFor()

  await desk.page.getByRole('button', { name: 'Pay back' }).click()
  await decide(desk, 'Pay to the balance')
  await desk.page.getByText('Refunded', { exact: true }).first().waitFor()
  await desk.page.getByText('paid ¥\u00a012.50 back to the balance').waitFor()

  await turnTo(desk.page, `/operationManagement/customer/${customer.id}`)
  await desk.page.getByRole('tab', { name: 'Balance entries' }).click()
  const kinds = async () =>
    (await desk.page.getByRole('row').filter({ hasText: '¥' }).allInnerTexts()).map(
      (row) => row.match(/Refund|Collected|Charging|Top-up/)?.[0],
    )
  await expect.poll(kinds).toEqual(['Refund', 'Charging', 'Collected', 'Charging', 'Top-up'])
})

test('an order that no pile reported is priced before it is entered, and its debt moves to a supplement', async () => {
  const desk = await seat(server)
  const { page } = desk
  await desk.go('/operationManagement/order/create')
  await choose(page, 'Pile', 'CD-310115-0008')
  await enter(page, 'Start', '2026-11-18T10:00')
  await enter(page, 'End', '2026-11-18T11:00')
  await enter(page, 'Energy drawn', '20')
  await page.getByText('¥\u00a024.00').first().waitFor()
  await enter(page, 'Reason', 'the pile had no network')
  await decide(desk, 'Enter the order')
  await page.getByText('Manually created').waitFor()
  await page.getByRole('button', { name: 'Make a supplement' }).click()
  await choose(page, 'Who pays', 'liwei')
  await enter(page, 'Reason', 'found out who it was')
  await decide(desk, 'Make a supplement')
  await page.getByText('Payment-timeout supplement').waitFor()
  for (const fact of ['Open amount of order', 'Li Wei', 'Supplement of', 'Short by'])
    await page.getByText(fact).first().waitFor()
  const orders = await server.db
    .selectFrom('orders')
    .select(['type', 'total_cents', 'paid_cents'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(orders).toEqual([
    { type: 'supplement', total_cents: 2400, paid_cents: 1250 },
    { type: 'manual', total_cents: 0, paid_cents: 0 },
  ])
})

test('an order that waits for a person is settled, paid again after a top-up, and one without an end is closed', async () => {
  const { db } = server
  const customer = await makeCustomer(db, { account: 'zhangmin' })
  const rule = { id: 1, name: 'Day', band: 'flat', start_hour: 0, end_hour: 0, electricity_cost: 50 }
  const rules = JSON.stringify([{ ...rule, electricity_fee: 100, service_fee: 0, occupation_fee: 0, free_minutes: 0 }])
  const common = { customer_id: customer.id, rules, total_cents: 0, electricity_cents: 0, paid_cents: 0, energy_wh: 0 }
  const held = await makeOrder(db, { ...common, status: 'completed', abnormal: 'meter_jump' })
  const open = await makeOrder(db, { ...common, status: 'generated', ended_at: null, meter_stop_wh: null })
  const desk = await seat(server)
  const { page } = desk

  await desk.go(`/operationManagement/order/${held.id}`)
  await page.getByRole('button', { name: 'Settle' }).click()
  await enter(page, 'Energy drawn', '8')
  await decide(desk, 'Settle')
  await page.getByRole('dialog').getByText('Please fill this in').waitFor()
  await enter(page, 'Reason', 'as the display said')
  await decide(desk, 'Settle')
  await page.getByText('Short by', { exact: true }).waitFor()
  await server.call(topUp, { id: customer.id, amount_cents: 1000 })
  await page.getByRole('button', { name: 'Pay again' }).click()
  await page.getByText('Paid ¥\u00a08.00 from the balance').waitFor()

  await turnTo(page, `/operationManagement/order/${open.id}`)
  await page.locator('#main').getByRole('button', { name: 'Close', exact: true }).click()
  await enter(page, 'Reason', 'the pile was removed')
  await decide(desk, 'Close')
  await page.getByText(`Closed by ${server.administrator.user_name}`).waitFor()
})

test("a month's statement is read, printed without the console around it, and saved with every order", async () => {
  const { db } = server
  const site = await makeSite(db, { name: 'Harbour North' })
  const pile = await makePile(db, { site_id: site.id })
  for (const total_cents of [1_250, 990])
    await makeOrder(db, { pile_id: pile.id, site_id: site.id, total_cents, ended_at: '2025-10-12T03:00:00Z' })
  const desk = await seat(server)
  const { page } = desk
  await desk.go('/operationManagement/statement?of=site&month=2025-10')
  await page.getByText('Choose a merchant or a site').waitFor()
  const box = page.getByRole('combobox', { name: 'Site' })
  await box.click()
  await box.fill('Harbour')
  await page.getByRole('option', { name: 'Harbour North' }).click()
  await page.getByRole('heading', { name: 'Harbour North' }).first().waitFor()
  await page.getByText('22.40').first().waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Workbook with every order' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Statement Harbour North 2025-10.xlsx')
  const { sheets } = await readXlsx(await contentOf(saved))
  expect(sheets.at(-1)?.rows).toHaveLength(3)
  // A sheet is narrower than the window: the page behind it stays what it is. An empty one has less than two kilobytes.
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#root').isVisible()).toBe(false)
  expect(await page.locator('[data-print-copy]').innerText()).toContain('22.40')
  await page.emulateMedia({ media: 'screen' })
})
