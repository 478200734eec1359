import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PART_BYTES } from '../../src/shared/domain/photos.ts'
import { addAlarmPhoto, photoPart, photoStanding } from '../../src/shared/endpoints/photos.ts'
import { makeAlarm } from '../make.ts'
import { startNodes } from '../setup/nodes.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'

/** A proxy in front hands each request to whichever node has the least to do. */

let network: Awaited<ReturnType<typeof startNodes>>
let here: TestServer
let there: TestServer
let technician: SignedIn

beforeAll(async () => {
  network = await startNodes(['one', 'two'])
  ;[here, there] = network.nodes as [TestServer, TestServer]
  technician = await here.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
})
afterAll(() => network.stop())

async function sendPart(server: TestServer, key: string, at: number, part: Buffer): Promise<number> {
  const form = new FormData()
  form.append('key', key)
  form.append('at', String(at))
  form.append('file', new Blob([new Uint8Array(part)]), 'part')
  const headers = { authorization: `Bearer ${technician.token}` }
  const response = await fetch(`${server.url}/api${photoPart.path}`, { method: 'POST', body: form, headers })
  return ((await response.json()) as { data: { received: number } }).data.received
}

test('a photo whose parts come to two nodes in turns is whole, and is added at either', async () => {
  const { id } = await makeAlarm(network.database.db)
  const key = randomBytes(16).toString('hex')
  const side = 500
  const noise = { raw: { width: side, height: side, channels: 3 as const } }
  const photo = await sharp(randomBytes(side * side * 3), noise)
    .jpeg()
    .toBuffer()
  expect(photo.length).toBeGreaterThan(PART_BYTES)
  let received = 0
  for (let part = 0; received < photo.length; part++) {
    const before = received
    const server = part % 2 ? there : here
    received = await sendPart(server, key, received, photo.subarray(received, received + PART_BYTES))
    expect(received).toBeGreaterThan(before)
  }
  for (const server of [here, there])
    expect((await server.call(photoStanding, { key }, { as: technician })).data.received).toBe(photo.length)
  const added = await there.call(addAlarmPhoto, { id, key, size_bytes: photo.length }, { as: technician })
  expect(added.code).toBe(200)
  expect((await here.call(photoStanding, { key }, { as: technician })).data).toEqual({ received: 0, kept: true })
})
