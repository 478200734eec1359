import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlarm, makePile } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { bringPartsLate, sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const NUMBER = '13800138000'

test('a technician confirms a phone, is told of a fault there, and finds it under the to-dos', async () => {
  const technician = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
  const [pocket, office] = [await sitDown(server, { person: technician, size: 'phone' }), await sitDown(server)]
  const { page } = pocket
  await pocket.go('/me')
  await page.getByRole('link', { name: 'User centre' }).click()
  await page.getByRole('button', { name: 'Add: Mobile number' }).click()
  await page.getByRole('textbox', { name: /Mobile number/ }).fill(NUMBER)
  await page.getByRole('button', { name: 'Send a code' }).click()
  const codeField = page.getByRole('textbox', { name: /Code/ })
  await codeField.waitFor()

  // No service is set: the office reads the code in the outbox.
  await office.go('/setting/message')
  const [code = ''] = /\d{6}/.exec(await office.page.getByText(/is your code to confirm/).innerText()) ?? []
  await codeField.fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(NUMBER).waitFor()
  // It is ticked once the server has kept it.
  await page.getByLabel('A new alarm other than a pile offline, SMS').click()
  await expect.poll(() => page.getByLabel('A new alarm other than a pile offline, SMS').isChecked()).toBe(true)

  const pile = await makePile(server.db)
  await makeAlarm(server.db, { pile_id: pile.id, site_id: pile.site_id, kind: 'fault', code: 'GroundFailure' })
  await pocket.go('/todo')
  const fault = page.getByRole('link', { name: new RegExp(`Ground failure.*${pile.station_number}`) })
  await fault.waitFor()
  await office.page.getByText('Waiting for you: 1').waitFor()
  await fault.click()
  await page.waitForURL(/alarm\/\d+$/)
  await pocket.leave()
  await office.leave()
})

test('anyone who takes over an open window changes no contact without the password', async () => {
  const person = await server.signIn({ permissions: ['alarm.list'] })
  await server.db.updateTable('session').set({ proved_at: null }).where('user_id', '=', person.id).execute()
  const pocket = await sitDown(server, { person, size: 'phone' })
  const { page } = pocket
  await pocket.go('/usercenter')
  await page.getByRole('button', { name: 'Add: Mobile number' }).click()
  await page.getByRole('textbox', { name: /Mobile number/ }).fill('13800138001')
  await page.getByRole('button', { name: 'Send a code' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel(/Password/).fill('a wrong guess 1')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByText('This is not your current password.').waitFor()
  await proof.getByLabel(/Password/).fill(person.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('textbox', { name: /Code/ }).waitFor()
  await pocket.leave()
})

test('clearing local data warns, then leaves nothing on the device and nobody signed in', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person, language: 'zh-CN', theme: 'dark' })
  const { page } = desk
  await desk.go('/usercenter')
  await page.evaluate(() => {
    localStorage.setItem('draft', 'kept')
    localStorage.setItem('visits', JSON.stringify({ value: 7, ends: 0 }))
    sessionStorage.setItem('tabs-of-mine', 'kept')
  })
  await page.getByRole('button', { name: '清除: 本地数据' }).click()
  await page.getByText('这会重置本设备上的登录、主题和语言').waitFor()
  await page.getByRole('button', { name: '取消' }).click()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toContain('dark')
  await page.getByRole('button', { name: '清除: 本地数据' }).click()
  await page.getByRole('button', { name: '清除并退出' }).click()
  await page.waitForURL(/\/login/)
  // The page comes anew, and its window is the first visit again.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toContain('"value":1,')
  const kept = await page.evaluate(() => [localStorage, sessionStorage].flatMap((items) => Object.keys(items)))
  // The sign-in page, which is nobody's, keeps what the console is called; the tabs are none.
  expect(kept.filter((name) => !['product_name', 'tabs', 'visits', 'visited'].includes(name))).toEqual([])
  expect((await server.call('/system/user/account', {}, { as: person })).code).not.toBe(200)
  await desk.leave()
})

test('the settings of push come late with all their words, and choosing in them hides nothing', async () => {
  const person = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
  const push = { user_id: person.id, family: randomUUID(), remembered: true, endpoint_hash: randomUUID() }
  await server.db
    .insertInto('push_device')
    .values({ ...push, sealed: Buffer.from('x'), host: 'push.example', agent: null })
    .execute()
  bringPartsLate(server)
  const desk = await sitDown(server, { person, size: 'phone' })
  const { page } = desk
  await desk.go('/me')
  await page.getByRole('link', { name: 'User centre' }).click()
  await page.getByRole('checkbox', { name: 'Critical' }).waitFor()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('From', { exact: true }).click()
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // Nothing that showed was hidden meanwhile: leave() says what.
  await desk.leave()
})
