import type { CDPSession, Page } from 'playwright-core'
import { Peer } from '../../../src/fleet/peer.ts'
import { boot, eachOf, pause } from '../load.ts'
import { stationOf } from '../network.ts'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import { signInAs } from '../sizes.ts'
import { type Device, newDevice, slowDown } from './device.ts'
import { ALARMS, CARD } from './screens.ts'
import { ALARM_COUNT } from './seed.ts'

const LIMIT_MS = 50
/** A finger that flings a list again and again: pixels of one fling and how many a second, twenty cards. */
const FLING = { px: 6_000, speed: 4_000 }
/** What a phone fetches after it has started is no part of what moves. */
const SETTLES_MS = 5_000
const CHANGES_A_SECOND = 200
const WATCHED_MS = 12_000
const KEY_EVERY_MS = 100
/** Screens of a phone that show what piles do. */
const MOVING = { alarms: ALARMS, 'the site walk': '/walk/1', piles: '/device/chargingPoint', Home: '/dashboard' }

/** How a phone keeps up under the finger: the network is no part of it, its processor is. */
export async function movingResults(server: BenchServer): Promise<Result[]> {
  const device = await newDevice()
  try {
    await signInAs(device.context, server, { remembered: true })
    return [await scrolled(device, server), await typed(device, server)]
  } finally {
    await device.close()
  }
}

/** Opens a screen as fast as may be, and gives it a phone's processor once it stands there. */
async function settled(device: Device, address: string): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await device.open('fast')
  await page.goto(address)
  await page.locator('#main').waitFor()
  await pause(SETTLES_MS)
  const cdp = await device.context.newCDPSession(page)
  await slowDown(cdp)
  return { page, cdp }
}

/** Down to the last of all cards, while they come, and up again. */
async function scrolled(device: Device, server: BenchServer): Promise<Result> {
  const { page, cdp } = await settled(device, server.address + ALARMS)
  await page.locator(CARD).first().waitFor()
  await page.evaluate(NOTE_FRAMES)
  const fling = (yDistance: number) =>
    cdp.send('Input.synthesizeScrollGesture', {
      ...{ x: 195, y: 400, yDistance, speed: FLING.speed, gestureSourceType: 'mouse' },
    })
  const last = page.locator(`#main [data-index="${ALARM_COUNT - 1}"]`)
  while (!(await last.count())) await fling(-FLING.px)
  while ((await page.evaluate<number>('scrollY')) > 0) await fling(FLING.px)
  const frames = await page.evaluate<number[]>('globalThis.frames')
  await page.close()
  const long = frames.filter((ms) => ms > LIMIT_MS)
  return {
    ...{ item: 'phone', name: `longest frame while ${ALARM_COUNT} cards scroll` },
    ...{ value: Math.round(Math.max(...frames)), unit: 'ms', limit: LIMIT_MS },
    note: `${long.length} of ${frames.length} frames above`,
  }
}

const NOTE_FRAMES = `
  (() => {
    globalThis.frames = []
    let last = performance.now()
    const look = (at) => {
      globalThis.frames.push(at - last)
      last = at
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })()`

/** What a key waits for while piles say something new all the time, or would have waited for had it come then. */
async function typed(device: Device, server: BenchServer): Promise<Result> {
  const piles = await startPiles(server)
  try {
    const blocked: [string, number][] = []
    for (const [name, path] of Object.entries(MOVING))
      blocked.push([name, await longestBlock(device, server.address + path)])
    return {
      ...{ item: 'phone', name: `input held up by ${CHANGES_A_SECOND} changes a second` },
      ...{ value: Math.max(...blocked.map(([, ms]) => ms)), unit: 'ms', limit: LIMIT_MS },
      note: `${blocked.map((one) => one.join(' ')).join(', ')}; ${Math.round(piles.a_second())} changes a second`,
    }
  } finally {
    await piles.stop()
  }
}

async function longestBlock(device: Device, address: string): Promise<number> {
  const { page } = await settled(device, address)
  await page.evaluate(NOTE_BLOCKS)
  const until = performance.now() + WATCHED_MS
  while (performance.now() < until) {
    await page.keyboard.press('Shift')
    await pause(KEY_EVERY_MS)
  }
  const blocks = await page.evaluate<number[]>('globalThis.blocks')
  await page.close()
  return Math.round(Math.max(...blocks))
}

const NOTE_BLOCKS = `
  (() => {
    globalThis.blocks = []
    addEventListener('keydown', ({ timeStamp }) => globalThis.blocks.push(performance.now() - timeStamp), true)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.blocks.push(duration)
    }).observe({ type: 'longtask' })
  })()`

interface Piles {
  a_second(): number
  stop(): Promise<void>
}

/** A driver plugs in or leaves at each of them once a second; one of ten breaks and recovers instead. */
async function startPiles(server: BenchServer): Promise<Piles> {
  const peers = Array.from(
    { length: CHANGES_A_SECOND },
    (_, index) => new Peer({ url: server.piles, station: stationOf(index) }),
  )
  await eachOf(peers, 50, async (peer) => {
    await peer.connect()
    await boot(peer)
  })
  let stopped = false
  let count = 0
  const from = performance.now()
  const loops = peers.map(async (peer, index) => {
    await pause((index * 1_000) / CHANGES_A_SECOND)
    for (let turn = 0; !stopped; turn++) {
      const [status, errorCode] = turn % 2 ? ['Available', 'NoError'] : index % 10 ? ['Preparing', 'NoError'] : BROKEN
      const timestamp = new Date().toISOString()
      await peer.call('StatusNotification', { connectorId: 1, status, errorCode, timestamp })
      count++
      await pause(1_000)
    }
  })
  return {
    a_second: () => (count * 1_000) / (performance.now() - from),
    async stop() {
      stopped = true
      await Promise.all(loops)
      await Promise.all(peers.map((peer) => peer.close()))
    },
  }
}

const BROKEN = ['Faulted', 'GroundFailure'] as const
