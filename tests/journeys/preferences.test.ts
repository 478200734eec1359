import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePile } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
  await makePile(server.db)
})
afterAll(() => server.stop())

test('columns stay as a person arranged them, on every device of theirs', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person })
  await desk.go('/device/chargingPoint')
  const header = (name: string) => desk.page.getByRole('columnheader', { name })
  await header('Last seen').waitFor()
  await desk.page.getByRole('button', { name: 'Columns' }).click()
  await desk.page.getByLabel('Show Last seen').click()
  await header('Last seen').waitFor({ state: 'detached' })
  await desk.page.getByText('Successfully saved').waitFor()
  await desk.leave()

  const elsewhere = await sitDown(server, { person: await again(person) })
  await elsewhere.go('/device/chargingPoint')
  await elsewhere.page.getByRole('columnheader', { name: 'Power' }).waitFor()
  await expect.poll(() => elsewhere.page.getByRole('columnheader', { name: 'Last seen' }).count()).toBe(0)
  await elsewhere.leave()
})

/** The same person on another device: a refresh token is for one. */
async function again(person: Awaited<ReturnType<TestServer['signIn']>>) {
  const { user_name: username, password } = person
  const { data } = await server.call('/system/login', { username, password }, { as: null })
  return { ...person, token: data.token, refresh_token: data.refresh_token }
}

test('language and dark mode change without a reload and stay after one', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/device/chargingPoint')
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: '充电桩' }).waitFor()
  await page.getByRole('columnheader', { name: '桩号' }).waitFor()
  await page
    .getByRole('button', { name: '深色模式' })
    .or(page.getByRole('button', { name: /深色/ }))
    .first()
    .click()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(theme).toBe('dark')
  await page.reload()
  await page.getByRole('heading', { name: '充电桩' }).waitFor()
  expect(await theme()).toBe('dark')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  await desk.leave()
})
