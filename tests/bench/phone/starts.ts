import type { Page } from 'playwright-core'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import { type Device, newDevice, noteFirst, noteNext, shownAt } from './device.ts'
import { ALARMS, CARD, FIGURE, SIGN_IN } from './screens.ts'
import { slowLine } from './slow-line.ts'

const ROUNDS = 3
const REPEATED = 5
/** How fast a person types, in ms a key. */
const KEY_MS = 120

/** How long a phone over a slow line waits: at its first visit, after signing in, when it comes back, and without a network. */
export async function startResults(server: BenchServer): Promise<Result[]> {
  const line = await slowLine(server.address)
  try {
    const first: number[] = []
    const inside: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const device = await newDevice()
      first.push(await firstVisit(device, line.address))
      inside.push(await signIn(device, server))
      await device.close()
    }
    return [
      result('sign-in page, first visit', first, 2_500),
      result('first screen after signing in', inside, 4_000),
      ...(await comingBack(server, line.address)),
    ]
  } finally {
    line.close()
  }
}

async function firstVisit(device: Device, address: string): Promise<number> {
  const page = await device.open()
  await noteFirst(page, SIGN_IN)
  await page.goto(`${address}/login`)
  return shownAt(page)
}

/** From the press on Enter; what is loaded ahead while a person types counts as loaded. */
async function signIn({ context }: Device, { user, password }: BenchServer): Promise<number> {
  const page = context.pages().at(-1) as Page
  await page.locator('input[autocomplete="username"]').pressSequentially(user, { delay: KEY_MS })
  await page.locator('input[type="password"]').pressSequentially(password, { delay: KEY_MS })
  await page.getByRole('checkbox').first().check()
  const pressed = await page.evaluate<number>('performance.now()')
  await noteNext(page, FIGURE)
  await page.locator('input[type="password"]').press('Enter')
  return (await shownAt(page)) - pressed
}

/** With the console installed and someone signed in who is remembered. */
async function comingBack(server: BenchServer, address: string): Promise<Result[]> {
  const device = await newDevice()
  try {
    const page = await device.open('fast')
    await page.goto(`${address}/login`)
    await page.locator(SIGN_IN).waitFor()
    await signIn(device, server)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 120_000 })
    // The second visit is the one that leaves the browser its compiled scripts, and a copy of the alarms.
    for (let visit = 0; visit < 2; visit++) await visitAlarms(device, address)
    const repeat = await times(REPEATED, () => visitAlarms(device, address))
    await device.context.setOffline(true)
    const offline = await times(REPEATED, () => visitAlarms(device, address))
    return [result('alarms, repeat start', repeat, 1_000), result('alarms, start offline', offline, 1_000)]
  } finally {
    await device.close()
  }
}

async function visitAlarms(device: Device, address: string): Promise<number> {
  const page = await device.open()
  await noteFirst(page, CARD)
  await page.goto(`${address}${ALARMS}`)
  const shown = await shownAt(page)
  // The first visit may still install the console, over the slow line.
  await page.waitForLoadState('networkidle', { timeout: 120_000 })
  await page.close()
  return shown
}

async function times(count: number, measure: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  while (all.length < count) all.push(await measure())
  return all
}

const result = (name: string, ms: number[], limit: number): Result => {
  const sorted = ms.map(Math.round).sort((a, b) => a - b)
  return {
    ...{ item: 'phone', name, value: sorted[Math.floor(sorted.length / 2)] ?? 0, unit: 'ms', limit },
    note: `each of ${sorted.length}: ${sorted.join(', ')}`,
  }
}
