import { gzipSync } from 'node:zlib'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ensureBrowser } from '../../src/tools/browser.mjs'
import { insertPiles, stationOf } from './network.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** What a browser loads for the sign-in screen and for the first screens after it, each file pressed by gzip. */
export async function sizeResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, 50)
  const { context, close } = await asNeeded({ viewport: { width: 1440, height: 900 } })
  try {
    const open = (path: string) => loadedBy(context, (page) => page.goto(`${server.address}${path}`))
    const signIn = await open('/login')
    await signInAs(context, server)
    const devices = beyond(await loadedBy(context, (page) => openDevices(page, server)), signIn)
    const dashboard = beyond(await open('/dashboard'), signIn)
    return [
      { ...line('sign-in screen', signIn), limit: 190 },
      { ...line('device list, beyond that', devices), limit: 80 },
      line('dashboard, beyond that', dashboard),
    ]
  } finally {
    await close()
  }
}

/** A browser that loads what its screens need, and nothing ahead of need. */
export async function asNeeded(options: BrowserContextOptions) {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ARGS })
  // The service worker fetches the whole shell ahead of need; what a screen needs is counted without it.
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-GB', ...options })
  // What the sign-in page loads ahead while someone types is no part of that screen.
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
  return { context, close: () => browser.close() }
}

/** Files by address with their gzip size. */
export type Files = Map<string, number>

export async function loadedBy(context: BrowserContext, open: (page: Page) => Promise<unknown>): Promise<Files> {
  const page = await context.newPage()
  const files: Files = new Map()
  const bodies: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname, protocol } = new URL(response.url())
    if (!protocol.startsWith('http') || /^\/(api|pub)\//.test(pathname) || !response.ok()) return
    const name = response.request().isNavigationRequest() ? '/index.html' : pathname
    bodies.push(
      response.body().then(
        (body) => void files.set(name, gzipSync(body, { level: 9 }).length),
        () => undefined,
      ),
    )
  })
  await open(page)
  await page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  await page.close()
  return files
}

/** The list counts as loaded when its first pile stands there. */
async function openDevices(page: Page, { address }: BenchServer) {
  await page.goto(`${address}/device/chargingPoint`)
  await page.getByText(stationOf(0)).first().waitFor()
}

/** `remembered` is as on a phone of one's own, which keeps copies. */
export async function signInAs(
  context: BrowserContext,
  { address, user, password }: BenchServer,
  { remembered = false } = {},
) {
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  await page.locator('input[autocomplete="username"]').fill(user)
  await page.locator('input[type="password"]').fill(password)
  if (remembered) await page.getByRole('checkbox').first().check()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.close()
}

export function line(name: string, files: Files): Result {
  const largest = [...files].sort(([, a], [, b]) => b - a).slice(0, 3)
  const note = largest.map(([file, size]) => `${file.split('/').at(-1)} ${Math.round(size / 1024)}`).join(', ')
  return { item: 'size', name, value: total(files), unit: 'KB gzip', note: `${files.size} files: ${note}` }
}

export const total = (files: Files) => [...files.values()].reduce((sum, size) => sum + size, 0) / 1024
export const beyond = (files: Files, before: Files): Files => new Map([...files].filter(([name]) => !before.has(name)))
