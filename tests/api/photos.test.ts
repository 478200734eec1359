import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearAwayFiles, filesAt } from '../../src/server/files/file-place.ts'
import { MOST_HALF_SENT, MOST_PHOTOS } from '../../src/shared/domain/photos.ts'
import { alarmView } from '../../src/shared/endpoints/alarms.ts'
import { addAlarmPhoto, photoPart, photoStanding, removeAlarmPhoto } from '../../src/shared/endpoints/photos.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let technician: SignedIn
const newKey = () => randomBytes(16).toString('hex')
beforeAll(async () => {
  server = await startServer()
  technician = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
})
afterAll(() => server.stop())

/** Noise, so that it is larger than a part. */
const jpeg = (side = 300) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()

async function sendPart(key: string, at: number, part: Buffer, as = technician) {
  const form = new FormData()
  form.append('key', key)
  form.append('at', String(at))
  form.append('file', new Blob([new Uint8Array(part)]), 'part')
  const headers = { authorization: `Bearer ${as.token}` }
  const response = await fetch(`${server.url}/api${photoPart.path}`, { method: 'POST', body: form, headers })
  return (await response.json()) as { code: number; data: { received: number } }
}

const standingOf = async (key: string, as = technician) => (await server.call(photoStanding, { key }, { as })).data

const add = (id: number, key: string, size_bytes: number, options = {}) =>
  server.call(addAlarmPhoto, { id, key, size_bytes }, { as: technician, ...options })

async function sentPhoto(size = 300) {
  const [key, photo] = [newKey(), await jpeg(size)]
  await sendPart(key, 0, photo)
  return { key, bytes: photo.length }
}

const halfSentOf = ({ id }: SignedIn) =>
  server.db.selectFrom('photo_part').select('key').distinct().where('user_id', '=', id).execute()

describe('a photo that comes in parts', () => {
  test('goes on where it stopped, and is added to its alarm once, however often each step is repeated', async () => {
    const { id } = await makeAlarm(server.db)
    const [key, photo] = [newKey(), await jpeg(400)]
    const [first, second] = [photo.subarray(0, 50_000), photo.subarray(50_000)]
    expect(await standingOf(key)).toEqual({ received: 0, kept: false })
    await sendPart(key, 0, first)
    expect(await standingOf(key)).toEqual({ received: 50_000, kept: false })
    // A part whose answer was lost comes again; one that came too early is not taken.
    expect((await sendPart(key, 0, first)).data.received).toBe(50_000)
    expect((await sendPart(key, 60_000, second)).data.received).toBe(50_000)
    expect((await add(id, key, photo.length)).code).toBe(409)
    expect((await sendPart(key, 50_000, second)).data.received).toBe(photo.length)
    // The same answer under its key, and under another one from a second tab.
    const added = await add(id, key, photo.length, { key: 'photo-key-1' })
    expect(added.code).toBe(200)
    expect((await add(id, key, photo.length, { key: 'photo-key-1' })).data).toEqual(added.data)
    expect((await add(id, key, photo.length, { key: 'photo-key-2' })).data).toEqual(added.data)
    // What was sent goes after the answer.
    await expect.poll(() => standingOf(key)).toEqual({ received: 0, kept: true })
    const { photos } = (await server.call(alarmView, { id }, { as: technician })).data
    expect(photos).toEqual([
      { ...added.data, by: technician.user_name, own: true, of: id, taken_at: expect.any(String) },
    ])
    const alarm = await server.db.selectFrom('alarm').select('photos').where('id', '=', id).executeTakeFirst()
    expect(alarm?.photos).toEqual([added.data.file_key])
  })

  test('is added once by two calls at the same moment', async () => {
    const { id } = await makeAlarm(server.db)
    const { key, bytes } = await sentPhoto()
    const answers = await Promise.all([1, 2, 3].map(() => add(id, key, bytes)))
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.file_key}`)).size).toBe(1)
    const kept = await server.db.selectFrom('photo').select('id').where('entity_id', '=', id).execute()
    expect(kept).toHaveLength(1)
  })

  test('that is no picture, or more than was said, is refused and begins anew', async () => {
    const { id } = await makeAlarm(server.db)
    const key = newKey()
    const text = Buffer.from('<script>alert(1)</script>')
    await sendPart(key, 0, text)
    expect((await add(id, key, text.length)).code).toBe(422)
    expect((await standingOf(key)).received).toBe(0)
    const longer = await sentPhoto()
    expect((await add(id, longer.key, longer.bytes - 10)).code).toBe(422)
    expect((await standingOf(longer.key)).received).toBe(0)
  })

  test('is another person’s where they use the same key', async () => {
    const { id } = await makeAlarm(server.db)
    const { key, bytes } = await sentPhoto()
    const other = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
    expect((await standingOf(key, other)).received).toBe(0)
    expect((await add(id, key, bytes, { as: other })).code).toBe(409)
  })

  test('is bounded in size, and so is how many are half sent', async () => {
    const person = await server.signIn({ permissions: [] })
    const key = newKey()
    await sendPart(key, 0, Buffer.from('x'), person)
    expect((await sendPart(key, 1, Buffer.alloc(2 * 1024 * 1024), person)).code).toBe(413)
    for (let at = 0; at < MOST_HALF_SENT + 3; at++) await sendPart(newKey(), 0, Buffer.from('x'), person)
    expect(await halfSentOf(person)).toHaveLength(MOST_HALF_SENT)
    expect((await standingOf(key, person)).received).toBe(0)
  })

  test('keeps of a part what had not arrived, and of two that come at once one', async () => {
    const [key, photo] = [newKey(), await jpeg()]
    await sendPart(key, 0, photo.subarray(0, 5_000))
    expect((await sendPart(key, 3_000, photo.subarray(3_000, 9_000))).data.received).toBe(9_000)
    const rest = await Promise.all([1, 2, 3].map(() => sendPart(key, 9_000, photo.subarray(9_000))))
    expect(rest.map(({ data }) => data.received)).toEqual([photo.length, photo.length, photo.length])
    const { id } = await makeAlarm(server.db)
    expect((await add(id, key, photo.length)).code).toBe(200)
  })

  test('goes a day after the last of it arrived', async () => {
    const person = await server.signIn({ permissions: [] })
    const [stale, young] = [newKey(), newKey()]
    for (const key of [stale, young]) for (const at of [0, 1]) await sendPart(key, at, Buffer.from('x'), person)
    const longAgo = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const parts = server.db.updateTable('photo_part').set({ arrived_at: longAgo })
    await parts.where('key', '=', stale).execute()
    await parts.where('key', '=', young).where('at', '=', 0).execute()
    await clearAwayFiles(server.db, filesAt({ folder: server.filesFolder, s3: null }))
    expect(await halfSentOf(person)).toEqual([{ key: young }])
  })
})

describe('an alarm’s photos', () => {
  test('are seen by those who reach the alarm, and by nobody else', async () => {
    const site = await makeSite(server.db)
    const pile = await makePile(server.db, { site_id: site.id })
    const { id } = await makeAlarm(server.db, { pile_id: pile.id, site_id: site.id })
    const { key, bytes } = await sentPhoto()
    const { file_key } = (await add(id, key, bytes)).data
    const look = async (site_ids: number[]) => {
      const person = await server.signIn({ permissions: ['alarm.list'], data_scope: 'sites', site_ids })
      const headers = { authorization: `Bearer ${person.token}` }
      return (await fetch(`${server.url}/api/files/${file_key}/thumbnail`, { headers })).status
    }
    expect(await look([site.id])).toBe(200)
    expect(await look([(await makeSite(server.db)).id])).toBe(404)
  })

  test('are taken back by who took them, for good, and the history says so', async () => {
    const { id } = await makeAlarm(server.db)
    const [first, second] = [await sentPhoto(), await sentPhoto()]
    const { file_key } = (await add(id, first.key, first.bytes)).data
    const kept = (await add(id, second.key, second.bytes)).data.file_key
    const take = (as: SignedIn) => server.call(removeAlarmPhoto, { id, file_key }, { as })
    const colleague = await server.signIn({ permissions: ['alarm.list', 'alarm.handle'] })
    expect((await take(colleague)).code).toBe(403)
    expect((await take(technician)).code).toBe(200)
    expect((await take(technician)).code).toBe(200)
    const left = async () => (await server.call(alarmView, { id })).data.photos.map((photo) => photo.file_key)
    expect(await left()).toEqual([kept])
    // The phone did not hear that it was there, and sends it once more.
    expect((await add(id, first.key, first.bytes)).code).toBe(200)
    expect(await left()).toEqual([kept])
    const uses = await server.db.selectFrom('file_use').select('field').where('entity_id', '=', id).execute()
    expect(uses).toHaveLength(1)
    const entry = await server.db
      .selectFrom('audit_entry')
      .select(['before', 'after', 'user_name'])
      .where('entity', '=', 'alarm')
      .where('entity_id', '=', id)
      .where('action', '=', 'remove-photo')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      ...{ before: { photos: [file_key, kept] }, after: { photos: [kept] } },
      user_name: technician.user_name,
    })
  })

  test('are taken back by who may delete files', async () => {
    const { id } = await makeAlarm(server.db)
    const { key, bytes } = await sentPhoto()
    const { file_key } = (await add(id, key, bytes)).data
    const office = await server.signIn({ permissions: ['alarm.list', 'alarm.handle', 'file.delete'] })
    expect((await server.call(removeAlarmPhoto, { id, file_key }, { as: office })).code).toBe(200)
    expect((await server.call(alarmView, { id })).data.photos).toEqual([])
  })

  test('are so many at most', async () => {
    const { id } = await makeAlarm(server.db, { photos: Array.from({ length: MOST_PHOTOS }, () => 'a'.repeat(32)) })
    const { key, bytes } = await sentPhoto()
    const { code, message } = await add(id, key, bytes)
    expect([code, message]).toEqual([422, expect.stringContaining(String(MOST_PHOTOS))])
  })

  test('go when the alarm goes', async () => {
    const { id } = await makeAlarm(server.db)
    const { key, bytes } = await sentPhoto()
    await add(id, key, bytes)
    await server.db.deleteFrom('alarm').where('id', '=', id).execute()
    const held = await server.db
      .selectFrom('file_use')
      .where('entity', '=', 'alarm')
      .where('entity_id', '=', id)
      .selectAll()
      .execute()
    expect(held).toEqual([])
  })
})
