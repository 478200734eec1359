import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findUsers } from '../../src/server/auth/find-people.ts'
import { noticeTodos } from '../../src/server/todos/notice.ts'
import type { Notice } from '../../src/server/todos/ports.ts'
import { makeUser, next } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { oneOfEach } from '../setup/todo-records.ts'

// No server runs on this database: it would tell people by itself.
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

let sent: Notice[] = []
const look = () =>
  noticeTodos({
    db: database.db,
    send: async (_, notice) => sent.push(notice),
    people: findUsers,
    publicUrl: 'https://console.example.com',
  })
/** As if ten minutes had passed. */
const later = () => sql`update notification_setting set told_at = told_at - interval '10 minutes'`.execute(database.db)

beforeEach(async () => {
  await sql`delete from notification_setting`.execute(database.db)
  await look()
  sent = []
})

/** Someone who may deal with faults and orders, and wants to hear of them by these ways. */
async function listener(ways: object = { alarm: ['sms'], order: ['sms', 'mail'] }) {
  const user = await makeUser(database.db, { permissions: ['alarm.handle', 'order.settle'] })
  const contacts = { phone: `138${String(next()).padStart(8, '0')}`, email: `${user.user_name}@example.com` }
  await database.db.updateTable('users').set(contacts).where('id', '=', user.id).execute()
  const told_to = sql<number>`(select coalesce(max(id), 0) from matter)`
  await database.db
    .insertInto('notification_setting')
    .values({ user_id: user.id, ways: JSON.stringify(ways), told_to })
    .execute()
  return { ...user, ...contacts }
}
const forThem = ({ id }: { id: number }) => sent.filter(({ user_id }) => user_id === id)

test('people are told of what is new, by the ways that they chose, in one message a way', async () => {
  const user = await listener()
  await look()
  expect(forThem(user)).toEqual([])
  await oneOfEach(database.db)
  await oneOfEach(database.db)
  await look()
  expect(forThem(user)).toEqual([
    {
      ...{ channel: 'sms', to: user.phone, template: 'todos', user_id: user.id, language: 'en' },
      words: {
        count: 4,
        kinds: '2 alarms to handle and 2 orders to settle',
        link: 'https://console.example.com/todo',
      },
    },
    {
      ...{ channel: 'mail', to: user.email, template: 'todos', user_id: user.id, language: 'en' },
      words: { count: 2, kinds: '2 orders to settle', link: 'https://console.example.com/todo' },
    },
  ])
})

test('people are told at most once in ten minutes, then of all that came meanwhile', async () => {
  const user = await listener({ alarm: ['sms'], order: [] })
  await oneOfEach(database.db)
  await look()
  await oneOfEach(database.db)
  await oneOfEach(database.db)
  await look()
  expect(forThem(user)).toHaveLength(1)
  await later()
  await look()
  await look()
  expect(forThem(user).map(({ words }) => words.count)).toEqual([1, 2])
})

test('people are told of nothing that others dealt with meanwhile, or that lies beyond their reach', async () => {
  const user = await listener({ alarm: ['sms'], order: [] })
  const [here, there] = [await oneOfEach(database.db), await oneOfEach(database.db)]
  await sql`update role set data_scope = 'sites' where id = ${user.role_id}`.execute(database.db)
  await sql`insert into role_site (role_id, site_id) values (${user.role_id}, ${there.pile.site_id})`.execute(
    database.db,
  )
  await database.db.updateTable('alarm').set({ status: 'processed' }).where('id', '=', there.alarm).execute()
  await look()
  expect(forThem(user)).toEqual([])
  expect(here.alarm).not.toBe(there.alarm)
})

test('people are told once, by however many servers', async () => {
  const user = await listener({ alarm: ['sms'], order: [] })
  await oneOfEach(database.db)
  await Promise.all([look(), look(), look()])
  await look()
  expect(forThem(user)).toHaveLength(1)
})

test('people are told not any more when their account is shut', async () => {
  const user = await listener()
  await database.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute()
  await oneOfEach(database.db)
  await look()
  expect(forThem(user)).toEqual([])
})
