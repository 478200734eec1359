import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

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
    for (const name of ['layout', 'phone-shell', 'dashboard'])
      expect(names.indexOf(name)).toBeGreaterThan(names.indexOf('sign-in'))
  })
})

test('anyone who is signed in is spared the sign-in page', async () => {
  const { page, names } = await watched(undefined, '/')
  await page.getByRole('navigation').first().waitFor()
  expect(names).toContain('signed-in')
  expect(names).not.toContain('sign-in')
})
