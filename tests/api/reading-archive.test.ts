import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { keepReadings } from '../../src/server/app/kept-tables.ts'
import { archiveTables } from '../../src/server/archives/archive-tables.ts'
import { FolderStore } from '../../src/server/files/folder-store.ts'
import { readBackup } from '../../src/server/kit/database/backup/read.ts'
import { writeBackup } from '../../src/server/kit/database/backup/write.ts'
import { whilePartitionsStay } from '../../src/server/kit/database/partitions.ts'
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
  put: async (name: string, content: { path: string; type: string; sha256: string }, signal?: AbortSignal) => {
    await put?.(name)
    await store().put(name, content, signal)
  },
})
/** Below the folder of archives, without what is its own in each name. */
const filesOf = (table: string) =>
  (readdirSync(join(folder.path, 'files', 'archive'), { recursive: true }) as string[]).filter((path) =>
    new RegExp(`/${table}_[0-9a-f]{16}\\.csv\\.gz$`).test(path),
  )
const pathOf = (table: string) => join(folder.path, 'files', 'archive', String(filesOf(table)[0]))
const tables = async () =>
  (
    await rows<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^reading_20300107' order by 1`,
    )
  ).map(({ name }) => name)
const archives = () =>
  rows<{ name: string; kind: string; rows: number; size_bytes: number; sha256: string }>(
    'select * from archive order by id',
  )
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
        name: expect.stringMatching(/^archive\/readings\/reading_20300107_[0-9a-f]{16}\.csv\.gz$/),
        ...{ rows: 3, size_bytes: content.length },
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
    // No pattern that finds the one finds the other.
    const folderOf = (table: string) => String(filesOf(table)[0]).split('/')[0]
    expect(['reading_20300107', 'reading_20300107_minutes'].map(folderOf)).toEqual(['readings', 'reading-minutes'])
    expect((await archives()).map(({ kind }) => kind)).toEqual(['readings', 'reading_minutes'])
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
    expect(filesOf('reading_20300107')).toHaveLength(1)
    expect([await tables(), await archives()]).toEqual([['reading_20300107', 'reading_20300107_minutes'], []])
    expect(await archiveTables(database.pool, place())).toBe(1)
    expect([await tables(), (await archives()).length]).toEqual([['reading_20300107_minutes'], 1])
    expect(filesOf('reading_20300107')).toHaveLength(1)
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

  test('stays while a backup is written, whether that began before or meanwhile', async () => {
    await keep(7 + 90)
    const backup = async () => {
      const client = await database.pool.connect()
      await whilePartitionsStay(client)
      return client
    }
    const before = await backup()
    expect(
      await archiveTables(
        database.pool,
        place(() => Promise.reject(new Error('not asked for'))),
      ),
    ).toBe(0)
    before.release(true)
    let meanwhile: pg.PoolClient | undefined
    await expect
      .poll(async () => {
        await archiveTables(
          database.pool,
          place(async () => {
            meanwhile = await backup()
          }),
        )
        return meanwhile !== undefined
      })
      .toBe(true)
    expect([await tables(), await archives()]).toEqual([['reading_20300107', 'reading_20300107_minutes'], []])
    meanwhile?.release(true)
    await expect.poll(() => archiveTables(database.pool, place())).toBe(1)
    expect([(await archives()).length, filesOf('reading_20300107').length]).toEqual([1, 1])
  })

  test('that a restore brought back with less takes nothing away from what was archived', async () => {
    await keep(7 + 90)
    await rows('create table kept_whole as table reading_20300107')
    await archiveTables(database.pool, place())
    const whole = csvOf('reading_20300107')
    await rows('create table reading_20300107 (like reading including all)')
    await rows('insert into reading_20300107 select * from kept_whole where energy_wh > 0')
    await rows(`comment on table reading_20300107 is 'retired from reading, to be archived'`)
    await archiveTables(database.pool, place())
    expect(filesOf('reading_20300107')).toHaveLength(2)
    expect((await archives()).map(({ rows }) => Number(rows))).toEqual([3, 2])
    const first = readFileSync(join(folder.path, 'files', String((await archives())[0]?.name)))
    expect(gunzipSync(first).toString().trimEnd().split('\n')).toEqual(whole)
  })

  test('what no week took is archived too, those of a week together', async () => {
    await rows(
      'insert into reading (order_id, at, pile_id, connector_number, received_at) values ($1, $2, $3, 1, $4)',
      [...[order_id, '2001-01-01T00:00:00Z', pile_id, '2030-01-09T00:00:00Z']],
    )
    const loose = () => rows('select from reading_other').then(({ length }) => length)
    await keep(365 + 8)
    expect(await loose()).toBe(1)
    await keep(365 + 10)
    expect(await loose()).toBe(0)
    await archiveTables(database.pool, place())
    const strays = (await archives()).filter(({ name }) => name.startsWith('archive/reading-strays/'))
    expect(strays).toMatchObject([{ kind: 'reading_strays' }])
    const csv = gunzipSync(readFileSync(join(folder.path, 'files', String(strays[0]?.name)))).toString()
    expect(csv).toContain('2001-01-01 00:00:00+00')
  })

  test('is left as it was when the task is told to stop, at once', async () => {
    await keep(7 + 90)
    await rows(
      `insert into reading_20300107 (order_id, at, pile_id, connector_number)
      select $1, '2030-01-08'::timestamptz + n * interval '1 ms', $2, 1 from generate_series(1, 300000) n`,
      [order_id, pile_id],
    )
    const incoming = join(folder.path, 'files', 'incoming')
    mkdirSync(incoming, { recursive: true })
    const sizeOf = (name: string) => statSync(join(incoming, name), { throwIfNoEntry: false })?.size ?? 0
    const written = () => readdirSync(incoming).reduce((sum, name) => sum + sizeOf(name), 0)
    const leaving = new AbortController()
    let most = 0
    const looking = setInterval(() => {
      most = Math.max(most, written())
      if (most > 0) leaving.abort(new Error('cancelled'))
    }, 1)
    const stopped = archiveTables(database.pool, place(), leaving.signal).finally(() => clearInterval(looking))
    await expect(stopped).rejects.toThrow('cancelled')
    expect([await tables(), await archives()]).toEqual([['reading_20300107', 'reading_20300107_minutes'], []])
    expect(readdirSync(incoming)).toEqual([])
    expect(await archiveTables(database.pool, place())).toBe(1)
    const [whole] = await archives()
    expect(most, 'it went on to the end').toBeLessThan((whole?.size_bytes ?? 0) / 2)
  })

  test('that waits goes without, once nobody wants archives any more', async () => {
    await keep(7 + 90)
    await rows('update system_setting set archive_readings = false')
    const full = Object.assign(store(), { put: () => Promise.reject(new Error('the store is full')) })
    const files = { store: full, incoming: place().incoming }
    const backup = await database.pool.connect()
    await whilePartitionsStay(backup)
    await keepReadings(database.pool, files, new AbortController().signal)
    expect(await tables()).toContain('reading_20300107')
    backup.release(true)
    await expect
      .poll(async () => {
        await keepReadings(database.pool, files, new AbortController().signal)
        return await tables()
      })
      .toEqual(['reading_20300107_minutes'])
    expect(await archives()).toEqual([])
  })

  test('goes without where nobody wants archives', async () => {
    await rows('update system_setting set archive_readings = false')
    await keep(7 + 90)
    expect(await tables()).toEqual(['reading_20300107_minutes'])
    expect(await archiveTables(database.pool, place())).toBe(0)
  })
})
