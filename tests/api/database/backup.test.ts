import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupContents } from '../../../src/server/files/backup-contents.ts'
import { filesAt } from '../../../src/server/files/file-place.ts'
import { sequencesOf } from '../../../src/server/kit/database/backup/catalogue.ts'
import { readBackup } from '../../../src/server/kit/database/backup/read.ts'
import { writeBackup } from '../../../src/server/kit/database/backup/write.ts'
import { alone, announce } from '../../../src/server/kit/database/presence.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'
import { temporaryFolder } from '../../setup/process.ts'

const folder = temporaryFolder()
const file = join(folder.path, 'all.backup')
let database: FreshDatabase

const restore = () => alone(database.url, (client) => readBackup(client, file))
const query = async (text: string) => (await database.pool.query(text)).rows

/** Every row of every table, and where the sequences stand. */
async function everything() {
  const tables = await query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname <> 'schema_migrations' order by 1`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await query(`select to_jsonb(t)::text as row from ${name} t order by 1`)]),
  )
  const owned = (await query('select sequencename, last_value from pg_sequences order by 1')).filter(
    ({ sequencename }) => !told.includes(sequencename),
  )
  return { rows, sequences: owned }
}

/** Sequences whose numbers piles and customers are told: no table owns them. */
const told = [
  ...['transaction_id_seq', 'connection_seq'],
  ...['order_number_seq', 'refund_number_seq', 'ledger_number_seq', 'balance_request_number_seq'],
]
const next = async (name: string): Promise<number> => Number((await query(`select nextval('${name}') as next`))[0].next)

beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(`
    insert into site (name, kind, spaces, time_zone, status) values (E'Tab\\t, \\\\ and 充电站', 'off_street', 4, 'Asia/Shanghai', 'enabled');
    insert into customer (account, name) select 'c' || n, 'Customer ' || n from generate_series(1, 300) n;
    delete from customer where id > 250;
    create table frame_20260101 partition of frame for values from ('2026-01-01') to ('2026-01-02');
    insert into frame (at, connection, station_number, outgoing, content)
      select '2026-01-01 12:00Z', 1, 'CP-1', false, repeat(E'[2,"x"]\\n\\\\.\\n', n) from generate_series(1, 50) n;
    insert into frame (at, connection, station_number, outgoing, content) values ('2020-01-01', 1, 'CP-1', false, '')`)
  await writeBackup(database.url, file)
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

let before: Awaited<ReturnType<typeof everything>>
beforeEach(async () => {
  before = await everything()
})
let kept: Buffer
beforeEach(() => {
  kept = readFileSync(file)
})
afterEach(() => writeFileSync(file, kept))

test('a restore brings every row back, and sequences go on where they stood', async () => {
  await query(`delete from customer; update site set name = 'changed'; truncate frame; drop table frame_20260101;
    select setval('customer_id_seq', 5000)`)
  await restore()
  expect(await everything()).toEqual(before)
  const [{ id }] = await query(`insert into customer (account, name) values ('next', 'next') returning id`)
  expect(id).toBe(301)
  await query(`delete from customer where name = 'next'`)
  await restore()
})

test('a sequence that was set goes on as it was set, though it gave no number since', async () => {
  const { customer_id_seq: stood } = await alone(database.url, sequencesOf)
  await query(`select setval('customer_id_seq', 700, false)`)
  await writeBackup(database.url, file)
  await restore()
  expect(await next('customer_id_seq')).toBe(700)
  await query(`select setval('customer_id_seq', ${stood})`)
})

test('a number that was told since the backup is not given again after a restore', async () => {
  const given = new Map<string, number[]>(told.map((name) => [name, []]))
  const give = async () => {
    for (const [name, numbers] of given) for (let n = 0; n < 5; n++) numbers.push(await next(name))
  }
  await give()
  await restore()
  await give()
  // On another machine nothing tells what was given.
  await query('drop schema public cascade; create schema public')
  await restore()
  await give()
  for (const numbers of given.values()) {
    expect(numbers.slice(0, 10)).toEqual([...new Set(numbers.slice(0, 10))])
    for (const number of numbers.slice(10)) expect(number).toBeGreaterThan(10_000)
  }
})

test('contents beside the database go along and come back, byte for byte', async () => {
  const name = 'c0'.repeat(16)
  const files = filesAt({ folder: join(folder.path, 'files'), s3: null })
  const contents = backupContents(files)
  const content = randomBytes(300_000)
  await contents.write(name, Readable.from([content]))
  await query(`insert into file (key, name, folder, size_bytes, content_type, sha256)
    values ('${name}', 'a', 'documents', 3, 'text/plain', ''), ('${'d0'.repeat(16)}', 'lost', 'documents', 3, 'text/plain', '')`)
  expect((await writeBackup(database.url, file, contents)).contents).toBe(1)
  await files.store.remove(name)
  const put = await alone(database.url, (client) => readBackup(client, file, contents))
  expect(put).toMatchObject({ put: 1, left_out: 0, missing: 1 })
  const elsewhere = await alone(database.url, (client) => readBackup(client, file))
  expect(elsewhere).toMatchObject({ put: 0, left_out: 2, missing: 0 })
  expect(await buffer((await files.store.open(name)).stream)).toEqual(content)
  truncateSync(file, statSync(file).size - 1000)
  await expect(alone(database.url, (client) => readBackup(client, file, contents))).rejects.toThrow(
    /damaged|cannot be read/,
  )
  expect(await query('select count(*) as files from file')).toEqual([{ files: 2 }])
  await query('delete from file; truncate file_loose')
})

test('triggers work after a restore as before', async () => {
  await restore()
  const counted = async () =>
    (
      await query(`select sum(rows)::int as n from (
        select rows from customer_tally where span = 'ever' union all select rows from customer_tally_note) counted`)
    )[0].n
  expect(await counted()).toBe(250)
  await query(`insert into customer (account, name) values ('more', 'one more')`)
  expect(await counted()).toBe(251)
  await restore()
})

test('the file is for its owner only', () => {
  expect(statSync(file).mode & 0o077).toBe(0)
})

test.each([
  ['was cut off', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
  [
    'lacks its end, though each part of it is whole',
    () => {
      const content = gunzipSync(kept)
      writeFileSync(file, gzipSync(content.subarray(0, content.length - 40)))
    },
  ],
  ['is no backup', () => writeFileSync(file, gzipSync('{"format":"something else"}'))],
  ['is not even compressed', () => writeFileSync(file, 'hello')],
])('a file that %s changes nothing', async (_, spoil) => {
  spoil()
  await expect(restore()).rejects.toThrow(/file/)
  expect(await everything()).toEqual(before)
})

test('a backup of a newer version is refused and changes nothing', async () => {
  const content = gunzipSync(kept)
  const length = content.readUInt32BE()
  const header = JSON.parse(content.subarray(4, 4 + length).toString())
  header.migrations.push({ id: 9000, name: 'later', checksum: 'x' })
  const text = Buffer.from(JSON.stringify(header))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(text.length)
  writeFileSync(file, gzipSync(Buffer.concat([size, text, content.subarray(4 + length)])))
  await expect(restore()).rejects.toThrow('newer than this version')
  expect(await everything()).toEqual(before)
})

test('a server that works on the database leaves for a restore and comes back after it', async () => {
  const order: string[] = []
  const presence = announce(database.url, async () => {
    order.push('asked')
    order.push('leaving')
    await presence.leave()
    await presence.arrive()
    order.push('back')
  })
  await presence.arrive()
  await alone(database.url, async (client) => {
    order.push('alone')
    await readBackup(client, file)
    order.push('restored')
  })
  await expect.poll(() => order).toEqual(['asked', 'leaving', 'alone', 'restored', 'back'])
  await presence.close()
})
