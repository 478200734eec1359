import { expect, test } from 'vitest'
import { actOnAlarm, handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import { lookAtPile } from '../../src/shared/endpoints/rounds.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeAlarm, makePile, makeSite, makeUser } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'
import type { Running } from '../setup/process.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { ALARMS, card } from './alarms-offline.ts'
import { type Desk, sitDown, turnTo, untilInstalled } from './console.ts'

const ground = groundOfServers()

/** What one person says without a network: on a day, or on a long one, which takes minutes. */
const [NOTES, LOOKS, DARK, TOGETHER] = process.env.LONG_DAY ? [100, 40, 4, 40] : [24, 10, 4, 10]
const ALL = NOTES + LOOKS + DARK * TOGETHER
/** The server is killed when it has so many of them. */
const KILLED_AT = [0.13, 0.36, 0.66].map((share) => Math.round(share * ALL))
const CASES = 4

async function technician(url: string): Promise<SignedIn> {
  const permissions = ['dashboard.view', 'site.list', 'pile.list', 'pile.look', 'alarm.list', 'alarm.handle']
  const user = await makeUser(ground.database.db, { permissions })
  const answer = await fetch(`${url}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: user.user_name, password: user.password }),
  })
  const { data } = (await answer.json()) as { data: { token: string; refresh_token: string } }
  return { ...user, token: data.token, refresh_token: data.refresh_token }
}

/** Sites whose piles failed together, and cases of which there is much to say. */
async function makeLot() {
  const { db } = ground.database
  const sites: { id: number; name: string }[] = []
  for (let dark = 0; dark < DARK; dark++) {
    const site = await makeSite(db, { name: `Dark ${dark}` })
    sites.push({ id: site.id, name: `Dark ${dark}` })
    for (let at = 0; at < TOGETHER; at++) {
      const pile = await makePile(db, { station_number: `CD-DARK-${dark}-${at}`, site_id: site.id })
      const raised_at = new Date(Date.now() - at * 1000).toISOString()
      const of = { pile_id: pile.id, site_id: site.id, connector_number: null, raised_at }
      await makeAlarm(db, { ...of, code: 'Offline', kind: 'offline' })
    }
  }
  const cases: { id: number }[] = []
  for (let at = 0; at < CASES; at++) {
    const elsewhere = await makeSite(db)
    const pile = await makePile(db, { station_number: `CD-CASE-${at}`, site_id: elsewhere.id })
    const of = { pile_id: pile.id, site_id: elsewhere.id, raised_at: new Date().toISOString() }
    cases.push(await makeAlarm(db, of))
  }
  return { sites, cases }
}

type Lot = Awaited<ReturnType<typeof makeLot>>

const openAt = ({ id }: { id: number }) => `${ALARMS}?status=open&site_id=${id}`

async function sayAll(desk: Desk, { sites, cases }: Lot) {
  const { page } = desk
  const dialog = page.getByRole('dialog')
  for (const site of sites) {
    // An answer for as many as the case knows to be one matter.
    await turnTo(page, openAt(site))
    await card(desk, site.name).getByRole('link').first().tap()
    await page.getByText(`Answer all ${TOGETHER}`).waitFor()
    await page.getByRole('button', { name: 'Processed' }).tap()
    await dialog.getByLabel('Remark').fill(`The power is back at ${site.name}`)
    await dialog.getByRole('button', { name: 'Processed' }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  for (const [dark, site] of sites.slice(0, LOOKS / TOGETHER).entries()) {
    await turnTo(page, `/walk/${site.id}`)
    await page.getByRole('button', { name: /^All/ }).tap()
    for (let at = 0; at < TOGETHER; at++) {
      await page.getByRole('button', { name: `Looked at CD-DARK-${dark}-${at}`, exact: true }).tap()
      await page.getByText(`${at + 1} of ${TOGETHER} looked at`).waitFor()
    }
  }
  for (const [at, { id }] of cases.entries()) {
    await turnTo(page, `${ALARMS}/${id}`)
    for (let note = 0; note < NOTES / CASES; note++) {
      await page.getByLabel('Write a note').fill(`note ${at}/${note}`)
      await page.getByRole('button', { name: 'Add the note' }).tap()
      await page.getByText(`“note ${at}/${note}”`).waitFor()
    }
  }
}

async function heardSoFar(): Promise<number> {
  const { rows } = await ground.database.pool.query<{ count: number }>(
    'select (select count(*) from alarm_entry)::int + (select count(*) from pile_look)::int as count',
  )
  return rows[0]?.count ?? 0
}

const wordsToldOnce = [
  ...Array.from({ length: DARK * TOGETHER }, (_, at) => `processed The power is back at Dark ${at % DARK}`),
  ...Array.from({ length: NOTES }, (_, at) => `note note ${Math.floor((at * CASES) / NOTES)}/${at % (NOTES / CASES)}`),
].sort()

test(`${ALL} answers, a server that is killed and a network that goes while they are sent, two tabs: each arrives once, with its words`, async () => {
  const PORT = String(await freePort())
  const serve = () => ground.serve({ PORT, CAPTCHA: 'off' })
  const url = `http://127.0.0.1:${PORT}`
  let running: Running = await serve()
  const lot = await makeLot()
  const person = await technician(url)
  const desk = await sitDown({ url } as TestServer, { size: 'phone', installed: true, person })
  const { page, context } = desk
  // All that is opened later is on the device by then.
  await desk.go('/me')
  await page.getByText(/MB, fetched/).waitFor()
  await untilInstalled(desk)
  for (const { id } of lot.cases) await turnTo(page, `${ALARMS}/${id}`)
  for (const site of lot.sites) {
    await turnTo(page, openAt(site))
    await card(desk, site.name).getByRole('link').first().tap()
    await page.getByText(`Answer all ${TOGETHER}`).waitFor()
    await turnTo(page, `/walk/${site.id}`)
    await page.getByText(`0 of ${TOGETHER} looked at`).waitFor()
  }
  await context.setOffline(true)

  await sayAll(desk, lot)
  await page.getByText(`${ALL} answers wait to be sent.`).waitFor()
  expect(await heardSoFar()).toBe(0)
  await page.reload()
  const second = await context.newPage()
  await second.goto(`${url}/outbox`)
  await second.getByText(`${ALL} answers wait to be sent.`).waitFor()

  // Of every seventh the answer is lost on its way back, of every eleventh the call on its way there.
  const tries = new Map<string, number>()
  for (const { path } of [actOnAlarm, handleAlarm, lookAtPile])
    await context.route(`**/api${path}`, async (route) => {
      const key = route.request().headers()['idempotency-key'] ?? ''
      const isFirst = !tries.has(key)
      tries.set(key, (tries.get(key) ?? 0) + 1)
      if (isFirst && tries.size % 11 === 0) return route.abort().catch(() => {})
      const response = await route.fetch().catch(() => null)
      const isLost = response === null || (isFirst && tries.size % 7 === 0)
      await (isLost ? route.abort() : route.fulfill({ response })).catch(() => {})
    })
  await context.setOffline(false)
  const midway: number[] = []
  for (const [at, count] of KILLED_AT.entries()) {
    await expect.poll(heardSoFar, { timeout: 120_000, interval: 5 }).toBeGreaterThan(count)
    running.child.kill('SIGKILL')
    await running.ended
    midway.push(await heardSoFar())
    if (at === 1) await context.setOffline(true)
    running = await serve()
    if (at === 1) await context.setOffline(false)
  }
  expect(
    midway.every((count) => count < ALL),
    `killed at ${midway}`,
  ).toBe(true)
  await expect.poll(heardSoFar, { timeout: 120_000 }).toBe(ALL)
  for (const tab of [page, second]) await tab.getByText(/answers? waits? to be sent/).waitFor({ state: 'detached' })
  await second.getByText('Nothing waits.', { exact: false }).waitFor()

  const entries = await ground.database.db
    .selectFrom('alarm_entry')
    .select(['kind', 'text', 'alarm_id', 'taken'])
    .execute()
  expect(entries.map(({ kind, text }) => `${kind} ${text}`).sort()).toEqual(wordsToldOnce)
  expect(entries.every(({ taken }) => taken)).toBe(true)
  const looks = await ground.database.db.selectFrom('pile_look').select('pile_id').execute()
  expect(new Set(looks.map(({ pile_id }) => pile_id)).size).toBe(LOOKS)
  expect([...tries.values()].some((count) => count > 1)).toBe(true)
  await desk.leave()
}, 1_200_000)
