import { once } from 'node:events'
import { expect, test } from 'vitest'
import { GatewayRig, nextFrame, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function silentPile() {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  const frames: unknown[][] = []
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  await until(() => rig.gateway.connected(id))
  return { socket, id, frames }
}

test('sends a call and gives the pile’s answer', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('Reset', ({ type }) => ({ status: type === 'Soft' ? 'Accepted' : 'Rejected' }))
  expect(await rig.gateway.call(id, 'Reset', { type: 'Soft' })).toMatchObject({
    answer: { status: 'Accepted' },
    reply: { meaning: 'yes', word: 'Accepted' },
  })
  expect(await rig.gateway.call(id, 'Reset', { type: 'Hard' })).toMatchObject({
    answer: { status: 'Rejected' },
    reply: { meaning: 'no' },
  })
})

test('gives the pile’s error with its words', async () => {
  const { socket, id } = await silentPile()
  const call = rig.gateway.call(id, 'ClearCache', {})
  const [, unique] = await nextFrame(socket)
  socket.send(JSON.stringify([4, unique, 'NotSupported', 'no cache', { why: 'small' }]))
  expect(await call).toEqual({ error: { code: 'NotSupported', description: 'no cache', details: { why: 'small' } } })
})

test('reads an error without description and details, as some piles send it', async () => {
  const { socket, id } = await silentPile()
  const call = rig.gateway.call(id, 'ClearCache', {})
  const [, unique] = await nextFrame(socket)
  socket.send(JSON.stringify([4, unique, 'NotSupported']))
  expect(await call).toEqual({ error: { code: 'NotSupported', description: '', details: {} } })
})

test('has one call under way at a time, the others wait in their order', async () => {
  const { socket, id, frames } = await silentPile()
  const calls = ['Soft', 'Hard', 'Soft'].map((type) => rig.gateway.call(id, 'Reset', { type }))
  await until(() => frames.length === 1)
  await pause(50)
  expect(frames).toHaveLength(1)
  for (let answered = 0; answered < 3; answered++) {
    await until(() => frames.length === answered + 1)
    socket.send(JSON.stringify([3, frames[answered]?.[1], { status: 'Accepted' }]))
  }
  await Promise.all(calls)
  expect(frames.map(([, , , payload]) => payload)).toEqual([{ type: 'Soft' }, { type: 'Hard' }, { type: 'Soft' }])
})

test('calls a pile that has a call of its own under way: the directions are independent', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('ClearCache', { status: 'Accepted' })
  let open = () => {}
  rig.neighbours.gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const start = pile.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 0,
    timestamp: '2026-11-20T10:00:00Z',
  })
  await until(() => rig.neighbours.starts.length === 1)
  expect(await rig.gateway.call(id, 'ClearCache', {})).toMatchObject({ answer: { status: 'Accepted' } })
  open()
  expect(await start).toHaveProperty('transactionId')
})

test('gives up on a call in time, sends the next, and flags the answer that comes late', async () => {
  const { socket, id, frames } = await silentPile()
  const first = rig.gateway.call(id, 'ClearCache', {}, { timeoutMs: 50 })
  const second = rig.gateway.call(id, 'GetLocalListVersion', {}, { timeoutMs: 2_000 })
  expect(await first).toBe('timeout')
  await until(() => frames.length === 2)
  socket.send(JSON.stringify([3, frames[0]?.[1], { status: 'Accepted' }]))
  socket.send(JSON.stringify([3, frames[1]?.[1], { listVersion: 3 }]))
  expect(await second).toMatchObject({ answer: { listVersion: 3 }, reply: { list_version: 3 } })
  await rig.untilFlagged(id, 'answer_without_call')
})

test('says when more calls wait than it keeps', async () => {
  const { id } = await silentPile()
  const calls = Array.from({ length: 18 }, () => rig.gateway.call(id, 'ClearCache', {}, { timeoutMs: 20 }))
  expect(await calls[17]).toBe('queue_full')
  expect(await calls[16]).toBe('timeout')
})

test('says that a pile is not connected, before and in the middle of a call', async () => {
  const { station_number, id } = await rig.make()
  expect(await rig.gateway.call(id, 'ClearCache', {})).toBe('not_connected')
  const socket = rig.socket(station_number)
  await once(socket, 'open')
  await until(() => rig.gateway.connected(id))
  const calls = [rig.gateway.call(id, 'ClearCache', {}), rig.gateway.call(id, 'ClearCache', {})]
  await nextFrame(socket)
  socket.terminate()
  // The first was sent, and nobody knows what became of it.
  expect(await Promise.all(calls)).toEqual(['lost', 'not_connected'])
})

test('accepts an answer with words and fields of the pile’s own, and flags them', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('Reset', { status: 'Maybe', extra: 1 })
  expect(await rig.gateway.call(id, 'Reset', { type: 'Soft' })).toMatchObject({
    answer: { status: 'Maybe', extra: 1 },
    reply: { meaning: 'unclear' },
  })
  await rig.untilFlagged(id, 'unknown_value')
  expect(await rig.flags(id)).toMatchObject({ unknown_field: 'Reset/extra', unknown_value: 'Reset/status: "Maybe"' })
})

test('an answer that cannot be read is an error', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('Reset', {})
  expect(await rig.gateway.call(id, 'Reset', { type: 'Soft' })).toMatchObject({
    error: { code: 'OccurenceConstraintViolation' },
  })
  await rig.untilFlagged(id, 'unreadable_answer')
})

test('ends a pile’s socket when it is told to, with the reason', async () => {
  const { pile, id } = await rig.pile()
  rig.gateway.disconnect(id, 'disabled')
  expect(await pile.closed).toEqual({ code: 1008, reason: 'disabled' })
  await until(() => !rig.gateway.connected(id))
})
