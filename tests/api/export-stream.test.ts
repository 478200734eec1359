import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readFrames } from '../../src/client/kit/sheets/read-frames.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Large exports: read from one moment, flat in memory, ended with anyone who asked, and never half a file that looks whole. */

const CARDS = 100_000
/** More than the sockets between hold. */
const WIDE = ['number', 'remark', 'status', 'created_at']
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await sql`insert into card (number, remark) select 'C' || lpad(n::text, 7, '0'), repeat('remark ', 10)
    from generate_series(1, ${CARDS}::int) n`.execute(server.db)
})
afterAll(() => server.stop())

const ask = (body: object, signal?: AbortSignal) =>
  fetch(`${server.url}/api/system/device-car/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.administrator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

/** Other sessions with a transaction that is open. */
const READING = sql`datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`

const readers = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where ${READING}`.execute(server.db)
  return rows[0]?.n ?? 0
}

/** What is held while a file is taken, beyond what was held before, in MB. */
async function heldWhile(format: string): Promise<{ held: number; bytes: number }> {
  global.gc?.()
  const before = process.memoryUsage().rss
  let held = 0
  let bytes = 0
  for await (const part of (await ask({ format, columns: WIDE })).body ?? []) {
    bytes += part.length
    held = Math.max(held, process.memoryUsage().rss - before)
  }
  return { held: held / 1024 / 1024, bytes }
}

test.each([
  ['csv', 9_000_000],
  ['xlsx', 500_000],
])('%s of 100,000 rows is written without being held', async (format, least) => {
  const { held, bytes } = await heldWhile(format)
  expect(bytes).toBeGreaterThan(least)
  expect(held).toBeLessThan(250)
})

test('tells how many rows are written, and when the file is whole', async () => {
  const response = await ask({ format: 'csv', progress: true, columns: ['number'] })
  expect(response.headers.get('x-total-rows')).toBe(String(CARDS))
  const steps: number[] = []
  const parts = await readFrames(response.body as never, (rows) => steps.push(rows))
  expect(steps.at(-1)).toBe(CARDS)
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  expect(new Set(steps).size).toBeGreaterThan(50)
  const lines = (await new Blob(parts).text()).trim().split('\r\n')
  expect(lines).toHaveLength(CARDS + 1)
  expect(lines.at(-1)).toBe('C0000001')
})

test('shows the database as it was when it began', async () => {
  const response = await ask({ format: 'csv', columns: ['number'] })
  await sql`delete from card where number = 'C0000001'`.execute(server.db)
  await sql`insert into card (number) values ('LATER')`.execute(server.db)
  const text = await response.text()
  await sql`delete from card where number = 'LATER'`.execute(server.db)
  await sql`insert into card (number) values ('C0000001')`.execute(server.db)
  expect(text).toContain('C0000001')
  expect(text).not.toContain('LATER')
})

describe('one that is broken off', () => {
  test.each(['csv', 'xlsx'])('as %s lets the database go at once', async (format) => {
    const abort = new AbortController()
    const response = await ask({ format, columns: WIDE }, abort.signal)
    await response.body?.getReader().read()
    // The first bytes of a workbook say nothing of its rows yet.
    await vi.waitFor(async () => expect(await readers()).toBe(1))
    abort.abort()
    await vi.waitFor(async () => expect(await readers()).toBe(0))
  })

  test('by the server reaches its reader as a failure, not as a file', async () => {
    for (const format of ['xlsx', 'csv']) {
      const response = await ask({ format, columns: WIDE })
      const reader = response.body?.getReader()
      await reader?.read()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${READING}`.execute(server.db)
      const rest = async () => {
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
      }
      await expect(rest()).rejects.toThrow()
    }
    await vi.waitFor(async () => expect(await readers()).toBe(0))
  })

  test('and a reader who sees no end knows it even where the connection ended politely', async () => {
    const half = new Response(new Uint8Array([0, 0, 0, 2, 0, 0, 0, 1, 65, 66])).body
    await expect(readFrames(half as never, () => {})).rejects.toThrow()
  })
})

test('a few at once are enough: the next one is told to wait, and may come when one has ended', async () => {
  const aborts = Array.from({ length: 4 }, () => new AbortController())
  await Promise.all(aborts.map(({ signal }) => ask({ format: 'csv', columns: WIDE }, signal)))
  const refused = await ask({ format: 'csv' })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 429, message: expect.stringContaining('Several exports') })
  for (const abort of aborts) abort.abort()
  await vi.waitFor(async () => expect((await ask({ format: 'csv', keyword: 'C0000002' })).status).toBe(200), 5_000)
})
