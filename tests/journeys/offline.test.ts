import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm, makeBerth, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card, fillUp, lostAtAlarms, markProcessed, newAlarm, statusesOf } from './alarms-offline.ts'
import { type Desk, sitDown, startJourney, turnTo, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

test('answers that were given offline arrive from any page: Alarms need not be opened again', async () => {
  const alarms = [await newAlarm(server, 'CD-HOME-1'), await newAlarm(server, 'CD-HOME-2')]
  const desk = await lostAtAlarms(server, ['CD-HOME-1', 'CD-HOME-2'])
  await markProcessed(desk, 'CD-HOME-1')
  await markProcessed(desk, 'CD-HOME-2')
  await desk.go('/dashboard')
  await desk.page.getByText('2 answers wait to be sent.').waitFor()
  await desk.context.setOffline(false)
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['processed', 'processed'])
  await desk.page.getByText(/answers? wait/).waitFor({ state: 'detached' })
  await desk.leave()
})

test('whose token ended without a network is told so once there is one; what waits is sent after the sign-in', async () => {
  const alarm = await newAlarm(server, 'CD-COOKIE-1')
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await lostAtAlarms(server, ['CD-COOKIE-1'], person)
  const { page } = desk
  await markProcessed(desk, 'CD-COOKIE-1')
  await desk.context.clearCookies({ name: 'token' })
  await card(desk, 'CD-COOKIE-1').waitFor()
  await desk.context.setOffline(false)
  await page.waitForURL(/\/login/)
  await page.getByRole('alert').filter({ hasText: 'Your session ended at' }).waitFor()
  await page.getByText(/^1 answer waits on this device/).waitFor()
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  await page.getByLabel('User name').fill(person.user_name)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('an answer that cannot be sent does not hold up the one after it', async () => {
  const alarms = [await newAlarm(server, 'CD-STUCK-1'), await newAlarm(server, 'CD-STUCK-2')]
  const [stuck] = alarms
  const desk = await lostAtAlarms(server, ['CD-STUCK-1', 'CD-STUCK-2'])
  let broken = true
  await desk.context.route(`**/api${handleAlarm.path}`, (route) =>
    broken && route.request().postDataJSON().id === stuck?.id ? route.abort() : route.fallback(),
  )
  await markProcessed(desk, 'CD-STUCK-1')
  await markProcessed(desk, 'CD-STUCK-2')
  await desk.context.setOffline(false)
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['open', 'processed'])
  broken = false
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['processed', 'processed'])
  await desk.leave()
})

test('two answers to one alarm, given in two tabs of one device without a network, both arrive', async () => {
  const alarm = await newAlarm(server, 'CD-TABS-1')
  const desk = await lostAtAlarms(server, ['CD-TABS-1'])
  await desk.context.setOffline(false)
  const page = await desk.context.newPage()
  await page.goto(server.url + ALARMS)
  const tabs = [desk, { ...desk, page }]
  const answers = ['Confirm fault', 'Processed']
  for (const [at, tab] of tabs.entries())
    await card(tab, 'CD-TABS-1')
      .getByRole('button', { name: answers[at] ?? '' })
      .click()
  await desk.context.setOffline(true)
  for (const [at, tab] of tabs.entries()) {
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(`said in tab ${at}`)
    await dialog.getByRole('button', { name: answers[at] ?? '' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect
    .poll(() =>
      card(desk, 'CD-TABS-1')
        .getByText(/by you/)
        .count(),
    )
    .toBe(2)
  await desk.context.setOffline(false)
  const said = async () => {
    const found = server.db.selectFrom('alarm_entry').select('text').where('alarm_id', '=', alarm.id)
    return (await found.orderBy('id').execute()).map(({ text }) => text)
  }
  await expect.poll(said).toEqual(['said in tab 0', 'said in tab 1'])
  await desk.leave()
})

test('on a full device an answer goes to the server at once', async () => {
  const alarm = await newAlarm(server, 'CD-FULL-1')
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(ALARMS)
  await card(desk, 'CD-FULL-1').waitFor()
  await fillUp(desk.page)
  await card(desk, 'CD-FULL-1').getByRole('button', { name: 'Processed' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Processed' }).click()
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

/** The server takes the first answer, which the page never hears of; what comes next it refuses, where it is said so. */
async function loseAnswer({ context }: Desk, thenRefuses: boolean) {
  const ways = [
    async (route: Route) => {
      await route.fetch()
      await route.abort()
    },
    (route: Route) => route.fulfill({ status: 429, json: { code: 429, message: 'too many', data: null } }),
  ].slice(0, thenRefuses ? 2 : 1)
  await context.route(`**/api${handleAlarm.path}`, (route) => (ways.shift() ?? ((other) => other.fallback()))(route))
}

test('on a full device an answer whose own answer was lost counts once, said again in the same words or in others', async () => {
  for (const [number, again, isRefused] of [
    ['CD-LOST-1', 'Cable was wet', false],
    ['CD-LOST-2', 'Cable was dry', false],
    ['CD-LOST-3', 'Cable was wet', true],
  ] as const) {
    const alarm = await newAlarm(server, number)
    const desk = await sitDown(server, { size: 'phone' })
    await desk.go(ALARMS)
    await card(desk, number).waitFor()
    await fillUp(desk.page)
    await loseAnswer(desk, isRefused)
    await card(desk, number).getByRole('button', { name: 'Processed' }).click()
    const dialog = desk.page.getByRole('dialog')
    const press = () => dialog.getByRole('button', { name: 'Processed' }).click()
    await dialog.getByLabel('Remark').fill('Cable was wet')
    await press()
    await dialog.getByText('the server did not respond').waitFor()
    await dialog.getByLabel('Remark').fill(again)
    await press()
    if (isRefused) {
      await dialog.getByText('too many').waitFor()
      await press()
    }
    await dialog.waitFor({ state: 'detached' })
    const said = await server.db.selectFrom('alarm_entry').select('text').where('alarm_id', '=', alarm.id).execute()
    expect(said, number).toEqual([{ text: 'Cable was wet' }])
    await desk.leave()
  }
})

test('on a full device without a network last copies make room for an answer', async () => {
  const alarm = await newAlarm(server, 'CD-ROOM-1')
  const desk = await lostAtAlarms(server, ['CD-ROOM-1'])
  await desk.page.evaluate(() => {
    let isFull = true
    const { put, delete: remove } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (isFull && this.name === 'decisions') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    IDBObjectStore.prototype.delete = function (this: IDBObjectStore, ...given: Parameters<typeof remove>) {
      if (this.name === 'answers') isFull = false
      return remove.apply(this, given)
    }
  })
  await markProcessed(desk, 'CD-ROOM-1')
  await desk.context.setOffline(false)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('on a full device without a network what was written stays, with a word why', async () => {
  const alarm = await newAlarm(server, 'CD-FULL-2')
  const desk = await lostAtAlarms(server, ['CD-FULL-2'])
  const { page } = desk
  await fillUp(page)
  await card(desk, 'CD-FULL-2').getByRole('button', { name: 'Processed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Remark').fill('Cable was wet')
  await dialog.getByRole('button', { name: 'Processed' }).click()
  await dialog.getByText(/There is no room on this device/).waitFor()
  expect(await dialog.getByLabel('Remark').inputValue()).toBe('Cable was wet')
  await desk.context.setOffline(false)
  await dialog.getByRole('button', { name: 'Processed' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('alarms, sites, their piles and berths are there offline on the first visit, though nobody opened them', async () => {
  const site = await makeSite(server.db, { name: 'Site of CD-TAKEN-1', address: 'Lane 5' })
  const pile = await makePile(server.db, {
    station_number: 'CD-TAKEN-1',
    site_id: site.id,
    connectors: 2,
    last_seen_at: new Date().toISOString(),
  })
  const about = { pile_id: pile.id, site_id: site.id, vendor_code: 'E17-04' }
  const alarm = await makeAlarm(server.db, { ...about, raised_at: new Date().toISOString() })
  await makeBerth(server.db, { site_id: site.id, serial: 'A-07' })
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go('/me')
  await page.getByText(/MB, fetched/).waitFor({ timeout: 60_000 })
  await untilInstalled(desk)
  await context.setOffline(true)

  await turnTo(page, `${ALARMS}/${alarm.id}`)
  await page.getByText('E17-04').waitFor()
  await page.getByText(/Offline\. You see the last copy, /).waitFor()
  await turnTo(page, `/stationManagement/parkingLot/${site.id}`)
  await page.getByText('CD-TAKEN-1', { exact: true }).waitFor()
  await page.getByText('A-07').waitFor()
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  await page.getByLabel('Number or code').fill('CD-TAKEN-1?connector=2')
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText(/^No network. This is what the phone knew at /).waitFor()
  await page.getByRole('link', { name: 'Open pile' }).click()
  await page.getByRole('heading', { level: 1, name: 'CD-TAKEN-1' }).waitFor()
  await page.locator('[aria-current]').getByText('Gun 2').waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'CD-TAKEN-1' }).waitFor()
  await desk.leave()
})

test('a page that is not on the device says so, and speaks of no copy', async () => {
  const desk = await lostAtAlarms(server, [])
  const { page } = desk
  await turnTo(page, '/setting/log')
  await page.getByText('Offline. This page is not on this device.').waitFor()
  expect(await page.getByText(/last copy/).count()).toBe(0)
  await desk.leave()
})

test('a part of the console that was lost on the way is asked for again; one that stays lost leaves the shell', async () => {
  const desk = await sitDown(server, { size: 'phone' })
  const { page, context } = desk
  await desk.go('/me')
  await page.getByText('Sign out').waitFor()
  const lost = new Map<string, number>()
  let times = 1
  await context.route('**/assets/**', (route) => {
    const address = route.request().url()
    lost.set(address, (lost.get(address) ?? 0) + 1)
    return (lost.get(address) ?? 0) <= times ? route.abort() : route.fallback()
  })
  await turnTo(page, '/monitor/alarm?status=processed')
  await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
  await turnTo(page, '/setting/dic')
  await expect.poll(() => [...lost].filter(([address, asked]) => address.endsWith('.css') && asked > 1)).not.toEqual([])
  times = Number.POSITIVE_INFINITY
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('A part of this page could not be loaded.').waitFor()
  await page.getByRole('link', { name: 'Me', exact: true }).waitFor()
  await context.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('A part of this page could not be loaded.').waitFor({ state: 'detached' })
  await desk.leave()
})

async function signInByHand(desk: Desk, { user_name, password }: { user_name: string; password: string }) {
  const { page } = desk
  await page.getByLabel('User name').fill(user_name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('who is not remembered is told offline why nothing opens, and that answers wait', async () => {
  const alarm = await newAlarm(server, 'CD-LOCKED-1')
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await sitDown(server, { person: null, size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`/login?to=${ALARMS}`)
  await signInByHand(desk, person)
  await card(desk, 'CD-LOCKED-1').waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  await markProcessed(desk, 'CD-LOCKED-1')
  await page.reload()
  await page.getByText(/What this device keeps is locked without it/).waitFor()
  await page.getByText(/^1 answer waits on this device/).waitFor()

  await desk.go('/login')
  await page.getByText(/There is no network, and signing in needs it/).waitFor()
  await page.getByText(/^1 answer waits on this device/).waitFor()
  // It is asked for once more; no picture can be shown.
  await page.getByLabel('Verification code').waitFor({ state: 'detached' })
  await context.setOffline(false)
  await page.getByText(/There is no network/).waitFor({ state: 'detached' })
  await signInByHand(desk, person)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await desk.leave()
})

test('answers outlive a sign-in that was ended elsewhere meanwhile, and go once their person is back', async () => {
  const alarm = await newAlarm(server, 'CD-ENDED-1')
  const person = await server.signIn({ permissions: ['*'] })
  const desk = await lostAtAlarms(server, ['CD-ENDED-1'], person)
  const { page, context } = desk
  await markProcessed(desk, 'CD-ENDED-1')
  const ended_at = new Date().toISOString()
  await server.db.updateTable('session').set({ ended_at }).where('user_id', '=', person.id).execute()
  await context.addCookies([{ name: 'token', value: 'ended', url: server.url }])
  await context.setOffline(false)
  await page.waitForURL(/\/login/)
  await page.getByText(/^1 answer waits on this device/).waitFor()
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  await signInByHand(desk, person)
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  const entries = server.db.selectFrom('alarm_entry').select('id').where('alarm_id', '=', alarm.id)
  expect(await entries.execute()).toHaveLength(1)
  await desk.leave()
})

test('on an installed phone remembering is offered as the usual', async () => {
  const desk = await sitDown(server, { person: null, size: 'phone' })
  const remembered = desk.page.getByLabel('Remember me for 24 hours')
  await desk.go('/login')
  expect(await remembered.isChecked()).toBe(false)
  await desk.page.addInitScript(() => {
    const asked = matchMedia
    window.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await desk.page.reload()
  await remembered.waitFor()
  expect(await remembered.isChecked()).toBe(true)
  await desk.leave()
})
