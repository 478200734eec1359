import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts'
import { findUsers } from '../../src/server/auth/find-people.ts'
import { noticeTodos } from '../../src/server/todos/notice.ts'
import type { Notice } from '../../src/server/todos/ports.ts'
import { makeMaintenance, makePile, makeSite, makeUser, next } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

/** While a pile is under planned maintenance its alarms are written and told to nobody; what is still wrong at the end is told then. */

// No server runs on this database: it would tell people by itself.
let database: FreshDatabase
let site_id: number
beforeAll(async () => {
  database = await freshDatabase()
  site_id = (await makeSite(database.db)).id
})
afterAll(() => database.drop())

const HOUR = 3_600_000
const hours = (from: number) => new Date(Date.now() + from * HOUR).toISOString()
let sent: Notice[] = []
const look = () =>
  noticeTodos({ db: database.db, send: async (_, notice) => sent.push(notice), people: findUsers, publicUrl: null })

/** As if ten minutes had passed since somebody was told. */
const later = () => sql`update notification_setting set told_at = null`.execute(database.db)

beforeEach(async () => {
  await sql`delete from notification_setting; delete from matter; delete from alarm; update pile set archived_at = now()`.execute(
    database.db,
  )
  sent = []
  const user = await makeUser(database.db, { permissions: ['alarm.handle'] })
  await database.db
    .updateTable('users')
    .set({ phone: `138${String(next()).padStart(8, '0')}` })
    .where('id', '=', user.id)
    .execute()
  await database.db
    .insertInto('notification_setting')
    .values({ user_id: user.id, ways: JSON.stringify({ alarm: ['sms'], offline: ['sms'] }), told_to: 0 })
    .execute()
})

const book = () => new AlarmBook(database.db, { changed: () => {} } as never)
const fault = (pile_id: number, at = Date.now()) =>
  book().raise({ id: pile_id }, { code: 'OverVoltage', kind: 'fault', connector_number: 1, message: null, at })
const alarms = async () =>
  await database.db.selectFrom('alarm').select(['during_maintenance as during', 'status']).orderBy('id').execute()
const counts = () => sent.map(({ words }) => words.count)

async function workedOn(given: object = {}) {
  const pile = await makePile(database.db, { site_id })
  const { id } = await makeMaintenance(database.db, {
    ...{ site_id, starts_at: hours(-1), ends_at: hours(1), piles: [pile.id] },
    ...given,
  })
  /** Its time is over: nobody had to be there for it. */
  const end = () => sql`update maintenance set ended_at = now() where id = ${id}`.execute(database.db)
  return { pile, end }
}

test('a fault is written and marked, told to nobody, and told once when the work is over', async () => {
  const { pile, end } = await workedOn()
  await fault(pile.id)
  expect(await alarms()).toEqual([{ during: true, status: 'open' }])
  await look()
  expect(sent).toEqual([])
  await end()
  // Whatever stopped at that moment: two that start look at the same time.
  await Promise.all([look(), look()])
  await later()
  await look()
  expect(counts()).toEqual([1])
})

test('what was over before the end is never told, nor what a person handled meanwhile', async () => {
  const { pile, end } = await workedOn()
  await fault(pile.id)
  await book().clear({ id: pile.id }, 'OverVoltage', 1, Date.now())
  await look()
  await end()
  await look()
  expect(sent).toEqual([])
})

test('a fault of before is told as ever, and one at another pile', async () => {
  const { pile } = await workedOn({ starts_at: hours(-1) })
  await sql`insert into alarm (pile_id, site_id, code, kind, connector_number, raised_at)
    values (${pile.id}, ${site_id}, 'GroundFailure', 'fault', 1, ${hours(-5)}::timestamptz)`.execute(database.db)
  await fault((await makePile(database.db, { site_id })).id)
  expect(await alarms()).toEqual([
    { during: false, status: 'open' },
    { during: false, status: 'open' },
  ])
  await look()
  expect(counts()).toEqual([2])
})

test('while one work ends and another goes on there is silence until the last one ends', async () => {
  const { pile, end } = await workedOn()
  const second = await makeMaintenance(database.db, { site_id, starts_at: hours(-0.5), ends_at: hours(3) })
  await fault(pile.id)
  await end()
  await look()
  expect(sent).toEqual([])
  await sql`update maintenance set ended_at = now() where id = ${second.id}`.execute(database.db)
  await look()
  expect(counts()).toEqual([1])
})

test('a pile that goes offline meanwhile is missed by nobody until the end; one that was away before is', async () => {
  const { pile, end } = await workedOn({ starts_at: hours(-3) })
  const away = (disconnected_at: string) =>
    sql`update pile set state = 'offline', disconnected_at = ${disconnected_at}::timestamptz, last_seen_at = ${disconnected_at}::timestamptz where id = ${pile.id}`.execute(
      database.db,
    )
  await away(hours(-1))
  await look()
  expect(sent).toEqual([])
  await end()
  await look()
  expect(counts()).toEqual([1])
  const { pile: before } = await workedOn()
  await sql`update pile set state = 'offline', disconnected_at = ${hours(-4)}::timestamptz where id = ${before.id}`.execute(
    database.db,
  )
  await later()
  await look()
  expect(counts()).toEqual([1, 1])
})
