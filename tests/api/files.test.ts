import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeLoose } from '../../src/server/files/clear-away.ts'
import { clearAwayFiles, filesAt } from '../../src/server/files/file-place.ts'
import { fileMenu, type Uploaded, uploadFile, uploadImage } from '../../src/shared/endpoints/files.ts'
import type { Endpoint } from '../../src/shared/kit/endpoint.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

const MB = 1024 * 1024

let server: TestServer
let uploader: SignedIn
beforeAll(async () => {
  server = await startServer()
  uploader = await server.signIn({ permissions: ['file.upload'] })
})
afterAll(() => server.stop())

const colour = { r: 200, g: 60, b: 20 }
const photo = (width = 640, height = 400) => sharp({ create: { width, height, channels: 3, background: colour } })
const png = () => photo().png().toBuffer()

/** A white picture of one bit a pixel: 50 MB of nothing in 50 KB. */
function blank(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A form whose file is so many megabytes, of a length that nobody says beforehand. */
function* endless(megabytes: number) {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
  for (let left = megabytes; left > 0; left--) yield Buffer.alloc(MB, 'x')
  yield Buffer.from('\r\n--b--\r\n')
}

interface Sent {
  name?: string
  type?: string
  as?: Pick<SignedIn, 'token'> | null
  fields?: Record<string, string>
  language?: string
}

interface Answer {
  code: number
  message: string
  data: Uploaded & { errors?: Record<string, string> }
}

async function send(
  endpoint: Endpoint,
  content: Buffer | string,
  { name = 'a.png', type = 'image/png', as = uploader, fields = {}, language = 'en' }: Sent = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  const response = await fetch(`${server.url}/api${endpoint.path}`, {
    method: 'POST',
    body: form,
    headers: { 'accept-language': language, ...(as && { authorization: `Bearer ${as.token}` }) },
  })
  return (await response.json()) as Answer
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })
const signedIn = () => ({ authorization: `Bearer ${uploader.token}` })
const bytesAt = async (path: string) => Buffer.from(await (await get(path, signedIn())).arrayBuffer())

describe('an image', () => {
  test('is kept anew, with its size, its small picture and who sent it', async () => {
    const { code, data } = await send(uploadImage, await png(), { name: 'entrance.png' })
    expect(code).toBe(200)
    expect(data).toMatchObject({ name: 'entrance.png', content_type: 'image/png', width: 640, height: 400 })
    expect(data.full_path).toBe(`/api/files/${data.key}`)
    const bytes = await bytesAt(data.full_path)
    expect(bytes.length).toBe(data.size_bytes)
    const small = await sharp(await bytesAt(String(data.thumbnail_path))).metadata()
    expect(small).toMatchObject({ format: 'webp', width: 320, height: 200 })
    const row = await server.call('/file/view', { id: data.id })
    expect(row.data).toMatchObject({ owner: uploader.user_name, folder: 'images', kept: false, uses: 0 })
    expect(row.data.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('loses where it was taken and by what, and stands upright', async () => {
    const exif = { IFD0: { Make: 'Pocketcam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 12/1 0/1' } }
    const taken = await photo().jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    expect(taken.includes('Pocketcam')).toBe(true)
    const { data } = await send(uploadImage, taken, { name: 'IMG_1.jpg', type: 'image/jpeg' })
    expect(data).toMatchObject({ width: 400, height: 640 })
    const kept = await bytesAt(data.full_path)
    const { exif: left, orientation } = await sharp(kept).metadata()
    expect([left, orientation ?? 1]).toEqual([undefined, 1])
    expect(kept.includes('Pocketcam')).toBe(false)
  })

  test('that moves keeps moving, and is measured by one of its pictures', async () => {
    const frames = await Promise.all([0, 90, 180].map((r) => photo(40, 30).tint({ r, g: 0, b: 0 }).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { data } = await send(uploadImage, moving, { name: 'moving.gif', type: 'image/gif' })
    expect(data).toMatchObject({ content_type: 'image/gif', width: 40, height: 30 })
    expect((await sharp(await bytesAt(data.full_path), { animated: true }).metadata()).pages).toBe(3)
    expect((await sharp(await bytesAt(String(data.thumbnail_path))).metadata()).pages ?? 1).toBe(1)
  })

  test.each([
    ['a page named png', '<html><script>alert(1)</script></html>', 'page.png'],
    ['an svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.svg'],
    ['a document', '%PDF-1.7\n%âãÏÓ\n', 'paper.png'],
    ['a text', 'hello', 'hello.jpg'],
  ])('that is %s is refused by its content', async (_, content, name) => {
    const { code, data, message } = await send(uploadImage, content, { name })
    expect(code).toBe(422)
    expect(message).toContain('not an image')
    expect(data.errors?.file).toBe(message)
  })

  test('behind whose picture a page hides comes out as the picture alone', async () => {
    const hidden = Buffer.concat([await png(), Buffer.from('<script>alert("polyglot")</script>')])
    const { code, data } = await send(uploadImage, hidden)
    expect(code).toBe(200)
    expect((await bytesAt(data.full_path)).includes('polyglot')).toBe(false)
  })

  test('that is cut off or has more pixels than anybody needs is refused', async () => {
    const noise = await photo(300, 300)
      .composite([{ input: Buffer.alloc(300 * 300 * 3, 7), raw: { width: 300, height: 300, channels: 3 } }])
      .png({ compressionLevel: 0 })
      .toBuffer()
    const cut = await send(uploadImage, noise.subarray(0, noise.length / 2))
    expect([cut.code, cut.message]).toEqual([422, 'The image cannot be read: it is damaged or cut off.'])
    const bomb = blank(20_000, 20_000)
    expect(bomb.length).toBeLessThan(2 * MB)
    const refused = await send(uploadImage, bomb, { language: 'zh-CN' })
    expect([refused.code, refused.message]).toEqual([422, '图片像素过多：最多 50 百万像素。'])
  })

  test('of one byte more than 10 MB is refused, however it is announced', async () => {
    const { code, message, data } = await send(uploadImage, Buffer.alloc(10 * MB + 1))
    expect([code, message]).toEqual([413, 'The size cannot exceed 10MB.'])
    expect(data.errors?.file).toBe(message)
    expect((await send(uploadImage, Buffer.alloc(30 * MB))).code).toBe(413)
    const unannounced = await fetch(`${server.url}/api${uploadFile.path}`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from(endless(12))) as BodyInit,
      headers: { ...signedIn(), 'content-type': 'multipart/form-data; boundary=b' },
      duplex: 'half',
    } as RequestInit)
    expect(unannounced.status).toBe(413)
  })
})

describe('a file', () => {
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  test.each([
    ['pdf', '%PDF-1.7\n1 0 obj', 'contract.pdf', 'application/pdf', 'documents'],
    ['zip', zip, 'all.zip', 'application/zip', 'archives'],
    ['text in Chinese', '你好，充电桩', 'notes.txt', 'text/plain; charset=utf-8', 'documents'],
    [
      'csv of a spreadsheet in Chinese',
      Buffer.from('d7aec3fb2cd7b4ccac0d0a', 'hex'),
      'piles.csv',
      'text/csv; charset=utf-8',
      'sheets',
    ],
    [
      'Intel HEX',
      ':10010000214601360121470136007EFE09D2190140\n:00000001FF\n',
      'pile.txt',
      'text/plain; charset=utf-8',
      'firmware',
    ],
    [
      'firmware without a sign of its own',
      Buffer.from([0, 1, 2, 3, 250, 0, 9]),
      'fw-1.2.bin',
      'application/octet-stream',
      'firmware',
    ],
  ])('that is %s is taken for what it is', async (_, content, name, type, folder) => {
    const { code, data } = await send(uploadFile, content, { name, type: 'image/png' })
    expect([code, data.content_type]).toEqual([200, type])
    expect(data.thumbnail_path).toBeNull()
    expect((await server.call('/file/view', { id: data.id })).data.folder).toBe(folder)
    expect(await bytesAt(data.full_path)).toEqual(Buffer.from(content))
  })

  test('that is a picture is made anew like any picture', async () => {
    const { data } = await send(uploadFile, await png(), { name: 'plan.pdf' })
    expect(data).toMatchObject({ content_type: 'image/png', width: 640 })
  })

  test.each([
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'setup.bin'],
    ['a page', '<!doctype html><p>hi', 'notes.txt'],
    ['an svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.txt'],
    ['a script', '#!/bin/sh\nrm -rf /', 'run.txt'],
    ['bytes that nobody names', Buffer.from([0, 1, 2]), 'what.ever'],
  ])('that is %s is refused', async (_, content, name) => {
    expect((await send(uploadFile, content, { name })).code).toBe(422)
  })

  test('that is empty, or not there, is asked for', async () => {
    expect((await send(uploadFile, '')).message).toBe('The file is empty.')
    const none = await server.call(uploadFile, {} as never)
    expect([none.code, none.message]).toEqual([422, 'Choose a file to upload.'])
    const form = new FormData()
    form.append('kept', 'true')
    const answer = await fetch(`${server.url}/api${uploadFile.path}`, {
      method: 'POST',
      body: form,
      headers: signedIn(),
    })
    expect(answer.status).toBe(422)
  })

  test('is never stored under the name it came with', async () => {
    for (const name of ['../../../../tmp/evil.txt', '..\\..\\evil.txt', '/etc/passwd', 'a\u202etxt.exe']) {
      const { code, data } = await send(uploadFile, 'text', { name })
      expect(code).toBe(200)
      expect(data.name).not.toMatch(/[/\\\u202e]|^$/)
      expect(data.key).toMatch(/^[0-9a-f]{32}$/)
    }
  })

  test('needs a sign-in and the permission to upload', async () => {
    const stranger = await server.signIn({ permissions: ['file.list'] })
    expect((await send(uploadFile, 'text', { as: null })).code).toBe(401)
    expect((await send(uploadFile, 'text', { as: stranger })).code).toBe(403)
  })
})

describe('a content', () => {
  test('is private until it is published', async () => {
    const { data } = await send(uploadImage, await png())
    expect((await get(data.full_path)).status).toBe(401)
    expect((await get(data.full_path, { cookie: `token=${uploader.token}` })).status).toBe(200)
    expect((await get(data.full_path, { cookie: 'token=nonsense' })).status).toBe(401)
    await server.call('/file/update', { id: data.id, published: true })
    const open = await get(data.full_path)
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  })

  test('comes with headers that let nothing in it run', async () => {
    const { data } = await send(uploadFile, 'plain text', { name: '说明 "1".txt' })
    const { headers } = await get(data.full_path, signedIn())
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toContain(
      'attachment; filename="__ _1_.txt"; filename*=UTF-8\'\'%E8%AF%B4',
    )
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const image = await get((await send(uploadImage, await png())).data.full_path, signedIn())
    expect(image.headers.get('content-disposition')).toBe('inline')
  })

  test('that a browser has already is not sent again, unless it may not see it any more', async () => {
    const { data } = await send(uploadImage, await png())
    const etag = (await get(data.full_path, signedIn())).headers.get('etag') ?? ''
    expect((await get(data.full_path, { ...signedIn(), 'if-none-match': etag })).status).toBe(304)
    expect((await get(data.full_path, { 'if-none-match': etag })).status).toBe(401)
  })

  test('of no file is not told from a private one to who is not signed in', async () => {
    for (const key of ['0'.repeat(32), 'nonsense', '..%2F..%2Fetc%2Fpasswd']) {
      expect((await get(`/api/files/${key}`)).status, key).toBe(401)
      expect((await get(`/api/files/${key}`, signedIn())).status, key).toBe(404)
    }
  })
})

describe('a record', () => {
  const site = async (body: object) => server.call('/system/park-lot/create', { name: `Lot ${Math.random()}`, ...body })
  const image = async () => (await send(uploadImage, await png())).data

  test('holds its pictures in their order, lets go of those it drops, and keeps the others from being deleted', async () => {
    const [main, one, two] = [await image(), await image(), await image()]
    const { data } = await site({ main_image: main.key, detail_images: [two.key, one.key] })
    expect(data).toMatchObject({ main_image: main.key, detail_images: [two.key, one.key] })
    const refused = await server.call('/file/delete', { ids: [one.id] })
    expect(refused.code).toBe(409)
    expect(refused.data.uses).toEqual([{ entity: 'site', ids: [data.id], titles: [data.name], count: 1 }])
    const changed = await server.call('/system/park-lot/update', { id: data.id, detail_images: [two.key] })
    expect(changed.data.detail_images).toEqual([two.key])
    expect((await server.call('/file/delete', { ids: [one.id] })).code).toBe(200)
    await server.call('/system/park-lot/delete', { id: data.id })
    expect((await server.call('/file/delete', { ids: [main.id, two.id] })).code).toBe(200)
  })

  test('takes no key that is none, no document for a picture, and no seventh picture', async () => {
    const unknown = await site({ main_image: 'f'.repeat(32) })
    expect([unknown.code, unknown.data.errors]).toEqual([
      422,
      { main_image: expect.stringContaining('not there any more') },
    ])
    const path = await site({ main_image: '../../etc/passwd' })
    expect(path.data.errors).toHaveProperty('main_image')
    const text = (await send(uploadFile, 'text', { name: 'a.txt' })).data
    expect((await site({ main_image: text.key })).data.errors).toEqual({ main_image: 'This is not an image.' })
    const seven = await Promise.all(Array.from({ length: 7 }, image))
    const refused = await site({ detail_images: seven.map(({ key }) => key) })
    expect(refused.data.errors).toEqual({ detail_images: 'At most 6 files can be set. Please remove some.' })
  })
})

describe('in the library', () => {
  test('files are counted by folder, in the language of who asks', async () => {
    const { data } = await server.call(fileMenu, {}, { language: 'zh-CN' })
    const [all] = data
    expect(all?.label).toBe('全部文件')
    expect(all?.children.map(({ id, label }) => [id, label])[0]).toEqual(['images', '图片'])
    expect(all?.count).toBe(all?.children.reduce((sum, { count }) => sum + count, 0))
    expect(all?.count).toBeGreaterThan(5)
  })

  test('files are found by name and folder', async () => {
    await send(uploadFile, 'x', { name: 'needle in hay.txt', fields: { kept: 'true' } })
    const { data } = await server.call('GET /file/list', { keyword: 'needle', folder: 'documents' })
    expect(data.rows).toEqual([expect.objectContaining({ name: 'needle in hay.txt', kept: true, uses: 0 })])
    expect((await server.call('GET /file/list', { keyword: 'needle', folder: 'sheets' })).data.total).toBe(0)
  })
})

describe('what nobody uses', () => {
  const dayLater = () => Date.now() + 25 * 3_600_000

  test('goes after a day with its content; what is held, kept or published stays', async () => {
    const { store, incoming } = filesAt({ folder: server.filesFolder, s3: null })
    const [unused, held, kept, published] = await Promise.all(
      Array.from({ length: 4 }, async () => (await send(uploadImage, await png())).data),
    )
    await server.call('/system/park-lot/create', { name: 'Holder', main_image: held?.key })
    await server.call('/file/update', { id: kept?.id, kept: true })
    await server.call('/file/update', { id: published?.id, published: true })
    await clearAwayFiles(server.db, { store, incoming })
    const status = async (one: Uploaded | undefined) => (await get(String(one?.full_path), signedIn())).status
    expect(await status(unused)).toBe(200)
    await clearAwayFiles(server.db, { store, incoming }, dayLater())
    expect(await Promise.all([unused, held, kept, published].map(status))).toEqual([404, 200, 200, 200])
    await removeLoose(server.db, store, dayLater() + 25 * 3_600_000)
    await expect(store.open(String(unused?.key))).rejects.toThrow()
    await expect(store.open(`${unused?.key}.thumbnail`)).rejects.toThrow()
    ;(await store.open(String(held?.key))).stream.destroy()
  })
})

describe('many at a time', () => {
  test('fifty uploads at once all arrive whole', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const image = await photo(300 + at, 200)
          .jpeg()
          .toBuffer()
        return send(uploadImage, image, { name: `${at}.jpg` })
      }),
    )
    expect(all.map(({ data }) => data.width)).toEqual(Array.from({ length: 50 }, (_, at) => 300 + at))
    expect(new Set(all.map(({ data }) => data.key)).size).toBe(50)
  })

  test('one that breaks off leaves nothing behind', async () => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const head = `POST /api${uploadFile.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${uploader.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n`
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    socket.write(head + part + 'x'.repeat(100_000))
    await waitFor(() => arriving().length === 1)
    socket.destroy()
    await waitFor(() => arriving().length === 0)
    expect(
      await server.db
        .selectFrom('file')
        .selectAll()
        .where('name', '=', 'a.txt')
        .where('size_bytes', '>', 50_000)
        .execute(),
    ).toEqual([])
  })

  test('none leaves anything where uploads arrive', () => expect(arriving()).toEqual([]))
})

const arriving = () => readdirSync(`${server.filesFolder}/incoming`)

async function waitFor(there: () => boolean) {
  for (let tries = 0; !there() && tries < 200; tries++) await after(20)
  expect(there()).toBe(true)
}
