import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { checkProfiles, profilesInPile } from '../../src/shared/endpoints/charging-profiles.ts'
import { makeChargingProfile, makeOrder, makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What the profiles of a pile come to whose EVSEs have several connectors (OCPP 2.0.1, K08). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A pile with an EVSE of two connectors and one of one. A car charges at the second connector of the first, to a limit of its own. */
async function charging() {
  const { id, station_number: station, site_id } = await makePile(server.db, { connectors: 2 })
  await server.db.insertInto('connector').values({ pile_id: id, number: 102 }).execute()
  const started_at = new Date(Date.now() - 60_000).toISOString()
  await makeOrder(server.db, {
    ...{ pile_id: id, connector_number: 102, status: 'generated', started_at, ended_at: null, site_id },
  })
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: ['ocpp2.0.1'] })
  open.push(pile)
  // What it holds of sessions is forgotten when it starts.
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  const profile = await makeChargingProfile(server.db, {
    ...{ site_id: Number(site_id), charging_profile_purpose: 'session', charging_profile_kind: 'relative' },
    periods: '[{"start":0,"limit":20000,"phases":null}]',
  })
  const sent = JSON.stringify({ ...profile, transaction_id: null })
  await server.db
    .insertInto('installed_profile')
    .values({
      ...{ pile_id: id, connector_number: 102, charging_profile_id: profile.id, purpose: 'session', stack_level: 0 },
      ...{ sent_version: 1, sent },
    })
    .execute()
  return { id, pile, started_at }
}

test('is asked once for each EVSE, and is as a session at any of its connectors has it', async () => {
  const { id, pile, started_at } = await charging()
  const limits: Record<number, number> = { 1: 20_000, 2: 1_000_000 }
  const asked: unknown[] = []
  pile.onCall('GetCompositeSchedule', ({ evseId }) => {
    asked.push(evseId)
    return {
      status: 'Accepted',
      schedule: {
        ...{ evseId, duration: 86_400, scheduleStart: new Date().toISOString(), chargingRateUnit: 'W' },
        chargingSchedulePeriod: [{ startPeriod: 0, limit: limits[Number(evseId)] }],
      },
    }
  })
  const { data } = await server.call(checkProfiles, { pile_id: id })
  expect(asked).toEqual([1, 2])
  expect(data?.differences.filter(({ connector_number }) => connector_number === 1)).toEqual([])
  limits[1] = 50_000
  const again = (await server.call(checkProfiles, { pile_id: id })).data
  expect(again?.differences).toContainEqual(expect.objectContaining({ connector_number: 1, ours_w: 20_000 }))
  const { connectors } = (await server.call(profilesInPile, { pile_id: id })).data
  expect(connectors.map(({ number, session_since }) => [number, session_since])).toEqual([
    [1, started_at],
    [2, null],
    [102, started_at],
  ])
})
