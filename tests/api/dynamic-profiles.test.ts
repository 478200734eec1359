import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import {
  changeLimit,
  profileFit,
  profilesInPile,
  pushLog,
  pushProfile,
} from '../../src/shared/endpoints/charging-profiles.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makePile, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** Charging profiles whose limit is changed while piles hold them (OCPP 2.1, K28), and how long one holds offline (K01.FR.101). */

let server: TestServer
const piles: (Pile | ScriptedPile)[] = []
beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await ('stop' in pile ? pile.stop() : pile.drop())
})
afterAll(() => server.stop())

const url = () => `${server.url.replace('http', 'ws')}/ocpp`

async function scriptedAt(site_id: number, version = 'ocpp2.1') {
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const pile = await connectPile({ url: url(), station, protocols: [version] })
  piles.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  for (const action of ['SetChargingProfile', 'UpdateDynamicSchedule', 'ClearChargingProfile'])
    pile.onCall(action, { status: 'Accepted' })
  return { id, pile, station }
}

const add = (site_id: number, given: object = {}) =>
  server.call('/system/charging_profile/add', {
    ...{ name: `Dynamic ${next()}`, site_id, charging_profile_purpose: 'pile_max', charging_profile_kind: 'dynamic' },
    ...{ stack_level: 1, periods: [{ start: 0, limit: 60_000, phases: null }], ...given },
  })
async function profileAt(site_id: number, given: object = {}) {
  const { data, message } = await add(site_id, given)
  expect(message).toBe('Successfully saved')
  return data as { id: number; version: number }
}
const rowOf = (id: number) =>
  server.db.selectFrom('charging_profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const heldBy = async (pile_id: number) => (await server.call(profilesInPile, { pile_id })).data.installed
const limitHeld = async (pile_id: number) => (await heldBy(pile_id))[0]?.profile.periods[0]?.limit
const change = (id: number, limit: number | null, options = {}) => server.call(changeLimit, { id, limit }, options)
const pull = ({ pile }: { pile: ScriptedPile }, chargingProfileId: number) =>
  pile.call<{ status: string; scheduleUpdate?: object }>('PullDynamicScheduleUpdate', { chargingProfileId })

/** A pile that holds one of 60 kW. */
async function pushed(given: object = {}) {
  const { id: site_id } = await makeSite(server.db)
  const made = await scriptedAt(site_id)
  const profile = await profileAt(site_id, given)
  expect((await server.call(pushProfile, { id: profile.id })).code).toBe(200)
  await vi.waitFor(async () => expect(await limitHeld(made.id)).toBe(60_000))
  return { ...made, site_id, profile }
}

describe('a limit that is changed', () => {
  test('goes to the piles that hold the profile, alone, and is kept', async () => {
    const made = await pushed({
      dyn_update_interval: 60,
      max_offline_duration: 600,
      invalid_after_offline_duration: true,
    })
    const { id } = made.profile
    expect(await made.pile.nextCall('SetChargingProfile')).toMatchObject({
      chargingProfile: {
        ...{ id, chargingProfileKind: 'Dynamic', dynUpdateInterval: 60, maxOfflineDuration: 600 },
        invalidAfterOfflineDuration: true,
      },
    })
    // Another pile of the site does not hold it.
    const other = await scriptedAt(made.site_id)
    expect((await change(id, 42_000.5)).data).toMatchObject({ piles: 1 })
    expect(await made.pile.nextCall('UpdateDynamicSchedule')).toEqual({
      ...{ chargingProfileId: id, scheduleUpdate: { limit: 42_000.5 } },
    })
    await vi.waitFor(async () => expect(await limitHeld(made.id)).toBe(42_000.5))
    expect(await heldBy(made.id)).toMatchObject([{ outdated: false, profile: { dyn_update_interval: 60 } }])
    const row = await rowOf(id)
    expect(row).toMatchObject({ limit_now: 42_000.5, periods: [{ limit: 42_000.5 }], pushed_version: row.version })
    const { last, rows } = (await server.call(pushLog, { id })).data
    expect([last?.action, rows[0]?.action, rows[0]?.state]).toEqual(['change_limit', 'change_limit', 'done'])
    expect(other.pile.received.map(({ action }) => action)).not.toContain('UpdateDynamicSchedule')
  })

  test('that a pile refuses stays as it was there, and the log says so', async () => {
    const made = await pushed()
    made.pile.onCall('UpdateDynamicSchedule', { status: 'Rejected' })
    await change(made.profile.id, 30_000)
    await vi.waitFor(async () =>
      expect((await server.call(pushLog, { id: made.profile.id })).data.rows[0]).toMatchObject({
        ...{ action: 'change_limit', state: 'refused', said: 'Rejected' },
      }),
    )
    expect(await limitHeld(made.id)).toBe(60_000)
  })

  test('reaches a pile that was away when it is back, as it is by then', async () => {
    const made = await pushed()
    made.pile.drop()
    await change(made.profile.id, 30_000)
    await change(made.profile.id, 20_000)
    const pile = await connectPile({ url: url(), station: made.station, protocols: ['ocpp2.1'] })
    piles.push(pile)
    for (const action of ['SetChargingProfile', 'UpdateDynamicSchedule']) pile.onCall(action, { status: 'Accepted' })
    await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
    await vi.waitFor(async () => expect(await limitHeld(made.id)).toBe(20_000))
    const told = pile.received.filter(({ action }) => action === 'UpdateDynamicSchedule')
    expect(told.length).toBeGreaterThan(0)
    for (const { payload } of told) expect(payload.scheduleUpdate).toEqual({ limit: 20_000 })
  })

  test.each([-1, 7.25, null])('%j is refused at its field', async (limit) => {
    const made = await pushed()
    const { code, data } = await change(made.profile.id, limit)
    expect([code, Object.keys((data as unknown as { errors: object }).errors)]).toEqual([422, ['limit']])
    expect((await rowOf(made.profile.id)).limit_now).toBe(60_000)
  })

  test('needs the permission, a profile within reach, of that kind, and a pile that holds it', async () => {
    const made = await pushed()
    const { id } = made.profile
    const as = async (draft: object) => ({ as: await server.signIn(draft) })
    expect((await change(id, 1_000, await as({ permissions: ['charging_profile.list'] }))).code).toBe(403)
    const { id: elsewhere } = await makeSite(server.db)
    const limited = { permissions: ['charging_profile.push'], data_scope: 'sites' as const, site_ids: [elsewhere] }
    expect((await change(id, 1_000, await as(limited))).code).toBe(404)
    const plain = await profileAt(made.site_id, { charging_profile_kind: 'absolute', stack_level: 3 })
    expect((await change(plain.id, 1_000)).code).toBe(422)
    const nowhere = await profileAt(made.site_id, { stack_level: 4 })
    expect((await change(nowhere.id, 1_000)).code).toBe(422)
    expect((await rowOf(id)).limit_now).toBe(60_000)
  })
})

describe('a pile that asks', () => {
  test('is told the present limit, also one that it was not told yet (K28.FR.07)', async () => {
    const made = await pushed()
    const { id } = made.profile
    expect(await pull(made, id)).toEqual({ status: 'Accepted', scheduleUpdate: { limit: 60_000 } })
    made.pile.onCall('UpdateDynamicSchedule', { status: 'Rejected' })
    await change(id, 25_000)
    expect(await pull(made, id)).toEqual({ status: 'Accepted', scheduleUpdate: { limit: 25_000 } })
    expect(await limitHeld(made.id)).toBe(25_000)
  })

  test('is not told what was only saved', async () => {
    const made = await pushed()
    const { id, version } = await rowOf(made.profile.id)
    await server.call('/system/charging_profile/edit', {
      id,
      version,
      periods: [{ start: 0, limit: 1_000, phases: null }],
    })
    expect(await pull(made, id)).toMatchObject({ scheduleUpdate: { limit: 60_000 } })
  })

  test('is rejected for what it does not hold, what is not dynamic, and what nobody knows (K28.FR.12)', async () => {
    const made = await pushed()
    const rejected = { status: 'Rejected', statusInfo: { reasonCode: 'InvalidProfile' } }
    const other = await scriptedAt(made.site_id)
    expect(await pull(other, made.profile.id)).toEqual(rejected)
    const plain = await profileAt(made.site_id, { charging_profile_kind: 'absolute', stack_level: 3 })
    await server.call(pushProfile, { id: plain.id })
    await vi.waitFor(async () => expect(await heldBy(other.id)).not.toEqual([]))
    for (const id of [plain.id, 999_999, -5]) expect(await pull(other, id)).toEqual(rejected)
  })

  test('is rejected where it still holds what was no dynamic profile then', async () => {
    const { id: site_id } = await makeSite(server.db)
    const [one, other] = [await scriptedAt(site_id), await scriptedAt(site_id)]
    const { id, version } = await profileAt(site_id, { charging_profile_kind: 'absolute' })
    await server.call(pushProfile, { id, pile_ids: [one.id] })
    await vi.waitFor(async () => expect(await limitHeld(one.id)).toBe(60_000))
    await server.call('/system/charging_profile/edit', { id, version, charging_profile_kind: 'dynamic' })
    await server.call(pushProfile, { id, pile_ids: [other.id] })
    await vi.waitFor(async () => expect(await limitHeld(other.id)).toBe(60_000))
    expect(await pull(other, id)).toMatchObject({ status: 'Accepted' })
    expect(await pull(one, id)).toMatchObject({ status: 'Rejected' })
  })

  test('is let go of with the profile', async () => {
    const made = await pushed()
    await server.call(pushProfile, { id: made.profile.id, clear: true })
    await vi.waitFor(async () => expect(await heldBy(made.id)).toEqual([]))
    expect(await pull(made, made.profile.id)).toMatchObject({ status: 'Rejected' })
  })
})

test('piles of older versions are not asked, and a profile that says how long it holds offline neither', async () => {
  const { id: site_id } = await makeSite(server.db)
  const old = await scriptedAt(site_id, 'ocpp2.0.1')
  const made = await scriptedAt(site_id)
  const dynamic = await profileAt(site_id)
  const offline = await profileAt(site_id, {
    ...{ charging_profile_kind: 'absolute', stack_level: 2, max_offline_duration: 0 },
  })
  for (const { id } of [dynamic, offline]) {
    const { cannot } = (await server.call(profileFit, { id })).data
    expect(cannot.map(({ pile, code }) => [pile.id, code])).toEqual([[old.id, 'takes_version']])
    await server.call(pushProfile, { id })
    await vi.waitFor(async () => expect((await rowOf(id)).count).toBe(1))
  }
  expect(
    made.pile.received.find(({ payload }) => (payload.chargingProfile as { id?: number })?.id === offline.id),
  ).toMatchObject({
    payload: { chargingProfile: { maxOfflineDuration: 0 } },
  })
  expect(old.pile.received.map(({ action }) => action)).not.toContain('SetChargingProfile')
})

test('what the standard forbids is refused at its field', async () => {
  const { id: site_id } = await makeSite(server.db)
  const wrong = async (given: object) => Object.keys(((await add(site_id, given)).data as { errors: object }).errors)
  const two = [0, 60].map((start) => ({ start, limit: 1_000, phases: null }))
  expect(await wrong({ periods: two })).toEqual(['periods'])
  expect(await wrong({ start_schedule: '2026-11-01T16:00:00.000Z' })).toEqual(['start_schedule'])
  expect(await wrong({ charging_profile_kind: 'absolute', dyn_update_interval: 60 })).toEqual(['dyn_update_interval'])
  expect(await wrong({ invalid_after_offline_duration: true })).toEqual(['max_offline_duration'])
  expect(await wrong({ dyn_update_interval: 0 })).toEqual(['dyn_update_interval'])
})

describe('a virtual pile of 2.1', () => {
  async function virtual() {
    const { id: site_id } = await makeSite(server.db)
    const { id, station_number: station } = await makePile(server.db, { site_id })
    const clock = new ManualClock(Date.now())
    const model = pileModels.dc120
    const pile = virtualPile({
      ...{ url: url(), station, version: '2.1', model, clock, memory: newMemory(model.firmware, [0, 0]) },
      backoff: { firstMs: 20, maxMs: 50 },
    })
    piles.push(pile)
    pile.start()
    await vi.waitFor(() => expect(pile.online).toBe(true))
    const limit = () => pile.memory.profiles[0]?.profile.chargingSchedule.chargingSchedulePeriod[0]?.limit
    const push = async (given: object = {}) => {
      const profile = await profileAt(site_id, given)
      await server.call(pushProfile, { id: profile.id })
      await vi.waitFor(async () => expect([limit(), await limitHeld(id)]).toEqual([60_000, 60_000]))
      return profile
    }
    return { id, pile, clock, limit, push, pass: (s: number) => clock.advance(s * 1_000, () => pile.settled()) }
  }

  test('takes a new limit at once (K28.FR.06), and asks for it as often as its profile says (K28.FR.10)', async () => {
    const { id: pile_id, pile, limit, push, pass } = await virtual()
    const { id } = await push({ dyn_update_interval: 60 })
    await change(id, 50_000)
    await vi.waitFor(() => expect(limit()).toBe(50_000))
    // It says no to all that is told, and finds out by itself.
    pile.wrong.answers.set('UpdateDynamicSchedule', 'Rejected')
    await change(id, 40_000)
    await pass(30)
    expect(limit()).toBe(50_000)
    await pass(40)
    expect(limit()).toBe(40_000)
    expect(await limitHeld(pile_id)).toBe(40_000)
  })

  test('refuses a limit of what is not dynamic (K28.FR.11)', async () => {
    const { pile, push } = await virtual()
    const { id } = await push({ charging_profile_kind: 'absolute', start_schedule: '2026-01-01T00:00:00.000Z' })
    const payload = { chargingProfileId: id, scheduleUpdate: { limit: 1_000 } }
    const { data } = await server.call(callPile, {
      ...{ station_number: pile.station, action: 'UpdateDynamicSchedule', payload },
    })
    expect(data).toMatchObject({
      answer: { status: 'Rejected' },
      command: { action: 'change_limit', status: 'refused' },
    })
  })

  test('goes by another profile once it is offline for too long, and by the same again when it is back', async () => {
    const { pile, clock, push, pass } = await virtual()
    await push({ max_offline_duration: 60 })
    const holds = () => pile.memory.profiles.filter(({ profile }) => !profile.isOver).length
    pile.goOffline(120_000)
    await vi.waitFor(() => expect(pile.peer.connected).toBe(false))
    expect(pile.away_ms).toBe(0)
    await pass(61)
    expect(pile.away_ms).toBe(61_000)
    await clock.advance(70_000, () => pile.settled())
    await vi.waitFor(() => expect(pile.online).toBe(true))
    expect([pile.away_ms, holds()]).toEqual([0, 1])
  })

  test('is without it for good where the profile says so (K01.FR.102)', async () => {
    const { pile, push, pass } = await virtual()
    await push({ max_offline_duration: 60, invalid_after_offline_duration: true })
    pile.goOffline(120_000)
    await vi.waitFor(() => expect(pile.peer.connected).toBe(false))
    expect(pile.away_ms).toBe(0)
    await pass(130)
    await vi.waitFor(() => expect(pile.online).toBe(true))
    expect(pile.memory.profiles.map(({ profile }) => profile.isOver)).toEqual([true])
  })
})
