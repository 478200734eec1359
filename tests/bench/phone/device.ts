import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core'
import { ensureBrowser } from '../../../src/tools/browser.mjs'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
/** A phone's processor beside a computer's. */
const TIMES_SLOWER = 4
/** On a machine that does much else a page comes, but late. */
const PATIENCE_MS = 120_000

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

export interface Device {
  context: BrowserContext
  /** A new page, whose processor is a phone's unless it is to be as fast as it is. */
  open(speed?: 'slow' | 'fast'): Promise<Page>
  close(): Promise<void>
}

/** A browser with a profile of its own on disk, as new: what it keeps of one page is there for the next. */
export async function newDevice(): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'chargedeck-phone-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: ARGS,
    locale: 'en-GB',
    ...PHONE,
  })
  return {
    context,
    async open(speed = 'slow') {
      const page = await context.newPage()
      if (speed === 'slow') await slowDown(await context.newCDPSession(page))
      return page
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

export const slowDown = (cdp: CDPSession) => cdp.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER })

/** Notes when the first element that a selector finds has been painted: the frame after it was there. */
const noting = (selector: string) => `
  (() => {
    globalThis.shownAt = undefined
    const noted = () => setTimeout(() => { globalThis.shownAt = performance.now() })
    const look = () => requestAnimationFrame(document.querySelector(${JSON.stringify(selector)}) ? noted : look)
    look()
  })()`

/** Of the next page that is gone to: since it was asked for. */
export const noteFirst = (page: Page, selector: string) => page.addInitScript({ content: noting(selector) })

/** Of the page that stands there. */
export const noteNext = (page: Page, selector: string) => page.evaluate(noting(selector))

/** What was noted, in ms since the page was asked for. */
export async function shownAt(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt, undefined, {
    timeout: PATIENCE_MS,
  })
  return (await noted.jsonValue()) ?? 0
}
