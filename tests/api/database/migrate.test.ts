import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../src/server/kit/database/migrate.ts'
import { migrations } from '../../../src/server/kit/database/migrations.ts'
import { makeOrder, makePile, makePileType } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

const next = { id: 9000, name: 'later', sql: 'create table later (id int)' }
let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

const tables = async () => {
  const { rows } = await database.pool.query(`select to_regclass('later') is not null as later`)
  return rows[0].later
}

test('what is missing is applied once, however many servers start together', async () => {
  const all = [...migrations, next]
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, all)))
  expect(applied.flat()).toEqual(['9000-later'])
  expect(await tables()).toBe(true)
})

test('a database that is newer than the code is refused and left as it is', async () => {
  await migrate(database.pool, [...migrations, next])
  await expect(migrate(database.pool)).rejects.toThrow('it has migration 9000-later')
  expect(await tables()).toBe(true)
})

test('a migration that was changed after it ran is refused, and the next one does not run', async () => {
  const changed = migrations.map((each, index) => (index === 0 ? { ...each, sql: `${each.sql} -- more` } : each))
  await expect(migrate(database.pool, [...changed, next])).rejects.toThrow('0001-foundation was changed after it ran')
  expect(await tables()).toBe(false)
})

test('other line ends are no change', async () => {
  const windows = migrations.map((each) => ({ ...each, sql: each.sql.replaceAll('\n', '\r\n') }))
  expect(await migrate(database.pool, windows)).toEqual([])
})

test('a migration that fails leaves nothing of itself and can be tried again', async () => {
  const broken = { ...next, sql: `${next.sql}; select no_such_thing` }
  await expect(migrate(database.pool, [...migrations, broken])).rejects.toThrow('9000-later failed')
  expect(await tables()).toBe(false)
  expect(await migrate(database.pool, [...migrations, next])).toEqual(['9000-later'])
})

test('orders from before are given the type of their pile, and the tally counts them by it', async () => {
  const { db, pool } = database
  const { id: pile_type_id } = await makePileType(db)
  const [typed, untyped] = [await makePile(db, { pile_type_id }), await makePile(db)]
  for (const { id: pile_id } of [typed, typed, untyped]) await makeOrder(db, { pile_id })
  await pool.query('alter table orders drop column pile_type_id cascade')
  await pool.query(migrations.find(({ name }) => name === 'frozen-pile-type')?.sql ?? '')
  const { rows } = await pool.query('select pile_type_id from orders order by id')
  expect(rows).toEqual([{ pile_type_id }, { pile_type_id }, { pile_type_id: null }])
  const counted = await pool.query(`select pile_type_id, rows from orders_tally where span = 'ever' order by 1`)
  expect(counted.rows).toEqual([
    { pile_type_id, rows: 2 },
    { pile_type_id: null, rows: 1 },
  ])
})
