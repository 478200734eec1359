import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { GatewayRig, nextFrame, until } from './gateway-rig.ts'

const rig = new GatewayRig()

const heartbeat = '[2,"after","Heartbeat",{}]'

/** Sends a frame and gives what came back. The pile must still be served afterwards, and so must a neighbour. */
async function answerTo(frame: string | Buffer) {
  const { station_number: station, id } = await rig.make()
  const neighbour = await rig.pile()
  const socket = rig.socket(station)
  await once(socket, 'open')
  const before = rig.gateway.counters.refused
  socket.send(frame)
  const answer = await nextFrame(socket)
  const refused = rig.gateway.counters.refused - before
  socket.send(heartbeat)
  expect((await nextFrame(socket)).slice(0, 2)).toEqual([3, 'after'])
  expect(await neighbour.pile.call('Heartbeat')).toHaveProperty('currentTime')
  return { answer, id, station, refused }
}

const boot = '{"chargePointVendor":"V","chargePointModel":"M"}'

test.each([
  ['text that is no JSON', '{{not json', '-1', 'FormationViolation'],
  ['an empty frame', '', '-1', 'FormationViolation'],
  ['JSON that is no array', '{"a":1}', '-1', 'FormationViolation'],
  ['an empty array', '[]', '-1', 'FormationViolation'],
  ['a message type that is text', '["2","id-1","Heartbeat",{}]', 'id-1', 'FormationViolation'],
  ['no unique id', '[2]', '-1', 'FormationViolation'],
  ['a unique id that is a number', '[2,17,"Heartbeat",{}]', '-1', 'FormationViolation'],
  ['an empty unique id', '[2,"","Heartbeat",{}]', '-1', 'FormationViolation'],
  ['a unique id that nobody keeps', `[2,"${'x'.repeat(256)}","Heartbeat",{}]`, '-1', 'FormationViolation'],
  ['an action that is no text', '[2,"id-1",5,{}]', 'id-1', 'FormationViolation'],
  ['no payload', '[2,"id-1","Heartbeat"]', 'id-1', 'FormationViolation'],
  ['a payload that is null', '[2,"id-1","Heartbeat",null]', 'id-1', 'FormationViolation'],
  ['a payload that is an array', '[2,"id-1","Heartbeat",[]]', 'id-1', 'FormationViolation'],
  ['one element too many', '[2,"id-1","Heartbeat",{},{}]', 'id-1', 'FormationViolation'],
  ['an action that 1.6 does not know', '[2,"id-1","TransactionEvent",{}]', 'id-1', 'NotImplemented'],
  ['an action in other letters', '[2,"id-1","heartbeat",{}]', 'id-1', 'NotImplemented'],
  ['a name of every object', '[2,"id-1","constructor",{}]', 'id-1', 'NotImplemented'],
  ['an action that is ours to call', '[2,"id-1","Reset",{"type":"Soft"}]', 'id-1', 'NotSupported'],
  ['a missing field', '[2,"id-1","BootNotification",{"chargePointModel":"M"}]', 'id-1', 'OccurenceConstraintViolation'],
  ['a required field that is null', '[2,"id-1","Authorize",{"idTag":null}]', 'id-1', 'OccurenceConstraintViolation'],
  [
    'text where a number belongs',
    '[2,"id-1","StatusNotification",{"connectorId":"one","errorCode":"NoError","status":"Available"}]',
    'id-1',
    'TypeConstraintViolation',
  ],
  ['an object where text belongs', '[2,"id-1","Authorize",{"idTag":{"a":1}}]', 'id-1', 'TypeConstraintViolation'],
  [
    'a fraction of a connector',
    '[2,"id-1","StatusNotification",{"connectorId":1.5,"errorCode":"NoError","status":"Available"}]',
    'id-1',
    'TypeConstraintViolation',
  ],
  [
    'a connector below zero',
    '[2,"id-1","StatusNotification",{"connectorId":-1,"errorCode":"NoError","status":"Available"}]',
    'id-1',
    'PropertyConstraintViolation',
  ],
  [
    'a connector that no pile has',
    '[2,"id-1","MeterValues",{"connectorId":70000,"meterValue":[]}]',
    'id-1',
    'PropertyConstraintViolation',
  ],
  [
    'a card number that no column keeps',
    `[2,"id-1","Authorize",{"idTag":"${'x'.repeat(501)}"}]`,
    'id-1',
    'PropertyConstraintViolation',
  ],
  [
    'a start on the pile as a whole',
    '[2,"id-1","StartTransaction",{"connectorId":0,"idTag":"A","meterStart":0,"timestamp":"2026-11-20T10:00:00Z"}]',
    'id-1',
    'PropertyConstraintViolation',
  ],
  [
    'a register that no meter shows',
    '[2,"id-1","StopTransaction",{"transactionId":1,"meterStop":1e300,"timestamp":"2026-11-20T10:00:00Z"}]',
    'id-1',
    'PropertyConstraintViolation',
  ],
])('answers %s in the protocol’s words', async (_, frame, id, code) => {
  const { answer, refused } = await answerTo(frame)
  expect(answer).toEqual([4, id, code, expect.any(String), expect.any(Object)])
  expect(refused).toBe(1)
  expect(String(answer[3]).length).toBeLessThanOrEqual(255)
})

test('answers a binary frame like any that cannot be read', async () => {
  const { answer, id, refused } = await answerTo(Buffer.from('[2,"id-1","Heartbeat",{}]'))
  expect(answer).toEqual([4, '-1', 'FormationViolation', expect.any(String), {}])
  expect(refused).toBe(1)
  await rig.untilFlagged(id, 'binary_frame')
})

test.each([
  ['a message type of another time', '[6,"id-1","Heartbeat",{}]', 'ignored_frame'],
  ['an answer to nothing', '[3,"id-1",{}]', 'answer_without_call'],
  ['an error for nothing', '[4,"id-1","GenericError","",{}]', 'answer_without_call'],
  ['an answer that is no object', '[3,"id-1",null]', 'ignored_frame'],
])('says nothing to %s, and flags it', async (_, frame, flag) => {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  await once(socket, 'open')
  socket.send(frame)
  socket.send(heartbeat)
  expect((await nextFrame(socket)).slice(0, 2)).toEqual([3, 'after'])
  await rig.untilFlagged(id, flag)
})

test('closes text that is no UTF-8 with 1007', async () => {
  const { station_number: station } = await rig.make()
  const socket = rig.socket(station)
  await once(socket, 'open')
  socket.send(Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), { binary: false })
  const [code] = await once(socket, 'close')
  expect(code).toBe(1007)
})

test('takes NULs and half characters out of what a pile says, for no database can keep them', async () => {
  const { answer, station } = await answerTo(
    '[2,"id-1","BootNotification",{"chargePointVendor":"V\\u0000\\u0000","chargePointModel":"M\\ud800","firmwareVersion":"1\\u0000"}]',
  )
  expect(answer[0]).toBe(3)
  await until(async () => (await rig.stored(station)).vendor === 'V')
  expect(await rig.stored(station)).toMatchObject({ model: 'M\ufffd', firmware_version: '1' })
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  ['outside', `${nested(32_000)}`, '-1', 'FormationViolation'],
  ['beside an escape', `[2,"id-1","Heartbeat",{"a\\u0041":${nested(31_000)}}]`, '-1', 'FormationViolation'],
  [
    'where a word belongs',
    `[2,"id-1","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":${nested(31_000)}}]`,
    'id-1',
    'TypeConstraintViolation',
  ],
  ['where text belongs', `[2,"id-1","Authorize",{"idTag":${nested(31_000)}}]`, 'id-1', 'TypeConstraintViolation'],
])('a frame that is nested too deep %s breaks nobody’s stack', async (_, frame, id, code) => {
  const { answer } = await answerTo(frame)
  expect(answer.slice(0, 3)).toEqual([4, id, code])
})

test('an unknown field that is nested too deep is flagged by its name', async () => {
  const { answer, id } = await answerTo(`[2,"id-1","Heartbeat",{"deep":${nested(31_000)}}]`)
  expect(answer[0]).toBe(3)
  await rig.untilFlagged(id, 'unknown_field')
})

test('logs a frame with a raw NUL without harm to the frames beside it', async () => {
  const { station } = await answerTo('[2,"id-1",\u0000]')
  await until(async () => (await rig.frames(station)).length === 2)
  const frames = await rig.frames(station)
  expect(frames.map(({ content }) => content)).toContain('[2,"id-1",\\u0000]')
})

test('echoes a unique id that is longer than the standard’s 36 characters, and flags it', async () => {
  const long = 'x'.repeat(37)
  const { answer, id } = await answerTo(`[2,"${long}","BootNotification",${boot}]`)
  expect(answer.slice(0, 2)).toEqual([3, long])
  await rig.untilFlagged(id, 'unique_id_too_long')
})

test('survives a pile that hangs up in the middle of a frame', async () => {
  const { station_number: station, id } = await rig.make()
  const socket = rig.socket(station)
  await once(socket, 'open')
  await until(() => rig.gateway.connected(id))
  // A text frame of 200 bytes of which ten arrive.
  const raw = (socket as WebSocket & { _socket: { write(data: Buffer): void; destroy(): void } })._socket
  raw.write(Buffer.concat([Buffer.from([0x81, 0xfe, 0x00, 0xc8, 1, 2, 3, 4]), Buffer.alloc(10)]))
  raw.destroy()
  await until(() => !rig.gateway.connected(id))
  expect(rig.neighbours.errors).toEqual([])
})
