import { expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makeMaintenance, makePile, makeSite } from '../make.ts'
import { groundOfServers } from '../setup/ground.ts'

const ground = groundOfServers()

const PILES = 60
const minutes = (from: number) => new Date(Date.now() + from * 60_000).toISOString()
const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

const campaigns = () => ground.database.db.selectFrom('campaign').select(['id', 'state']).orderBy('id').execute()
const done = async () => {
  const rows = await ground.database.db
    .selectFrom('campaign_target')
    .select(['campaign_id', 'pile_id', 'state'])
    .execute()
  return rows.filter(({ state }) => state === 'done')
}

/** A start of the server with all piles, to its end by force or in peace as soon as it is so far. */
async function serves(
  stations: readonly string[],
  asked: Map<string, string[]>,
  isFar: () => Promise<boolean>,
  end: NodeJS.Signals,
) {
  // What a kill left without an answer is asked again after a pause: a short one, as nothing else is held here.
  await ground.database.db.updateTable('campaign').set({ pause_seconds: 1 }).execute()
  const server = await ground.serve({ OCPP_AUTH: 'optional' })
  const [, port] = /http:\/\/[\w.[\]]+:(\d+)/.exec(server.said()) ?? []
  const sockets: ScriptedPile[] = []
  for (const station of stations) {
    const pile = await connectPile({ url: `ws://127.0.0.1:${port}/ocpp`, station })
    pile.onCall('ChangeAvailability', ({ type }) => {
      asked.set(station, [...(asked.get(station) ?? []), String(type)])
      setImmediate(() => void report(pile, String(type)))
      return { status: 'Accepted' }
    })
    // As after every boot: what it said just before the server went is not known.
    const before = asked.get(station)?.at(-1)
    if (before) await report(pile, before)
    sockets.push(pile)
  }
  while (!(await isFar())) await pause()
  server.child.kill(end)
  await server.ended
  for (const pile of sockets) pile.drop()
}
function report(pile: ScriptedPile, type: string) {
  const status = type === 'Inoperative' ? 'Unavailable' : 'Available'
  return pile.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status }).catch(() => {})
}

test('a server that is killed while it takes piles out, or puts them back, arranges each once and goes on', async () => {
  const { db } = ground.database
  const { id: site_id } = await makeSite(db)
  const made = await Promise.all(Array.from({ length: PILES }, () => makePile(db, { site_id, connectors: 1 })))
  const stations = made.map(({ station_number }) => station_number)
  const asked = new Map<string, string[]>()
  const plan = { site_id, starts_at: minutes(-1), ends_at: minutes(60), service: 'after_sessions' as const }
  const { id } = await makeMaintenance(db, plan)
  const so = async (of: number, share: number) => {
    const rows = await campaigns()
    return (
      rows.length === of &&
      (await done()).filter((target) => target.campaign_id === rows[of - 1]?.id).length >= PILES * share
    )
  }
  await serves(stations, asked, () => so(1, 0.3), 'SIGKILL')
  const frozen = await done()
  expect(frozen.length).toBeLessThan(PILES)
  await serves(stations, asked, () => so(1, 1), 'SIGKILL')
  for (const { pile_id } of frozen) {
    const station = made.find((pile) => pile.id === pile_id)?.station_number ?? ''
    expect(asked.get(station), 'done already').toHaveLength(1)
  }
  await db.updateTable('maintenance').set({ ends_at: new Date().toISOString() }).where('id', '=', id).execute()
  await serves(stations, asked, () => so(2, 0.3), 'SIGKILL')
  await serves(stations, asked, () => so(2, 1), 'SIGTERM')
  expect(await campaigns()).toHaveLength(2)
  expect(await done()).toHaveLength(2 * PILES)
  for (const station of stations) {
    const said = asked.get(station) ?? []
    expect(said.join()).toMatch(/^(Inoperative,){1,2}Operative(,Operative)?$/)
  }
}, 480_000)
