import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDisk, diskTrouble } from '../../src/server/app/disk.ts'
import { metricsFor } from '../../src/server/app/health.ts'
import { sharedAnswer } from '../../src/server/app/shared-answer.ts'
import { TaskFailed } from '../../src/server/tasks/task-output.ts'
import { startServer, type TestServer } from '../setup/server.ts'

const TOKEN = 'a-token-for-prometheus'
const MIB = 1024 * 1024
let server: TestServer
let open: TestServer
const folder = mkdtempSync(join(tmpdir(), 'chargedeck-health-'))

beforeAll(async () => {
  server = await startServer({ settings: { metricsToken: TOKEN, metricsFrom: ['10.0.0.5'] } })
  open = await startServer({ settings: { dataDir: folder, diskMargin: 2 ** 60 } })
})
afterAll(async () => {
  await server.stop()
  await open.stop()
  rmSync(folder, { recursive: true })
})

const metrics = (at: TestServer, headers: Record<string, string> = {}) => fetch(`${at.url}/metrics`, { headers })

test('with METRICS_TOKEN the figures are for anyone who shows it, and for nobody else', async () => {
  expect((await metrics(server)).status).toBe(401)
  expect((await metrics(server, { authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
  expect((await metrics(server, { authorization: `Basic ${TOKEN}` })).status).toBe(401)
  const answer = await metrics(server, { authorization: `Bearer ${TOKEN}` })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('chargedeck_piles_connected 0')
})

test.each([
  ['at the address', '10.0.0.5', {}, true],
  ['in the network', '10.1.0.77', {}, true],
  ['behind a named proxy', '10.0.0.5', { 'x-forwarded-for': '10.0.0.5' }, false],
  ['with the token, wherever', '1.2.3.4', { 'x-forwarded-for': '1.2.3.4', authorization: `Bearer ${TOKEN}` }, true],
  ['on this machine, which is not named', '127.0.0.1', {}, false],
  ['elsewhere', '10.0.0.6', {}, false],
])('with METRICS_FROM they are for programs %s: %s', (_, ip, headers, may) => {
  expect(metricsFor(TOKEN, ['10.0.0.5', '10.1.0.0/24'])({ ip, headers })).toBe(may)
})

test('with METRICS_FROM alone no token is asked for', () => {
  const maySee = metricsFor(undefined, ['10.0.0.5'])
  expect(maySee({ ip: '10.0.0.5', headers: {} })).toBe(true)
  expect(maySee({ ip: '127.0.0.1', headers: { authorization: 'Bearer undefined' } })).toBe(false)
})

test('who is refused them is counted and stands in the log of refused access', async () => {
  const refused = async () =>
    Number(/^chargedeck_metrics_refused_total (\d+)$/m.exec(await (await metrics(open)).text())?.[1])
  await expect.poll(refused, { timeout: 5_000 }).toBeTypeOf('number')
  const before = await refused()
  for (let asked = 0; asked < 3; asked++) await metrics(open, { via: 'a proxy' })
  await expect.poll(refused, { timeout: 5_000 }).toBe(before + 3)
  await metrics(server)
  const logged = (at: TestServer) => () =>
    at.db.selectFrom('refused_entry').select(['kind', 'route', 'address']).where('route', '=', 'GET /metrics').execute()
  const row = { route: 'GET /metrics', address: '127.0.0.1' }
  await expect.poll(logged(open), { timeout: 5_000 }).toEqual([{ ...row, kind: 'no_right' }])
  await expect.poll(logged(server), { timeout: 5_000 }).toContainEqual({ ...row, kind: 'not_signed_in' })
})

test('everything that a process remembers is in the metrics and in docs/architecture.md, with its kind', async () => {
  const text = await (await metrics(server, { authorization: `Bearer ${TOKEN}` })).text()
  const shown = [...text.matchAll(/chargedeck_process_state\{what="(\w+)",kind="(\w+)"\} \d+/g)]
  const table = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `(\w+)` \| `[^`]+` \| (\w+) \|/gm)
  const pairs = (found: Iterable<RegExpMatchArray>) => [...found].map(([, what, kind]) => `${what} ${kind}`).sort()
  expect(pairs(table)).toEqual(pairs(shown))
  expect(shown.length).toBeGreaterThan(15)
})

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
  'without one they are for programs of this machine, and not for whom a proxy asks (%s)',
  async (header) => {
    expect((await metrics(open)).status).toBe(200)
    expect((await metrics(open, { [header]: '127.0.0.1' })).status).toBe(403)
  },
)

test('forty who ask at once for figures get the same ones', async () => {
  const from = Date.now()
  const texts = await Promise.all(Array.from({ length: 40 }, async () => (await metrics(open)).text()))
  // They are kept for a second: the first may get what the test before was told, and a machine that does much else may take long.
  expect(new Set(texts).size).toBeLessThanOrEqual(2 + Math.floor((Date.now() - from) / 1_000))
})

test('an answer is computed once for all who ask meanwhile, and anew afterwards, after a failure too', async () => {
  let now = 0
  let computed = 0
  const ask = sharedAnswer(
    1_000,
    async () => {
      if (++computed === 2) throw new Error('no')
      return computed
    },
    () => now,
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  now = 999
  expect(await ask()).toBe(1)
  now = 2_000
  await expect(ask()).rejects.toThrow('no')
  await expect(ask()).rejects.toThrow('no')
  now = 4_000
  expect(await ask()).toBe(3)
})

test('/readyz says 503 and why when the disk of the data folder has less than its margin', async () => {
  const answer = await fetch(`${open.url}/readyz`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ status: 'unavailable', reason: expect.stringContaining('DISK_MARGIN_MB') })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('/readyz says 503 when the database answers and cannot be written', async () => {
  await server.pool.query("alter table probe add constraint full_disk check (at < 'epoch') not valid")
  const { pool } = server
  const query = pool.query
  pool.query = ((statement: unknown, ...rest: unknown[]) =>
    typeof statement === 'string' && statement.startsWith('insert into probe')
      ? Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
      : Reflect.apply(query, pool, [statement, ...rest])) as typeof pool.query
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).json())
    .toEqual({ status: 'unavailable', reason: 'the database cannot be written (53100)' })
  pool.query = query
  await server.pool.query('alter table probe drop constraint full_disk')
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a folder that cannot be written is trouble, however much is free', async () => {
  expect(await diskTrouble({ folder, margin: 1 })).toBeNull()
  expect(await diskTrouble({ folder: join(folder, 'gone'), margin: 1, free: async () => 2 ** 40 })).toContain('ENOENT')
})

test('the task fails while there is still time, and administrators see it', async () => {
  const disk = (left: number) => checkDisk({ folder, margin: 100 * MIB, free: async () => left * MIB })
  expect(await disk(5_000)).toEqual({ said: 'disk', figures: { left: 5_000, margin: 100 } })
  for (const [left, said] of [
    [399, 'disk_nearly_full'],
    [99, 'disk_full'],
  ] as const) {
    const failed = await disk(left).catch((error) => error)
    expect(failed).toBeInstanceOf(TaskFailed)
    expect(JSON.stringify(failed)).toContain(said)
  }
  expect(await checkDisk(null)).toEqual({ said: 'no_disk' })
})
