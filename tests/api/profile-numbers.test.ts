import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { changeLimit, profilesInPile, pushProfile } from '../../src/shared/endpoints/charging-profiles.ts'
import { makePile, makeSite, next } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Piles of OCPP 2.1 may keep numbers of profiles for limits from outside: none of ours has one of them (K01.FR.80). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const STEP = 10_000_000

async function made() {
  const { id: site_id } = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: ['ocpp2.1'] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  for (const action of ['SetChargingProfile', 'UpdateDynamicSchedule', 'ClearChargingProfile'])
    pile.onCall(action, { status: 'Accepted' })
  const profile = await server.call('/system/charging_profile/add', {
    ...{ name: `Numbered ${next()}`, site_id, charging_profile_purpose: 'pile_max', charging_profile_kind: 'dynamic' },
    ...{ stack_level: 1, periods: [{ start: 0, limit: 60_000, phases: null }] },
  })
  return { id, pile, profile: (profile.data as { id: number }).id }
}

const keeps = (pile_id: number, reserved: number) =>
  server.db
    .insertInto('pile_setting')
    .values({
      ...{ pile_id, key: 'SmartChargingCtrlr/MaxExternalConstraintsId', value: String(reserved), read_only: false },
    } as never)
    .execute()
const heldBy = async (pile_id: number) => (await server.call(profilesInPile, { pile_id })).data.installed
const sent = async ({ pile }: { pile: ScriptedPile }) =>
  (await pile.nextCall('SetChargingProfile')).chargingProfile as { id: number }

test('a profile goes above what the pile keeps, and is changed and cleared by the same number', async () => {
  const it = await made()
  await keeps(it.id, STEP + it.profile)
  await server.call(pushProfile, { id: it.profile })
  const number = it.profile + 2 * STEP
  expect((await sent(it)).id).toBe(number)
  await vi.waitFor(async () => expect(await heldBy(it.id)).toMatchObject([{ charging_profile: { id: it.profile } }]))
  await server.call(changeLimit, { id: it.profile, limit: 50_000 })
  expect(await it.pile.nextCall('UpdateDynamicSchedule')).toMatchObject({ chargingProfileId: number })
  await server.call(pushProfile, { id: it.profile, clear: true })
  expect(await it.pile.nextCall('ClearChargingProfile')).toEqual({ chargingProfileId: number })
  await vi.waitFor(async () => expect(await heldBy(it.id)).toEqual([]))
})

test('one that it holds by a number that it keeps by now is cleared by that', async () => {
  const it = await made()
  await server.call(pushProfile, { id: it.profile })
  expect((await sent(it)).id).toBe(it.profile)
  await vi.waitFor(async () => expect(await heldBy(it.id)).toHaveLength(1))
  await keeps(it.id, it.profile)
  await server.call(pushProfile, { id: it.profile, clear: true })
  expect(await it.pile.nextCall('ClearChargingProfile')).toEqual({ chargingProfileId: it.profile })
})
