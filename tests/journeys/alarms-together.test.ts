import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card } from './alarms-offline.ts'
import { sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())
beforeEach(() => server.db.deleteFrom('alarm').execute())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A pile with two open faults, the second the worse. */
async function faultyPile(station: string) {
  const site = await makeSite(server.db, { name: `Site of ${station}` })
  const pile = await makePile(server.db, { station_number: station, site_id: site.id })
  const at = { pile_id: pile.id, site_id: site.id }
  const first = await makeAlarm(server.db, { ...at, code: 'ReaderFailure', raised_at: ago(30) })
  const worse = await makeAlarm(server.db, {
    ...{ ...at, code: 'HighTemperature', connector_number: 2, raised_at: ago(20), severity: 'critical' },
  })
  return [first, worse] as const
}

/** Piles of one site that lost their network together. */
async function darkSite(name: string, piles: number) {
  const site = await makeSite(server.db, { name })
  const alarms = []
  for (let number = 1; number <= piles; number++) {
    const pile = await makePile(server.db, { station_number: `${name}-${number}`, site_id: site.id })
    const at = { pile_id: pile.id, site_id: site.id, connector_number: null }
    alarms.push(await makeAlarm(server.db, { ...at, code: 'Offline', kind: 'offline', raised_at: ago(number) }))
  }
  return alarms
}

async function historyOf(alarms: readonly { id: number }[]) {
  const entries = await server.db
    .selectFrom('alarm_entry')
    .select(['alarm_id', 'kind', 'text', 'taken'])
    .where(
      'alarm_id',
      'in',
      alarms.map(({ id }) => id),
    )
    .orderBy('alarm_id')
    .orderBy('id')
    .execute()
  return entries
}

test('on a phone the faults of one pile are one card, and one answer without a network goes to each of them', async () => {
  const faults = await faultyPile('CD-TWO-1')
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(ALARMS)
  await card(desk, 'CD-TWO-1').getByText('Over temperature and 1 more').waitFor()
  expect(await card(desk, 'CD-TWO-1').count()).toBe(1)
  await card(desk, 'CD-TWO-1').getByText('Critical').waitFor()
  expect(await page.getByText('Card reader failure').count()).toBe(0)
  await card(desk, 'CD-TWO-1').getByRole('button', { name: 'Show all 2' }).click()
  await card(desk, 'CD-TWO-1').getByRole('link', { name: 'Card reader failure · gun 1' }).waitFor()

  await untilInstalled({ page })
  await context.setOffline(true)
  await card(desk, 'CD-TWO-1').getByRole('button', { name: 'All 2 processed' }).click()
  await page.getByRole('dialog').getByLabel('Remark').fill('Dried both plugs')
  await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).click()
  await page.getByText('2 answers wait to be sent.').waitFor()
  await context.setOffline(false)
  await page.getByText('No open alarm.').waitFor()
  const said = { kind: 'processed', text: 'Dried both plugs', taken: true }
  expect(await historyOf(faults)).toEqual(faults.map(({ id }) => ({ alarm_id: id, ...said })))
  await desk.leave()
})

test('on a desk piles of a site that went dark together are one row, and one sets out to all of them', async () => {
  const dark = await darkSite('CD-DARK', 4)
  const desk = await sitDown(server, { size: 'desktop' })
  const { page } = desk
  await desk.go(ALARMS)
  const row = page.getByRole('row').filter({ hasText: 'CD-DARK' })
  await row.getByText('Offline · 4 piles').waitFor()
  expect(await row.count()).toBe(1)
  await page.getByRole('button', { name: /^Open 4/ }).waitFor()
  await row.getByRole('button', { name: /^Show more/ }).click()
  await page.getByRole('link', { name: 'CD-DARK-3' }).waitFor()
  await row.getByRole('link', { name: 'Offline · 4 piles' }).click()
  await page.getByRole('checkbox', { name: 'Answer all 4 at once' }).waitFor()
  await page.getByRole('button', { name: 'On my way' }).click()
  await expect.poll(() => historyOf(dark)).toMatchObject(dark.map(({ id }) => ({ alarm_id: id, kind: 'on_my_way' })))
  await page.getByText('You are on the way').waitFor()
  await page.getByRole('checkbox', { name: 'Answer all 4 at once' }).uncheck()
  await page.getByRole('button', { name: 'Processed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Processed' }).click()
  await expect.poll(async () => (await historyOf(dark)).filter(({ kind }) => kind === 'processed')).toHaveLength(1)
  await desk.leave()
})

test('the dashboard and the site walk of a phone show what struck many piles once', async () => {
  const dark = await darkSite('CD-CUT', 4)
  const [, worse] = await faultyPile('CD-APART')
  const person = await server.signIn({ permissions: ['dashboard.view', 'pile.list', 'alarm.list', 'alarm.handle'] })
  const desk = await sitDown(server, { size: 'phone', person })
  const { page } = desk
  await desk.go('/')
  const faults = page.locator('[data-rows]').filter({ hasText: 'Over temperature and 1 more' })
  await faults.getByRole('link', { name: /^Major Offline · 4 piles/ }).waitFor()
  expect(await faults.getByRole('link').count()).toBe(2)

  await desk.go(`/walk/${dark[0]?.site_id}`)
  await page.getByText('4 piles of 4').waitFor()
  const matter = page.getByRole('article')
  await matter.getByText('Offline · 4 piles').waitFor()
  expect(await matter.count()).toBe(1)
  await matter.getByRole('button', { name: 'Show 4 piles' }).click()
  await page.getByRole('article', { name: 'CD-CUT-3' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(5)
  await page.getByRole('button', { name: /^All/ }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(4)

  await desk.go(`/walk/${worse.site_id}`)
  await page.getByRole('article', { name: 'CD-APART' }).getByRole('link', { name: 'Alarm' }).click()
  await page.waitForURL(`**${ALARMS}/${worse.id}`)
  await desk.leave()
})

test('a person sees and answers only what they reach of a matter', async () => {
  const faults = await faultyPile('CD-REACH-1')
  const [, worse] = faults
  const elsewhere = await makeSite(server.db, { name: 'Not theirs' })
  await server.db.updateTable('alarm').set({ site_id: elsewhere.id }).where('id', '=', faults[0].id).execute()
  const person = await server.signIn({
    permissions: ['alarm.list', 'alarm.handle'],
    ...{ data_scope: 'sites', site_ids: [worse.site_id as number] },
  })
  const desk = await sitDown(server, { size: 'phone', person })
  await desk.go(ALARMS)
  await card(desk, 'CD-REACH-1').getByText('Over temperature', { exact: true }).waitFor()
  await card(desk, 'CD-REACH-1').getByRole('button', { name: 'Mark processed' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Processed' }).click()
  await expect.poll(() => historyOf(faults)).toMatchObject([{ alarm_id: worse.id }])
  await desk.leave()
})
