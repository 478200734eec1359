import { chromium } from 'playwright-core'
import { ensureBrowser } from '../../../src/tools/browser.mjs'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import { loadedBy, signInAs, total } from '../sizes.ts'
import { ALARMS, CARD } from './screens.ts'

/** The scripts that a phone needs until its alarms stand there, with nothing of the console on it: what is fetched ahead is no part of them. */
export async function byteResults(server: BenchServer): Promise<Result[]> {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-GB' }
    const context = await browser.newContext({ serviceWorkers: 'block', ...phone })
    await context.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    await signInAs(context, server)
    const files = await loadedBy(context, async (page) => {
      await page.goto(server.address + ALARMS)
      await page.locator(CARD).first().waitFor()
    })
    const scripts = new Map([...files].filter(([name]) => name.endsWith('.js')))
    const largest = [...scripts].sort(([, one], [, other]) => other - one).slice(0, 4)
    return [
      {
        ...{ item: 'phone', name: 'JavaScript to the alarms', value: total(scripts), unit: 'KB gzip', limit: 180 },
        note: largest.map(([name, size]) => `${name.split('/').at(-1)} ${Math.round(size / 1024)}`).join(', '),
      },
    ]
  } finally {
    await browser.close()
  }
}
