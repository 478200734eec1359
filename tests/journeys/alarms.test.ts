import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const ALARMS = '/monitor/alarm'

async function newAlarm(station: string) {
  const site = await makeSite(server.db, { name: `Site of ${station}` })
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  return makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString() })
}

const alarmNow = (id: number) =>
  server.db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const card = ({ page }: Desk, station: string) => page.getByRole('article').filter({ hasText: station })

async function answer(desk: Desk, station: string, button: 'Processed' | 'Confirm fault', remark = '') {
  await card(desk, station).getByRole('button', { name: button }).click()
  const dialog = desk.page.getByRole('dialog')
  if (remark) await dialog.getByLabel('Remark').fill(remark)
  await dialog.getByRole('button', { name: button }).click()
}

/** The console can be opened without a network from here on. */

test('a fault that a pile reports shows by itself and is handled with a remark', async () => {
  const { station_number: station } = await makePile(server.db, { station_number: 'CD-LIVE-1' })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(ALARMS)
  await desk.page.getByText('No open alarm.').waitFor()
  const fault = { connectorId: 1, status: 'Faulted', errorCode: 'GroundFailure', info: 'insulation below 100 Ω/V' }
  await pile.call('StatusNotification', { ...fault, timestamp: new Date().toISOString() })
  await card(desk, station).getByText('insulation below 100 Ω/V').waitFor()
  await answer(desk, station, 'Confirm fault', 'Breaker was out')
  await desk.page.getByText('No open alarm.').waitFor()
  const kept = await server.db.selectFrom('alarm').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({
    code: 'GroundFailure',
    status: 'confirmed',
    remark: 'Breaker was out',
    handled_by: server.administrator.user_name,
  })
  pile.drop()
  await desk.leave()
})

test('an answer given offline outlives a reload, says that it waits, and is sent once when the network is back', async () => {
  const alarm = await newAlarm('CD-OFF-1')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(ALARMS)
  await card(desk, 'CD-OFF-1').waitFor()
  await untilInstalled(desk)
  const second = await context.newPage()
  await second.goto(server.url + ALARMS)
  await second.getByRole('article').filter({ hasText: 'CD-OFF-1' }).waitFor()

  await context.setOffline(true)
  await answer(desk, 'CD-OFF-1', 'Processed', 'Cable was wet')
  await page.getByText('Offline.').waitFor()
  await page.getByText('1 answer waits to be sent.').waitFor()
  await card(desk, 'CD-OFF-1').getByText('Waits to be sent', { exact: true }).waitFor()
  await second.getByText('1 answer waits to be sent.').waitFor()

  await page.reload()
  await card(desk, 'CD-OFF-1')
    .getByText(/^Processed by you/)
    .waitFor()
  await page.getByText(/You see the last copy/).waitFor()
  expect((await alarmNow(alarm.id)).status).toBe('open')

  await context.setOffline(false)
  await expect.poll(async () => (await alarmNow(alarm.id)).status).toBe('processed')
  await page.getByText(/1 answer/).waitFor({ state: 'detached' })
  await second.getByText(/1 answer/).waitFor({ state: 'detached' })
  expect(await alarmNow(alarm.id)).toMatchObject({ remark: 'Cable was wet', version: 2 })
  await desk.leave()
})

test('an answer whose acknowledgement was lost is sent again under its key, and counts once', async () => {
  const alarm = await newAlarm('CD-LOST-1')
  const desk = await sitDown(server, { size: 'phone' })
  const keys: (string | undefined)[] = []
  await desk.page.route(`**/api${handleAlarm.path}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    if (keys.length === 1) return route.abort()
    return route.fulfill({ response })
  })
  await desk.go(ALARMS)
  await answer(desk, 'CD-LOST-1', 'Processed')
  await desk.page.getByText('1 answer waits to be sent.').waitFor()
  await desk.page.evaluate(() => dispatchEvent(new Event('online')))
  await desk.page.getByText(/1 answer/).waitFor({ state: 'detached' })
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await alarmNow(alarm.id)).toMatchObject({ status: 'processed', version: 2 })
  await desk.leave()
})

test('who was slower is told who was faster', async () => {
  const alarm = await newAlarm('CD-SLOW-1')
  const colleague = await server.signIn({ user_name: 'chenyu', permissions: ['alarm.list', 'alarm.handle'] })
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(ALARMS)
  await card(desk, 'CD-SLOW-1').waitFor()
  await desk.context.setOffline(true)
  await answer(desk, 'CD-SLOW-1', 'Confirm fault', 'Cable is cut')
  await card(desk, 'CD-SLOW-1').getByText('Waits to be sent', { exact: true }).waitFor()
  await server.call(handleAlarm, { id: alarm.id, status: 'processed' }, { as: colleague })

  await desk.context.setOffline(false)
  await desk.page.getByText('1 answer was not taken.').waitFor()
  const told = desk.page.getByRole('listitem').filter({ hasText: 'CD-SLOW-1' })
  await told.getByText(/chenyu marked it processed/).waitFor()
  await told.getByText('What you wrote is kept with the alarm.').waitFor()
  await told.getByRole('link', { name: 'Look' }).click()
  const said = desk.page.getByRole('listitem').filter({ hasText: 'Cable is cut' })
  await said.getByText('Another had been faster: this changed nothing.').waitFor()
  await desk.page.getByRole('listitem').filter({ hasText: 'chenyu: processed' }).waitFor()
  // Whoever goes on saying something of it has seen the trouble.
  await desk.page.getByLabel('Write a note').fill('The spare cable is on')
  await desk.page.getByRole('button', { name: 'Add the note' }).click()
  await desk.page.getByText('1 answer was not taken.').waitFor({ state: 'detached' })
  expect(await desk.page.getByRole('button', { name: 'Understood' }).count()).toBe(0)
  await desk.go(`${ALARMS}?keyword=CD-SLOW-1`)
  await card(desk, 'CD-SLOW-1').getByText('Processed', { exact: true }).waitFor()
  expect((await alarmNow(alarm.id)).handled_by).toBe('chenyu')
  await desk.leave()
})

test('an alarm’s card leads to its case: what is known, what was done, and its pile one tap away', async () => {
  const alarm = await newAlarm('CD-CARD-1')
  await server.db.updateTable('alarm').set({ vendor_code: 'E17-04' }).where('id', '=', alarm.id).execute()
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(ALARMS)
  await card(desk, 'CD-CARD-1').getByRole('link', { name: 'Ground failure' }).click()
  await page.waitForURL(`**${ALARMS}/${alarm.id}`)
  await page.getByText('E17-04').first().waitFor()
  await page.getByText('Nobody has it yet').waitFor()
  await page.getByRole('button', { name: 'Processed' }).click()
  await page.getByRole('dialog').getByLabel('Remark').fill('Dried the plug')
  await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).click()
  const history = page.getByRole('listitem').filter({ hasText: 'You: processed' })
  await history.getByText('Dried the plug').waitFor()
  await page.getByRole('link', { name: /CD-CARD-1/ }).click()
  await page.getByRole('heading', { level: 1, name: 'CD-CARD-1' }).waitFor()
  await desk.leave()
})

test('without a network one sets out, writes a note and hands over; each arrives once and in its order', async () => {
  const alarm = await newAlarm('CD-CASE-1')
  const colleague = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
  await server.db.updateTable('users').set({ name: 'Zhou Min' }).where('id', '=', colleague.id).execute()
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`${ALARMS}/${alarm.id}`)
  await page.getByText('Nobody has it yet').waitFor()
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByText('You have it').waitFor()
  // To whom it can go is on the device from here on.
  await page.getByRole('button', { name: 'Hand over' }).click()
  await page.getByRole('radiogroup', { name: 'To whom' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await untilInstalled(desk)
  await context.setOffline(true)
  const going = page.getByRole('button', { name: 'On my way' })
  const { x, y } = (await going.boundingBox()) ?? { x: 0, y: 0 }
  await going.click()
  await going.waitFor({ state: 'detached' })
  // The second of two taps: another button stands there by now.
  await page.mouse.click(x + 20, y + 20)
  await page.getByText('On your way since').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByLabel('Write a note').fill('Water in the plug')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByText('Your note').waitFor()
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Zhou Min' }).click()
  await page.getByRole('dialog', { name: 'Hand over' }).getByRole('button', { name: 'Hand over' }).click()
  await page.getByText('Handed over by you').waitFor()
  await context.setOffline(false)
  await page.getByText('Zhou Min has it').waitFor()
  const entries = await server.db
    .selectFrom('alarm_entry')
    .select(['kind', 'text', 'assignee_name', 'taken'])
    .where('alarm_id', '=', alarm.id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { kind: 'assign', taken: true },
    { kind: 'on_my_way', taken: true },
    { kind: 'note', text: 'Water in the plug' },
    { kind: 'assign', assignee_name: 'Zhou Min', taken: true },
  ])
  await desk.leave()
})

test('what waits to be sent is read, put right and taken back before the network is there', async () => {
  const alarm = await newAlarm('CD-OUTBOX-1')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`${ALARMS}/${alarm.id}`)
  await page.getByText('Nobody has it yet').waitFor()
  await untilInstalled(desk)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'On my way' }).click()
  await page.getByLabel('Write a note').fill('Water in teh plug')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByText('2 answers wait to be sent.').waitFor()
  await page.getByRole('link', { name: 'Look', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Waits to be sent' }).waitFor()
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await line('Note').getByRole('button', { name: 'Change the words' }).click()
  await page.getByRole('dialog').getByLabel('Write a note').fill('Water in the plug')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  await line('Note').getByText('“Water in the plug”').waitFor()
  await line('On my way').getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Take back' }).click()
  await line('On my way').waitFor({ state: 'detached' })
  await page.reload()
  await line('Note').getByText('“Water in the plug”').waitFor()
  await context.setOffline(false)
  await page.getByText('Nothing waits.').waitFor()
  const entries = await server.db
    .selectFrom('alarm_entry')
    .select(['kind', 'text'])
    .where('alarm_id', '=', alarm.id)
    .execute()
  expect(entries).toEqual([{ kind: 'note', text: 'Water in the plug' }])
  await desk.leave()
})

test('a fault that is over by itself closes its case before one’s eyes, and coming again it goes on with it', async () => {
  const { station_number: station } = await makePile(server.db, { station_number: 'CD-COMES-1' })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  const report = (status: string, errorCode: string) =>
    pile.call('StatusNotification', { connectorId: 1, status, errorCode, timestamp: new Date().toISOString() })
  await report('Faulted', 'HighTemperature')
  const alarms = () =>
    server.db
      .selectFrom('alarm')
      .innerJoin('pile', 'pile.id', 'alarm.pile_id')
      .select(['alarm.id', 'alarm.status'])
      .where('station_number', '=', station)
      .orderBy('alarm.id')
      .execute()
  await expect.poll(alarms).toHaveLength(1)
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(`${ALARMS}/${(await alarms())[0]?.id}`)
  await desk.page.getByText('Open', { exact: true }).waitFor()
  await report('Available', 'NoError')
  await desk.page.getByText(/^Recovered by itself after/).waitFor()
  await report('Faulted', 'HighTemperature')
  await expect.poll(alarms).toMatchObject([{ status: 'recovered' }, { status: 'open' }])
  await desk.page.getByText('Raised again, time 2').waitFor()
  pile.drop()
  await desk.leave()
})
