import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRounds } from '../../src/server/inspections/begin-rounds.ts'
import { actOnAlarm, alarmView, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { berthPlan } from '../../src/shared/endpoints/berths.ts'
import { siteWalk } from '../../src/shared/endpoints/site-walk.ts'
import { workOrderView } from '../../src/shared/endpoints/work-orders.ts'
import { alarm as alarmEntity } from '../../src/shared/entities/alarm.ts'
import { makeBerth, makeInspectionPlan, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card, newAlarm } from './alarms-offline.ts'
import { sitDown, startJourney, turnTo, untilInstalled } from './console.ts'
import { holdAnswers } from './held-answer.ts'

/** What the server has and the page was not told yet shows as it was said: on a slow network nobody says it twice. */
let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const entriesOf = (id: number) =>
  server.db.selectFrom('alarm_entry').select(['kind', 'text']).where('alarm_id', '=', id).orderBy('id').execute()
/** Longer a question that is aborted at once is not asked again. */
const TRIED_MS = 3_000

test('a case shows who set out and what was written while its answer is on the way, in another tab too', async () => {
  const alarm = await newAlarm(server, 'CD-SENT-1')
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  const second = await desk.context.newPage()
  for (const one of [page, second]) {
    await one.goto(`${server.url}${ALARMS}/${alarm.id}`)
    await one.getByText('Nobody has it yet').waitFor()
  }
  const held = [await holdAnswers(page, alarmView.path), await holdAnswers(second, alarmView.path)]
  await page.getByRole('button', { name: 'On my way' }).tap()
  for (const one of held) await one.asked()
  await expect.poll(() => entriesOf(alarm.id)).toEqual([{ kind: 'on_my_way', text: null }])
  await page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  for (const one of [page, second]) {
    await one.getByText(/^You are on the way/).waitFor()
    expect(await one.getByRole('button', { name: 'On my way' }).count()).toBe(0)
  }
  await page.getByLabel('Write a note').fill('Water in the plug')
  await page.getByRole('button', { name: 'Add the note' }).tap()
  await expect.poll(() => entriesOf(alarm.id)).toHaveLength(2)
  await page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  const notes = page.getByRole('listitem').filter({ hasText: 'Water in the plug' })
  expect(await notes.count()).toBe(1)
  for (const one of held) one.release()
  // In the notes and in the history, once each.
  await page.getByRole('listitem').filter({ hasText: 'You set out' }).waitFor()
  await expect.poll(() => notes.count()).toBe(2)
  await desk.leave()
})

test('a list offers no answer to an alarm that was answered, and what another did meanwhile is not hidden', async () => {
  const alarm = await newAlarm(server, 'CD-SENT-2')
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(`${ALARMS}?status=open,processed&keyword=CD-SENT-2`)
  await card(desk, 'CD-SENT-2').waitFor()
  const held = await holdAnswers(desk.page, `${alarmEntity.path}/index`)
  await card(desk, 'CD-SENT-2').getByRole('button', { name: 'Processed' }).tap()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
  await held.asked()
  await desk.page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  await card(desk, 'CD-SENT-2').getByText('Processed', { exact: true }).waitFor()
  expect(await card(desk, 'CD-SENT-2').getByRole('button', { name: 'Processed' }).count()).toBe(0)
  await server.db
    .updateTable('alarm')
    .set({ remark: 'Said at the desk', version: 9 })
    .where('id', '=', alarm.id)
    .execute()
  held.release()
  await card(desk, 'CD-SENT-2').getByText('Said at the desk').waitFor()
  await desk.leave()
})

test('an answer without a network stays said when the network goes again before the page was told', async () => {
  const alarm = await newAlarm(server, 'CD-SENT-3')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`${ALARMS}/${alarm.id}`)
  await page.getByText('Nobody has it yet').waitFor()
  await untilInstalled(desk)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'On my way' }).tap()
  await page.getByText('On your way since').waitFor()
  await page.route(`**/api${alarmView.path}*`, (route) => route.abort('internetdisconnected'))
  await context.setOffline(false)
  await expect.poll(() => entriesOf(alarm.id)).toHaveLength(1)
  await page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  // It is asked for in vain, twice, and then nothing is on its way any more.
  await page.getByText(/You see the last copy/).waitFor()
  await page.waitForTimeout(TRIED_MS)
  await page.getByText(/^You are on the way/).waitFor()
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await page.getByText(/^You are on the way/).waitFor()
  expect(await page.getByRole('button', { name: 'On my way' }).count()).toBe(0)
  await page.unroute(`**/api${alarmView.path}*`)
  await context.setOffline(false)
  await page.getByRole('listitem').filter({ hasText: 'You set out' }).waitFor()
  await desk.leave()
})

test('while many are on their way, one more that is said leaves those that were sent as said', async () => {
  const alarms = [await newAlarm(server, 'CD-SENT-4'), await newAlarm(server, 'CD-SENT-5')]
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`${ALARMS}?keyword=CD-SENT`)
  for (const name of ['CD-SENT-4', 'CD-SENT-5']) await card(desk, name).waitFor()
  await untilInstalled(desk)
  await context.setOffline(true)
  for (const name of ['CD-SENT-4', 'CD-SENT-5']) {
    await card(desk, name).getByRole('button', { name: 'Processed' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const list = await holdAnswers(page, `${alarmEntity.path}/index`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The first is through, the second on its way.
  await context.route(`**/api${handleAlarm.path}`, async (route) => {
    if (route.request().postDataJSON().id === alarms[1]?.id) await held
    await route.fallback()
  })
  await context.setOffline(false)
  const statuses = async () =>
    (
      await server.db
        .selectFrom('alarm')
        .select('status')
        .where('id', '=', alarms[0]?.id ?? 0)
        .execute()
    ).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['processed'])
  await card(desk, 'CD-SENT-5').getByRole('link').first().tap()
  await page.getByLabel('Write a note').fill('Said in between')
  await page.getByRole('button', { name: 'Add the note' }).tap()
  await page.getByText('Your note').waitFor()
  await page.goBack()
  await card(desk, 'CD-SENT-4').waitFor()
  expect(await card(desk, 'CD-SENT-4').getByRole('button', { name: 'Processed' }).count()).toBe(0)
  release()
  list.release()
  await expect.poll(() => entriesOf(alarms[1]?.id ?? 0)).toHaveLength(2)
  await desk.leave()
})

test('what the worker sent while a page is open stays as said there', async () => {
  const alarm = await newAlarm(server, 'CD-SENT-8')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`${ALARMS}?keyword=CD-SENT-8`)
  await card(desk, 'CD-SENT-8').waitFor()
  await untilInstalled(desk)
  // The page's own calls are lost, the worker's are not.
  await page.route(`**/api${handleAlarm.path}`, (route) => route.abort())
  await card(desk, 'CD-SENT-8').getByRole('button', { name: 'Processed' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
  await page.getByText('1 answer waits to be sent.').waitFor()
  const held = await holdAnswers(page, `${alarmEntity.path}/index`)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    self.dispatchEvent(Object.assign(new Event('sync'), { tag: 'chargedeck-outbox', waitUntil: () => {} }))
  })
  await held.asked()
  await page.getByText('1 answer waits to be sent.').waitFor({ state: 'detached' })
  expect(await entriesOf(alarm.id)).toHaveLength(1)
  await card(desk, 'CD-SENT-8').getByText('Processed', { exact: true }).waitFor()
  expect(await card(desk, 'CD-SENT-8').getByRole('button', { name: 'Processed' }).count()).toBe(0)
  held.release()
  await desk.leave()
})

test('what is taken back before its turn is never sent, and under way it holds as the server says', async () => {
  const alarms = [await newAlarm(server, 'CD-BACK-1'), await newAlarm(server, 'CD-BACK-2')]
  const [id = 0, other = 0] = alarms.map((alarm) => alarm.id)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go('/outbox')
  await page.getByText('Nothing waits.').waitFor()
  await turnTo(page, `${ALARMS}/${other}`)
  await turnTo(page, `${ALARMS}/${id}`)
  // No call arrives at first; then one after the other is on its way, until it may go on.
  let cut = true
  const calls: { said: Record<string, unknown>; goOn: () => void }[] = []
  for (const path of [actOnAlarm.path, handleAlarm.path])
    await page.route(`**/api${path}`, async (route) => {
      if (cut) return route.abort()
      await new Promise<void>((goOn) => calls.push({ said: route.request().postDataJSON(), goOn }))
      await route.fallback()
    })
  const underway = (count: number) => expect.poll(() => calls.length).toBe(count)
  const note = async (text: string) => {
    await page.getByLabel('Write a note').fill(text)
    await page.getByRole('button', { name: 'Add the note' }).tap()
    await page.getByText(`“${text}”`).waitFor()
  }
  await page.getByRole('button', { name: 'On my way' }).tap()
  await page.getByText('On your way since').waitFor()
  await note('Taken back before its turn')
  for (const [name, one] of [
    ['CD-BACK-2', other],
    ['CD-BACK-1', id],
  ] as const) {
    await turnTo(page, `${ALARMS}/${one}`)
    await page.getByText(name).first().waitFor()
    await page.getByRole('button', { name: 'Processed' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await turnTo(page, '/outbox')
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const processed = (station: string) => line('Processed').filter({ hasText: station })
  const takeBack = async (one: Locator) => {
    await one.getByRole('button', { name: 'Take back' }).tap()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Take back' }).tap()
    await one.waitFor({ state: 'detached' })
  }
  const beFaster = (at: number) =>
    server.db
      .updateTable('alarm')
      .set({ status: 'processed', handled_by: 'chenyu', handled_at: new Date().toISOString(), version: 9 })
      .where('id', '=', at)
      .execute()
  await beFaster(other)
  // A page that has just been opened begins with the oldest, and shows all while that is on its way.
  await page.goto('about:blank')
  cut = false
  await desk.go('/outbox')
  await underway(1)
  await takeBack(line('On my way'))
  await takeBack(line('Taken back before its turn'))
  calls[0]?.goOn()
  await page.getByText('It was on its way already: the server has taken it.').waitFor()
  await beFaster(id)
  await underway(2)
  await takeBack(processed('CD-BACK-2'))
  calls[1]?.goOn()
  await underway(3)
  calls[2]?.goOn()
  // Both came too late: the one that was taken back says nothing of it.
  await page.getByText('1 answer was not taken.').waitFor()
  await page.getByRole('button', { name: 'Understood' }).tap()
  await page.getByText('Nothing waits.').waitFor()
  expect((await entriesOf(id)).map(({ kind }) => kind)).toEqual(['on_my_way', 'processed'])
  expect(calls.map(({ said }) => said.act ?? said.status)).toEqual(['on_my_way', 'processed', 'processed'])
  await turnTo(page, `${ALARMS}/${id}`)
  await page.getByRole('listitem').filter({ hasText: 'You set out' }).waitFor()
  await desk.leave()
})

test('a round and a walk keep what was said while their answers are on the way', async () => {
  const site = await makeSite(server.db, { name: 'Slow answers' })
  const pile = await makePile(server.db, { station_number: 'CD-SENT-6', site_id: site.id })
  await makePile(server.db, { station_number: 'CD-SENT-7', site_id: site.id })
  await makeBerth(server.db, { site_id: site.id, serial: 'B-12', pile_id: pile.id, connector_number: 1 })
  const item = { words: 'Plug', kind: 'judge', unit: null, least: null, most: null } as const
  const items = [{ ...item, photo: false, needed: true, alarm: false }]
  const plan = await makeInspectionPlan(server.db, { sites: [site.id], items })
  await beginRounds(server.db)
  const { id: round } = await server.db
    .selectFrom('work_order')
    .select('id')
    .where('plan_id', '=', plan.id)
    .executeTakeFirstOrThrow()
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(`/monitor/workOrder/${round}`)
  await page.getByText('0 of 2 inspected').waitFor()
  await page.getByRole('link', { name: /CD-SENT-6/ }).tap()
  const answer = await holdAnswers(page, workOrderView.path)
  await page.getByRole('button', { name: 'OK', exact: true }).tap()
  await page.getByRole('button', { name: 'Finish, next pile' }).tap()
  await page.getByRole('heading', { name: 'CD-SENT-7' }).waitFor()
  await answer.asked()
  await page.getByText(/answers? waits? to be sent/).waitFor({ state: 'detached' })
  const states = async () =>
    (
      await server.db
        .selectFrom('inspection')
        .select('state')
        .where('work_order_id', '=', round)
        .orderBy('id')
        .execute()
    ).map(({ state }) => state)
  await expect.poll(states).toEqual(['ok', 'due'])
  await page.getByText('1 of 2 inspected').waitFor()
  answer.release()

  await desk.go(`/walk/${site.id}`)
  await page.getByText('0 of 2 looked at').waitFor()
  const held = [await holdAnswers(page, siteWalk.path), await holdAnswers(page, berthPlan.path)]
  await page.getByRole('button', { name: 'Looked at CD-SENT-6' }).tap()
  await held[0]?.asked()
  await page.getByText(/answers? waits? to be sent/).waitFor({ state: 'detached' })
  expect(await page.getByText('1 of 2 looked at').count()).toBe(1)
  await page.getByRole('button', { name: /^B-12/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Berth B-12' })
  await sheet.getByLabel('Plate of the car that stands there').fill('浙A12345')
  await sheet.getByRole('button', { name: 'Keep' }).first().tap()
  await held[1]?.asked()
  await page.getByText(/answers? waits? to be sent/).waitFor({ state: 'detached' })
  expect(await sheet.getByText('浙A12345', { exact: true }).count()).toBe(1)
  for (const one of held) one.release()
  await desk.leave()
})
