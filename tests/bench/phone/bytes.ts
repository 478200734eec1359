import type { Request } from 'playwright-core'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import { asNeeded, line, loadedBy, signInAs } from '../sizes.ts'
import { PHONE } from './device.ts'
import { ALARMS, CARD } from './screens.ts'

/** The scripts that a phone needs until its alarms stand there, with nothing of the console on it. */
export async function byteResults(server: BenchServer): Promise<Result[]> {
  const { context, close } = await asNeeded(PHONE)
  try {
    await signInAs(context, server)
    const asked = new Set<string>()
    const files = await loadedBy(context, async (page) => {
      const note = (request: Request) => asked.add(new URL(request.url()).pathname)
      page.on('request', note)
      await page.goto(server.address + ALARMS)
      await page.locator(CARD).first().waitFor()
      page.off('request', note)
    })
    const scripts = new Map([...files].filter(([name]) => name.endsWith('.js') && asked.has(name)))
    return [{ ...line('JavaScript to the alarms', scripts), item: 'phone', limit: 180 }]
  } finally {
    await close()
  }
}
