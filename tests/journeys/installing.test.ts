import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import type { TestServer } from '../setup/server.ts'
import { ALARMS, card, markProcessed, newAlarm, statusesOf } from './alarms-offline.ts'
import { CONSOLE, sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer
let consoleFolder: string

beforeAll(async () => {
  // One of its own, of which there can be a new version.
  consoleFolder = await mkdtemp(join(tmpdir(), 'console-'))
  await cp(CONSOLE, consoleFolder, { recursive: true })
  for (const packed of ['br', 'gz']) await rm(join(consoleFolder, `service-worker.js.${packed}`), { force: true })
  server = await startJourney({ consoleFolder })
})
afterAll(async () => {
  await server.stop()
  await rm(consoleFolder, { recursive: true })
})

const ARCHIVE = '**/assets/archive-*.json'

/** A telephone that takes the console along; the paths its worker asks for, and where one asks the archive. */
async function installed(archive?: (route: Route) => Promise<void>) {
  const desk = await sitDown(server, { person: null, size: 'phone', installed: true })
  const asked: string[] = []
  const keep = (request: Request) => request.serviceWorker() && asked.push(new URL(request.url()).pathname)
  desk.context.on('request', keep)
  if (archive) await desk.context.route(ARCHIVE, archive)
  await desk.go('/login')
  await untilInstalled(desk)
  desk.context.off('request', keep)
  return { ...desk, asked }
}

const isPart = (path: string) => /^\/assets\/.+\.(js|css)$/.test(path)

/** What the device keeps of the console: path to type of content and size, from the cache alone. */
const keptOn = ({ page }: Awaited<ReturnType<typeof installed>>) =>
  page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((each) => each.includes('precache'))
    const cache = await caches.open(name)
    const all = await Promise.all(
      (await cache.keys()).map(async (request) => {
        const answer = await cache.match(request)
        const text = (await answer?.text()) ?? ''
        return [new URL(request.url).pathname, `${answer?.headers.get('content-type')} ${text.length}`] as const
      }),
    )
    return Object.fromEntries(all)
  })

/** Where the parts that the page has loaded came from, by the worker's static routing: TypeScript does not know it yet. */
const sourcesOfParts = ({ page }: Awaited<ReturnType<typeof installed>>) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map((entry) => (entry as unknown as { workerFinalSourceType: string }).workerFinalSourceType),
  )

/** The same as the server gives it. */
async function servedBy(paths: string[]) {
  const served: Record<string, string> = {}
  for (const path of paths) {
    const answer = await fetch(server.url + path)
    served[path] = `${answer.headers.get('content-type')} ${(await answer.text()).length}`
  }
  return served
}

test('a device takes the whole console along as one file, each part as the server gives it', async () => {
  const desk = await installed()
  expect(desk.asked.filter(isPart)).toEqual([])
  expect(desk.asked.filter((path) => path.includes('/archive-'))).toHaveLength(1)
  const kept = await keptOn(desk)
  const parts = Object.keys(kept).filter(isPart)
  expect(parts.length).toBeGreaterThan(500)
  expect(Object.keys(kept)).toContain('/index.html')
  expect(Object.keys(kept).filter((path) => path.includes('/archive-'))).toEqual([])
  expect(Object.fromEntries(parts.map((path) => [path, kept[path]]))).toEqual(await servedBy(parts))
  await desk.context.setOffline(true)
  await desk.page.reload()
  await desk.page.getByLabel('User name').waitFor()
  expect(new Set(await sourcesOfParts(desk)), 'no part wakes the worker').toEqual(new Set(['cache']))
  await desk.leave()
})

test('an archive that does not come, or comes in part, is done without', async () => {
  const desk = await installed((route) => route.fulfill({ contentType: 'application/json', body: '{"/assets/' }))
  expect(desk.asked.filter(isPart).length).toBeGreaterThan(500)
  expect(Object.keys(await keptOn(desk)).filter(isPart).length).toBeGreaterThan(500)
  await desk.leave()
})

test('a new version put in force while answers wait and one is on its way loses none and sends none twice', async () => {
  const stations = ['CD-NEWER-1', 'CD-NEWER-2', 'CD-NEWER-3']
  const alarms = [await newAlarm(server, 'CD-NEWER-1'), await newAlarm(server, 'CD-NEWER-2')]
  alarms.push(await newAlarm(server, 'CD-NEWER-3'))
  const desk = await sitDown(server, { size: 'phone', installed: true })
  const { page, context } = desk
  await desk.go(ALARMS)
  await untilInstalled(desk)
  const second = { ...desk, page: await context.newPage() }
  await second.page.goto(server.url + ALARMS)
  for (const one of [desk, second]) for (const station of stations) await card(one, station).waitFor()

  // Nothing arrives at first; then the server takes one whose page does not live to hear of it.
  let isCut = true
  const sent: string[] = []
  await context.route(`**/api${handleAlarm.path}`, async (route) => {
    if (isCut) return route.abort()
    const request = route.request()
    const response = await route.fetch()
    if (sent.push(`${request.postDataJSON().id} ${request.headers()['idempotency-key']}`) === 1) return
    await route.fulfill({ response }).catch(() => {})
  })
  await markProcessed(desk, 'CD-NEWER-1')
  await markProcessed(desk, 'CD-NEWER-2')
  await appendFile(join(consoleFolder, 'service-worker.js'), '\n// newer')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  const isReady = (one: typeof desk) => one.page.getByText('A new version is ready.')
  for (const one of [desk, second]) await isReady(one).waitFor()
  isCut = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => sent.length).toBe(1)
  const update = async (one: typeof desk) => {
    const reloaded = one.page.waitForEvent('load')
    await one.page.getByRole('button', { name: 'Update' }).click()
    await reloaded
    await one.page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
    expect(await isReady(one).count()).toBe(0)
  }
  await update(desk)
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['processed', 'processed', 'open'])
  await page.getByText(/answers? waits? to be sent/).waitFor({ state: 'detached' })

  // The other tab still runs the old one, and says so.
  await card(second, 'CD-NEWER-3').getByRole('button', { name: 'Processed' }).tap()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Processed' }).tap()
  await expect.poll(() => statusesOf(server, alarms)).toEqual(['processed', 'processed', 'processed'])
  await update(second)
  expect(new Set(sent).size, 'each under one key').toBe(alarms.length)
  const entries = server.db.selectFrom('alarm_entry').select('alarm_id').orderBy('alarm_id')
  expect((await entries.execute()).map(({ alarm_id }) => alarm_id)).toEqual(alarms.map(({ id }) => id))
  await desk.leave()
})
