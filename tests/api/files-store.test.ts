import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileStore, StoreFailed } from '../../src/server/files/file-store.ts'
import { FolderStore } from '../../src/server/files/folder-store.ts'
import { fileRoutes } from '../../src/server/files/routes.ts'
import { S3Store } from '../../src/server/files/s3-store.ts'
import { installKit, kitOptions } from '../../src/server/kit/install.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** Where contents are kept: a folder, or a store that speaks S3 and checks each signature by the book. */

const SECRET = 'wJalrXUtnFEMI/K7MDENG'
const folder = mkdtempSync(join(tmpdir(), 'chargedeck-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** AWS Signature Version 4, written from its definition and not from the library under test. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', signed = '', signature] =
    /Credential=key\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const [path, query = ''] = url.split('?')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [
    method,
    path,
    query.split('&').sort().join('&'),
    lines.join(''),
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature
}

describe('a bucket', () => {
  const objects = new Map<string, { type: string; body: Buffer }>()
  let stub: Server
  let store: S3Store
  let failing = false
  /** Uploads in parts that are not one yet. */
  const uploads = new Map<string, { key: string; type: string; begun: string; parts: Map<number, Buffer> }>()
  let brokenPart = 0
  /** What it says of a list that it does not give. */
  let unlisted: { status: number; code: string } | null = null
  let silentPart: { number: number; asked: () => void } | null = null
  /** Two of a list in one answer. A real store goes on after a key; here it is a number. */
  const more = (from: number) =>
    from + 2 < uploads.size
      ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${from + 2}</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>`
      : '<IsTruncated>false</IsTruncated>'
  function inParts(method: string, address: string, body: Buffer, reply: ServerResponse) {
    const { pathname, searchParams: query } = new URL(address, 'http://stub')
    if (method === 'GET' && unlisted) return reply.writeHead(unlisted.status).end(`<Code>${unlisted.code}</Code>`)
    if (method === 'GET')
      return reply.end(
        [...uploads]
          .slice(Number(query.get('key-marker') ?? 0), Number(query.get('key-marker') ?? 0) + 2)
          .map(
            ([id, { key, begun }]) =>
              `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`,
          )
          .join('') + more(Number(query.get('key-marker') ?? 0)),
      )
    if (method === 'POST' && query.has('uploads')) {
      const id = `up/${uploads.size}+${Math.random()}`
      uploads.set(id, {
        key: pathname.replace('/files/', ''),
        type: String(reply.req.headers['content-type']),
        begun: new Date().toISOString(),
        parts: new Map(),
      })
      return reply.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload) return reply.writeHead(404).end('<Code>NoSuchUpload</Code>')
    if (method === 'PUT') {
      const part = Number(query.get('partNumber'))
      if (part === silentPart?.number) return silentPart.asked()
      if (part === brokenPart) return reply.writeHead(400).end('<Code>InternalError</Code>')
      upload.parts.set(part, body)
      return reply.writeHead(200, { etag: `"${part}-${sha256(body)}"` }).end()
    }
    uploads.delete(id)
    if (method === 'DELETE') return reply.writeHead(204).end()
    const told = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"\1-(\w+)"<\/ETag>/g)]
    const parts = told.map(([, part, hash]) => {
      const kept = upload.parts.get(Number(part)) ?? Buffer.alloc(0)
      return sha256(kept) === hash ? kept : Buffer.from('wrong')
    })
    objects.set(pathname, { type: upload.type, body: Buffer.concat(parts) })
    return reply.end('<CompleteMultipartUploadResult/>')
  }
  const place = (secret = SECRET) => ({
    endpoint: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`,
    ...{ bucket: 'files', region: 'cn-north-1', key: 'key', secret },
  })

  beforeAll(async () => {
    stub = createServer(async (request, reply) => {
      const body = await buffer(request)
      const name = request.url ?? ''
      if (failing) return reply.writeHead(507).end('<Error>full</Error>')
      if (!signatureOf(request)) return reply.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
      const announced = request.headers['x-amz-content-sha256']
      if (announced !== 'UNSIGNED-PAYLOAD' && announced !== sha256(body)) return reply.writeHead(400).end()
      const query = new URL(name, 'http://stub').searchParams
      if (query.has('uploads') || query.has('uploadId')) return inParts(request.method ?? '', name, body, reply)
      if (request.method === 'PUT') objects.set(name, { type: String(request.headers['content-type']), body })
      if (request.method === 'DELETE') objects.delete(name)
      if (request.method !== 'GET') return reply.writeHead(request.method === 'PUT' ? 200 : 204).end()
      const found = objects.get(name)
      return found
        ? reply.writeHead(200, { 'content-length': found.body.length }).end(found.body)
        : reply.writeHead(404).end()
    })
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
    store = new S3Store(place())
  })
  beforeEach(() => {
    failing = false
  })
  afterAll(() => void stub.close())

  const content = (text: string) => {
    const path = join(folder, 'content')
    writeFileSync(path, text)
    return { path, type: 'text/plain', sha256: sha256(text) }
  }

  test('keeps, gives and removes a content under its name', async () => {
    await store.put('aa.txt', content('hello 你好'))
    expect(objects.get('/files/aa.txt')).toEqual({ type: 'text/plain', body: Buffer.from('hello 你好') })
    const { stream, size } = await store.open('aa.txt')
    expect([size, (await buffer(stream)).toString()]).toEqual([12, 'hello 你好'])
    await store.remove('aa.txt')
    await expect(store.open('aa.txt')).rejects.toThrow('aa.txt')
    await store.remove('aa.txt')
  })

  describe('that is given more than is held in memory', () => {
    const inSmallParts = () => new S3Store(place(), 10)
    const text = 'twenty-five letters of it'

    test('takes it in parts, and has it whole or not at all', async () => {
      await inSmallParts().put('archive/w.csv.gz', content(text))
      expect(objects.get('/files/archive/w.csv.gz')).toEqual({ type: 'text/plain', body: Buffer.from(text) })
      expect(uploads.size).toBe(0)
      brokenPart = 3
      await expect(inSmallParts().put('archive/v.csv.gz', content(text))).rejects.toThrow(StoreFailed)
      expect([objects.has('/files/archive/v.csv.gz'), uploads.size]).toEqual([false, 0])
      brokenPart = 0
    })

    test('is refused where it is not what was announced, whole and in parts', async () => {
      const wrong = { ...content(text), sha256: sha256('twenty-five letters of us') }
      for (const one of [inSmallParts(), store])
        await expect(one.put('archive/readings/wrong.csv.gz', wrong)).rejects.toThrow('not what was announced')
      expect([objects.has('/files/archive/readings/wrong.csv.gz'), uploads.size]).toEqual([false, 0])
    })

    test.each([
      { status: 403, code: 'AccessDenied' },
      { status: 501, code: 'NotImplemented' },
    ])('needs no list: $code', async (said) => {
      unlisted = said
      await inSmallParts().put('ee.txt', content(text))
      expect(objects.has('/files/ee.txt')).toBe(true)
      expect(await store.removeBroken(Date.now())).toBe(0)
      unlisted = null
    })

    test('keeps no parts of tries that were killed a day ago, and touches nothing else', async () => {
      const begun = '2030-01-01T00:00:00.000Z'
      const given = { type: 'text/plain', begun, parts: new Map([[1, Buffer.from('half')]]) }
      const [key, late] = ['0f'.repeat(16), '2030-01-02T00:00:00.000Z']
      uploads.set('of another', { ...given, key: 'backups/w.csv.gz' })
      uploads.set('at work', { ...given, key, begun: late })
      uploads.set('killed', { ...given, key })
      uploads.set('half a week', { ...given, key: 'archive/readings/w_1.csv.gz' })
      expect(await store.removeBroken(Date.parse(late))).toBe(2)
      expect([...uploads.keys()]).toEqual(['of another', 'at work'])
      uploads.clear()
    })

    test('goes on no longer than it is wanted', async () => {
      const leaving = new AbortController()
      silentPart = { number: 2, asked: () => leaving.abort(new Error('cancelled')) }
      const begun = Date.now()
      await expect(inSmallParts().put('ff.txt', content(text), leaving.signal)).rejects.toThrow('cancelled')
      expect(Date.now() - begun).toBeLessThan(1_500)
      expect([objects.has('/files/ff.txt'), uploads.size]).toEqual([false, 0])
      silentPart = null
    })
  })

  test('that refuses, is full or is not there is said, and nothing of the secret with it', async () => {
    const stranger = new S3Store(place('another'))
    const refused = await stranger.put('b', content('x')).catch((error) => error)
    expect(refused).toBeInstanceOf(StoreFailed)
    expect(refused.message).toMatch(/403.*SignatureDoesNotMatch/)
    expect(refused.message).not.toContain('another')
    failing = true
    await expect(store.put('b', content('x'))).rejects.toThrow('507')
    const gone = new S3Store({ ...place(), endpoint: 'http://127.0.0.1:1' })
    await expect(gone.open('b')).rejects.toThrow(StoreFailed)
  })
})

describe('a folder', () => {
  const store = new FolderStore(join(folder, 'files'))
  const name = 'ab'.repeat(16)

  test('takes a content whole, and gives nothing that lies outside of it', async () => {
    const path = join(folder, 'arrived')
    writeFileSync(path, 'hello')
    await store.put(name, { path, type: 'text/plain', sha256: sha256('hello') })
    const { stream, size } = await store.open(name)
    expect([size, (await buffer(stream)).toString()]).toEqual([5, 'hello'])
    for (const wrong of ['../arrived', '/etc/passwd', `${name}/..`]) await expect(store.open(wrong)).rejects.toThrow()
    await store.remove(name)
    await expect(store.open(name)).rejects.toThrow()
    await store.remove(name)
  })

  test('takes nothing that is not what was announced', async () => {
    const path = join(folder, 'arrived')
    writeFileSync(path, 'hell')
    const put = store.put(name, { path, type: 'text/plain', sha256: sha256('hello') })
    await expect(put).rejects.toThrow('not what was announced')
    await expect(store.open(name)).rejects.toThrow(name)
  })
})

describe('a store without room', () => {
  let database: FreshDatabase
  let app: FastifyInstance
  /** Lines of the log. */
  const said: string[] = []
  const full: FileStore = {
    put: () => writeFile('/dev/full', 'x'),
    open: async () => {
      throw new StoreFailed('it does not answer')
    },
    remove: async () => {},
    removeBroken: async () => 0,
  }

  beforeAll(async () => {
    database = await freshDatabase()
    const logger = { level: 'warn', stream: { write: (line: string) => void said.push(line) } }
    app = Fastify({ ...kitOptions, logger })
    installKit(app, {
      db: database.db,
      repeatKey: new Uint8Array(32),
      identify: async (name) => ({ ...NOBODY, user_name: name, permissions: ['*'] }),
      changed: () => {},
    })
    app.register(async (scope) => fileRoutes(scope, { store: full, incoming: join(folder, 'incoming') }))
    app.get('/elsewhere', { config: { permission: 'public' } }, async () => (await full.open('a')).stream)
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  const upload = async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--b--\r\n'
    const headers = { authorization: 'Bearer ann', 'content-type': 'multipart/form-data; boundary=b' }
    return app.inject({ method: 'POST', url: '/pub/upload/singleFile', payload: body, headers })
  }

  test('is said as that, and no record is made of what was not kept', async () => {
    const { statusCode, json } = await upload()
    expect([statusCode, json().message]).toEqual([507, expect.stringContaining('no room')])
    expect(await database.db.selectFrom('file').selectAll().execute()).toEqual([])
    const loose = await database.db.selectFrom('file_loose').selectAll().execute()
    expect(loose.map(({ key }) => key)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('that does not answer is no fault of the file', async () => {
    const key = 'c'.repeat(32)
    await database.db
      .insertInto('file')
      .values({
        key,
        name: 'a.txt',
        folder: 'documents',
        size_bytes: 1,
        content_type: 'text/plain',
        kept: true,
        published: true,
        sha256: '',
      })
      .execute()
    const { statusCode, headers } = await app.inject({ url: `/files/${key}` })
    expect([statusCode, headers['cache-control'], headers.etag]).toEqual([503, 'no-store', undefined])
  })

  test('is said wherever a content is read, and the log says why and blames no database', async () => {
    said.length = 0
    const { statusCode, json } = await app.inject({ url: '/elsewhere' })
    expect([statusCode, json().message]).toEqual([503, expect.stringContaining('file store')])
    expect(said).toEqual([expect.stringContaining('it does not answer')])
    expect(said[0]).not.toContain('database')
  })
})
