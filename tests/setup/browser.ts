import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'

let browser: Promise<Browser> | undefined

/** A person's own window: nothing is shared with another test. Close it when the test ends. `own` is another browser than that of all. */
export async function freshContext(options: BrowserContextOptions = {}, own?: Browser): Promise<BrowserContext> {
  if (!own) browser ??= chromium.connect(inject('browserEndpoint'))
  const used = own ?? (await browser)
  if (!used) throw new Error('there is no browser')
  return offlineForGood(
    await used.newContext({ locale: 'en-GB', timezoneId: 'Asia/Shanghai', viewport: desktop, ...options }),
  )
}

const IS_OFFLINE = `Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })`

/** Chromium 150 cuts the network, but has a page that a service worker answers without it say that there is one. */
function offlineForGood(context: BrowserContext): BrowserContext {
  const cut = context.setOffline.bind(context)
  const told = new Map<Page, () => Promise<void>>()
  const tell = async (page: Page) => {
    const session = await context.newCDPSession(page)
    await session.send('Page.enable')
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: IS_OFFLINE })
    told.set(page, async () => {
      await session.detach()
      await page.evaluate(() => {
        if (!Object.hasOwn(navigator, 'onLine')) return
        Reflect.deleteProperty(navigator, 'onLine')
        dispatchEvent(new Event('online'))
      })
    })
  }
  let isOffline = false
  context.on('page', (page) => void (isOffline && tell(page)))
  context.setOffline = async (offline) => {
    await cut(offline)
    if (isOffline === offline) return
    isOffline = offline
    if (offline) for (const page of context.pages()) await tell(page)
    else for (const [page, back] of told) if (!page.isClosed()) await back()
    if (!offline) told.clear()
  }
  return context
}

export const desktop = { width: 1440, height: 900 }
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
