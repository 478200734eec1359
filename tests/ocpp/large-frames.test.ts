import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { GatewayRig, nextFrame, until } from './gateway-rig.ts'

const MIB = 1024 * 1024
const rig = new GatewayRig({ frames: { largest: 8 * MIB, together: 16 * MIB } })
const heartbeat = '[2,"small","Heartbeat",{}]'

async function opened() {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  await once(socket, 'open')
  return { socket, station, id }
}

/** A DataTransfer of exactly so many bytes. */
function padded(bytes: number, id = 'big') {
  const empty = `[2,"${id}","DataTransfer",{"vendorId":"V","data":""}]`
  return empty.replace('"data":""', `"data":"${'x'.repeat(bytes - empty.length)}"`)
}

const sample = (index: number) => ({
  timestamp: new Date(Date.UTC(2026, 10, 20) + index * 1_000).toISOString(),
  sampledValue: [{ value: String(index) }],
})
const samples = (count: number) => Array.from({ length: count }, (_, index) => sample(index))
const stopped = (transactionData: object[]) =>
  JSON.stringify([
    2,
    'stop',
    'StopTransaction',
    { transactionId: 1, meterStop: 9, timestamp: '2026-11-21T00:00:00Z', transactionData },
  ])

/** The beginning of a frame that says it has so many bytes, with the first of them, below the client's library. */
function beginFrame(socket: WebSocket, says: number, gives: number) {
  const head = Buffer.alloc(14)
  head[0] = 0x81
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(says), 2)
  const { _socket: wire } = socket as unknown as { _socket: NodeJS.WritableStream }
  wire.write(Buffer.concat([head, Buffer.alloc(gives, 0x20)]))
  return wire
}

test('takes a frame of 8 MiB less one byte, and one of exactly 8 MiB', async () => {
  const { socket } = await opened()
  for (const bytes of [8 * MIB - 1, 8 * MIB]) {
    socket.send(padded(bytes, `b${bytes}`))
    expect((await nextFrame(socket)).slice(0, 2)).toEqual([3, `b${bytes}`])
  }
})

test('closes a frame of one byte more with 1009, flags it with its size, and hears the others', async () => {
  const neighbour = await rig.pile()
  const { socket, id } = await opened()
  socket.send(padded(8 * MIB + 1))
  const [code] = await once(socket, 'close')
  expect(code).toBe(1009)
  expect(await neighbour.pile.call('Heartbeat')).toHaveProperty('currentTime')
  await rig.untilFlagged(id, 'frame_too_large')
  expect((await rig.flags(id)).frame_too_large).toContain(String(8 * MIB + 1))
})

test('takes a large frame in fragments, and a ping between them', async () => {
  const { socket } = await opened()
  const text = padded(3 * MIB)
  const size = 70_000
  const ponged = once(socket, 'pong')
  for (let at = 0; at < text.length; at += size) {
    socket.send(text.slice(at, at + size), { fin: at + size >= text.length })
    if (at === 0) socket.ping('now')
  }
  expect((await nextFrame(socket)).slice(0, 2)).toEqual([3, 'big'])
  expect(String((await ponged)[0])).toBe('now')
})

test('takes 20 frames of 8 MiB at once, though only two of them have a place, and small ones meanwhile', async () => {
  const piles = await Promise.all(Array.from({ length: 20 }, opened))
  const neighbour = await rig.pile()
  const order: string[] = []
  const answers = piles.map(async ({ socket }) => {
    const frame = await nextFrame(socket)
    order.push('large')
    return frame
  })
  for (const { socket } of piles) socket.send(padded(8 * MIB))
  await until(() => rig.gateway.service.large.waiting > 0)
  expect(rig.gateway.service.large.held).toBe(2)
  await neighbour.pile.call('Heartbeat')
  order.push('small')
  for (const frame of await Promise.all(answers)) expect(frame.slice(0, 2)).toEqual([3, 'big'])
  expect(order.indexOf('small')).toBeLessThan(19)
  await until(() => rig.gateway.service.large.held === 0)
})

test('places that are held by piles that went, or that never finish, are free again', async () => {
  const hanging = await Promise.all([opened(), opened()])
  for (const { socket } of hanging) beginFrame(socket, 8 * MIB, 3 * 65_536)
  await until(() => rig.gateway.service.large.held === 2)
  const { socket } = await opened()
  socket.send(padded(2 * MIB))
  await until(() => rig.gateway.service.large.waiting === 1)
  hanging[0]?.socket.terminate()
  expect((await nextFrame(socket)).slice(0, 2)).toEqual([3, 'big'])
})

test.each([150, 20_000])('a stop with %i samples lands with all of them', async (count) => {
  const { socket } = await opened()
  socket.send(stopped(samples(count)))
  expect(await nextFrame(socket)).toEqual([3, 'stop', {}])
  expect(rig.neighbours.stops[0]?.readings).toHaveLength(count)
})

test('a report with 20,000 readings is stored whole before its answer, and others are stored in between', async () => {
  const { socket, id } = await opened()
  const neighbour = await rig.pile()
  const call = { connectorId: 1, transactionId: 1, meterValue: samples(20_000) }
  const answered = nextFrame(socket)
  const order: string[] = []
  void answered.then(() => order.push('large'))
  socket.send(JSON.stringify([2, 'many', 'MeterValues', call]))
  await until(() => rig.neighbours.metered.length === 1)
  await neighbour.pile.call('MeterValues', { connectorId: 1, transactionId: 1, meterValue: samples(1) })
  order.push('small')
  expect(await answered).toEqual([3, 'many', {}])
  expect(order).toEqual(['small', 'large'])
  const query = rig.db.selectFrom('reading').select(({ fn }) => fn.countAll<number>().as('count'))
  expect(await query.where('pile_id', '=', id).executeTakeFirst()).toEqual({ count: 20_000 })
})

test.each([
  ['brackets', '['.repeat(4 * MIB)],
  ['a number of four million digits', `[2,"n","MeterValues",{"connectorId":${'9'.repeat(4 * MIB)}}]`],
  [
    'a moment with 100,000 phases',
    JSON.stringify([
      2,
      'p',
      'MeterValues',
      {
        connectorId: 1,
        meterValue: [
          {
            timestamp: '2026-11-20T10:00:00Z',
            sampledValue: Array(100_000).fill({ value: '1', phase: 'L1', measurand: 'Current.Import' }),
          },
        ],
      },
    ]),
  ],
  [
    'fifty thousand fields that nobody knows',
    JSON.stringify([2, 'f', 'Heartbeat', Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, n]))]),
  ],
])('%s in a large frame are answered, and the pile goes on', async (_, frame) => {
  const { socket } = await opened()
  const answers: unknown[][] = []
  socket.on('message', (data) => answers.push(JSON.parse(data.toString())))
  socket.send(frame)
  socket.send(heartbeat)
  await until(() => answers.length === 2)
  expect([3, 4]).toContain(answers[0]?.[0])
  expect(answers[1]?.slice(0, 2)).toEqual([3, 'small'])
})

test('the log keeps the beginning of a large frame and how long it was, and no password of it', async () => {
  const { socket, station } = await opened()
  socket.send(padded(MIB))
  await nextFrame(socket)
  socket.send(`[2,"AuthorizationKey","DataTransfer",{"vendorId":"V","data":"S3CRET${'x'.repeat(MIB)}"}]`)
  await nextFrame(socket)
  await until(async () => (await rig.frames(station)).length === 2)
  const [plain, secret] = await rig.frames(station)
  expect(plain?.content).toMatch(/^\[2,"big","DataTransfer".*… \(1048576 characters\)$/)
  expect(plain?.content.length).toBeLessThan(20_000)
  expect(secret?.content).not.toContain('S3CRET')
})
