import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../../src/server/app/compose.ts'
import { newPushKey } from '../../src/server/app/secrets.ts'
import { Shutdown } from '../../src/server/app/shutdown.ts'
import { NO_SENDERS } from '../../src/server/messages/senders/senders.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'

const folder = temporaryFolder()
const log = pino({ level: 'silent' })
const shutdown = new Shutdown(log)
let database: FreshDatabase
let app: FastifyInstance

const page = { accept: 'text/html,application/xhtml+xml' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

beforeAll(async () => {
  mkdirSync(join(folder.path, 'assets'))
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(folder.path, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder.path, 'service-worker.js'), '// worker')
  writeFileSync(join(folder.path, 'assets/index-abc123.js'), '// code')
  writeFileSync(join(folder.path, 'assets/index-abc123.js.br'), 'pressed')
  database = await freshDatabase()
  const key = Buffer.alloc(32, 7)
  app = await compose({
    settings: {
      tls: undefined,
      publicUrl: undefined,
      sso: null,
      trustedProxies: [],
      captcha: false,
      ocppAuth: 'required',
      frameDays: 30,
      map: { tiles: 'https://tile.example.com/{z}/{x}/{y}.png', attribution: null, datum: 'wgs84' },
      files: { folder: '/nowhere', s3: null },
      senders: NO_SENDERS,
    },
    secrets: { tokenKey: key, captchaKey: key, factorKey: key, pushKey: newPushKey() },
    version: '0.0.0',
    consoleFolder: folder.path,
    ...{ log, database, shutdown },
  })
})
afterAll(async () => {
  await shutdown.run()
  await database.drop()
  folder.remove()
})

test.each(['/', '/login', '/device/chargingPoint', '/template/list/crud/detail/7', '/ocppLog'])(
  'a person who opens %s gets the console, never from an old copy',
  async (path) => {
    const { statusCode, headers, body } = await get(path, page)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(body).toContain('<title>Console</title>')
  },
)

test.each([
  ['/api/no/such/call', page],
  ['/assets/gone-1.js', page],
  ['/device/chargingPoint', { accept: 'application/json' }],
])('what is no page and not there is 404, not the console: %s', async (path, headers) => {
  const { statusCode, body } = await get(path, headers)
  expect(statusCode).toBe(404)
  expect(JSON.parse(body)).toMatchObject({ code: 404, data: null })
})

test('what carries its content in its name is kept for a year, pressed once; what does not is asked for again', async () => {
  const asset = await get('/assets/index-abc123.js', { 'accept-encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(asset.body).toBe('pressed')
  expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache')
  expect((await get('/manifest.webmanifest')).headers['content-type']).toMatch(/^application\/manifest\+json/)
})

test.each(['/', '/api/openapi.json', '/healthz', '/nowhere'])(
  'only our own scripts run on %s, and nobody frames it',
  async (path) => {
    const { headers } = await get(path, page)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  },
)

test('a body above one megabyte is refused before it is read', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/system/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'x'.repeat(1_100_000) }),
  })
  expect(statusCode).toBe(413)
})

test('a long answer is pressed for those who take it', async () => {
  const { headers } = await get('/api/openapi.json', { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
})
