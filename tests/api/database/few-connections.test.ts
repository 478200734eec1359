import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { atOneMoment, byFew } from '../../../src/server/kit/database/moment.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(6)
})
afterAll(() => database.drop())

type Db = FreshDatabase['db']
const backend = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.05)`.execute(db)
  return rows[0]?.pid ?? 0
}
const backends = async (db: Db, questions = 6): Promise<number> =>
  new Set(await Promise.all(Array.from({ length: questions }, () => backend(db)))).size

test('many questions are asked by as few connections as are said', async () => {
  expect(await backends(database.db)).toBe(6)
  expect(await backends(byFew(database.db, 2))).toBe(2)
})

test('so are those that belong to one moment', async () => {
  const few = byFew(database.db, 2)
  const moments = Array.from({ length: 6 }, () => atOneMoment(few, backend))
  expect(new Set(await Promise.all(moments)).size).toBe(2)
})

test('a question that fails gives its connection back', async () => {
  const few = byFew(database.db, 1)
  for (let at = 0; at < 3; at++) await expect(sql`select no_such_column`.execute(few)).rejects.toThrow('no_such_column')
  await expect(atOneMoment(few, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await backends(few)).toBe(1)
  // None is kept from others.
  expect(await backends(database.db)).toBe(6)
})

test('what is one transaction already stays in it', () =>
  database.db.transaction().execute(async (trx) => {
    expect(byFew(trx, 1)).toBe(trx)
    await atOneMoment(database.db, async (moment) => expect(byFew(moment, 1)).toBe(moment))
  }))

test('what is asked of a moment in one turn goes out by one write', async () => {
  const lone = await freshDatabase(1)
  try {
    const client = await lone.pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    client.release()
    const written = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    const writes = () => written.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    const sum = (n: number) => sql<{ n: number }>`select ${n}::int + 1 as n`
    const answers = await atOneMoment(lone.db, (moment) => Promise.all([1, 2, 3].map((n) => sum(n).execute(moment))))
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([2, 3, 4])
    await expect.poll(() => lone.pool.idleCount).toBe(1)
    // Its beginning goes along; its end is the other.
    expect(writes()).toBe(2)
  } finally {
    await lone.drop()
  }
})
