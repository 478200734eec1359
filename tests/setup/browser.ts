import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { inject } from 'vitest'

let browser: Promise<Browser> | undefined

/** A person's own window: nothing is shared with another test. Close it when the test ends. `own` is another browser than that of all. */
export async function freshContext(options: BrowserContextOptions = {}, own?: Browser): Promise<BrowserContext> {
  if (!own) browser ??= chromium.connect(inject('browserEndpoint'))
  const used = own ?? (await browser)
  if (!used) throw new Error('there is no browser')
  return used.newContext({ locale: 'en-GB', timezoneId: 'Asia/Shanghai', viewport: desktop, ...options })
}

export const desktop = { width: 1440, height: 900 }
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
