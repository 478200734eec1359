import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/server/kit/database/tables.ts'
import { CommandMoves } from '../../src/server/ocpp/command-moves.ts'
import { type Change, CommandStore } from '../../src/server/ocpp/command-store.ts'
import { makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const moves = async (db: Kysely<Database>, id: number, change: Change): Promise<void> =>
  void (await new CommandMoves(db, () => 0).put(id, change))

/** A list with this card that a pile was sent; it has not answered yet. */
async function sentList(pile_id: number): Promise<number> {
  const store = new CommandStore(server.db)
  const cards = [{ card_number: 'SHARED', status: 'Accepted' as const }]
  const intent = { ask: 'update_card_list' as const, version: 1, full: true, cards }
  const asked = { ...{ pile_id, connector_number: null, intent, call: 'SendLocalList', payload: {}, asked_by: null } }
  const [id = null] = await store.add([{ ...asked, action: 'update_card_list', most: 20, node_id: 0 }])
  if (id === null) throw new Error('there is no room for it')
  await moves(server.db, id, { status: 'sent' })
  return id
}

const statusOf = async (id: number) =>
  (await server.db.selectFrom('command').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`

test('two piles that take the same card at once do not wait for each other', async () => {
  const [one, two] = [await makePile(server.db), await makePile(server.db)]
  for (const { id } of [one, two]) await moves(server.db, await sentList(id), { status: 'done' })
  const [first, second] = [await sentList(one.id), await sentList(two.id)]
  await server.db.transaction().execute(async (trx) => {
    await moves(trx, first, { status: 'done' })
    await server.db.transaction().execute(async (other: Kysely<Database>) => {
      await sql`set local lock_timeout = '2s'`.execute(other)
      await moves(other, second, { status: 'done' })
    })
  })
  expect([await statusOf(first), await statusOf(second)]).toEqual(['done', 'done'])
})

test('a pile’s answer that lost a deadlock is kept all the same', async () => {
  const pile = await makePile(server.db)
  await sql`insert into local_list (pile_id) values (${pile.id})`.execute(server.db)
  const id = await sentList(pile.id)
  let kept: Promise<void> | undefined
  await server.db.transaction().execute(async (trx) => {
    await sql`select from local_list where pile_id = ${pile.id} for update`.execute(trx)
    kept = moves(server.db, id, { status: 'done' })
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBeGreaterThan(0)
    // It waited first, so it is the one that loses.
    await sql`update command set progress = 'crossed' where id = ${id}`.execute(trx)
  })
  await kept
  expect(await statusOf(id)).toBe('done')
})
