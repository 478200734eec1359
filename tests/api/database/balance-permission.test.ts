import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMenu } from '../../../src/server/menus/seed-menu.ts'
import { makeUser } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

/** What migration 0084 gives to roles and people that worked with customers' money before balances needed a permission. */

const CODE = 'customer.balance'
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
  await seedMenu(database.db)
})
afterAll(() => database.drop())

test('nobody who worked with money loses the balances, and nobody else is given them', async () => {
  const { db } = database
  await db.deleteFrom('menu').where('name', '=', CODE).execute()
  const role = (...permissions: string[]) => makeUser(db, { permissions })
  const people = {
    cashier: await role('customer.list', 'customer.top_up'),
    bookkeeper: await role('ledger_entry.list'),
    technician: await role('customer.list', 'pile.start'),
    given: await role('customer.list'),
    denied: await role('customer.list'),
  }
  const adjusted = async (user_id: number, effect: 'add' | 'remove') =>
    sql`insert into user_route (user_id, menu_id, effect) select ${user_id}, id, ${effect} from menu where name = 'customer.correct'`.execute(
      db,
    )
  await adjusted(people.given.id, 'add')
  await adjusted(people.denied.id, 'remove')

  await database.pool.query(readFileSync('src/server/migrations/0084-balance-permission.sql', 'utf8'))
  await seedMenu(db)

  const sees = async ({ id, role_id }: { id: number; role_id: number }) => {
    const { rows } = await sql`
      select from role_grant where role_id = ${role_id} and ${CODE} = any(permissions)
      union all select from user_adjustment where user_id = ${id} and ${CODE} = any(added)`.execute(db)
    return rows.length > 0
  }
  const found: Record<string, boolean> = {}
  for (const [name, one] of Object.entries(people)) found[name] = await sees(one)
  expect(found).toEqual({ cashier: true, bookkeeper: true, technician: false, given: true, denied: false })
})

test('its entry follows the catalogue like any other', async () => {
  const { db } = database
  const entry = await db.selectFrom('menu').selectAll().where('name', '=', CODE).executeTakeFirstOrThrow()
  const page = await db.selectFrom('menu').select('id').where('name', '=', 'customers').executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ built_in: true, version: 1, parent_id: page.id, permission: CODE })
})
