import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freshContext, phone } from '../setup/browser.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

const CONSOLE = join(import.meta.dirname, '../../dist/client')

/** The whole server with the built console, a database of its own, and no picture code. */
export function startJourney(settings: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  if (!existsSync(`${CONSOLE}/index.html`)) throw new Error('the console is not built: npm test builds it')
  return startServer({ consoleFolder: CONSOLE, ...settings })
}

interface Sitting {
  /** Who sits there; null is nobody yet. The administrator when nothing is said. */
  person?: SignedIn | null
  size?: 'desktop' | 'phone'
  language?: 'en' | 'zh-CN'
  theme?: 'light' | 'dark'
  /** Takes the whole console along, to be opened without a network: it costs each new window some seconds. */
  installed?: true
}

export interface Desk {
  page: Page
  context: BrowserContext
  /** Opens a page of the console. */
  go(path: string): Promise<void>
  /** Ends the window; nothing may have broken in it. */
  leave(): Promise<void>
}

/** Somebody's own browser window at the console. */
export async function sitDown(server: TestServer, sitting: Sitting = {}): Promise<Desk> {
  const { person = server.administrator, size = 'desktop', language = 'en', theme = 'light' } = sitting
  const serviceWorkers = sitting.installed ? 'allow' : 'block'
  const context = await freshContext({ ...(size === 'phone' && phone), serviceWorkers, reducedMotion: 'reduce' })
  if (person) await keepSignedIn(context, server.url, person)
  await context.addInitScript(
    ([chosen, shown]) => {
      if (localStorage.getItem('language')) return
      localStorage.setItem('language', JSON.stringify(chosen))
      localStorage.setItem('theme', JSON.stringify(shown))
    },
    [language, theme],
  )
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('response', (response) => response.status() >= 500 && broken.push(`${response.status()} ${response.url()}`))
  return {
    page,
    context,
    go: async (path) => void (await page.goto(server.url + path)),
    leave: async () => {
      await context.close()
      expect(broken, 'what broke in the window').toEqual([])
    },
  }
}

/** As after signing in with "remember me": the tests of signing in itself go through its page. */
async function keepSignedIn(context: BrowserContext, url: string, { token, refresh_token }: SignedIn) {
  await context.addCookies([{ name: 'token', value: token, url }])
  await context.addInitScript((refresh) => {
    if (localStorage.getItem('refresh_token') || localStorage.getItem('person')) return
    const value = { token: refresh, remember: true }
    localStorage.setItem('refresh_token', JSON.stringify({ value, ends: Date.now() + 86_400_000 }))
  }, refresh_token)
}

/** Until the page before has gone. */
const TURN_MS = 100

/** Goes to a page as a press on a link does, without a reload, and waits until what loads has loaded. */
export async function turnTo(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: history.length }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { key: to } }))
  }, path)
  await page.waitForTimeout(TURN_MS)
  await page.waitForFunction(() => !document.querySelector('[class*="skeleton" i]') && document.querySelector('h1'))
}
