import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makePile } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer
let pile: ScriptedPile
let at: { id: number; station_number: string }

beforeAll(async () => {
  server = await startJourney()
  at = await makePile(server.db, { connectors: 2 })
  pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: at.station_number })
})
afterAll(async () => {
  pile.drop()
  await server.stop()
})

const send = (action: string, payload: Record<string, unknown>) =>
  server.call(callPile, { station_number: at.station_number, action, payload })
const firmware = (status: string) => pile.call('FirmwareStatusNotification', { status })
const event = (type: string, techInfo: string) =>
  pile.call('SecurityEventNotification', { type, techInfo, timestamp: new Date().toISOString() })

test.each([
  {
    ...({ size: 'desktop', language: 'en' } as const),
    words: { progress: 'Downloading', failed: 'Failed', why: 'Download failed', unclear: 'State unknown' },
    kept: ['Security event', 'TamperDetectionActivated: front door', 'SettingSystemTime: by hand'],
    start: 'Start charging, gun 1',
  },
  {
    ...({ size: 'phone', language: 'zh-CN' } as const),
    words: { progress: '下载中', failed: '执行失败', why: '下载失败', unclear: '结果未知' },
    kept: ['安全事件', 'TamperDetectionActivated: front door', 'SettingSystemTime: by hand'],
    start: '启动充电, 1 号枪',
  },
])(
  'a pile’s page says what is known of its commands and of the pile, on a $size',
  async ({ words, kept, ...sitting }) => {
    pile.onCall('UpdateFirmware', {}).onCall('UnlockConnector', { status: 'Perhaps' })
    const desk = await sitDown(server, sitting)
    const { page } = desk
    await desk.go(`/device/chargingPoint/${at.id}?tab=commands`)
    const commands = page.getByRole('listitem')
    await send('UnlockConnector', { connectorId: 1 })
    await commands.filter({ hasText: words.unclear }).first().waitFor()
    await send('UpdateFirmware', { location: 'ftp://files.example/2.bin', retrieveDate: new Date().toISOString() })
    await firmware('Downloading')
    await commands.filter({ hasText: words.progress }).first().waitFor()
    await firmware('DownloadFailed')
    await commands.filter({ hasText: words.failed }).filter({ hasText: words.why }).first().waitFor()
    await event('TamperDetectionActivated', 'front door')
    await event('SettingSystemTime', 'by hand')
    await desk.go(`/device/chargingPoint/${at.id}?tab=info`)
    for (const fact of kept) await page.getByText(fact).first().waitFor()
    await desk.go(`/device/chargingPoint/${at.id}`)
    await page.getByRole('button', { name: sitting.start }).first().waitFor()
    await desk.leave()
    expect(pile.received.length).toBeGreaterThan(0)
  },
)
