import { afterAll, test as always, beforeAll, expect } from 'vitest'
import { actOnAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm } from '../make.ts'
import { type PushService, pushService } from '../setup/push-service.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { ALARMS, newAlarm, statusesOf } from './alarms-offline.ts'
import { type Desk, sitDown, startJourney, untilInstalled } from './console.ts'
import { PushRelay, press, shownOn } from './push-relay.ts'

/** A headless shell shows no notifications. */
const test = always.skipIf(/headless-shell/.test(process.env.CHROME_PATH ?? ''))

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await pushService()
  server = await startJourney({ settings: { push: { services: [], plain: service.url } } })
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

const someone = () => server.signIn({ permissions: ['*'] })

/** A phone with the console installed, which may show notifications. */
async function phoneOf(person: SignedIn) {
  const desk = await sitDown(server, { size: 'phone', installed: true, person })
  await desk.context.grantPermissions(['notifications'], { origin: server.url })
  return { desk, relay: new PushRelay(desk, { service, server }) }
}

/** The same, told of alarms, with no page of the console open any more. */
async function pocketed(person: SignedIn) {
  const { desk, relay } = await phoneOf(person)
  await desk.go(ALARMS)
  await untilInstalled(desk)
  await relay.allowed(person)
  const other = await desk.context.newPage()
  await desk.page.close()
  return { desk, relay, other }
}

const entriesOf = (alarm: { id: number }) =>
  server.db
    .selectFrom('alarm_entry')
    .select(['kind', 'user_id', 'taken'])
    .where('alarm_id', '=', alarm.id)
    .orderBy('id')
    .execute()

const bodyOf = async (desk: Desk, tag: string) =>
  (await shownOn(desk)).find((one) => one.tag === tag)?.body.split('\n')[0]

test('with the console closed: on my way, then processed, each said on the notification and heard once', async () => {
  const person = await someone()
  const { desk, relay } = await pocketed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-1')
  const { tag } = await relay.deliver()
  await expect
    .poll(() => shownOn(desk))
    .toMatchObject([
      {
        title: 'Ground failure',
        body: expect.stringContaining('CD-PUSH-1 · gun 1'),
        actions: ['On my way', 'Processed'],
      },
    ])
  await press(desk, tag, 'on_my_way')
  expect(await shownOn(desk)).toMatchObject([
    { body: expect.stringContaining('You are on the way.'), actions: ['Processed'] },
  ])
  await press(desk, tag, 'processed')
  expect(await bodyOf(desk, tag)).toBe('Marked processed by you.')
  expect(await entriesOf(alarm)).toEqual([
    { kind: 'on_my_way', user_id: person.id, taken: true },
    { kind: 'processed', user_id: person.id, taken: true },
  ])
  await desk.leave()
})

test('without a network an answer is kept, said so, and sent once when it is back', async () => {
  const person = await someone()
  const { desk, relay } = await pocketed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-2')
  const { tag } = await relay.deliver()
  await expect.poll(() => shownOn(desk)).toHaveLength(1)
  await desk.context.setOffline(true)
  await press(desk, tag, 'processed')
  expect(await bodyOf(desk, tag)).toBe('Kept on this device. It is sent as soon as there is a network.')
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  await desk.context.setOffline(false)
  await relay.sync()
  await expect.poll(() => statusesOf(server, [alarm])).toEqual(['processed'])
  await expect.poll(() => bodyOf(desk, tag)).toBe('Marked processed by you.')
  expect(await entriesOf(alarm)).toHaveLength(1)
  await desk.leave()
})

test('somebody was faster: both are kept in order, and the notification says who it was', async () => {
  const [person, li] = [await someone(), await someone()]
  const { desk, relay, other } = await pocketed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-3')
  const { tag } = await relay.deliver()
  await expect.poll(() => shownOn(desk)).toHaveLength(1)
  await server.call(actOnAlarm, { id: alarm.id, act: 'on_my_way', said_at: new Date().toISOString() }, { as: li })
  await press(desk, tag, 'on_my_way')
  expect(await bodyOf(desk, tag)).toContain(li.user_name)
  expect(await entriesOf(alarm)).toEqual([
    { kind: 'on_my_way', user_id: li.id, taken: true },
    { kind: 'on_my_way', user_id: person.id, taken: false },
  ])
  // The console says it too, where the answer can be understood and let go.
  await other.goto(server.url + ALARMS)
  await other.getByText('1 answer was not taken.').waitFor()
  await desk.leave()
})

test('a case that another takes is said in the same place, and is taken away when it is over; what comes twice shows once', async () => {
  const [person, li] = [await someone(), await someone()]
  const { desk, relay } = await pocketed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-4')
  const payload = await relay.deliver()
  await expect.poll(() => shownOn(desk)).toHaveLength(1)
  await server.call(actOnAlarm, { id: alarm.id, act: 'on_my_way', said_at: new Date().toISOString() }, { as: li })
  await relay.deliver(2)
  await expect.poll(() => bodyOf(desk, payload.tag)).toBe(`${li.user_name} is on the way.`)
  await relay.hand(payload)
  await newAlarm(server, 'CD-PUSH-5')
  await relay.deliver(3)
  await expect.poll(async () => (await shownOn(desk)).length).toBe(2)
  expect(await bodyOf(desk, payload.tag)).toBe(`${li.user_name} is on the way.`)
  const cleared = { status: 'recovered' as const, cleared_at: new Date().toISOString() }
  await server.db.updateTable('alarm').set(cleared).where('id', '=', alarm.id).execute()
  await relay.deliver(4)
  await expect.poll(async () => (await shownOn(desk)).map(({ tag }) => tag)).not.toContain(payload.tag)
  await desk.leave()
})

test('whoever signed out on this phone answers nothing from it', async () => {
  const person = await someone()
  const { desk, relay, other } = await pocketed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-6')
  const { tag } = await relay.deliver()
  await expect.poll(() => shownOn(desk)).toHaveLength(1)
  await desk.context.clearCookies()
  await press(desk, tag, 'processed')
  expect(await bodyOf(desk, tag)).toBe('Kept on this device. Sign in to send it.')
  expect(await statusesOf(server, [alarm])).toEqual(['open'])
  await other.close()
  await desk.leave()
})

test('a press opens the case, in a page that is open', async () => {
  const person = await someone()
  const { desk, relay } = await phoneOf(person)
  await desk.go('/me')
  await untilInstalled(desk)
  await relay.allowed(person)
  const alarm = await newAlarm(server, 'CD-PUSH-7')
  const { tag } = await relay.deliver()
  await expect.poll(() => shownOn(desk)).toHaveLength(1)
  await press(desk, tag)
  await desk.page.waitForURL(`${server.url}${ALARMS}/${alarm.id}`)
  await desk.page.getByText('CD-PUSH-7').first().waitFor()
  expect(await shownOn(desk)).toEqual([])
  await desk.leave()
})

test('a person allows it by a press, tries it, chooses quiet hours and stops it; the sign-out leaves nothing', async () => {
  const person = await someone()
  const { desk, relay } = await phoneOf(person)
  await relay.subscribes()
  await desk.go('/usercenter')
  const { page } = desk
  await page.getByText('This device is not told of alarms.').waitFor()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('not told yet').waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await relay.deliver()
  await page.getByText(/^It arrived after \d+ s\.$/).waitFor()
  expect(await shownOn(desk)).toMatchObject([{ title: 'A test' }])
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('From', { exact: true }).fill('21:30')
  await page.getByLabel('To', { exact: true }).focus()
  const chosen = () =>
    server.db.selectFrom('notification_setting').select('push').where('user_id', '=', person.id).execute()
  await expect.poll(chosen).toMatchObject([{ push: { quiet: { from: '21:30', to: '07:00', but_critical: true } } }])
  const devices = () => server.db.selectFrom('push_device').select('id').where('user_id', '=', person.id).execute()
  // The same device after the console was opened anew.
  const [before] = await devices()
  await page.reload()
  await page.getByText('This device is told of alarms.').waitFor()
  expect(await devices()).toEqual([before])
  await desk.go('/me')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(devices).toEqual([])
  await expect.poll(() => shownOn(desk)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('test_subscribed'))).toBeNull()
  await desk.leave()
})

test('after the first answer it is offered; who refuses is never asked again', async () => {
  const person = await someone()
  const desk = await sitDown(server, { size: 'phone', installed: true, person })
  const alarm = await newAlarm(server, 'CD-PUSH-8')
  await desk.go(`${ALARMS}/${alarm.id}`)
  const { page } = desk
  await page.getByRole('button', { name: 'On my way' }).click()
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await page.getByText('Be told of alarms when the console is closed?').waitFor({ state: 'detached' })
  const another = await makeAlarm(server.db, {
    pile_id: alarm.pile_id,
    code: 'OtherError',
    raised_at: new Date().toISOString(),
  })
  await desk.go(`${ALARMS}/${another.id}`)
  await page.getByRole('button', { name: 'On my way' }).click()
  await page
    .getByText(/On your way since/)
    .first()
    .waitFor()
  expect(await page.getByText('Be told of alarms when the console is closed?').count()).toBe(0)
  await desk.leave()
})

test('a phone that forbids notifications is told how to allow them', async () => {
  const desk = await sitDown(server, { size: 'phone', installed: true, person: await someone() })
  await desk.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await desk.go('/usercenter')
  await desk.page.getByText(/This browser does not allow it\. Open the settings of this site/).waitFor()
  expect(await desk.page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0)
  await desk.leave()
})
