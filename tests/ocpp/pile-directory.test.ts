import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { CommandMoves } from '../../src/server/ocpp/command-moves.ts'
import { Gateway } from '../../src/server/ocpp/gateway.ts'
import { CommandRig } from './command-rig.ts'
import { until } from './gateway-rig.ts'

/** Two nodes that never hear of each other: what one does that froze, or that nobody told anything, changes nothing of a pile that the other has. */

const [FIRST, SECOND] = [11, 12]
const rig = new CommandRig({ node: () => FIRST, offlineAfterMs: 150 })
let second: Gateway
let server: Server
let url: string
/** Of which piles the second read what is known; how often it fails to. */
let asked: (readonly number[])[] = []
let failing = 0
/** Alarms that the second raised. */
const raised: string[] = []

const nodeIs = (id: number, state: 'running' | 'lost') =>
  sql`insert into node (id, name, state, release, address, keys) overriding system value
    values (${id}, ${`node ${id}`}, ${state}, '1', 'a', 'k') on conflict (id) do update set state = excluded.state`.execute(
    rig.db,
  )

beforeEach(async () => {
  raised.length = 0
  asked = []
  failing = 0
  await nodeIs(FIRST, 'running')
  await nodeIs(SECOND, 'running')
  const needs = rig.neighbours.needs(rig.database.pool)
  const alarms = { ...needs.alarms, raise: async (_: unknown, { code }: { code: string }) => void raised.push(code) }
  second = new Gateway({ ...needs, alarms, node: () => SECOND, offlineAfterMs: 150 })
  second.onMovedIn(async (piles) => {
    asked.push(piles ?? [])
    if (piles && failing-- > 0) throw new Error('the database is away')
  })
  await second.start()
  server = createServer().on('upgrade', second.upgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`
})
afterEach(async () => {
  await second.stop()
  server.close()
  server.closeAllConnections()
})

const spells = (pile_id: number) =>
  rig.db.selectFrom('offline_record').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
const state = async (station: string) => (await rig.stored(station)).state
const sessionOf = (pile_id: number) =>
  sql<{ epoch: number; connected: boolean }>`select * from pile_session where pile_id = ${pile_id}`
    .execute(rig.db)
    .then(({ rows }) => rows[0])

/** At the first node, then at the second, while the first knows nothing of it. */
async function moved() {
  const { pile: older, station, id } = await rig.pile()
  await until(async () => (await state(station)) !== 'offline')
  const newer = await connectPile({ url, station, callTimeoutMs: 15_000 })
  await until(async () => (await sessionOf(id))?.epoch === 2)
  return { older, newer, station, id }
}

test('the end of an older socket at another node says nothing of the pile', async () => {
  const { older, newer, station, id } = await moved()
  const told = () => rig.neighbours.told.filter((each) => each === `pile ${id}`).length
  await until(() => told() >= 2)
  const before = told()
  await older.close()
  await until(() => told() > before)
  expect(await state(station)).not.toBe('offline')
  expect(await spells(id)).toEqual([])
  // Longer than a pile may be away.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect([rig.neighbours.alarmed, raised]).toEqual([[], []])
  await newer.close()
  await until(async () => (await state(station)) === 'offline')
  expect(await spells(id)).toHaveLength(1)
  await until(() => raised.includes('Offline'))
})

test('what a pile says by its older socket changes nothing of its state', async () => {
  const { older, newer, station, id } = await moved()
  const timestamp = new Date().toISOString()
  await newer.call('StatusNotification', { connectorId: 1, status: 'Faulted', errorCode: 'OtherError', timestamp })
  expect(await state(station)).toBe('faulted')
  const earlier = new Date(Date.now() - 60_000).toISOString()
  await older.call('StatusNotification', {
    connectorId: 1,
    status: 'Charging',
    errorCode: 'NoError',
    timestamp: earlier,
  })
  expect(await state(station)).toBe('faulted')
  expect(id).toBeGreaterThan(0)
  await newer.close()
})

test.each(['look', 'tidy'] as const)('a node that comes to see it lets go of the older socket (%s)', async (way) => {
  const { older, newer, id } = await moved()
  await rig.gateway[way]()
  expect((await older.closed).code).toBe(1001)
  await rig.gateway.look()
  expect([rig.gateway.has(id), rig.gateway.isElsewhere(id), rig.gateway.connected(id)]).toEqual([false, true, true])
  await newer.close()
})

test('the piles of a node that is gone went when they were last seen, and the other watches over them', async () => {
  const { pile, station, id } = await rig.pile()
  await until(async () => (await state(station)) !== 'offline')
  await sql`update pile set last_seen_at = now() - interval '1 minute' where id = ${id}`.execute(rig.db)
  await second.tidy()
  expect(await spells(id)).toEqual([])
  await nodeIs(FIRST, 'lost')
  await second.tidy()
  expect(await state(station)).toBe('offline')
  const [spell] = await spells(id)
  expect(Date.now() - Date.parse(spell?.offline_at ?? '')).toBeGreaterThan(50_000)
  await until(() => raised.includes('Offline'))
  // It was frozen, and is there again: it has the pile no more.
  await nodeIs(FIRST, 'running')
  await rig.gateway.look()
  expect((await pile.closed).code).toBe(1001)
  expect(await spells(id)).toHaveLength(1)
  const again = await connectPile({ url, station })
  await until(async () => (await spells(id))[0]?.online_at)
  await again.close()
})

test('a pile that came to another node is not an alarm of the one that it left', async () => {
  rig.gateway.offlineAfter(60_000)
  const { pile, station, id } = await rig.pile()
  await until(async () => (await sessionOf(id))?.connected)
  await pile.close()
  await until(async () => (await spells(id)).length === 1)
  const newer = await connectPile({ url, station })
  await until(async () => (await spells(id))[0]?.online_at)
  const looked = () => rig.gateway.state.find(({ what }) => what === 'piles_away')?.size()
  expect(looked()).toBe(1)
  rig.gateway.offlineAfter(0)
  await until(() => looked() === 0)
  // One that it has is; its alarm follows all that came before.
  const { pile: other, id: away } = await rig.pile()
  await until(async () => (await sessionOf(away))?.connected)
  await other.close()
  await until(() => rig.neighbours.alarmed.length > 0)
  expect(rig.neighbours.alarmed.map(({ pile_id }) => pile_id)).toEqual([away])
  await newer.close()
})

test('what could not be read of a pile that came is read when it comes again, or is away', async () => {
  failing = 2
  const { pile, station, id } = await rig.pile()
  await pile.close()
  const refused = await connectPile({ url, station })
  expect((await refused.closed).code).toBe(1011)
  await until(async () => JSON.stringify(await sessionOf(id)).includes('"connected":false'))
  expect(await sessionOf(id)).toMatchObject({ epoch: 2 })
  await expect(second.tidy()).rejects.toThrow('away')
  await second.tidy()
  expect(asked.slice(1)).toEqual([[id], [id], [id]])
  await until(() => raised.includes('Offline'))
  const newer = await connectPile({ url, station, callTimeoutMs: 15_000 })
  await until(async () => (await sessionOf(id))?.connected)
  expect(asked).toHaveLength(4)
  await newer.close()
})

test('a pile that is known as connected and has no socket is away', async () => {
  const { station_number: station, id } = await rig.make()
  const lost = sql`insert into pile_session (pile_id, node_id, connected) values (${id}, ${FIRST}, true)`
  await lost.execute(rig.db)
  await rig.db.updateTable('pile').set({ state: 'available' }).where('id', '=', id).execute()
  await second.tidy()
  expect(await state(station)).toBe('available')
  await rig.gateway.tidy()
  await until(async () => (await state(station)) === 'offline')
  expect([await sessionOf(id), await spells(id)]).toMatchObject([{ connected: false }, [{ online_at: null }]])
})

test('what became of a command is said by the node that follows it', async () => {
  const { pile, id } = await rig.pile()
  pile.onCall('Reset', { status: 'Accepted' })
  const { id: command } = await rig.ask({ pile_id: id, action: 'Reset', payload: { type: 'Soft' } })
  await rig.untilStatus(command, 'accepted')
  await sql`update command set node_id = ${SECOND} where id = ${command}`.execute(rig.db)
  await new CommandMoves(rig.db, () => 0).put(command, { status: 'no_effect' })
  expect((await rig.row(command)).status).toBe('accepted')
  await new CommandMoves(rig.db, () => SECOND).put(command, { status: 'done' })
  expect((await rig.row(command)).status).toBe('done')
})

test('a node that comes to see that a pile went elsewhere waits for nothing of its commands', async () => {
  const { pile, station, id } = await rig.pile()
  pile.onCall('Reset', { status: 'Accepted' })
  const { id: command } = await rig.ask({ pile_id: id, action: 'Reset', payload: { type: 'Soft' } })
  await rig.untilStatus(command, 'accepted')
  const followed = () => rig.commands.state.find(({ what }) => what === 'followed_commands')?.size()
  expect(followed()).toBe(1)
  const newer = await connectPile({ url, station })
  await until(async () => (await sessionOf(id))?.epoch === 2)
  await rig.gateway.look()
  expect(followed()).toBe(0)
  await newer.close()
})
