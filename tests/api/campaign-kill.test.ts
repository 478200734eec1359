import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { serveOver, temporaryFolder } from '../setup/process.ts'

const PILES = 120
const KILLS = 3

let database: FreshDatabase
const folder = temporaryFolder()
beforeAll(async () => {
  database = await freshDatabase(5)
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const done = async (id: number) => {
  const rows = database.db
    .selectFrom('campaign_target')
    .select('pile_id')
    .where('campaign_id', '=', id)
    .where('state', '=', 'done')
  return (await rows.execute()).map(({ pile_id }) => pile_id)
}

/** A pile that comes back as often as the server does and counts how often it was asked. */
function comingBack(station: string) {
  let socket: ScriptedPile | undefined
  const counts = { asked: 0, left: false }
  return {
    counts,
    async connect(url: string) {
      socket = await connectPile({ url, station })
      socket.onCall('ClearCache', async () => {
        counts.asked++
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { status: 'Accepted' }
      })
    },
    drop: () => socket?.drop(),
  }
}

test('a server that is killed in the middle of a campaign asks no pile again that it knows to have done it', async () => {
  const made = await Promise.all(Array.from({ length: PILES }, () => makePile(database.db)))
  const piles = new Map(made.map(({ id, station_number }) => [id, comingBack(station_number)]))
  const { id } = await database.db
    .insertInto('campaign')
    .values({
      ...{
        name: 'Forget cards',
        action: 'clear_cards',
        payload: JSON.stringify({ ask: 'clear_cards' }),
        state: 'running',
      },
      ...{
        at_once: 4,
        tries: 10,
        pause_seconds: 1,
        until: new Date(Date.now() + 3_600_000).toISOString(),
        idle_only: false,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = { campaign_id: id, state: 'pending' as const, wave: 1, tries: 0 }
  await database.db
    .insertInto('campaign_target')
    .values(made.map((pile) => ({ ...waiting, pile_id: pile.id })))
    .execute()

  const askedWhenDone = new Map<number, number>()
  const midway: number[] = []
  for (let start = 1; start <= KILLS + 1; start++) {
    const server = await serveOver({ database, folder }, { OCPP_AUTH: 'optional' })
    const [, port] = /http:\/\/[\w.[\]]+:(\d+)/.exec(server.said()) ?? []
    await Promise.all([...piles.values()].map((pile) => pile.connect(`ws://127.0.0.1:${port}/ocpp`)))
    const wanted = start > KILLS ? PILES : (PILES * start) / (KILLS + 2)
    while ((await done(id)).length < wanted) await new Promise((resolve) => setTimeout(resolve, 1))
    server.child.kill(start > KILLS ? 'SIGTERM' : 'SIGKILL')
    await server.ended
    const known = await done(id)
    midway.push(known.length)
    for (const pile_id of known)
      if (!askedWhenDone.has(pile_id)) askedWhenDone.set(pile_id, piles.get(pile_id)?.counts.asked ?? 0)
    for (const pile of piles.values()) pile.drop()
  }
  expect(
    midway.slice(0, KILLS).every((count) => count > 0 && count < PILES),
    `killed at ${midway}`,
  ).toBe(true)
  expect(midway.at(-1)).toBe(PILES)
  for (const [pile_id, asked] of askedWhenDone)
    expect(piles.get(pile_id)?.counts.asked, 'nobody who was done').toBe(asked)
  const most = Math.max(...[...piles.values()].map(({ counts }) => counts.asked))
  expect(most, 'at most once more a kill').toBeLessThanOrEqual(KILLS + 1)
}, 240_000)
