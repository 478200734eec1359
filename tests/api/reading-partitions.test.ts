import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readBackup } from '../../src/server/kit/database/backup/read.ts'
import { writeBackup } from '../../src/server/kit/database/backup/write.ts'
import { migrations } from '../../src/server/kit/database/migrations.ts'
import { whereNothingReadsAll, whilePartitionsStay } from '../../src/server/kit/database/partitions.ts'
import { alone } from '../../src/server/kit/database/presence.ts'
import { keepReadingPartitions } from '../../src/server/orders/reading-partitions.ts'
import { makeOrder, makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase, whileRead } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'

/** How long readings are kept: all, then one a minute, then none; those of orders that are not settled for as long as they are not. */

const folder = temporaryFolder()
let database: FreshDatabase
let pile_id: number

/** A Monday long ago: no test of another time falls into its weeks. */
const MONDAY = Date.parse('2030-01-07T00:00:00Z')
const DAY = 86_400_000
const FIRST_MONDAY = Date.UTC(1970, 0, 5)
const at = (days: number, clock = '12:00:00') => `${new Date(MONDAY + days * DAY).toISOString().slice(0, 10)}T${clock}Z`
const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows

interface Given {
  order_id: number
  at: string
  energy_wh?: number | null
  power_w?: number | null
}

const store = ({ order_id, at, energy_wh = null, power_w = null }: Given) =>
  rows(
    `insert into reading (order_id, at, pile_id, connector_number, energy_wh, power_w) values ($1, $2, $3, 1, $4, $5)
    on conflict (order_id, at, pile_id, connector_number) do update set energy_wh = greatest(reading.energy_wh, excluded.energy_wh)`,
    [order_id, at, pile_id, energy_wh, power_w],
  )

const kept = async (order_id: number) =>
  (
    await rows<{ at: string; energy_wh: number | null; power_w: number | null }>(
      `select to_char(at, 'HH24:MI:SS') as at, energy_wh, power_w::float8 from reading where order_id = $1 order by reading.at`,
      [order_id],
    )
  ).map(({ at, energy_wh, power_w }) => [at, energy_wh, power_w])

const partitions = async () =>
  (
    await rows<{ name: string }>(
      `select relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'reading'::regclass
        and relname >= 'reading_2030' order by 1`,
    )
  ).map(({ name }) => name)
const tables = async () =>
  (
    await rows<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^reading_2030'`,
    )
  ).map(({ name }) => name)

const keep = (days: number, pool: pg.Pool = database.pool) => keepReadingPartitions(pool, MONDAY + days * DAY)

/** An order of the first of those weeks, with a reading each twenty seconds. */
async function orderOf(status: 'paid' | 'completed' | 'generated') {
  const { id } = await makeOrder(database.db, { pile_id, status, started_at: at(2), ended_at: at(2, '12:02:00') })
  for (const [n, clock] of ['12:00:00', '12:00:20', '12:00:40', '12:01:00', '12:01:20'].entries())
    await store({ order_id: id, at: at(2, clock), energy_wh: n * 100, power_w: 1000 + n })
  return id
}
const ALL = [
  ['12:00:00', 0, 1000],
  ['12:00:20', 100, 1001],
  ['12:00:40', 200, 1002],
  ['12:01:00', 300, 1003],
  ['12:01:20', 400, 1004],
]
const A_MINUTE = [
  ['12:00:40', 200, 1002],
  ['12:01:20', 400, 1004],
]

beforeEach(async () => {
  database = await freshDatabase(5)
  pile_id = (await makePile(database.db)).id
  await keep(0)
  return () => database.drop()
})
afterAll(() => folder.remove())

describe('readings lie in partitions of a week', () => {
  test('each in its own, made two weeks ahead', async () => {
    const order_id = await orderOf('paid')
    expect(await partitions()).toEqual(['reading_20300107', 'reading_20300114', 'reading_20300121', 'reading_other'])
    const of = () => rows<{ name: string }>('select distinct tableoid::regclass::text as name from reading order by 1')
    expect(await of()).toEqual([{ name: 'reading_20300107' }])
    expect(await keep(6)).toEqual({ made: 0, thinned: 0, dropped: 0 })
    expect(await keep(7)).toMatchObject({ made: 1 })
    expect(await kept(order_id)).toEqual(ALL)
  })

  test('one of a week that has none yet is kept, found, and moves when its week has one', async () => {
    await store({ order_id: 7, at: at(30), energy_wh: 5 })
    const of = () => rows<{ name: string }>('select tableoid::regclass::text as name from reading')
    expect(await of()).toEqual([{ name: 'reading_other' }])
    expect(await kept(7)).toEqual([['12:00:00', 5, null]])
    await keep(15)
    expect(await of()).toEqual([{ name: 'reading_20300204' }])
    // It is told again: no second one.
    await store({ order_id: 7, at: at(30), energy_wh: 6 })
    expect(await kept(7)).toEqual([['12:00:00', 6, null]])
  })
})

describe('when all of a week are older than they are kept', () => {
  test('the last of each minute is left of settled orders and of what belongs to none; one that is not settled keeps all', async () => {
    const [paid, held, charging] = [await orderOf('paid'), await orderOf('completed'), await orderOf('generated')]
    await store({ order_id: 0, at: at(3, '08:00:00'), energy_wh: 1 })
    await store({ order_id: 0, at: at(3, '08:00:30'), energy_wh: 2 })
    await keep(7 + 89)
    expect(await kept(paid)).toEqual(ALL)
    expect(await keep(7 + 90)).toMatchObject({ thinned: 1, dropped: 0 })
    expect(await kept(paid)).toEqual(A_MINUTE)
    expect(await kept(0)).toEqual([['08:00:30', 2, null]])
    for (const order of [held, charging]) expect(await kept(order)).toEqual(ALL)
    expect(await partitions()).toContain('reading_20300107_minutes')
    expect(await tables()).not.toContain('reading_20300107')
    expect(await keep(7 + 90)).toEqual({ made: 0, thinned: 0, dropped: 0 })
  })

  test('a register and a power that came apart from each other are both left', async () => {
    await store({ order_id: 9, at: at(2, '10:00:01'), energy_wh: 100 })
    await store({ order_id: 9, at: at(2, '10:00:02'), power_w: 2000 })
    await store({ order_id: 9, at: at(2, '10:00:31'), energy_wh: 150 })
    await store({ order_id: 9, at: at(2, '10:00:32'), power_w: 2100 })
    await keep(7 + 90)
    expect(await kept(9)).toEqual([
      ['10:00:31', 150, null],
      ['10:00:32', null, 2100],
    ])
  })

  test('as an administrator sets it', async () => {
    const order_id = await orderOf('paid')
    await rows('update system_setting set reading_days = 400, reading_minute_days = 7')
    await keep(7 + 399)
    expect(await kept(order_id)).toEqual(ALL)
    // One a minute is not kept for less long than all are.
    expect(await keep(7 + 400)).toMatchObject({ thinned: 0, dropped: 1 })
    expect(await kept(order_id)).toEqual([])
  })

  test('one that comes late is kept beside them', async () => {
    const order_id = await orderOf('paid')
    await keep(7 + 90)
    await store({ order_id, at: at(2, '12:05:00'), energy_wh: 900 })
    await store({ order_id, at: at(2, '12:01:20'), energy_wh: 400 })
    expect(await kept(order_id)).toEqual([...A_MINUTE, ['12:05:00', 900, null]])
  })

  test('while someone reads them they stay, for the next run', async () => {
    const order_id = await orderOf('paid')
    await whileRead(database.pool, 'reading_20300107', async () =>
      expect(await keep(7 + 90)).toMatchObject({ thinned: 0 }),
    )
    expect(await kept(order_id)).toEqual(ALL)
    expect(await keep(7 + 90)).toMatchObject({ thinned: 1 })
  })
})

test('while a backup is written no week is taken away under it, nor begins one while a week is', async () => {
  const order_id = await orderOf('paid')
  const backup = await database.pool.connect()
  await whilePartitionsStay(backup)
  expect(await keep(7 + 90)).toEqual({ made: 0, thinned: 0, dropped: 0 })
  expect(await kept(order_id)).toEqual(ALL)
  // Its connection ends with it.
  backup.release(true)
  await expect.poll(() => keep(7 + 90)).toMatchObject({ thinned: 1 })

  const waits = async () =>
    (
      await rows(`select from pg_locks where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`)
    ).length
  let written = false
  let writing: Promise<unknown> | undefined
  await whereNothingReadsAll(database.pool, async () => {
    writing = writeBackup(database.url, join(folder.path, 'beside.backup')).then(() => {
      written = true
    })
    await expect.poll(waits).toBe(1)
    expect(written).toBe(false)
  })
  await writing
})

test('what an open order is settled by stays its own when another takes it over before the rest of the week is thinned', async () => {
  const [held, other] = [await orderOf('completed'), await orderOf('completed')]
  await rows('delete from reading where order_id = $1', [other])
  await cutInTheMiddle()
  await rows('update reading set order_id = $1 where order_id = $2', [other, held])
  await keep(7 + 90)
  expect([await kept(held), await kept(other)]).toEqual([[], ALL])
})

/** Its connection is lost before the old week is thinned. */
async function cutInTheMiddle() {
  let connections = 0
  const cut: pg.Pool = Object.create(database.pool, {
    connect: {
      value: (taken?: Parameters<pg.Pool['connect']>[0]) => {
        if (taken) return database.pool.connect(taken)
        // One that holds the others off and weeks to be made first, then the one that is set aside.
        if (connections++ > 4) throw new Error('the line is cut')
        return database.pool.connect()
      },
    },
  })
  await expect(keep(7 + 90, cut)).rejects.toThrow('the line is cut')
  expect(await tables()).toContain('reading_20300107')
}

describe('a server that ends in the middle', () => {
  test('leaves what is not settled to be found, and the next run goes on', async () => {
    const [paid, held] = [await orderOf('paid'), await orderOf('completed')]
    await cutInTheMiddle()
    expect(await kept(held)).toEqual(ALL)
    await store({ order_id: paid, at: at(2, '12:01:20'), energy_wh: 401 })
    await store({ order_id: held, at: at(2, '12:01:40'), energy_wh: 500 })
    expect(await keep(7 + 90)).toMatchObject({ thinned: 1 })
    expect(await kept(held)).toEqual([...ALL, ['12:01:40', 500, null]])
    expect((await kept(paid)).map(([, energy]) => energy)).toEqual([200, 401])
    expect(await tables()).not.toContain('reading_20300107')
  })

  test('leaves nothing that a backup of that moment has not', async () => {
    const paid = await orderOf('paid')
    await cutInTheMiddle()
    const file = join(folder.path, 'middle.backup')
    await writeBackup(database.url, file)
    await rows('drop table reading_20300107')
    await alone(database.url, (client) => readBackup(client, file))
    expect(await kept(paid)).toEqual([])
    expect(await keep(7 + 90)).toMatchObject({ thinned: 1 })
    expect(await kept(paid)).toEqual(A_MINUTE)
  })
})

describe('when they are older than one a minute is kept', () => {
  test('a week goes whole, and what is not settled stays until it is', async () => {
    const [paid, held] = [await orderOf('paid'), await orderOf('completed')]
    await keep(7 + 90)
    expect(await keep(7 + 365)).toMatchObject({ dropped: 1 })
    expect(await kept(paid)).toEqual([])
    expect(await kept(held)).toEqual(ALL)
    expect(await partitions()).not.toContain('reading_20300107_minutes')
    await rows(`update reading set received_at = $1 where order_id = $2`, [at(2), held])
    await keep(7 + 365)
    expect(await kept(held)).toEqual(ALL)
    await rows(`update orders set status = 'paid' where id = $1`, [held])
    await keep(7 + 366)
    expect(await kept(held)).toEqual([])
  })
})

test('readings of before there were weeks are one partition until the next week but one, thinned and dropped like the others', async () => {
  const { id: order_id } = await makeOrder(database.db, { pile_id, status: 'paid' })
  await rows('drop table reading')
  await rows('alter table system_setting drop column reading_days, drop column reading_minute_days')
  await rows(`create table reading (order_id bigint not null, at timestamptz not null, pile_id bigint not null, connector_number int not null,
    energy_wh double precision, power_w bigint, current_ma bigint, voltage_mv bigint, soc int, received_at timestamptz not null default now(),
    resolution_wh int not null default 1 check (resolution_wh >= 1), primary key (order_id, at, pile_id, connector_number))`)
  await rows('create index reading_idle on reading (pile_id, connector_number, at desc) where order_id = 0')
  const now = Date.now()
  const moments = [0, 10_000, 30 * 365 * DAY].map((later) =>
    new Date(Math.floor(now / 60_000) * 60_000 + later).toISOString(),
  )
  for (const moment of moments) await store({ order_id, at: moment, energy_wh: 7 })
  await rows(migrations.find(({ name }) => name === 'reading-partitions')?.sql ?? '')

  const held = () =>
    rows<{ name: string; rows: number }>(
      'select tableoid::regclass::text as name, count(*)::int as rows from reading group by 1 order by 1',
    )
  expect(await held()).toEqual([
    { name: 'reading_before', rows: 2 },
    { name: 'reading_other', rows: 1 },
  ])
  expect(await keepReadingPartitions(database.pool, now)).toMatchObject({ made: 1, thinned: 0, dropped: 0 })
  // A week later it would be the next partition as well.
  const ends = Math.floor((now - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY + 14 * DAY
  expect(await keepReadingPartitions(database.pool, ends + 90 * DAY)).toMatchObject({ thinned: 1 })
  expect(await held()).toEqual([
    { name: 'reading_before_minutes', rows: 1 },
    { name: 'reading_other', rows: 1 },
  ])
  await keepReadingPartitions(database.pool, now + 480 * DAY)
  expect(await held()).toEqual([])
})
