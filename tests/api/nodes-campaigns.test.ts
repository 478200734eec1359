import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { Campaigns } from '../../src/server/campaigns/campaigns.ts'
import type { CampaignWork } from '../../src/server/campaigns/ports.ts'
import { stopTooBad } from '../../src/server/campaigns/progress.ts'
import { bulkCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

/** A campaign about piles that are connected at two nodes: each asks its own, and what is counted is counted together. */

const clearCards = bulkCommands.get('clear_cards') ?? expect.fail('clear_cards')
const sockets = droppedPiles<ScriptedPile>()
let both: Awaited<ReturnType<typeof startNodes>>
let here: TestServer
let there: TestServer
beforeAll(async () => {
  both = await startNodes(['here', 'there'])
  ;[here, there] = both.nodes as [TestServer, TestServer]
})
afterAll(() => both.stop())

/** A pile at a node that answers as the test says. */
async function connected({ url }: TestServer, answer: () => Promise<{ status: string }>) {
  const { id, station_number: station } = await makePile(both.database.db)
  const pile = await connectPile({ url: `${url.replace('http', 'ws')}/ocpp`, station })
  pile.onCall('ClearCache', answer)
  sockets.push(pile)
  return { id, asked: () => pile.received.filter(({ action }) => action === 'ClearCache').length }
}

const start = async (ids: number[], rules: object = {}): Promise<number> => {
  const { code, data } = await here.call(clearCards, { ids, ...rules })
  expect(code, JSON.stringify(data)).toBe(200)
  return data.campaign.id
}
const targets = (id: number) =>
  both.database.db
    .selectFrom('campaign_target')
    .select(['pile_id', 'state', 'waits_for'])
    .where('campaign_id', '=', id)
    .orderBy('id')
    .execute()
const stateOf = async (id: number) =>
  (await both.database.db.selectFrom('campaign').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const ends = (id: number, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state))
const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('asks the piles of both nodes, each once, and never more at once than it may', async () => {
  let [now, most] = [0, 0]
  const answer = async () => {
    most = Math.max(most, ++now)
    await passing(120)
    now--
    return { status: 'Accepted' }
  }
  const mine = await Promise.all(Array.from({ length: 8 }, () => connected(here, answer)))
  const theirs = await Promise.all(Array.from({ length: 8 }, () => connected(there, answer)))
  const id = await start(
    [...mine, ...theirs].map((pile) => pile.id),
    { at_once: 3 },
  )
  await ends(id, 'done')
  expect([...mine, ...theirs].map(({ asked }) => asked())).toEqual(Array(16).fill(1))
  expect(most).toBe(3)
})

test('a pile of another node waits for its turn, and not to be connected', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const first = await connected(here, () => held.then(() => ({ status: 'Accepted' })))
  const second = await connected(there, async () => ({ status: 'Accepted' }))
  const { id: away } = await makePile(both.database.db)
  const id = await start([first.id, second.id, away], { at_once: 1 })
  await vi.waitFor(async () => expect((await targets(id))[2]?.waits_for).toBe('pile'), { timeout: 5_000 })
  for (let look = 0; look < 5; look++) {
    expect((await targets(id))[1]).toMatchObject({ state: 'pending', waits_for: null })
    await passing(500)
  }
  answer()
  await vi.waitFor(
    async () => expect((await targets(id)).map(({ state }) => state)).toEqual(['done', 'done', 'pending']),
    { timeout: 5_000 },
  )
})

test('a pilot at both nodes is waited for by both', async () => {
  const answer = async () => {
    await passing(400)
    return { status: 'Accepted' }
  }
  const pilots = [await connected(here, answer), await connected(there, answer)]
  const rest = await Promise.all([here, there, here, there].map((server) => connected(server, answer)))
  const id = await start(
    [...pilots, ...rest].map((pile) => pile.id),
    { pilot: 2 },
  )
  await vi.waitFor(() => expect(pilots.map(({ asked }) => asked())).toEqual([1, 1]), { timeout: 5_000 })
  expect(rest.map(({ asked }) => asked())).toEqual([0, 0, 0, 0])
  await ends(id, 'done')
  expect(rest.map(({ asked }) => asked())).toEqual([1, 1, 1, 1])
})

test('what too many refuse at one node is asked of no more at the other', async () => {
  const refuse = async () => ({ status: 'Rejected' })
  const mine = await Promise.all(Array.from({ length: 3 }, () => connected(here, refuse)))
  const theirs = await Promise.all(Array.from({ length: 6 }, () => connected(there, refuse)))
  const id = await start(
    [...mine, ...theirs].map((pile) => pile.id),
    { at_once: 1, stop_percent: 20 },
  )
  await ends(id, 'stopped')
  await passing(2_500)
  expect([...mine, ...theirs].reduce((sum, { asked }) => sum + asked(), 0)).toBe(3)
})

/** A campaign that the servers know nothing to do of: its pile was asked by a node that is gone. */
async function askedBefore(given: { stop_percent?: number; ended_for?: string; states: readonly string[] }) {
  const { db, pool } = both.database
  const campaign = await db
    .insertInto('campaign')
    .values({
      ...{ name: 'Forget cards', action: 'clear_cards', payload: '{}', state: 'paused', at_once: 5, tries: 1 },
      ...{ pause_seconds: 60, idle_only: false, until: new Date(Date.now() + 3_600_000).toISOString() },
      stop_percent: given.stop_percent ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const commands: number[] = []
  const piles: number[] = []
  for (const state of given.states) {
    const { id: pile_id } = await makePile(db)
    const command = await db
      .insertInto('command')
      .values({ pile_id, action: 'clear_cards', payload: '{}', status: 'refused', intent: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (given.ended_for)
      await pool.query('update command set updated_at = now() - $1::interval where id = $2', [
        given.ended_for,
        command.id,
      ])
    const asked = state === 'pending' ? { tries: 0 } : { tries: 1, command_id: command.id }
    await db
      .insertInto('campaign_target')
      .values({ campaign_id: campaign.id, wave: 1, pile_id, state: state as 'sent', ...asked })
      .execute()
    commands.push(command.id)
    piles.push(pile_id)
  }
  // Not before all of its piles are there: with none left to be asked it would be done.
  await db.updateTable('campaign').set({ state: 'running' }).where('id', '=', campaign.id).execute()
  return { id: campaign.id, commands, piles }
}

test('what a node that is gone had under way is settled by another', async () => {
  const recent = await askedBefore({ states: ['sent'] })
  const { id } = await askedBefore({ states: ['sent'], ended_for: '11 seconds' })
  await ends(id, 'done')
  expect(await targets(id)).toMatchObject([{ state: 'refused' }])
  // Its own node may be about to.
  expect(await targets(recent.id)).toMatchObject([{ state: 'sent' }])
})

test('a campaign of which too many failed is stopped before another node may ask for one more', async () => {
  const { db } = both.database
  const { id, piles } = await askedBefore({ stop_percent: 20, states: ['refused', 'refused', 'refused', 'pending'] })
  let asked = 0
  const other = new Campaigns({
    db,
    works: [
      { action: 'clear_cards', holds: 'answer', repeatable: true, intentOf: async () => ({ ask: 'clear_cards' }) },
    ] satisfies CampaignWork[],
    piles: {
      connectedPiles: () => piles,
      writeAll: async (asks) => {
        asked += asks.length
        return asks.map(() => null)
      },
    },
    changed: () => {},
  })
  const settling = await db.startTransaction().execute()
  await stopTooBad(settling, [id])
  const asking = other.sweep()
  await passing(300)
  expect(asked).toBe(0)
  await settling.commit().execute()
  await asking
  await other.stop()
  expect([asked, await stateOf(id)]).toEqual([0, 'stopped'])
})
