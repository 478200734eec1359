import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SharedClock } from '../../src/server/kit/database/shared-clock.ts'
import { Remembered } from '../../src/server/kit/remembered.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** A database whose clock is as far ahead of this machine's as a test says. */

const HOUR = 3_600_000
let database: FreshDatabase
let pool: pg.Pool
const said: string[] = []
const log = { warn: (_: object, words: string) => void said.push(words) }

beforeAll(async () => {
  database = await freshDatabase(2)
  await database.pool.query(`create schema ahead; create table ahead.by (ms float8); insert into ahead.by values (0);
    create function ahead.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + make_interval(secs => ms / 1000) from ahead.by $$`)
  pool = new pg.Pool({ connectionString: database.url, max: 1, options: '-c search_path=ahead,pg_catalog,public' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => {
  said.length = 0
})

async function compared(clock: SharedClock, ms: number): Promise<void> {
  await database.pool.query('update ahead.by set ms = $1', [ms])
  await clock.compare()
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** How far ahead of the machine the process goes: the monotonic clock is the machine's. */
const offset = () => Date.now() - (performance.timeOrigin + performance.now())

describe('the clock that all nodes share', () => {
  test('does not go to and fro where a machine is about a second off, and says so once', async () => {
    const clock = new SharedClock(pool, log)
    const start = offset()
    for (const ms of [900, 1_040, 960, 1_040, 960, 1_040, 960]) await compared(clock, ms)
    expect(offset() - start).toBeGreaterThan(900)
    expect(said).toEqual(['the clock of this machine is not the database’s: it goes by the database’s'])
    await compared(clock, 700)
    expect(clock.ahead).toBeLessThan(-600)
    expect(said).toHaveLength(1)
    await compared(clock, 300)
    expect(clock.ahead).toBe(0)
    await compared(clock, 900)
    expect([clock.ahead, said.slice(1)]).toEqual([0, ['the clock of this machine is right again']])
    await compared(clock, HOUR)
    await compared(clock, 0)
    expect(Math.abs(offset() - start)).toBeLessThan(50)
  })

  test('falls behind without running backwards', async () => {
    const clock = new SharedClock(pool, log)
    await compared(clock, 1_500)
    const start = offset()
    let last = Date.now()
    await compared(clock, 1_300)
    for (const until = performance.now() + 400; performance.now() < until; ) {
      const now = Date.now()
      expect(now).toBeGreaterThanOrEqual(last)
      last = now
      await new Promise(setImmediate)
    }
    expect(start - offset()).toBeGreaterThan(20)
    expect(start - offset()).toBeLessThan(100)
    await wait(2_000)
    expect(start - offset()).toBeGreaterThan(150)
    await compared(clock, -HOUR)
    await compared(clock, 0)
  })

  test('leaps while it runs for what kept Date and Date.now before, in both directions', async () => {
    const clock = new SharedClock(pool, log)
    const [KeptDate, keptNow] = [Date, Date.now]
    const remembered = new Remembered<string>(60_000)
    let asked = 0
    const ask = () => remembered.get('1', async () => String(++asked))
    expect([await ask(), await ask()]).toEqual(['1', '1'])
    const before = keptNow()
    await compared(clock, HOUR)
    const times = [keptNow(), Number(new KeptDate()), Date.now(), Number(new Date()), Date.parse(Date())]
    for (const time of times) expect(Math.abs(time - before - HOUR)).toBeLessThan(2_000)
    expect(await ask()).toBe('2')
    await compared(clock, 0)
    expect(Math.abs(keptNow() - before)).toBeLessThan(2_000)
    expect(Date).toBe(KeptDate)
  })

  test('makes dates like any other', () => {
    new SharedClock(pool, log)
    class Day extends Date {}
    const date = new Date(2026, 10, 27, 1, 2, 3, 4)
    expect([date.getFullYear(), date.getMonth(), date.getMilliseconds(), date.constructor]).toEqual([2026, 10, 4, Date])
    for (const each of [date, new Day(0), structuredClone(date)]) expect(each).toBeInstanceOf(Date)
    expect([new Day(0) instanceof Day, new Day(0).getTime(), new Date('x').getTime()]).toEqual([true, 0, Number.NaN])
    expect([Date.UTC(2026, 0), Date.name, Date.length]).toEqual([Date.parse('2026-01-01T00:00:00Z'), 'Date', 7])
    expect(new Date(new Date(5)).getTime()).toBe(5)
    expect(Math.abs(Number(new Date()) - Date.now())).toBeLessThan(50)
  })
})
