import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beyond, type Files, loadedBy, total } from '../bench/sizes.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'
import { makeNetwork } from './network.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** What was asked for, by name without the hash, in order; the service worker's own fetching is no part of a page's. */
async function watched(person: null | undefined, path: string) {
  const sat = await sitDown(server, { size: 'phone', ...(person === null && { person }) })
  const names: string[] = []
  sat.page.on('request', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name && !request.serviceWorker()) names.push(name)
  })
  await sat.go(path)
  return { ...sat, names }
}

test('the sign-in page and its words come beside the start, and what follows while someone types', async () => {
  const { page, names } = await watched(null, '/login')
  await page.getByLabel('User name').waitFor()
  // Asked for by the page itself: before the console's start has run, which is what asks for the rest.
  const [first] = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]:not([crossorigin])')].map(
      ({ href }) => href,
    ),
  )
  expect(first).toMatch(/\/sign-in-/)
  expect(names).toContain('words-start-en')
  expect(names).not.toContain('words-start-zh-CN')
  await vi.waitFor(() => {
    for (const name of ['signed-in', 'phone', 'dashboard'])
      expect(names.indexOf(name)).toBeGreaterThan(names.indexOf('sign-in'))
  })
})

test('anyone who is signed in is spared the sign-in page', async () => {
  const { page, names } = await watched(undefined, '/')
  await page.getByRole('navigation').first().waitFor()
  expect(names).toContain('signed-in')
  expect(names).not.toContain('sign-in')
})

/** What a phone asks for until nothing more comes, without what it fetches ahead. */
async function asked(path: string, seen: string, person?: null) {
  const { context, leave } = await sitDown(server, { size: 'phone', ...(person === null && { person }) })
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
  const files = await loadedBy(context, async (page) => {
    await page.goto(server.url + path)
    await page.locator(seen).first().waitFor()
  })
  await leave()
  return files
}

const asSaid = (files: Files) => [...files].map(([name, size]) => `${name} ${size}`).join('\n')

/** A little above what they are: what a screen does not show at first goes into a part of its own. */
test('what a phone asks for until it shows something stays little', async () => {
  await makeNetwork(server)
  const signIn = await asked('/login', 'input[type="password"]', null)
  expect(total(signIn), asSaid(signIn)).toBeLessThan(162)
  expect(signIn.size, asSaid(signIn)).toBeLessThanOrEqual(17)
  const alarms = beyond(await asked('/monitor/alarm?status=open', '#main article'), signIn)
  expect(total(alarms), asSaid(alarms)).toBeLessThan(70)
  expect(alarms.size, asSaid(alarms)).toBeLessThanOrEqual(24)
  const home = beyond(await asked('/dashboard', '#main section h2 + p'), signIn)
  expect(total(home), asSaid(home)).toBeLessThan(132)
  expect(home.size, asSaid(home)).toBeLessThanOrEqual(60)
})

interface Shift {
  value: number
  sources: { node: Node | null }[]
}

test('Home does not move under the thumb while it comes', async () => {
  const { page, go } = await sitDown(server, { size: 'phone' })
  await page.addInitScript(() => {
    const seen = globalThis as { moved?: [number, string][] }
    const moved: [number, string][] = []
    seen.moved = moved
    const note = ({ value, sources }: Shift) =>
      moved.push([value, sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as unknown as Shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await go('/dashboard')
  await page.locator('#main section h2 + p').first().waitFor()
  await page.waitForLoadState('networkidle')
  const moved = (await page.evaluate(() => (globalThis as { moved?: [number, string][] }).moved)) ?? []
  expect(
    moved.reduce((sum, [value]) => sum + value, 0),
    JSON.stringify(moved),
  ).toBeLessThan(0.1)
})
