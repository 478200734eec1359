import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectPile } from '../../src/fleet/scripted.ts'
import { protocolLog } from '../../src/shared/endpoints/protocol-log.ts'
import type { Body } from '../../src/shared/kit/endpoint.ts'
import { makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const log = async (query: Body<typeof protocolLog>) => (await server.call(protocolLog, query)).data
const address = () => `${server.url.replace('http', 'ws')}/ocpp`

/** What a pile sent and got, oldest first, once the log has as many frames. */
async function logged(station_number: string, frames: number) {
  return await vi.waitFor(async () => {
    const { rows, total } = await log({ station_number, page_size: 50 })
    // They are counted beside their reading, and the last may be kept in between.
    expect([total, rows.length]).toEqual([frames, frames])
    return rows.toReversed()
  })
}

test('shows exactly the frames that went over the wire, both ways, in their order', async () => {
  const { station_number } = await makePile(server.db)
  const wire: [string, string][] = []
  const socket = new WebSocket(`${address()}/${station_number}`, ['ocpp1.6'])
  await new Promise((resolve) => socket.on('open', resolve))
  socket.on('message', (data) => wire.push(['out', data.toString()]))
  const say = async (text: string) => {
    wire.push(['in', text])
    const { length } = wire
    socket.send(text)
    await vi.waitFor(() => expect(wire.length).toBe(length + 1), { interval: 5 })
  }
  await say('[2,"1","BootNotification",{"chargePointModel":"M","chargePointVendor":"V"}]')
  await say('[2, "2", "Heartbeat", {}]')
  await say('[2,"3","MakeCoffee",{"strong":true}]')
  await say('not a frame')
  const rows = await logged(station_number, 8)
  expect(rows.map(({ direction, full_content }) => [direction, full_content])).toEqual(wire)
  socket.close()
})

test('takes frames apart: type, id, command, content, error', async () => {
  const { station_number } = await makePile(server.db)
  const pile = await connectPile({ url: address(), station: station_number })
  await pile.call('Heartbeat')
  await pile.call('MakeCoffee', { strong: true }).catch(() => {})
  const [call, answer, coffee, refusal] = await logged(station_number, 4)
  expect(call).toMatchObject({
    direction: 'in',
    message_type: 'Call',
    command: 'Heartbeat',
    content: '{}',
    error_code: null,
  })
  expect(answer).toMatchObject({
    direction: 'out',
    message_type: 'CallResult',
    command: 'Heartbeat',
    unique_id: call?.unique_id,
  })
  expect(answer?.content).toContain('currentTime')
  expect(coffee).toMatchObject({ command: 'MakeCoffee', content: '{"strong":true}' })
  expect(refusal).toMatchObject({
    message_type: 'CallError',
    error_code: 'NotImplemented',
    content: null,
    unique_id: coffee?.unique_id,
  })
  expect(refusal?.error_description).toContain('MakeCoffee')
  pile.drop()
})

describe('finds', () => {
  const connect = async (station: string) => connectPile({ url: address(), station })

  test('the frames of one socket', async () => {
    const { station_number } = await makePile(server.db)
    for (let round = 0; round < 2; round++) {
      const pile = await connect(station_number)
      await pile.call('Heartbeat')
      await pile.close()
    }
    const [first, , last] = await logged(station_number, 4)
    expect(first?.connection_number).not.toBe(last?.connection_number)
    const { rows, total } = await log({ connection_number: first?.connection_number })
    expect(total).toBe(2)
    expect(new Set(rows.map((row) => row.connection_number))).toEqual(new Set([first?.connection_number]))
    expect((await log({ connection_number: '1' })).total).toBe(0)
  })

  test('a call and its answer by their id, commands, types and times', async () => {
    const { station_number } = await makePile(server.db)
    const pile = await connect(station_number)
    await pile.call('Heartbeat')
    // Frames are told apart by the millisecond.
    const answered = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(answered), { interval: 1 })
    await pile.call('BootNotification', { chargePointModel: 'M', chargePointVendor: 'V' })
    const [heartbeat, , boot] = await logged(station_number, 4)
    expect((await log({ unique_id: heartbeat?.unique_id as string })).total).toBe(2)
    expect((await log({ station_number, command: 'BootNotification' })).total).toBe(2)
    const results = await log({ station_number, message_type: 'CallResult' })
    expect(results.rows.map((row) => row.message_type)).toEqual(['CallResult', 'CallResult'])
    expect((await log({ station_number, from: boot?.created_at })).total).toBe(2)
    expect((await log({ station_number, to: heartbeat?.created_at })).total).toBeGreaterThanOrEqual(1)
    expect((await log({ station_number, to: '2020-01-01T00:00:00Z' })).total).toBe(0)
    pile.drop()
  })

  test('its way from page to page without losing or repeating a frame', async () => {
    const { station_number } = await makePile(server.db)
    const pile = await connect(station_number)
    for (let count = 0; count < 12; count++) await pile.call('Heartbeat')
    await logged(station_number, 24)
    const pages = await Promise.all([1, 2, 3].map((page_num) => log({ station_number, page_num, page_size: 10 })))
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 4])
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(24)
    pile.drop()
  })
})

test('says when it did not count to the end', async () => {
  await server.pool.query(
    `insert into frame (at, connection, station_number, outgoing, content)
     select now(), 1, 'CD-MANY', false, '[2,"x","Heartbeat",{}]' from generate_series(1, 10001)`,
  )
  expect(await log({ station_number: 'CD-MANY' })).toMatchObject({ total: 10_000, summary: { more: 1 } })
})

test.each([
  [{ from: 'yesterday' }, 'from'],
  [{ connection_number: 'first' }, 'connection_number'],
  [{ message_type: 'Question' }, 'message_type'],
])('refuses %j by its field', async (query, field) => {
  const answer = await server.call('GET /ocpp/log', query)
  expect(answer).toMatchObject({ code: 422, data: { errors: { [field]: expect.any(String) } } })
})

test('is for those who may read it', async () => {
  const person = await server.signIn({ permissions: ['pile.list'] })
  expect((await server.call(protocolLog, {}, { as: person })).code).toBe(403)
})
