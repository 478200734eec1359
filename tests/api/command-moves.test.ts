import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandMoves } from '../../src/server/ocpp/command-moves.ts'
import { CommandStore } from '../../src/server/ocpp/command-store.ts'
import { makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const AT = '2026-11-20T10:00:00.000Z'
const LATER = '2026-11-20T10:00:05.000Z'

/** Commands that wait to be sent, each to a pile of its own. */
async function queued(count: number): Promise<number[]> {
  const piles = await Promise.all(Array.from({ length: count }, () => makePile(server.db)))
  const intent = { ask: 'clear_cards' as const }
  const asked = {
    connector_number: null,
    intent,
    call: 'ClearCache',
    payload: {},
    asked_by: null,
    most: 20,
    node_id: 0,
  }
  const ids = await new CommandStore(server.db).add(
    piles.map(({ id: pile_id }) => ({ ...asked, pile_id, action: 'clear_cards' })),
  )
  return ids.map((id) => id ?? expect.fail('there is no room'))
}

const rowOf = (id: number) =>
  server.db
    .selectFrom('command')
    .select(['status', 'answer', 'progress', 'unique_id', 'payload', 'sent_at', 'answered_at', 'effect_at', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('each step is kept, and what it does not say stays', async () => {
  const [id = 0] = await queued(1)
  const moves = new CommandMoves(server.db, () => 0)
  await moves.put(id, { status: 'sent', sent_at: AT, unique_id: 'u', payload: '{"a":1}' })
  await moves.put(id, { status: 'accepted', answer: '{"status":"Accepted\\u0000"}', answered_at: LATER })
  await moves.put(id, { status: 'accepted', progress: 'RebootRequired' })
  await moves.put(id, { status: 'done', effect_at: LATER })
  expect(await rowOf(id)).toEqual({
    ...{ status: 'done', answer: '{"status":"Accepted\\u0000"}', progress: 'RebootRequired', unique_id: 'u' },
    ...{ payload: '{"a":1}', sent_at: AT, answered_at: LATER, effect_at: LATER, version: 5 },
  })
})

test('what was not sent after all says so', async () => {
  const [id = 0] = await queued(1)
  const moves = new CommandMoves(server.db, () => 0)
  await moves.put(id, { status: 'sent', sent_at: AT, unique_id: 'u' })
  await moves.put(id, { status: 'not_connected', sent_at: null })
  expect(await rowOf(id)).toMatchObject({ status: 'not_connected', sent_at: null, unique_id: 'u' })
})

test('what comes at once is one statement, and two steps of one command are both in it', async () => {
  const ids = await queued(100)
  const [first = 0] = ids
  const moves = new CommandMoves(server.db, () => 0)
  await Promise.all([
    ...ids.map((id) => moves.put(id, { status: 'sent', sent_at: AT })),
    moves.put(first, { status: 'done', answer: '{}' }),
  ])
  const { rows } = await sql<{ writers: number }>`
    select count(distinct xmin::text)::int as writers from command where id = any(${ids}::bigint[])`.execute(server.db)
  expect(rows[0]?.writers).toBe(1)
  expect(await rowOf(first)).toMatchObject({ status: 'done', sent_at: AT, answer: '{}' })
})

test('a step that the database refuses fails alone', async () => {
  const [one = 0, two = 0, three = 0] = await queued(3)
  const moves = new CommandMoves(server.db, () => 0)
  const ends = await Promise.allSettled([
    moves.put(one, { status: 'done' }),
    moves.put(two, { status: 'done', answered_at: 'no time' }),
    moves.put(three, { status: 'refused' }),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([(await rowOf(one)).status, (await rowOf(two)).status, (await rowOf(three)).status]).toEqual([
    ...['done', 'queued', 'refused'],
  ])
})

test('those that stop wait for what is under way', async () => {
  const ids = await queued(3)
  const moves = new CommandMoves(server.db, () => 0)
  let kept = 0
  for (const id of ids) void moves.put(id, { status: 'done' }).then(() => kept++)
  await moves.drain()
  expect(kept).toBe(3)
})
