import type { Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney, untilInstalled } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

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
  await desk.leave()
})

test('an archive that does not come, or comes in part, is done without', async () => {
  const desk = await installed((route) => route.fulfill({ contentType: 'application/json', body: '{"/assets/' }))
  expect(desk.asked.filter(isPart).length).toBeGreaterThan(500)
  expect(Object.keys(await keptOn(desk)).filter(isPart).length).toBeGreaterThan(500)
  await desk.leave()
})
