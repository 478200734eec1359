import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveWorkOrder, workOrderView } from '../../src/shared/endpoints/work-orders.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, turnTo, untilInstalled } from './console.ts'
import { holdAnswers } from './held-answer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** A phone without a network that asks for a work order of a pile's alarm. */
async function cutOffAtAlarm(station_number: string) {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number, site_id: site.id })
  const alarm = await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at: new Date().toISOString() })
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`/monitor/alarm/${alarm.id}`)
  await page.getByText(station_number).first().waitFor()
  const make = page.getByRole('link', { name: /Work order/ })
  await make.waitFor()
  await untilInstalled({ page })
  await context.setOffline(true)
  await make.tap()
  return { desk, page, context, dialog: page.getByRole('dialog'), pile, alarm }
}

const orders = () => server.db.selectFrom('work_order').selectAll().orderBy('id').execute()

test('a work order is made from an alarm without a network, put right before it is sent, and arrives once', async () => {
  const { desk, page, context, dialog, pile, alarm } = await cutOffAtAlarm('CD-WORK-1')
  await dialog.getByLabel('What is to be done').fill('Dry the plug')
  await dialog.getByRole('button', { name: 'Make' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('waits to be sent', { exact: true }).waitFor()
  await page.reload()
  await turnTo(page, '/outbox')
  await page.getByRole('button', { name: 'Change' }).tap()
  await dialog.getByLabel('Found').fill('Water in the plug')
  await dialog.getByRole('button', { name: 'Keep' }).tap()
  await page.getByText('Found: Water in the plug').waitFor()
  expect(await orders()).toEqual([])

  // The first sending does not reach the server, the answer to the second is lost.
  let calls = 0
  await context.route(`**/api${saveWorkOrder.path}`, async (route) => {
    calls++
    if (calls === 1) return route.abort()
    const response = await route.fetch()
    return calls === 2 ? route.abort() : route.fulfill({ response })
  })
  await context.setOffline(false)
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  expect(calls).toBe(3)
  const [order, ...others] = await orders()
  expect(others).toEqual([])
  expect(order).toMatchObject({
    ...{ work: 'Dry the plug', found: 'Water in the plug', alarm_id: alarm.id, pile_id: pile.id, version: 1 },
    assignee_id: server.administrator.id,
  })

  await turnTo(page, `/monitor/workOrder/${order?.id}`)
  // What was said shows until the page has what came of it: nobody meets the button before in its place.
  const held = await holdAnswers(page, workOrderView.path)
  await page.getByRole('button', { name: 'Start' }).tap()
  await held.asked()
  // A page that is opened just now may ask once more before it is sent.
  await expect.poll(async () => (await orders())[0]?.state).toBe('under_way')
  expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0)
  held.release()
  await page.getByRole('button', { name: 'Done' }).tap()
  await dialog.getByLabel('Minutes').fill('25')
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await expect.poll(async () => (await orders())[0]?.state).toBe('done')
  expect((await orders())[0]).toMatchObject({
    minutes: 25,
    started_at: expect.any(String),
    ended_at: expect.any(String),
  })
  await turnTo(page, `/device/chargingPoint/${pile.id}?tab=history`)
  await page.getByRole('link', { name: 'Dry the plug' }).waitFor()
  await desk.leave()
})

test('a work order that the server does not know yet is reported and done without a network, whichever arrives first', async () => {
  const { desk, page, context, dialog, pile, alarm } = await cutOffAtAlarm('CD-WORK-2')
  await dialog.getByLabel('What is to be done').fill('Change the fan')
  // Who can be chosen at this pile was never asked: that it is one's own is known all the same.
  await dialog.getByRole('button', { name: 'Assigned to: You' }).waitFor()
  await dialog.getByRole('button', { name: 'Make' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await turnTo(page, '/outbox')
  await page.getByText('Change the fan · CD-WORK-2').waitFor()
  await page.getByText('Assigned to: You').waitFor()
  await page.getByRole('button', { name: 'Report' }).tap()
  await dialog.getByLabel('Found').fill('The fan stood')
  await dialog.getByRole('button', { name: 'Keep' }).tap()
  await page.getByText('Found: The fan stood').waitFor()
  await page.getByRole('button', { name: 'Done' }).tap()
  await dialog.getByLabel('Minutes').fill('40')
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await page.getByText('State: Done').waitFor()
  expect(await page.getByRole('button', { name: 'Done' }).count()).toBe(0)

  // The words that make it are lost on the way: those after them come first.
  let calls = 0
  await context.route(`**/api${saveWorkOrder.path}`, (route) => (++calls === 1 ? route.abort() : route.fallback()))
  await context.setOffline(false)
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  const made = (await orders()).filter(({ pile_id }) => pile_id === pile.id)
  expect(made).toMatchObject([
    {
      ...{ work: 'Change the fan', kind: 'repair', found: 'The fan stood', minutes: 40, state: 'done' },
      ...{ alarm_id: alarm.id, assignee_id: server.administrator.id, ended_at: expect.any(String) },
    },
  ])
  await desk.leave()
})
