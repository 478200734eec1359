import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWindow } from '../../../src/server/campaigns/send.ts'
import { areNow } from '../../../src/shared/domain/daily-hours.ts'
import { siteClock } from '../../../src/shared/domain/time-zone.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
})
afterAll(() => database.drop())

const QUARTER_MS = 900_000
const hours = (from: string, to: string) => ({ from: minutes(from), to: minutes(to) })
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** By the database, which campaigns go by, and by the console: each quarter of an hour of two days. */
async function opensAt(zone: string, { from, to }: { from: number; to: number }, day: string) {
  const begin = Date.parse(`${day}T00:00:00Z`) - 12 * 3_600_000
  const moments = Array.from({ length: 192 }, (_, at) => begin + at * QUARTER_MS)
  const open = inWindow({ window_from: from, window_to: to }, sql`m.at`)
  const { rows } = await sql<{ at: string }>`
    select m.at from unnest(${moments.map((at) => new Date(at).toISOString())}::timestamptz[]) as m(at),
      (select ${zone}::text as time_zone) s where ${open} order by 1`.execute(database.db)
  const there = rows.map(({ at }) => Date.parse(at))
  expect(there).toEqual(moments.filter((at) => areNow({ from, to }, siteClock(zone), at)))
  const wall = (at: number) => new Date(siteClock(zone).wallAt(at)).toISOString().slice(5, 16)
  return there.map(wall).filter((text) => text.startsWith(day.slice(5)))
}

test.each([
  ['within it come an hour later', hours('02:15', '02:45'), ['03:15', '03:30']],
  ['that end in it go on after it', hours('01:30', '02:30'), ['01:30', '01:45', '03:00', '03:15']],
  ['that begin in it last as long as ever', hours('02:30', '03:30'), ['03:00', '03:15', '03:30', '03:45']],
  ['after it are as always', hours('04:00', '04:30'), ['04:00', '04:15']],
])('of the hour that is left out in spring: hours %s', async (_, given, times) => {
  const open = await opensAt('Europe/Berlin', given, '2027-03-28')
  expect(open).toEqual(times.map((time) => `03-28T${time}`))
})

test.each([
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2027-03-14'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Shanghai', '2027-03-28'],
])('the database and the console agree in %s on %s, over midnight too', async (zone, day) => {
  for (const given of [hours('02:00', '02:30'), hours('23:30', '02:15'), hours('01:45', '03:00')])
    expect((await opensAt(zone, given, day)).length).toBeGreaterThan(0)
})
