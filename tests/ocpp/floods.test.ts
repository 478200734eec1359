import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig({ pileMessages: 5 })
/** What a pile may send at once: a minute's messages. */
const BURST = 300

async function opened(station?: string) {
  const made = station ? { station_number: station, id: await rig.idOf(station) } : await rig.make()
  const socket = rig.socket(made.station_number)
  const answers: string[] = []
  socket.on('message', (data) => answers.push(JSON.parse(data.toString())[1]))
  await once(socket, 'open')
  await until(() => rig.gateway.connected(made.id))
  return { socket, station: made.station_number, id: made.id, answers }
}

const beat = (id: string) => `[2,"${id}","Heartbeat",{}]`
const flood = (socket: WebSocket, count: number, frame: (index: number) => string) => {
  for (let index = 0; index < count; index++) socket.send(frame(index))
}
const floodingSince = async (station: string) => (await rig.stored(station)).flooding_since
const countedOf = async (station: string) => (await rig.frames(station)).filter(({ counted }) => counted !== null)

test('a pile that floods is read slowly; its neighbour is answered before the flood is over', async () => {
  const neighbour = await rig.pile()
  const { socket, station, answers, id } = await opened()
  flood(socket, BURST + 400, (index) => beat(`b${index}`))
  await until(async () => (await floodingSince(station)) !== null)
  for (let call = 0; call < 20; call++) await neighbour.pile.call('Heartbeat')
  expect(answers.length).toBeLessThan(BURST + 400)
  expect(rig.gateway.service.floods.size).toBe(1)
  await rig.untilFlagged(id, 'flood')
  expect(rig.neighbours.alarmed).toEqual([{ code: 'Flood', pile_id: id }])
  expect(await floodingSince(neighbour.station)).toBeNull()
})

test('what a flood brings is handled all the same, each call once and in its order', async () => {
  const { socket, answers } = await opened()
  const start = (index: number) =>
    `[2,"s${index}","StartTransaction",{"connectorId":1,"idTag":"CARD","meterStart":${index},"timestamp":"2026-11-20T10:00:00Z"}]`
  flood(socket, BURST + 10, start)
  await until(() => answers.length === BURST + 10)
  const inOrder = Array.from({ length: BURST + 10 }, (_, index) => index)
  expect(answers).toEqual(inOrder.map((index) => `s${index}`))
  expect(rig.neighbours.starts.map(({ meter_start_wh }) => meter_start_wh)).toEqual(inOrder)
})

test('calm again, the pile says so and the alarm is cleared', async () => {
  await rig.stop()
  await rig.start({ pileMessages: 5, calmAfterMs: 2_000 })
  const { socket, station, answers, id } = await opened()
  flood(socket, BURST + 30, (index) => beat(`b${index}`))
  await until(async () => (await floodingSince(station)) !== null)
  await until(() => answers.length === BURST + 30)
  await until(async () => (await floodingSince(station)) === null)
  expect(rig.neighbours.cleared).toContain(id)
})

test('who connects again finds no fresh budget', async () => {
  const first = await opened()
  flood(first.socket, BURST, (index) => beat(`b${index}`))
  await until(() => first.answers.length === BURST)
  const second = await opened(first.station)
  flood(second.socket, 400, (index) => beat(`c${index}`))
  await until(async () => (await floodingSince(first.station)) !== null)
  expect(second.answers.length).toBeLessThan(400)
})

test('who connects again and again is sent away for a while, and others are not', async () => {
  const { station_number: station } = await rig.make()
  const codes: number[] = []
  for (let attempt = 0; attempt < 30; attempt++) {
    const socket = rig.socket(station)
    socket.on('unexpected-response', (_, response) => codes.push(response.statusCode ?? 0))
    await Promise.race([once(socket, 'open'), once(socket, 'unexpected-response')])
  }
  expect(codes.length).toBeGreaterThan(0)
  expect(new Set(codes)).toEqual(new Set([429]))
  const neighbour = await rig.pile()
  expect(await neighbour.pile.call('Heartbeat')).toHaveProperty('currentTime')
})

test.each([
  ['pings', (socket: WebSocket) => socket.ping('x')],
  ['pongs', (socket: WebSocket) => socket.pong('x')],
  ['empty frames', (socket: WebSocket) => socket.send('')],
  ['garbage', (socket: WebSocket) => socket.send('{"no":"frame"')],
  ['binary frames', (socket: WebSocket) => socket.send(Buffer.from([1, 2, 3]))],
  ['answers to nothing', (socket: WebSocket) => socket.send('[3,"none",{}]')],
  ['message types of another time', (socket: WebSocket) => socket.send('[6,"x","Heartbeat",{}]')],
])('a flood of %s counts as one', async (_, send) => {
  const { socket, station } = await opened()
  for (let index = 0; index < BURST + 50; index++) send(socket)
  await until(async () => (await floodingSince(station)) !== null)
  const neighbour = await rig.pile()
  expect(await neighbour.pile.call('Heartbeat')).toHaveProperty('currentTime')
})

test('empty fragments use up what a pile may send in bytes', async () => {
  await rig.stop()
  await rig.start({ pileMessages: 5, frames: { largest: 10_000, together: 10_000 } })
  const { socket, station } = await opened()
  // 5 messages a second of 10 KB each, ten seconds of them at once: 512,000 bytes. An empty fragment has six.
  const { _socket: wire } = socket as unknown as { _socket: NodeJS.WritableStream }
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
  const message = Buffer.concat([
    Buffer.from([0x01, 0x80, 0, 0, 0, 0]),
    ...Array(2_000).fill(Buffer.from([0x00, 0x80, 0, 0, 0, 0])),
    Buffer.from([0x80, 0x80, 0, 0, 0, 0]),
  ])
  expect(ping.length).toBe(6)
  for (let times = 0; times < 60; times++) wire.write(message)
  await until(async () => (await floodingSince(station)) !== null)
})

test('frames of a flood beyond what the log keeps are counted by action, in one row', async () => {
  const { socket, station, answers } = await opened()
  // The log keeps two a second for long, five minutes of them at once.
  flood(socket, 290, (index) => beat(`b${index}`))
  await until(() => answers.length === 290)
  expect(await countedOf(station)).toEqual([])
  await rig.stop()
  await rig.start({ pileMessages: 1, calmAfterMs: 1_000 })
  const again = await opened()
  // One a second: 60 at once are handled, and the log keeps of 120 at most the bytes of a few.
  const long = 'x'.repeat(20_000)
  flood(again.socket, 50, (index) => `[2,"d${index}","DataTransfer",{"vendorId":"V","data":"${long}"}]`)
  await until(() => again.answers.length === 50)
  flood(again.socket, 5, () => '{"broken"')
  await until(async () => (await countedOf(again.station)).length > 0)
  await rig.gateway.stop()
  const counted = await countedOf(again.station)
  const kept = (await rig.frames(again.station)).length - counted.length
  const sum = counted.reduce((total, row) => total + (row.counted ?? 0), 0)
  expect(kept + sum).toBe(55)
  expect(JSON.parse(counted[0]?.content ?? '')).toMatchObject({
    frames: counted[0]?.counted,
    actions: { DataTransfer: expect.any(Number) },
  })
})

test('ten guns that report every second, and a backlog that waits for its answers, are never held back', async () => {
  await rig.stop()
  await rig.start()
  const { pile, station } = await rig.pile()
  const value = { timestamp: '2026-11-20T10:00:00Z', sampledValue: [{ value: '1' }] }
  for (let call = 0; call < 400; call++)
    await pile.call('MeterValues', { connectorId: (call % 10) + 1, transactionId: 1, meterValue: [value] })
  expect(await floodingSince(station)).toBeNull()
  await until(async () => (await rig.frames(station)).length === 400)
})

test('many piles that flood at once share what is left; a healthy one does not wait for them', async () => {
  const wild = await Promise.all(Array.from({ length: 15 }, () => opened()))
  const neighbour = await rig.pile()
  for (const { socket } of wild) flood(socket, BURST + 400, (index) => beat(`b${index}`))
  await until(() => rig.gateway.service.floods.size === 15)
  for (let call = 0; call < 20; call++) await neighbour.pile.call('Heartbeat')
  expect(rig.gateway.service.floods.size).toBe(15)
})
