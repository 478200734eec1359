import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localKey } from '../../src/shared/endpoints/local-data.ts'
import { SETTING_ID, setting } from '../../src/shared/entities/setting.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, untilInstalled } from './console.ts'

const STATION = 'CD-PRIVATE-1'
const ALARMS = '/monitor/alarm'
let server: TestServer

beforeAll(async () => {
  server = await startJourney()
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number: STATION, site_id: site.id })
  await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString() })
})
afterAll(() => server.stop())

/** Everything that the browser has kept of the console, as text. Bytes are told as such. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const told: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of database.objectStoreNames) {
        const asking = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          asking.onsuccess = resolve
        })
        for (const value of asking.result)
          told.push(`${name} ${value?.sealed ? new TextDecoder().decode(value.sealed) : JSON.stringify(value)}`)
      }
      database.close()
    }
    return told
  })

const alarm = (page: Page) => page.getByRole('article').filter({ hasText: STATION })

/** As it is once the answers that showed are kept. */
async function copied(page: Page): Promise<string> {
  const kept = async () => (await keptIn(page)).join('\n')
  await expect.poll(kept).toContain('chargedeck-copies')
  return kept()
}

/** What is left of someone who signed out. */
async function leftIn(page: Page) {
  const [local = '{}', session = '{}', ...stores] = await keptIn(page)
  const records = stores.filter((text) => text.startsWith('chargedeck'))
  return { local: Object.keys(JSON.parse(local)).sort(), session: JSON.parse(session), records }
}

test('what a device keeps tells nobody anything, is there without a network, and goes when its person goes', async () => {
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(ALARMS)
  await alarm(page).waitFor()
  await untilInstalled({ page })
  const kept = await copied(page)
  for (const word of [STATION, server.administrator.user_name, 'permissions', 'GroundFailure'])
    expect(kept, word).not.toContain(word)

  await context.setOffline(true)
  await page.reload()
  await alarm(page).waitFor()
  await page.getByText(/You see the last copy/).waitFor()

  await context.setOffline(false)
  await page.goto(`${server.url}/me`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  const nobodys = {
    local: ['language', 'product_name', 'theme', 'visits'],
    session: { tabs: '[]', visited: 'yes' },
    records: [],
  }
  await expect.poll(() => leftIn(page)).toEqual(nobodys)
  await desk.leave()
})

test('who is not remembered leaves no key on the device', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person: null, size: 'phone' })
  const { page } = desk
  await desk.go(`/login?to=${ALARMS}`)
  await page.getByLabel('User name').fill(person.user_name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await alarm(page).waitFor()
  const kept = await copied(page)
  expect(kept).not.toContain('chargedeck-key')
  expect(kept).not.toContain(STATION)
  await page.reload()
  await alarm(page).waitFor()
  await desk.leave()
})

test('an administrator may have it kept as it is', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const encrypt = (local_encryption: boolean) =>
    server.call(`${setting.path}/update`, { id: SETTING_ID, local_encryption }, { as: person })
  const keyNow = async () => (await server.call(localKey, {}, { as: person })).data.key
  expect((await encrypt(false)).code).toBe(200)
  await expect.poll(keyNow).toBeNull()
  const desk = await sitDown(server, { person, size: 'phone' })
  await desk.go(ALARMS)
  await alarm(desk.page).waitFor()
  await expect.poll(() => copied(desk.page)).toContain(STATION)
  await encrypt(true)
  await expect.poll(keyNow).not.toBeNull()
  await desk.page.reload()
  await alarm(desk.page).waitFor()
  await expect.poll(async () => (await keptIn(desk.page)).join()).not.toContain(STATION)
  await desk.leave()
})
