import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { ALARMS, card, markProcessed, newAlarm, statusesOf } from './alarms-offline.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  const started = await startJourney()
  // Browsers offer passkeys on localhost without TLS, and on no bare address.
  server = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
})
afterAll(() => server.stop())

const OPEN = 'Open with fingerprint or face'
const HOUR_MS = 3_600_000

/** A telephone with a sensor for fingers, whose passkeys have a secret if it is a newer one. */
async function withSensor({ context, page }: Desk, newer: boolean) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true, hasPrf: newer },
    },
  })
  return (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

/** Someone who did not ask to be remembered, on a telephone with the console installed, at *Me*. */
async function atMe({ person, newer = true }: { person: SignedIn; newer?: boolean }) {
  const desk = await sitDown(server, { person: null, size: 'phone', installed: true })
  const { page } = desk
  const finger = await withSensor(desk, newer)
  await desk.go('/login?to=/me')
  await page.getByLabel('User name').fill(person.user_name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(/^Open without a network/).waitFor()
  return { ...desk, finger }
}

const setUp = ({ page }: Desk) => page.getByRole('button', { name: 'Set up: open without a network' }).click()

/** The same, who set it up, at an alarm when the network goes and the page is loaded anew. */
async function locked(station: string, person: SignedIn) {
  const desk = await atMe({ person })
  const { page, context } = desk
  await setUp(desk)
  await page.getByText(/This device opens with your fingerprint or face: Chrome \d+ on Linux, since/).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await desk.go(ALARMS)
  await card(desk, station).waitFor()
  await expect.poll(() => copies(page)).toBeGreaterThan(0)
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/What this device keeps is locked without it/).waitFor()
  return desk
}

/** How many records a store of this browser has. */
const countIn = (page: Page, database: string, store: string) =>
  page.evaluate(
    async ([database = '', store = '']) => {
      const opening = indexedDB.open(database)
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const counting = opening.result.transaction(store).objectStore(store).count()
      await new Promise((resolve) => {
        counting.onsuccess = resolve
      })
      opening.result.close()
      return counting.result
    },
    [database, store],
  )
const copies = (page: Page) => countIn(page, 'chargedeck-copies', 'answers')

const someone = () => server.signIn({ permissions: ['*'] })
const openIt = (page: Page) => page.getByRole('button', { name: OPEN }).click()

test('a finger opens what the device keeps: alarms are there offline and what is answered goes later', async () => {
  const person = await someone()
  const alarm = await newAlarm(server, 'CD-FINGER-1')
  const desk = await locked('CD-FINGER-1', person)
  const { page, context } = desk
  await openIt(page)
  await card(desk, 'CD-FINGER-1').waitFor()
  await markProcessed(desk, 'CD-FINGER-1')
  await page.reload()
  await page.getByRole('button', { name: OPEN }).waitFor()
  expect(await card(desk, 'CD-FINGER-1').count(), 'it opened until the reload').toBe(0)
  await openIt(page)
  await card(desk, 'CD-FINGER-1').waitFor()
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  await context.setOffline(false)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('another’s finger opens nothing', async () => {
  await newAlarm(server, 'CD-FINGER-4')
  const desk = await locked('CD-FINGER-4', await someone())
  await desk.finger(false)
  await openIt(desk.page)
  await desk.page.getByText(/Your device did not recognise you/).waitFor()
  expect(await card(desk, 'CD-FINGER-4').count()).toBe(0)
  await desk.leave()
})

test('it ends with the sign-in: what was opened is shut once the network says so', async () => {
  const person = await someone()
  await newAlarm(server, 'CD-FINGER-2')
  const desk = await locked('CD-FINGER-2', person)
  const { page, context } = desk
  await openIt(page)
  await card(desk, 'CD-FINGER-2').waitFor()
  const ended_at = new Date().toISOString()
  await server.db.updateTable('session').set({ ended_at }).where('user_id', '=', person.id).execute()
  await context.setOffline(false)
  await page.waitForURL(/\/login/)
  const held = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('chargedeck-opener')
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const asking = opening.result.transaction('openers').objectStore('openers').getAll()
      await new Promise((resolve) => {
        asking.onsuccess = resolve
      })
      opening.result.close()
      return asking.result.map(({ held }) => held)
    })
  await expect.poll(held).toEqual([null])
  await desk.leave()
})

test('it opens for 24 hours, by a clock that was not turned', async () => {
  const person = await someone()
  await newAlarm(server, 'CD-FINGER-3')
  const desk = await locked('CD-FINGER-3', person)
  const { page } = desk
  const now = Date.now()
  await page.clock.setFixedTime(now + 25 * HOUR_MS)
  await page.reload()
  await page.getByText(/for 24 hours after the server was last reached/).waitFor()
  expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0)
  await page.clock.setFixedTime(now + 3 * HOUR_MS)
  await page.reload()
  await page.getByRole('button', { name: OPEN }).waitFor()
  await page.clock.setFixedTime(now + 2 * HOUR_MS)
  await page.reload()
  await page.getByText(/which is before it was last used/).waitFor()
  expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0)
  await desk.leave()
})

test('it is taken away on request, and goes when its person signs out', async () => {
  const desk = await atMe({ person: await someone() })
  const { page } = desk
  const openers = () => countIn(page, 'chargedeck-opener', 'openers')
  await setUp(desk)
  await page.getByRole('button', { name: 'Take opening without a network away?' }).click()
  await page.getByRole('button', { name: 'Take away', exact: true }).click()
  await page.getByRole('button', { name: 'Set up: open without a network' }).waitFor()
  expect(await openers()).toBe(0)
  await setUp(desk)
  await page.getByText(/This device opens with your fingerprint/).waitFor()
  expect(await openers()).toBe(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(openers).toBe(0)
  await desk.leave()
})

test('a device whose passkeys have no secret says so, and sets nothing up', async () => {
  const desk = await atMe({ person: await someone(), newer: false })
  const { page } = desk
  await setUp(desk)
  await page.getByText('Passkeys of this device cannot do this. Nothing was set up.').waitFor()
  await page.getByRole('button', { name: 'Set up: open without a network' }).waitFor()
  await desk.leave()
})
