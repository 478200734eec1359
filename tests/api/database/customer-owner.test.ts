import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCustomer, makeUser, next } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

/** What migration 0035 makes of customers that there were before they had an owner. */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
})
afterAll(() => database.drop())

/** As it was before: none of it has to hold anything. */
const BEFORE = `
  drop index customer_merchant, customer_dept;
  alter table customer drop constraint customer_owner_check, drop column merchant_id, drop column dept_id;
  create index ledger_entry_apart on ledger_entry (customer_id) where order_id is null;
  create table customer_place (customer_id bigint);
  create function note_customer_places() returns trigger language plpgsql as $$ begin return null; end $$;
  create function note_customer_place() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger customer_place_insert after insert on orders for each statement execute function note_customer_places();
  create trigger customer_place_update after update on orders for each row execute function note_customer_place();`

test('gives each to their maker’s one merchant or department, and all others to the operator', async () => {
  const { db } = database
  const made = async (table: 'dept' | 'merchant', status: string) =>
    (
      await sql<{
        id: number
      }>`insert into ${sql.table(table)} (name, status) values (${`N${next()}`}, ${status}) returning id`.execute(db)
    ).rows[0]?.id ?? 0
  const [one, two] = [await made('merchant', 'enabled'), await made('merchant', 'enabled')]
  const dept = await made('dept', 'normal')
  const makers = {
    merchant: await makeUser(db, { data_scope: 'merchants', merchant_ids: [one] }),
    merchants: await makeUser(db, { data_scope: 'merchants', merchant_ids: [one, two] }),
    department: await makeUser(db, { data_scope: 'department', dept_id: dept }),
    nowhere: await makeUser(db, { data_scope: 'department' }),
    sites: await makeUser(db, { data_scope: 'sites' }),
    everything: await makeUser(db, { dept_id: dept }),
    both: await makeUser(db, { data_scope: 'merchants', merchant_ids: [one], dept_id: dept }),
  }
  const second = await makeUser(db, { data_scope: 'department' })
  await db.insertInto('user_role').values({ user_id: makers.both.id, role_id: second.role_id }).execute()
  const app = await db
    .insertInto('client_app')
    .values({ name: 'fleet', status: 'normal', rate: 1, data_scope: 'merchants' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into client_app_merchant (client_app_id, merchant_id) values (${app.id}, ${two})`.execute(db)
  const customers: Record<string, number> = { nobody: (await makeCustomer(db)).id }
  for (const [name, { id }] of Object.entries(makers)) customers[name] = (await makeCustomer(db, { created_by: id })).id
  customers.app = (await makeCustomer(db, { created_by: -app.id })).id
  for (const text of [BEFORE, readFileSync('src/server/migrations/0035-customer-owner.sql', 'utf8')])
    await database.pool.query(text)
  const owners: Record<string, unknown> = {}
  for (const [name, id] of Object.entries(customers))
    owners[name] = await db
      .selectFrom('customer')
      .select(['merchant_id', 'dept_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const operators = { merchant_id: null, dept_id: null }
  expect(owners).toEqual({
    ...{ nobody: operators, merchants: operators, nowhere: operators, sites: operators, everything: operators },
    both: operators,
    merchant: { merchant_id: one, dept_id: null },
    app: { merchant_id: two, dept_id: null },
    department: { merchant_id: null, dept_id: dept },
  })
})
