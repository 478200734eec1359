import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isInUse } from '../../src/server/cards/in-use.ts'
import { sessionsAt } from '../../src/server/charging-profiles/sessions.ts'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { unheardSince } from '../../src/server/kit/unheard-orders.ts'
import { CommandStore } from '../../src/server/ocpp/command-store.ts'
import { type PilePatch, patchStatement } from '../../src/server/ocpp/pile-patch.ts'
import { loadSessions } from '../../src/server/orders/load-sessions.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

const PILES = 300
const AT_NIGHT = 20

let database: FreshDatabase

const query = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows

const charged = (ids: readonly number[]) => new Map<number, PilePatch>(ids.map((id) => [id, { charged: true }]))
const ids = Array.from({ length: PILES }, (_, index) => index + 1)

/** A plan made while nothing charged holds for a whole day of charging, and the statistics of a large network never tell of what does. */
beforeAll(async () => {
  // One connection: what a transaction read of a table is told to itself alone.
  database = await freshDatabase(1)
  await query(`
    insert into pile_type (name, current_mode, rated_power_w) values ('AC', 'ac', 7000);
    insert into pile (station_number, pile_type_id) select 'P-' || n, 1 from generate_series(1, ${PILES}) n;
    insert into card (number) select 'CARD' || n from generate_series(1, ${PILES}) n;
    insert into card_group (name, number) values ('Fleet', 'FLEET');
    update card set group_id = (select id from card_group) where number in ('CARD3', 'CARD4')`)
  await query('set plan_cache_mode = force_generic_plan')
  // What a pile had before counts as little.
  await query(`
    insert into orders (number, status, type, pile_id, connector_number, energy_wh, started_at, ended_at, left_at, paid_at, received_at, meter_start_wh,
      rules, lines, events, start_key)
    select 'P' || p.id || '-' || n, 'paid', 'device', p.id, 1, 5, now(), now(), now(), now(), now(), 0, '[]', '[]', '[]', 'p' || p.id || '/' || n
    from pile p, generate_series(1, 30) n`)
  await query('analyze')
  await database.pool.query(patchStatement(charged(ids), 1))
  await query('set plan_cache_mode = auto')
  const open = (piles: string, connectors: string) => `
    insert into orders (number, status, type, pile_id, connector_number, energy_wh, started_at, received_at, meter_start_wh, rules, lines,
      events, start_key, card_number, transaction_id)
    select 'N' || p.id || '-' || c, case c when 1 then 'generated' else 'completed' end, 'device', p.id, c, 1000 * c + p.id, now(), now(), 0,
      '[]', '[]', '[]', p.id || '/' || c, 'CARD' || p.id, 100000 + p.id * 10 + c
    from pile p, ${connectors} c where p.id ${piles}`
  // A few always charge. Their indexes are known to hold some; among millions of orders the statistics meet none of them.
  await query(open(`between 200 and ${200 + AT_NIGHT - 1}`, "unnest('{1,2}'::int[])"))
  await query('reindex table orders')
  await query(open(`not between 200 and ${200 + AT_NIGHT - 1} and p.id < ${PILES}`, "unnest('{1,2}'::int[])"))
})
afterAll(() => database.drop())

/** Rows of orders that it reads. */
async function reads<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<[rows: number, result: T]> {
  // What earlier ones read may not have been told to the others yet, and stands there as well.
  const read = async () => {
    const [told] = await query<{ read: number }>(
      "select coalesce(seq_tup_read + idx_tup_fetch, 0)::int as read from pg_stat_xact_user_tables where relname = 'orders'",
    )
    return told?.read ?? Number.NaN
  }
  await query('begin')
  const before = await read()
  const result = await work(database.db)
  const after = await read()
  await query('commit')
  return [after - before, result]
}

test('the energy of piles that charge is summed by reading their open orders once', async () => {
  const [read] = await reads(() => database.pool.query(patchStatement(charged(ids), 1)))
  expect(read).toBe(2 * (PILES - 1))
  const [first, last, others] = await query<{ energy_wh: number }>(
    `select energy_wh from pile where id in (1, ${PILES}) union all select 0 order by energy_wh desc`,
  )
  expect([first?.energy_wh, last?.energy_wh, others?.energy_wh]).toEqual([3002, 0, 0])
})

const limits = { at_once: 1, group_id: null, group_at_once: null }

test('whether a card charges elsewhere is asked of its own sessions', async () => {
  const elsewhere = { pile_id: PILES, connector_number: 1 }
  const ask = (number: string, of: Parameters<typeof isInUse>[2] | object = {}) =>
    reads((db) => isInUse(db, elsewhere, { ...limits, ...of, number }, Date.now()))
  expect(await ask('CARD1')).toEqual([1, true])
  expect(await ask('NOBODY')).toEqual([0, false])
  const [group] = await query<{ id: number }>('select id from card_group')
  expect(await ask('CARD3', { at_once: 9, group_id: group?.id, group_at_once: 2 })).toEqual([2, true])
  expect(await ask('CARD3', { at_once: 9, group_id: group?.id, group_at_once: 3 })).toEqual([2, false])
})

test('what runs at a pile is found without what runs at others', async () => {
  const [loaded, stored] = await reads((db) => loadSessions(db, [{ id: 1 }, { id: PILES }] as never))
  expect(stored.map(({ sessions, waiting }) => [sessions.length, waiting.length])).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(loaded).toBe(2)
  const [known] = await reads((db) => new CommandStore(db).circumstances(1))
  expect(known).toBeLessThanOrEqual(2)
  const [charges, sessions] = await reads((db) => sessionsAt(db, [1], null))
  expect(sessions).toHaveLength(1)
  expect(charges).toBeLessThanOrEqual(2)
})

test('what nothing was heard of for long is looked for without all readings of what charges', async () => {
  const readingsRead =
    "select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables where relname like 'reading%'"
  await query(`
    insert into reading (order_id, at, pile_id, connector_number, energy_wh, received_at)
    select o.id, now() - n * interval '1 minute', o.pile_id, 1, 1000 - n, now() - n * interval '1 minute'
    from orders o, generate_series(case when o.pile_id = 1 then 90 else 0 end, 100) n where o.status = 'generated' and o.pile_id < 20;
    update orders set received_at = now() - interval '3 hours' where status = 'generated' and pile_id < 20`)
  await query('begin')
  const [before] = await query<{ read: number }>(readingsRead)
  const { rows } = await unheardSince(new Date(Date.now() - 3_600_000).toISOString()).execute(database.db)
  const [after] = await query<{ read: number }>(readingsRead)
  await query('commit')
  expect((rows as { pile_id: number }[]).map(({ pile_id }) => pile_id)).toEqual([1])
  // One of each that was heard of.
  expect((after?.read ?? 0) - (before?.read ?? 0)).toBeLessThanOrEqual(2 * 20)
})
