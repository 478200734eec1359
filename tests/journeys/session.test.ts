import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrder, makeUser } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function signIn(page: Awaited<ReturnType<typeof sitDown>>['page'], name: string, password: string) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('who was sent to sign in lands where they wanted to go', async () => {
  const { user_name, password } = await makeUser(server.db, { permissions: ['*'] })
  const desk = await sitDown(server, { person: null })
  await desk.go('/device/pileType')
  await desk.page.waitForURL(/\/login/)
  await signIn(desk.page, user_name, 'not the password')
  await desk.page.getByText('User name or password is wrong.').waitFor()
  await signIn(desk.page, user_name, password)
  await desk.page.getByRole('heading', { name: 'Pile types' }).waitFor()
  await desk.leave()
})

test('a session that was ended elsewhere says so until it was read, and leads to sign in', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person })
  const { page } = desk
  await desk.go('/operationManagement/order')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await server.db
    .updateTable('session')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', person.id)
    .execute()
  await desk.context.addCookies([{ name: 'token', value: 'ended', url: server.url }])
  // The live channel may be quicker than the press.
  const alarms = page.getByRole('link', { name: 'Alarms' }).first()
  await alarms.click({ timeout: 2_000 }).catch(() => {})
  await page.waitForURL(/\/login/)
  const said = page.getByRole('alert').filter({ hasText: 'Your session ended at' })
  await said.waitFor()
  // It stays until it was read, also over a reload.
  await page.reload()
  await said.getByRole('button', { name: 'Understood' }).click()
  await said.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByLabel('User name').waitFor()
  expect(await said.count()).toBe(0)
  await desk.leave()
})

test('a token that has run out is renewed without anybody noticing', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person })
  await desk.go('/operationManagement/order')
  await desk.page.getByRole('heading', { name: 'Orders' }).waitFor()
  await desk.context.addCookies([{ name: 'token', value: 'stale', url: server.url }])
  await desk.page.getByRole('link', { name: 'Alarms' }).first().click()
  await desk.page.getByText('No open alarm.').waitFor()
  const [token] = (await desk.context.cookies()).filter(({ name }) => name === 'token')
  expect(token?.value).not.toBe('stale')
  await desk.leave()
})

test('a person sees and reaches only what their roles allow', async () => {
  const order = await makeOrder(server.db, { status: 'unpaid', paid_cents: 0 })
  const person = await server.signIn({ permissions: ['dashboard.view', 'order.list'] })
  const desk = await sitDown(server, { person })
  const { page } = desk
  await desk.go(`/operationManagement/order/${order.id}`)
  await page.getByRole('heading', { name: `Order ${order.number}` }).waitFor()
  expect(await page.getByRole('button', { name: 'Pay again' }).count()).toBe(0)
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).count()).toBe(0)
  await desk.go('/device/chargingPoint')
  await page.getByRole('heading', { name: 'No permission or page cannot be found' }).waitFor()
  await page
    .getByRole('link', { name: 'Return to home' })
    .or(page.getByRole('button', { name: 'Return to home' }))
    .click()
  await page.getByText('Income trend').waitFor()
  await desk.leave()
})

test('who has no menu at all is told whom to ask', async () => {
  const desk = await sitDown(server, { person: await server.signIn({ permissions: [] }) })
  await desk.go('/')
  await desk.page.getByText('The current user does not have any menu privileges').waitFor()
  await desk.leave()
})
