import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { checkProfiles, profilesInPile, pushProfile } from '../../src/shared/endpoints/charging-profiles.ts'
import { makePile, makeSite, next } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Which profiles a pile holds it says itself, and that counts (OCPP 2.0.1, K09). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** A pile that holds two profiles, by what it confirmed. */
async function holding(version: string) {
  const { id: site_id } = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  pile.onCall('SetChargingProfile', { status: 'Accepted' })
  pile.onCall('GetCompositeSchedule', { status: 'Rejected' })
  const sent: { id: number; [key: string]: unknown }[] = []
  for (const stack_level of [1, 2]) {
    const { data } = await server.call('/system/charging_profile/add', {
      ...{ name: `Told ${next()}`, site_id, charging_profile_purpose: 'pile_max', charging_profile_kind: 'absolute' },
      ...{ stack_level, start_schedule: '2026-11-01T16:00:00.000Z' },
      periods: [{ start: 0, limit: 60_000, phases: null }],
    })
    await server.call(pushProfile, { id: (data as { id: number }).id })
    sent.push((await pile.nextCall('SetChargingProfile')).chargingProfile as (typeof sent)[number])
  }
  await vi.waitFor(async () => expect(await heldBy(id)).toHaveLength(2))
  return { id, pile, sent }
}

const heldBy = async (pile_id: number) => (await server.call(profilesInPile, { pile_id })).data.installed
const numbersOf = async (pile_id: number) => (await heldBy(pile_id)).map((one) => one.charging_profile.id).sort()

/** Asks it, and has it report these in as many parts. */
async function told({ id, pile }: Awaited<ReturnType<typeof holding>>, parts: object[][]) {
  pile.onCall('GetChargingProfiles', { status: 'Accepted' })
  await server.call(checkProfiles, { pile_id: id })
  const { requestId, chargingProfile } = await pile.nextCall('GetChargingProfiles')
  expect(chargingProfile).toEqual({ chargingLimitSource: ['CSO'] })
  for (const [index, part] of parts.entries())
    await pile.call('ReportChargingProfiles', {
      ...{ requestId, chargingLimitSource: 'CSO', evseId: 0, chargingProfile: part, tbc: index < parts.length - 1 },
    })
}

test.each(['ocpp2.0.1', 'ocpp2.1'])('what a pile of %s does not name it does not hold', async (version) => {
  const made = await holding(version)
  const [first, second] = made.sent as [{ id: number }, { id: number }]
  await told(made, [[first], [second]])
  expect(await numbersOf(made.id)).toEqual([first.id, second.id])
  await told(made, [[second]])
  expect(await heldBy(made.id)).toMatchObject([{ charging_profile: { id: second.id }, outdated: false }])
})

test('what it holds otherwise is known as it says it, and shows as changed', async () => {
  const made = await holding('ocpp2.0.1')
  const [first, second] = made.sent as [{ id: number; chargingSchedule: object[] }, { id: number }]
  const schedule = { ...first.chargingSchedule[0], chargingSchedulePeriod: [{ startPeriod: 0, limit: 40_000 }] }
  await told(made, [[{ ...first, chargingSchedule: [schedule] }, second]])
  const found = (await heldBy(made.id)).map((one) => [one.profile.periods[0]?.limit, one.outdated])
  expect(found.sort()).toEqual([
    [40_000, true],
    [60_000, false],
  ])
})

test('what it was thought to have let go of it holds again, and what is of no profile here is left alone', async () => {
  const made = await holding('ocpp2.0.1')
  const [first, second] = made.sent as [{ id: number }, { id: number }]
  await server.db.deleteFrom('installed_profile').where('charging_profile_id', '=', first.id).execute()
  await told(made, [[first, second, { ...second, id: 9_000_000, stackLevel: 5 }]])
  expect(await numbersOf(made.id)).toEqual([first.id, second.id])
})

test('one that holds none says so in its answer', async () => {
  const made = await holding('ocpp2.0.1')
  made.pile.onCall('GetChargingProfiles', { status: 'NoProfiles' })
  await server.call(checkProfiles, { pile_id: made.id })
  expect(await heldBy(made.id)).toEqual([])
})

test('a report of what was never asked changes nothing', async () => {
  const made = await holding('ocpp2.0.1')
  const [first] = made.sent as [object]
  const report = { requestId: 4711, chargingLimitSource: 'CSO', evseId: 0, chargingProfile: [first] }
  expect(await made.pile.call('ReportChargingProfiles', report)).toEqual({})
  expect(await heldBy(made.id)).toHaveLength(2)
})
