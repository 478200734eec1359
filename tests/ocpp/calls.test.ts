import { once } from 'node:events'
import { expect, test } from 'vitest'
import { GatewayRig, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const started = (id: string, meterStart = 0) =>
  `[2,"${id}","StartTransaction",{"connectorId":1,"idTag":"CARD","meterStart":${meterStart},"timestamp":"2026-11-20T10:00:00Z"}]`

/** A gate that a test opens. */
function gate() {
  let open = () => {}
  const closed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { closed, open }
}

async function rawPile() {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  const frames: unknown[][] = []
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  await until(() => rig.gateway.connected(id))
  return { socket, station, id, frames }
}

test('handles calls that come before the answer to the first in their order', async () => {
  const { closed, open } = gate()
  rig.neighbours.gate = closed
  const { socket, frames } = await rawPile()
  socket.send(started('a', 1))
  socket.send(started('b', 2))
  socket.send('[2,"c","Heartbeat",{}]')
  await until(() => rig.neighbours.starts.length === 1)
  expect(frames).toEqual([])
  open()
  await until(() => frames.length === 3)
  expect(frames.map(([, id]) => id)).toEqual(['a', 'b', 'c'])
  expect(rig.neighbours.starts.map((start) => start.meter_start_wh)).toEqual([1, 2])
})

test('a call that comes in the moment between two others waits its turn', async () => {
  const { socket, frames } = await rawPile()
  let running = 0
  let most = 0
  const order: number[] = []
  rig.neighbours.sessions.start = async (_, start) => {
    order.push(start.meter_start_wh)
    running++
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running--
    return { transaction_id: '1', status: 'Accepted' }
  }
  // Some arrive while another is answered, at every distance from it.
  for (let call = 0; call < 40; call++) {
    socket.send(started(`c${call}`, call))
    if (call % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await until(() => frames.length === 40)
  expect(most).toBe(1)
  expect(order).toEqual(Array.from({ length: 40 }, (_, call) => call))
})

test('leaves calls beyond those that wait in the socket, refuses none and handles all in their order', async () => {
  const { closed, open } = gate()
  rig.neighbours.gate = closed
  const { socket, frames } = await rawPile()
  socket.send(started('first'))
  for (let index = 0; index < 70; index++) socket.send(`[2,"w${index}","Heartbeat",{}]`)
  await until(() => rig.neighbours.starts.length === 1)
  expect(frames).toEqual([])
  open()
  await until(() => frames.length === 71)
  const ids = ['first', ...Array.from({ length: 70 }, (_, index) => `w${index}`)]
  expect(frames.map(([type, id]) => [type, id])).toEqual(ids.map((id) => [3, id]))
})

test('answers a call once that is repeated under its own id before the answer', async () => {
  const { closed, open } = gate()
  rig.neighbours.gate = closed
  const { socket, frames, id } = await rawPile()
  socket.send(started('same'))
  socket.send(started('same'))
  await rig.untilFlagged(id, 'repeated_unique_id')
  open()
  socket.send('[2,"after","Heartbeat",{}]')
  await until(() => frames.length === 2)
  expect(frames.map(([, unique]) => unique)).toEqual(['same', 'after'])
  expect(rig.neighbours.starts).toHaveLength(1)
})

test('answers a call again that is repeated under its own id after the answer', async () => {
  const { socket, frames } = await rawPile()
  socket.send(started('same'))
  await until(() => frames.length === 1)
  socket.send(started('same'))
  await until(() => frames.length === 2)
  expect(frames.map(([type, unique]) => [type, unique])).toEqual([
    [3, 'same'],
    [3, 'same'],
  ])
})

test('keeps what a pile says while its orders are still being loaded', async () => {
  const { closed, open } = gate()
  rig.neighbours.door = closed
  const { socket, frames } = await rawPile()
  socket.send('[2,"early","Heartbeat",{}]')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(frames).toEqual([])
  open()
  await until(() => frames.length === 1)
})

test('asks a pile to come again when its orders cannot be loaded', async () => {
  rig.neighbours.door = Promise.reject(new Error('the database is away'))
  rig.neighbours.door.catch(() => {})
  const { socket } = await rawPile()
  const [code] = await once(socket, 'close')
  expect(code).toBe(1011)
})

test('answers InternalError when a report cannot be stored, and serves the next', async () => {
  rig.neighbours.gate = Promise.reject(new Error('the database is away'))
  rig.neighbours.gate.catch(() => {})
  const { socket, frames } = await rawPile()
  socket.send(started('lost'))
  await until(() => frames.length === 1)
  expect(frames[0]?.slice(0, 3)).toEqual([4, 'lost', 'InternalError'])
  rig.neighbours.gate = Promise.resolve()
  socket.send(started('again'))
  await until(() => frames.length === 2)
  expect(frames[1]).toMatchObject([3, 'again', { idTagInfo: { status: 'Accepted' } }])
})

test('leaves unanswered what was being stored when the connection to the database broke, and serves it again', async () => {
  rig.neighbours.gate = Promise.reject(new Error('Connection terminated unexpectedly'))
  rig.neighbours.gate.catch(() => {})
  const { socket, frames } = await rawPile()
  socket.send(started('lost'))
  socket.send('[2,"alive","Heartbeat",{}]')
  await until(() => frames.length === 1)
  expect(frames[0]?.slice(0, 2)).toEqual([3, 'alive'])
  rig.neighbours.gate = Promise.resolve()
  socket.send(started('lost'))
  await until(() => frames.length === 2)
  expect(frames[1]).toMatchObject([3, 'lost', { idTagInfo: { status: 'Accepted' } }])
})

test('a second socket replaces the first, whose end then changes nothing', async () => {
  const { station_number: station, id } = await rig.make()
  const first = await rig.connect({ station })
  const second = await rig.connect({ station })
  expect(await first.closed).toEqual({ code: 1001, reason: 'replaced by a newer connection' })
  await until(async () => (await rig.stored(station)).state !== 'offline')
  expect(rig.gateway.connected(id)).toBe(true)
  expect(rig.neighbours.closed).toEqual([])
  expect(await second.call('Heartbeat')).toHaveProperty('currentTime')
  await second.close()
  await until(() => rig.neighbours.closed.length === 1)
  expect(rig.gateway.connected(id)).toBe(false)
})

test('a first socket that is dead without knowing does not hold the second up', async () => {
  const { socket, station, id } = await rawPile()
  // Its network is gone: it reads nothing, not even the close frame.
  const raw = (socket as unknown as { _socket: { pause(): void } })._socket
  raw.pause()
  const second = await rig.connect({ station })
  expect(await rig.gateway.call(id, 'ClearCache', {})).toMatchObject({ error: { code: 'NotImplemented' } })
  expect(second.received).toEqual([{ action: 'ClearCache', payload: {} }])
  // What the old socket still brings is not taken: its answer would reach nobody, so the pile will say it again.
  socket.send(started('late'))
  await second.call('Heartbeat')
  expect(rig.neighbours.starts).toEqual([])
})

test('one pile’s stalled call does not hold its neighbours up', async () => {
  const { closed, open } = gate()
  rig.neighbours.gate = closed
  const stalled = await rawPile()
  stalled.socket.send(started('stalled'))
  const { pile } = await rig.pile()
  expect(await pile.call('Heartbeat')).toHaveProperty('currentTime')
  open()
  await until(() => stalled.frames.length === 1)
})

test('hands on what a handled call shows, and nothing of one that was refused', async () => {
  const signs: unknown[] = []
  rig.gateway.onHandled((pile, sign) => signs.push([pile.station_number, sign]))
  const { pile, station } = await rig.pile()
  await pile.call('Authorize', { idTag: 'A' })
  await expect(pile.call('Authorize', {})).rejects.toThrow()
  await pile.call('Heartbeat')
  expect(signs).toEqual([
    [station, { shows: 'other' }],
    [station, { shows: 'heartbeat' }],
  ])
})
