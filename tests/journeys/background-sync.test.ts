import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { refresh } from '../../src/shared/endpoints/auth.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { ALARMS, card, lostAtAlarms, markProcessed, newAlarm, statusesOf } from './alarms-offline.ts'
import { type Desk, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())
afterEach(() => void vi.useRealTimers())

/** More than an access token is good for; the server's clock alone, which is this process's. */
const letTokensEnd = () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 16 * 60_000 })
}

/** What became of a person's refresh tokens, oldest first. */
const tokensOf = ({ id }: SignedIn) =>
  server.db
    .selectFrom('session')
    .select(['answers', 'superseded_at', 'ended_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

/** Another page of the browser than the console's: someone has closed that one. */
async function closed(desk: Desk): Promise<Page> {
  const other = await desk.context.newPage()
  await desk.page.close()
  return other
}

/** What the browser does once there is a network. */
async function sync(desk: Desk, page: Page) {
  const cdp = await desk.context.newCDPSession(page)
  const registrations: { registrationId: string; scopeURL: string }[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await cdp.send('ServiceWorker.enable')
  const ours = () => registrations.find(({ scopeURL }) => scopeURL === `${server.url}/`)?.registrationId
  await expect.poll(ours).toBeDefined()
  const event = { origin: server.url, registrationId: ours() ?? '', tag: 'chargedeck-outbox', lastChance: false }
  await cdp.send('ServiceWorker.dispatchSyncEvent', event)
}

/** The same, told when the worker has done what it does. */
async function syncToItsEnd({ context }: Desk) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate(async () => {
    let work: Promise<unknown> | undefined
    const waitUntil = (given: Promise<unknown>) => {
      work = given
    }
    self.dispatchEvent(Object.assign(new Event('sync'), { tag: 'chargedeck-outbox', waitUntil }))
    return work?.then(
      () => 'done',
      () => 'again',
    )
  })
}

const someone = () => server.signIn({ permissions: ['*'] })

test('the browser sends what waits once there is a network, without a page of the console', async () => {
  const alarm = await newAlarm(server, 'CD-SYNC-1')
  const desk = await lostAtAlarms(server, ['CD-SYNC-1'])
  await markProcessed(desk, 'CD-SYNC-1')
  const other = await closed(desk)
  await desk.context.setOffline(false)
  await sync(desk, other)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('it does so too when the token has ended meanwhile, and its person is still signed in afterwards', async () => {
  const person = await someone()
  const alarm = await newAlarm(server, 'CD-SYNC-2')
  const desk = await lostAtAlarms(server, ['CD-SYNC-2'], person)
  await markProcessed(desk, 'CD-SYNC-2')
  const other = await closed(desk)
  letTokensEnd()
  await desk.context.setOffline(false)
  await sync(desk, other)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])

  await newAlarm(server, 'CD-SYNC-3')
  await other.goto(server.url + ALARMS)
  await card({ page: other }, 'CD-SYNC-3').waitFor()
  const tokens = await tokensOf(person)
  expect(tokens.map(({ answers }) => answers)).toEqual([1, 1, 0])
  expect(tokens.every(({ ended_at }) => ended_at === null)).toBe(true)
  await desk.leave()
})

test('a renewal of which a page did not live to hear the answer is asked for again by the worker', async () => {
  const person = await someone()
  const alarm = await newAlarm(server, 'CD-SYNC-4')
  const desk = await lostAtAlarms(server, ['CD-SYNC-4'], person)
  // The page shall be the first to renew, not the worker.
  await desk.page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
  await markProcessed(desk, 'CD-SYNC-4')
  letTokensEnd()
  // The server spends the token, and the page closes before it hears.
  await desk.page.route(`**/api${refresh.path}`, async (route) => {
    await route.fetch()
    await new Promise(() => {})
  })
  await desk.context.setOffline(false)
  await expect.poll(async () => (await tokensOf(person)).length).toBeGreaterThan(1)
  const other = await closed(desk)
  // Longer ago than tabs may differ.
  const long = sql<string>`used_at - interval '1 minute'`
  await server.db.updateTable('session').set({ used_at: long }).where('user_id', '=', person.id).execute()
  await sync(desk, other)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  const [, lost, ...heard] = await tokensOf(person)
  expect(lost?.superseded_at, 'what was on its way is good no more').not.toBeNull()
  expect(heard.at(-1)).toEqual({ answers: 0, superseded_at: null, ended_at: null })
  await desk.leave()
})

test('two pages, one that opens and the worker, all with a token that has ended, spend no refresh token twice', async () => {
  const person = await someone()
  const alarms = [await newAlarm(server, 'CD-SYNC-5'), await newAlarm(server, 'CD-SYNC-6')]
  const desk = await lostAtAlarms(server, ['CD-SYNC-5', 'CD-SYNC-6'], person)
  const second = await desk.context.newPage()
  await second.goto(server.url + ALARMS)
  await card({ page: second }, 'CD-SYNC-5').waitFor()
  await markProcessed(desk, 'CD-SYNC-5')
  await markProcessed({ ...desk, page: second }, 'CD-SYNC-6')
  // One that opens: of one that is loaded again the browser cuts off what it asks for, and a renewal that was not heard is asked for again.
  const third = await desk.context.newPage()
  letTokensEnd()
  await desk.context.setOffline(false)
  expect(await Promise.all([syncToItsEnd(desk), syncToItsEnd(desk), third.goto(server.url + ALARMS)])).toContain('done')
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['processed', 'processed'])
  const tokens = await tokensOf(person)
  expect(tokens.length).toBeGreaterThan(1)
  for (const { answers, ended_at } of tokens) expect([answers <= 1, ended_at]).toEqual([true, null])
  await desk.leave()
})

test('for a person who left nothing is sent, and nothing is left to sign them in with', async () => {
  const person = await someone()
  const alarm = await newAlarm(server, 'CD-SYNC-7')
  const desk = await lostAtAlarms(server, ['CD-SYNC-7'], person)
  const { page } = desk
  await markProcessed(desk, 'CD-SYNC-7')
  await desk.go('/login')
  await page.getByText(/^1 answer waits on this device/).waitFor()
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('chargedeck-session')
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const asking = opening.result.transaction('refresh').objectStore('refresh').getAll()
      await new Promise((resolve) => {
        asking.onsuccess = resolve
      })
      opening.result.close()
      return asking.result
    })
  await expect.poll(kept).toEqual([])
  await desk.context.setOffline(false)
  expect(await syncToItsEnd(desk)).toBe('done')
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  expect((await tokensOf(person)).map(({ answers }) => answers)).toEqual([0])
  await desk.leave()
})
