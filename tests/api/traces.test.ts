import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { traced, tracedAnew, traceOfLine } from '../../src/server/kit/tracing.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { startCollector, type ToldSpan } from '../setup/collector.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

/** What two nodes told a collector of a session at one of them, and of a command that was given at the other. */
let spans: ToldSpan[]
let collector: Awaited<ReturnType<typeof startCollector>>
const secrets: string[] = []
let line: ReturnType<typeof traceOfLine>
let network: Awaited<ReturnType<typeof startNodes>>
beforeAll(async () => {
  network = await startNodes(['here', 'there'])
  const [here, there] = network.nodes as [TestServer, TestServer]
  const { station_number: station } = await makePile(network.database.db)
  const { number: card } = await makeCard(network.database.db)
  secrets.push(card, station, here.administrator.token, here.administrator.user_name)
  collector = await startCollector()
  const pile = await connectPile({ url: `${there.url.replace('http', 'ws')}/ocpp`, station, callTimeoutMs: 15_000 })
  pile.onCall('ClearCache', { status: 'Accepted' })
  await charges(pile, card)
  await commandFrom(here, station)
  await tracedAnew('a line', async () => {
    line = traceOfLine()
  })
  await expect(tracedAnew('a fault', async () => Promise.reject(new Error(card)))).rejects.toThrow()
  await pile.close()
  spans = await collector.end()
})
afterAll(() => network.stop())

async function charges(pile: ScriptedPile, idTag: string) {
  const timestamp = new Date().toISOString()
  await pile.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  const started = await pile.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp })
  const { transactionId } = started as { transactionId: number }
  const sampledValue = [{ value: '100' }]
  await pile.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp, sampledValue }] })
  await pile.call('MeterValues', { connectorId: 1, transactionId: 'none', meterValue: [] }).catch(() => {})
  await pile.call('StopTransaction', { transactionId, meterStop: 200, timestamp })
}

/** Once that node knows that the other one has the pile. */
async function commandFrom(here: TestServer, station_number: string) {
  const call = { station_number, action: 'ClearCache', payload: {} }
  await until(async () => (await here.call(callPile, call)).code === 200)
}

const named = (name: string) => spans.filter((span) => span.name === name)
const attribute = (span: ToldSpan, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue
}
const frames = (action: string) => named('pile.frame').filter((span) => attribute(span, 'ocpp.action') === action)
const partsOf = ({ spanId }: ToldSpan): ToldSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId).flatMap((part) => [part, ...partsOf(part)])
const parentOf = ({ parentSpanId }: ToldSpan) => spans.find(({ spanId }) => spanId === parentSpanId)

test('a reading is followed from its frame to the commit that it shares', () => {
  const [frame] = frames('MeterValues')
  if (!frame) throw new Error('no frame of readings was told')
  const parts = partsOf(frame)
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pile.handle', 'pile.validate', 'session.fold', 'pile.queue']),
  )
  const queue = parts.find(({ name }) => name === 'pile.queue')
  const commit = named('pile.commit').find(({ spanId }) => spanId === queue?.links?.[0]?.spanId)
  expect(commit?.links?.map(({ spanId }) => spanId)).toContain(queue?.spanId)
  expect(commit?.traceId).not.toBe(frame.traceId)
  // It ends with the answer, and that comes after the commit. A frame's times are whole milliseconds: it begins when it arrived.
  const ms = (span: ToldSpan | undefined) => BigInt(span?.endTimeUnixNano ?? 'nothing') / 1_000_000n
  expect(ms(frame)).toBeGreaterThanOrEqual(ms(commit))
})

test.each([
  ['StartTransaction', 'session.start'],
  ['StopTransaction', 'session.stop'],
])('%s has its part in the session: %s', (action, part) => {
  const [frame] = frames(action)
  expect(frame && partsOf(frame).map(({ name }) => name)).toContain(part)
})

test('a frame that is refused is marked, without what it said', () => {
  const refused = frames('MeterValues').find(({ status }) => status?.code === 2)
  expect(refused && attribute(refused, 'error.type')).toBeTypeOf('string')
})

test('a command is followed from the request through the bus to the call of its pile at the other node', () => {
  const [call] = named('pile.call').filter((span) => attribute(span, 'ocpp.action') === 'ClearCache')
  const way: string[] = []
  for (let at = call; at; at = parentOf(at)) way.push(at.name)
  expect(way).toEqual(['pile.call', 'command', 'command.claimed', 'command', `POST /api${callPile.path}`])
})

test('lines of the log name the trace', () => {
  const [span] = named('a line')
  expect(line).toEqual({ trace_id: span?.traceId, span_id: span?.spanId })
})

test('nothing that is told holds a card, a station number, a token or a name', () => {
  expect(named('a fault')).toMatchObject([{ status: { code: 2 } }])
  for (const secret of secrets) expect(collector.bodies.join('')).not.toContain(secret)
  expect(collector.asked).toContainEqual({ path: '/v1/traces', key: 'opens' })
})

test('without a collector work is done as it is, and nothing is kept of it', () => {
  expect(traced('none', () => traceOfLine())).toEqual({})
  expect(tracedAnew('none', () => 7)).toBe(7)
})
