import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney, turnTo, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const ALARMS = '/monitor/alarm'
/** More than two pages of the phone's list, the newest first. */
const MANY = 45
const nameOf = (at: number) => `CD-MANY-${String(at).padStart(2, '0')}`

async function makeMany() {
  for (let at = 0; at < MANY; at++) {
    // At a site of its own: those of one site would be one matter.
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { station_number: nameOf(at), site_id: site.id })
    const raised_at = new Date(Date.now() - (at + 1) * 60_000).toISOString()
    await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id, raised_at })
  }
}

/** Scrolls until the alarm's card is there, and answers on it. */
async function answer({ page }: Desk, at: number) {
  const card = page.getByRole('article').filter({ hasText: nameOf(at) })
  let before = ''
  const isThere = async () => {
    const last = page.getByRole('article').last()
    const name = (await last.textContent()) ?? ''
    // Where nothing more comes it was passed: from the top once more.
    if (name === before) await page.evaluate('scrollTo(0, 0)')
    else await last.scrollIntoViewIfNeeded()
    before = name
    return card.count()
  }
  await expect.poll(isThere).toBe(1)
  await card.getByRole('button', { name: 'Processed' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`done at ${nameOf(at)}`)
  await dialog.getByRole('button', { name: 'Processed' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await card.getByText('Waits to be sent', { exact: true }).waitFor()
}

const said = async () => {
  const found = server.db.selectFrom('alarm_entry').innerJoin('alarm', 'alarm.id', 'alarm_entry.alarm_id')
  const named = found
    .innerJoin('pile', 'pile.id', 'alarm.pile_id')
    .select(['station_number', 'alarm_entry.text as remark'])
  return (await named.orderBy('station_number').execute()).map(({ station_number, remark }) => [station_number, remark])
}

test('alarms past the first page are answered without a network, over a reload, and each answer arrives once', async () => {
  await makeMany()
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go('/me')
  await page.getByText(/MB, fetched/).waitFor({ timeout: 60_000 })
  await untilInstalled(desk)
  // A page that was seen with a network is kept anew with what was seen of it.
  await turnTo(page, `${ALARMS}?status=open`)
  await page
    .getByRole('article')
    .filter({ hasText: nameOf(0) })
    .waitFor()
  await context.setOffline(true)

  const answered = [0, 25, 44]
  await answer(desk, 25)
  await page.reload()
  await answer(desk, 44)
  await turnTo(page, '/dashboard')
  await turnTo(page, `${ALARMS}?status=open`)
  await answer(desk, 0)

  // The first sending's answers are lost on their way back: the server has them, the phone does not know.
  const lost = new Set<unknown>()
  await context.route(`**/api${handleAlarm.path}`, async (route) => {
    const { id } = route.request().postDataJSON()
    if (lost.has(id)) return route.fallback()
    lost.add(id)
    await route.fetch()
    return route.abort()
  })
  await context.setOffline(false)
  const told = answered.map((at) => [nameOf(at), `done at ${nameOf(at)}`])
  await expect.poll(said).toEqual(told)
  await expect.poll(() => page.getByText('Waits to be sent', { exact: true }).count()).toBe(0)
  expect(lost.size).toBe(answered.length)
  expect(await said(), 'what was sent twice is there once').toEqual(told)
  await desk.leave()
})
