import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { migrations } from '../../src/server/kit/database/migrations.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/**
 * A server that runs while one of the next version brings the database ahead of it: it has kept plans of its statements, and writes rows whose
 * new columns it does not know.
 */

let database: FreshDatabase
let server: TestServer
const piles: ScriptedPile[] = []
beforeAll(async () => {
  database = await freshDatabase(20, 'started')
  server = await startServer({ database })
})
afterEach(() => {
  for (const pile of piles.splice(0)) pile.drop()
})
afterAll(() => database.drop())

/** A pile that may charge, a Wh a cent. */
async function network() {
  const { db } = server
  const rule = await makeRule(db, { electricity_fee: 1_000, service_fee: 0, occupation_fee: 0 })
  const strategy = await makeStrategy(db, { rule_ids: [rule.id] })
  const site = await makeSite(db, { strategy_id: strategy.id })
  const type = await makePileType(db, { rated_power_w: 120_000 })
  const customer = await makeCustomer(db, { balance_cents: 1_000_000 })
  const card = await makeCard(db, { customer_id: customer.id })
  return { ...(await makePile(db, { site_id: site.id, pile_type_id: type.id })), card: card.number }
}

/** A session in each version, as its pile is answered and as it is stored. */
async function charge(turn: number, { id, station_number: station, card }: Awaited<ReturnType<typeof network>>) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  piles.push(pile)
  const began = Date.now() - 3_600_000 + turn * 600_000
  const at = (minute: number) => new Date(began + minute * 60_000).toISOString()
  await pile.call('BootNotification', { chargePointModel: 'M', chargePointVendor: 'V' })
  await pile.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError', timestamp: at(0) })
  const meterStart = 10_000 * turn
  const start = { connectorId: 1, idTag: card, meterStart, timestamp: at(0) }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
  const sampledValue = [{ value: String(meterStart + 300), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
  await pile.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: at(1), sampledValue }] })
  await pile.call('StopTransaction', { transactionId, meterStop: meterStart + 700, timestamp: at(2), reason: 'Local' })
  const order = server.db
    .selectFrom('orders')
    .selectAll()
    .where('pile_id', '=', id)
    .where('transaction_id', '=', transactionId)
  await expect.poll(async () => (await order.executeTakeFirst())?.status).toBe('paid')
  expect(await order.executeTakeFirst()).toMatchObject({ energy_wh: 700, paid_cents: 700 })
  pile.drop()
}

/** What each list and each page of the console answers. */
async function look(): Promise<string[]> {
  const lists = Object.values(entities).filter(({ calls }) => calls.list)
  const answers = await Promise.all(
    lists.map(async ({ path, calls, listBy }) => {
      const { status } = await server.call(`${listBy} ${path}/${calls.list}`, {})
      return `${path}: ${status}`
    }),
  )
  return answers.filter((answer) => !answer.endsWith(' 200'))
}

test('a server goes on while the database is one version ahead of it', async () => {
  const pile = await network()
  // Plans are kept from the sixth time on.
  for (let turn = 1; turn <= 3; turn++) await charge(turn, pile)
  expect(await look()).toEqual([])
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
      -- Who adds a column to what a function gives changes the function with it.
      and not exists (select from pg_proc f where f.prorettype = c.reltype)`.execute(server.db)
  expect(rows.length).toBeGreaterThan(50)
  // One after the other: all in one transaction would wait for statements of the server that wait for it.
  for (const { name } of rows)
    await sql`alter table ${sql.raw(name)} add column of_the_next_version integer not null default 7`.execute(server.db)
  const next = (migrations.at(-1)?.id ?? 0) + 1
  await sql`insert into schema_migrations (id, name, checksum) values (${next}, 'of-the-next-version', 'x')`.execute(
    server.db,
  )
  for (let turn = 4; turn <= 6; turn++) {
    await charge(turn, pile)
    expect(await look()).toEqual([])
  }
  const { status, data } = await server.call('/system/park-lot/create', { name: 'Of the older version' })
  expect(status, JSON.stringify(data)).toBe(200)
  // What is done by itself has its turn, and its faults are written down at the end at the latest.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await server.stop()
  const faults = await database.db.selectFrom('error_entry').select('message').execute()
  expect(faults).toEqual([])
})
