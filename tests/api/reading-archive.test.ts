import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveTables } from '../../src/server/archives/archive-tables.ts'
import { FolderStore } from '../../src/server/files/folder-store.ts'
import { readBackup } from '../../src/server/kit/database/backup/read.ts'
import { writeBackup } from '../../src/server/kit/database/backup/write.ts'
import { alone } from '../../src/server/kit/database/presence.ts'
import { keepReadingPartitions } from '../../src/server/orders/reading-partitions.ts'
import { makeOrder, makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'

/** Readings are written into the file store before any of a week is removed. */

let folder: ReturnType<typeof temporaryFolder>
const folders: ReturnType<typeof temporaryFolder>[] = []
let database: FreshDatabase
let order_id: number
let pile_id: number
const MONDAY = Date.parse('2030-01-07T00:00:00Z')
const DAY = 86_400_000
const at = (clock: string) => `2030-01-09T${clock}Z`
const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows
const keep = (days: number) => keepReadingPartitions(database.pool, MONDAY + days * DAY)
const store = () => new FolderStore(join(folder.path, 'files'))
const place = (put?: (name: string) => Promise<void>) => ({
  incoming: join(folder.path, 'files', 'incoming'),
  put: async (name: string, content: { path: string; type: string; sha256: string }) => {
    await put?.(name)
    await store().put(name, content)
  },
})
const pathOf = (table: string) => join(folder.path, 'files', 'archive', `${table}.csv.gz`)
const tables = async () =>
  (
    await rows<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^reading_20300107' order by 1`,
    )
  ).map(({ name }) => name)
const archives = () =>
  rows<{ name: string; rows: number; size_bytes: number; sha256: string }>('select * from archive order by id')
const csvOf = (table: string) =>
  gunzipSync(readFileSync(pathOf(table)))
    .toString()
    .trimEnd()
    .split('\n')

beforeEach(async () => {
  folder = temporaryFolder()
  folders.push(folder)
  database = await freshDatabase(5)
  await rows('update system_setting set archive_readings = true')
  pile_id = (await makePile(database.db)).id
  await keep(0)
  order_id = (
    await makeOrder(database.db, { pile_id, status: 'paid', started_at: at('12:00:00'), ended_at: at('12:02:00') })
  ).id
  for (const [n, clock] of ['12:00:00', '12:00:20', '12:00:40'].entries())
    await rows('insert into reading (order_id, at, pile_id, connector_number, energy_wh) values ($1, $2, $3, 1, $4)', [
      order_id,
      at(clock),
      pile_id,
      n * 100,
    ])
  return () => database.drop()
})
afterAll(() => {
  for (const one of folders) one.remove()
})

describe('a week of readings', () => {
  test('is kept whole in the file store before it is thinned, with what proves it', async () => {
    expect(await keep(7 + 90)).toMatchObject({ thinned: 1 })
    // Of a minute there is one in the database from then on, whether or not the store has all of them.
    expect(await rows('select energy_wh from reading where order_id = $1', [order_id])).toEqual([{ energy_wh: 200 }])
    expect(await tables()).toEqual(['reading_20300107', 'reading_20300107_minutes'])
    expect(await archiveTables(database.pool, place())).toBe(1)
    expect(await tables()).toEqual(['reading_20300107_minutes'])
    const [header = '', ...lines] = csvOf('reading_20300107')
    const columns = header.split(',')
    expect(lines.map((line) => line.split(',')[columns.indexOf('energy_wh')])).toEqual(['0', '100', '200'])
    expect(lines[0]?.split(',')[columns.indexOf('at')]).toBe('2030-01-09 12:00:00+00')
    const content = readFileSync(pathOf('reading_20300107'))
    expect(await archives()).toMatchObject([
      {
        ...{ name: 'archive/reading_20300107.csv.gz', rows: 3, size_bytes: content.length },
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ])
    expect(await archiveTables(database.pool, place())).toBe(0)
  })

  test('is kept again as it is when it goes for good', async () => {
    await keep(7 + 90)
    await archiveTables(database.pool, place())
    expect(await keep(7 + 365)).toMatchObject({ dropped: 1 })
    await archiveTables(database.pool, place())
    expect(csvOf('reading_20300107_minutes')).toHaveLength(2)
    expect(await tables()).toEqual([])
    expect(await archives()).toHaveLength(2)
  })

  test('waits where the store does not take it, and goes when it does', async () => {
    await keep(7 + 90)
    const full = place(() => Promise.reject(new Error('the store is full')))
    await expect(archiveTables(database.pool, full)).rejects.toThrow('the store is full')
    expect(await tables()).toContain('reading_20300107')
    expect(await archives()).toEqual([])
    expect(readdirSync(join(folder.path, 'files', 'incoming'))).toEqual([])
    // Over the time for which minutes are kept as well.
    await keep(7 + 365)
    expect(await tables()).toEqual(['reading_20300107', 'reading_20300107_minutes'])
    expect(await archiveTables(database.pool, place())).toBe(2)
    expect(csvOf('reading_20300107')).toHaveLength(4)
  })

  test('that was stored when the server was killed is stored again, and dropped then', async () => {
    await keep(7 + 90)
    const killed = place()
    const put = killed.put
    const halfway = {
      ...killed,
      put: async (...given: Parameters<typeof put>) => {
        await put(...given)
        throw new Error('killed')
      },
    }
    await expect(archiveTables(database.pool, halfway)).rejects.toThrow('killed')
    expect(existsSync(pathOf('reading_20300107'))).toBe(true)
    expect([await tables(), await archives()]).toEqual([['reading_20300107', 'reading_20300107_minutes'], []])
    expect(await archiveTables(database.pool, place())).toBe(1)
    expect([await tables(), (await archives()).length]).toEqual([['reading_20300107_minutes'], 1])
  })

  test('that waits is in a backup, and waits after it', async () => {
    await keep(7 + 90)
    const file = join(folder.path, 'waiting.backup')
    await writeBackup(database.url, file)
    await rows('drop table reading_20300107')
    await alone(database.url, (client) => readBackup(client, file))
    expect(await archiveTables(database.pool, place())).toBe(1)
    expect(csvOf('reading_20300107')).toHaveLength(4)
  })

  test('goes without where nobody wants archives', async () => {
    await rows('update system_setting set archive_readings = false')
    await keep(7 + 90)
    expect(await tables()).toEqual(['reading_20300107_minutes'])
    expect(await archiveTables(database.pool, place())).toBe(0)
  })
})
