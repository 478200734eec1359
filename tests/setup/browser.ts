import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { inject } from 'vitest'

let browser: Promise<Browser> | undefined

/** A person's own window: nothing is shared with another test. Close it when the test ends. */
export async function freshContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= chromium.connect(inject('browserEndpoint'))
  return (await browser).newContext({ locale: 'en-GB', timezoneId: 'Asia/Shanghai', viewport: desktop, ...options })
}

export const desktop = { width: 1440, height: 900 }
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
