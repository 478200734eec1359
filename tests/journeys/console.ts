import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tabPathOf } from '../../src/client/app/menu/routes.ts'
import type { Language } from '../../src/shared/kit/languages.ts'
import { freshContext, phone } from '../setup/browser.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'
import { tellHidden } from './hidden.ts'
import { seated, watch } from './watch.ts'

/** The built console. */
export const CONSOLE = join(import.meta.dirname, '../../dist/client')

/** The whole server with the built console, a database of its own, and no picture code. */
export function startJourney(settings: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  if (!existsSync(`${CONSOLE}/index.html`)) throw new Error('the console is not built: npm test builds it')
  return startServer({ consoleFolder: CONSOLE, ...settings })
}

interface Sitting {
  /** Who sits there; null is nobody yet. The administrator when nothing is said. */
  person?: SignedIn | null
  size?: 'desktop' | 'phone'
  language?: Language
  theme?: 'light' | 'dark'
  /** Takes the whole console along, to be opened without a network: it costs each new window some seconds. */
  installed?: true
  /** Another browser than that of all, such as one with a camera. */
  browser?: Browser
}

export interface Desk {
  page: Page
  context: BrowserContext
  /** Opens a page of the console. */
  go(path: string): Promise<void>
  /** Ends the window; nothing may have broken in it. */
  leave(): Promise<void>
}

const LATE_MS = 100

/** How long a person waits at most for what a press brings: a machine that does much else is slow. */
const PATIENCE_MS = 60_000
/** The same, of a console that takes hundreds of files along before anything else. */
const INSTALLING_MS = 60_000

/** Someone's own browser window at the console. */
export async function sitDown(server: TestServer, sitting: Sitting = {}): Promise<Desk> {
  const { person = server.administrator, size = 'desktop', language = 'en', theme = 'light' } = sitting
  const context = await freshContext(
    {
      ...(size === 'phone' && phone),
      serviceWorkers: sitting.installed ? 'allow' : 'block',
      reducedMotion: 'reduce',
      storageState: keptOf(server.url, { language, theme, person }),
    },
    sitting.browser,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(sitting.installed ? INSTALLING_MS : PATIENCE_MS)
  const window = watch(page)
  seated.add(window)
  await tellHidden(page, (what) => window.broken.push(what))
  return {
    page,
    context,
    go: async (path) => void (await page.goto(server.url + path)),
    leave: async () => {
      seated.delete(window)
      await context.close()
      expect(window.broken, 'what broke in the window').toEqual([])
    },
  }
}

/** Until the device has the whole console, so that it opens without a network. */
export const untilInstalled = ({ page }: Pick<Desk, 'page'>) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/**
 * Parts of the console come later than what they show, as they do over a slow network. By the server: to hold each request in the browser, and say that it may go on, takes as
 * much work as the screen itself.
 */
export function bringPartsLate({ app }: TestServer) {
  const answers = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, reply) => {
    const answer = () => answers.forEach((listener) => void listener(request, reply))
    if (/^\/assets\/.+\.js$/.test(request.url ?? '')) setTimeout(answer, LATE_MS)
    else answer()
  })
}

/**
 * What the browser keeps of an earlier day, put there once: the language, the theme, and someone who signed in with
 * "remember me". The tests of signing in itself go through its page.
 */
function keptOf(url: string, { language, theme, person }: Pick<Required<Sitting>, 'language' | 'theme' | 'person'>) {
  const { origin, hostname } = new URL(url)
  const refresh = person && { value: { token: person.refresh_token, remember: true }, ends: Date.now() + 86_400_000 }
  const items = { language, theme, ...(refresh && { refresh_token: refresh }) }
  const localStorage = Object.entries(items).map(([name, item]) => ({ name, value: JSON.stringify(item) }))
  const sent = { domain: hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }
  return {
    cookies: person ? [{ ...sent, name: 'token', value: person.token }] : [],
    origins: [{ origin, localStorage }],
  }
}

/** Until a page that stays has heard of its new address. */
const HEARD_MS = 100
/** What was closed just before may go back a step only now, and take the page along: then it is gone to once more. */
const TURN_MS = 4_000

/** Goes to a page as a press on a link does, without a reload, and waits until what loads has loaded. */
export async function turnTo(page: Page, path: string) {
  // Asked of the page itself, all at once: a press that led elsewhere just now is known there first.
  const shown = await page.evaluateHandle(() => [location.href, document.querySelector('#main h1')] as const)
  const [from, before] = [new URL(await shown.evaluate(([href]) => href)), await shown.getProperty('1')]
  const title = await before.evaluate((heading) => heading?.textContent)
  const turn = () =>
    page.evaluate((to) => {
      // One step on, as the router counts: what holds the page goes back as many, and a browser keeps 50 entries at most.
      history.pushState({ key: to, idx: (history.state?.idx ?? 0) + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: { key: to } }))
    }, path)
  const hasLeft = async () => {
    await turn()
    // Two records of one kind may share the heading itself.
    const isOther = ([heading, was]: [Element | null, string]) =>
      !heading?.checkVisibility() || heading.textContent !== was
    const left = page.waitForFunction(isOther as never, [before, title], { timeout: TURN_MS })
    return left.then(() => true).catch(() => false)
  }
  if (tabPathOf(from.pathname) !== tabPathOf(new URL(path, from).pathname))
    await expect.poll(hasLeft, { timeout: PATIENCE_MS }).toBe(true)
  else {
    await turn()
    await page.waitForTimeout(HEARD_MS)
  }
  await page.waitForFunction(() => !document.querySelector('[class*="skeleton" i]') && document.querySelector('h1'))
}
