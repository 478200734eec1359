import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRounds } from '../../src/server/inspections/begin-rounds.ts'
import type { CheckItem } from '../../src/shared/domain/inspection.ts'
import { answerInspection } from '../../src/shared/endpoints/inspections.ts'
import { makeInspectionPlan, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { fillUp } from './alarms-offline.ts'
import { sitDown, startJourney, turnTo, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const item = (words: string, given: Partial<CheckItem> = {}): CheckItem => ({
  ...{ words, kind: 'judge', unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
  ...given,
})
const ITEMS = [
  item('Plug and cable', { alarm: true }),
  item('Filter cleaned', { kind: 'tick' }),
  item('Voltage', { kind: 'figure', unit: 'V', least: 220, most: 240 }),
  item('Remarks', { kind: 'text', needed: false }),
]

const inspections = () => server.db.selectFrom('inspection').selectAll().orderBy('pile_id').execute()

test('a round is walked pile by pile without a network, and each answer arrives once', async () => {
  const site = await makeSite(server.db)
  const piles = [
    await makePile(server.db, { station_number: 'CD-ROUND-1', site_id: site.id }),
    await makePile(server.db, { station_number: 'CD-ROUND-2', site_id: site.id }),
  ]
  const plan = await makeInspectionPlan(server.db, { sites: [site.id], items: ITEMS, name: 'Monthly round' })
  await beginRounds(server.db)
  const round = await server.db
    .selectFrom('work_order')
    .selectAll()
    .where('plan_id', '=', plan.id)
    .executeTakeFirstOrThrow()

  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`/monitor/workOrder/${round.id}`)
  await page.getByText('0 of 2 inspected').waitFor()
  await page.getByRole('link', { name: /CD-ROUND-1/ }).tap()
  await page.getByRole('button', { name: 'Finish, next pile' }).waitFor()
  await untilInstalled({ page })
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Not OK' }).tap()
  await page.getByLabel('Note').fill('Seal is cracked')
  // What is left open is named, and nothing goes on.
  await page.getByRole('button', { name: 'Finish, next pile' }).tap()
  await page.getByText(/Still to be answered: Filter cleaned/).waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).tap()
  await page.getByLabel('Voltage').fill('251,5')
  // What was said so far is there when the console was closed in between; what was being typed was left.
  await page.getByLabel('Remarks').focus()
  await page.reload()
  await page.getByText('Out of bounds').waitFor()
  expect(await page.getByLabel('Note').first().inputValue()).toBe('Seal is cracked')
  await turnTo(page, `/monitor/workOrder/${round.id}`)
  await page.getByText('3 of 4 answered').waitFor()
  await page.getByRole('link', { name: /CD-ROUND-1/ }).tap()
  // An order for what is not all right, at once and from where one stands.
  await page.getByRole('button', { name: 'Make a work order' }).first().tap()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('What is to be done').inputValue()).toBe('Plug and cable: Seal is cracked')
  await dialog.getByRole('button', { name: 'Make' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Finish, next pile' }).tap()

  await page.getByRole('heading', { name: 'CD-ROUND-2' }).waitFor()
  await page.getByText('1 of 2 inspected').waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).tap()
  await page.getByRole('button', { name: 'Done', exact: true }).tap()
  await page.getByLabel('Voltage').fill('230')
  await page.getByRole('button', { name: 'Finish this pile' }).tap()
  await page.getByText('2 of 2 inspected').waitFor()
  expect(await inspections()).toMatchObject([{ answers: {} }, { answers: {} }])

  // The first sending does not reach the server, the answer to the second is lost.
  let calls = 0
  await context.route(`**/api${answerInspection.path}`, async (route) => {
    calls++
    if (calls === 1) return route.abort()
    const response = await route.fetch()
    return calls === 2 ? route.abort() : route.fulfill({ response })
  })
  await context.setOffline(false)
  await turnTo(page, '/outbox')
  await page.getByText('Nothing waits.', { exact: false }).waitFor()
  const [first, second] = await inspections()
  expect(first).toMatchObject({
    ...{ pile_id: piles[0]?.id, state: 'not_ok', trouble: 'Plug and cable: Seal is cracked\nVoltage' },
    answers: { 0: { value: false, note: 'Seal is cracked' }, 1: { value: true }, 2: { value: 251.5 } },
  })
  expect(second).toMatchObject({ state: 'ok', answers: { 2: { value: 230 } } })
  const orders = await server.db.selectFrom('work_order').selectAll().orderBy('id').execute()
  expect(orders).toMatchObject([
    { id: round.id, state: 'done', piles_done: 2, piles_failed: 1 },
    { pile_id: piles[0]?.id, work: 'Plug and cable: Seal is cracked' },
  ])

  expect(await server.db.selectFrom('alarm').selectAll().execute()).toMatchObject([
    { code: 'InspectionNotOk', pile_id: piles[0]?.id, message: 'Plug and cable: Seal is cracked', status: 'open' },
  ])

  await turnTo(page, `/device/chargingPoint/${piles[0]?.id}?tab=history`)
  await page.getByText(/^Last inspected/).waitFor()
  await desk.leave()
})

/** At the one pile of a round. */
async function atPile(station_number: string) {
  const site = await makeSite(server.db)
  const pile = await makePile(server.db, { station_number, site_id: site.id })
  const plan = await makeInspectionPlan(server.db, { sites: [site.id], items: ITEMS })
  await beginRounds(server.db)
  const rounds = server.db.selectFrom('work_order').select('id').where('plan_id', '=', plan.id)
  const { id } = await rounds.executeTakeFirstOrThrow()
  const desk = await sitDown(server, { size: 'phone' })
  await desk.go(`/monitor/workOrder/${id}`)
  await desk.page.getByRole('link', { name: station_number }).tap()
  const answers = async () => (await inspections()).find(({ pile_id }) => pile_id === pile.id)?.answers
  return { ...desk, answers }
}
const isSending = `**/api${answerInspection.path}`
const NOT_OK_AND_DONE = { 0: { value: false }, 1: { value: true } }

test('answers of a pile that were refused go along with the next one', async () => {
  const { page, context, answers, leave } = await atPile('CD-REFUSED-1')
  const refusal = { code: 403, message: 'No permission', data: null }
  await context.route(isSending, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Not OK' }).tap()
  await page.getByText('1 answer was not taken.').waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).tap()
  await expect.poll(answers).toMatchObject(NOT_OK_AND_DONE)
  await page.getByText('1 answer was not taken.').waitFor({ state: 'detached' })
  await leave()
})

test('on a device that gets full during a round the next answer goes to the server at once', async () => {
  const { page, context, answers, leave } = await atPile('CD-FULL-ROUND-1')
  await context.route(isSending, (route) => route.abort())
  await page.getByRole('button', { name: 'Not OK' }).tap()
  await page.getByText('1 answer waits').first().waitFor()
  await fillUp(page)
  await context.unroute(isSending)
  await page.getByRole('button', { name: 'Done', exact: true }).tap()
  await expect.poll(answers).toMatchObject(NOT_OK_AND_DONE)
  await leave()
})

test('a pile behind a locked gate is skipped without a network, and reached after all', async () => {
  const site = await makeSite(server.db)
  const [first] = [
    await makePile(server.db, { station_number: 'CD-SKIP-1', site_id: site.id }),
    await makePile(server.db, { station_number: 'CD-SKIP-2', site_id: site.id }),
  ]
  const plan = await makeInspectionPlan(server.db, { sites: [site.id], items: [item('Plug')] })
  await beginRounds(server.db)
  const { id: round } = await server.db
    .selectFrom('work_order')
    .select('id')
    .where('plan_id', '=', plan.id)
    .executeTakeFirstOrThrow()
  const orderNow = () =>
    server.db.selectFrom('work_order').selectAll().where('id', '=', round).executeTakeFirstOrThrow()
  const pileNow = () =>
    server.db.selectFrom('inspection').selectAll().where('pile_id', '=', first.id).executeTakeFirstOrThrow()
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(`/monitor/workOrder/${round}`)
  await page.getByRole('link', { name: /CD-SKIP-1/ }).tap()
  await page.getByRole('button', { name: 'Cannot reach it' }).waitFor()
  await untilInstalled({ page })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Cannot reach it' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Something else').tap()
  await dialog.getByRole('button', { name: 'Skip this pile' }).tap()
  await dialog.getByText('Please fill this in.').waitFor()
  await dialog.getByText('Gate or room locked').tap()
  await dialog.getByRole('button', { name: 'Skip this pile' }).tap()
  await page.getByRole('heading', { name: 'CD-SKIP-2' }).waitFor()
  await page.getByText('1 skipped').waitFor()
  await page.reload()
  await page.getByText('1 skipped').waitFor()
  await context.setOffline(false)
  await expect.poll(pileNow).toMatchObject({ state: 'due', skipped_why: 'locked', inspected_at: null })
  expect(await orderNow()).toMatchObject({ piles_done: 0, piles_skipped: 1, state: 'under_way' })

  await turnTo(page, `/monitor/workOrder/${round}`)
  await page.getByRole('link', { name: /CD-SKIP-1.*Skipped: Gate or room locked/ }).tap()
  await page.getByRole('button', { name: 'Reached after all' }).tap()
  await expect.poll(pileNow).toMatchObject({ state: 'due', skipped_why: null })
  await desk.leave()
})
