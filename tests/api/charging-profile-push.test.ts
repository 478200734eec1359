import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import type { AskPile } from '../../src/server/charging-profiles/ports.ts'
import { ProfileChecker } from '../../src/server/charging-profiles/profile-checker.ts'
import {
  askSchedule,
  checkProfiles,
  profileFit,
  profileSite,
  profilesInPile,
  pushLog,
  pushProfile,
} from '../../src/shared/endpoints/charging-profiles.ts'
import { makeOrder, makePile, makePileType, makeSite, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles: (Pile | ScriptedPile)[] = []
beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await ('stop' in pile ? pile.stop() : pile.drop())
})
afterAll(() => server.stop())

const socketUrl = () => `${server.url.replace('http', 'ws')}/ocpp`
async function pileAt(site_id: number, given: object = {}) {
  const { id, station_number: station } = await makePile(server.db, { site_id, ...given })
  const pile = virtualPile({ url: socketUrl(), station })
  piles.push(pile)
  pile.start()
  await vi.waitFor(() => expect(pile.online).toBe(true))
  return { id, pile }
}

async function profileAt(site_id: number, given: object = {}) {
  const answer = await server.call('/system/charging_profile/add', {
    ...{ name: `Evening ${next()}`, site_id, charging_profile_kind: 'recurring', recurrency_kind: 'daily' },
    ...{ start_schedule: '2026-11-01T16:00:00.000Z', duration: 86_400, stack_level: 2 },
    ...{ periods: [{ start: 0, limit: 5000.5, phases: null }], ...given },
  })
  expect(answer.message).toBe('Successfully saved')
  return answer.data as { id: number; version: number; name: string }
}

const rowOf = (id: number) =>
  server.db.selectFrom('charging_profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const holds = (id: number, count: number) => vi.waitFor(async () => expect((await rowOf(id)).count).toBe(count))
const idsIn = (pile: Pile) => pile.memory.profiles.map(({ profile }) => profile.chargingProfileId)
const logOf = async (id: number) => (await server.call(pushLog, { id })).data.rows

test('reaches every pile of the site, and keeps what each confirmed', async () => {
  const { id: site_id } = await makeSite(server.db)
  const [one, two] = [await pileAt(site_id), await pileAt(site_id)]
  const away = await makePile(server.db, { site_id })
  const { id, name, version } = await profileAt(site_id)
  const { data } = await server.call(pushProfile, { id })
  expect(data.piles).toBe(3)
  await holds(id, 2)
  expect([idsIn(one.pile), idsIn(two.pile)]).toEqual([[id], [id]])
  const { rows: log, last } = (await server.call(pushLog, { id })).data
  expect(last).toMatchObject({ action: 'set_profile', targets: { done: 2, pending: 1 }, differ: 0 })
  expect(log.map(({ pile, state }) => [pile.id, state]).sort()).toEqual([
    [one.id, 'done'],
    [two.id, 'done'],
    [away.id, 'pending'],
  ])
  expect(await rowOf(id)).toMatchObject({ is_push: true, pushed_version: version })
  const inPile = await server.call(profilesInPile, { pile_id: one.id })
  expect(inPile.data.installed).toMatchObject([
    { charging_profile: { id, title: name }, outdated: false, profile: { periods: [{ limit: 5000.5 }] } },
  ])
})

test('is known to be outdated where it was changed since, until it is pushed again', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id, pile } = await pileAt(site_id)
  const { id, version } = await profileAt(site_id)
  await server.call(pushProfile, { id })
  await holds(id, 1)
  await server.call('/system/charging_profile/edit', {
    id,
    version,
    periods: [{ start: 0, limit: 3000, phases: null }],
  })
  const outdated = async () => (await server.call(profilesInPile, { pile_id })).data.installed[0]?.outdated
  expect(await outdated()).toBe(true)
  await server.call(pushProfile, { id })
  await vi.waitFor(async () => expect(await outdated()).toBe(false))
  expect(pile.memory.profiles[0]?.profile.chargingSchedule.chargingSchedulePeriod).toEqual([
    { startPeriod: 0, limit: 3000 },
  ])
  const asked = await server.call(askSchedule, { pile_id, connector_number: 1, seconds: 600, unit: 'W' })
  expect(asked.data).toMatchObject({ word: 'Accepted', schedule: { periods: [{ start: 0, limit: 3000 }] } })
})

test('is given again to a pile that starts anew without it', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { pile } = await pileAt(site_id)
  const { id } = await profileAt(site_id)
  await server.call(pushProfile, { id })
  await holds(id, 1)
  const replaced = virtualPile({ url: socketUrl(), station: pile.station })
  await pile.stop()
  piles.push(replaced)
  replaced.start()
  await vi.waitFor(() => expect(idsIn(replaced)).toEqual([id]))
})

test('stays away from a pile that starts anew where a person took it away before its turn came', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id, pile } = await pileAt(site_id)
  const [kept, away] = [await profileAt(site_id), await profileAt(site_id, { stack_level: 3 })]
  for (const { id } of [kept, away]) {
    await server.call(pushProfile, { id })
    await holds(id, 1)
  }
  const replaced = virtualPile({ url: socketUrl(), station: pile.station })
  await pile.stop()
  piles.push(replaced)
  replaced.wrong.delays.set('SetChargingProfile', 3_000)
  replaced.start()
  const asked = (action: 'set_profile' | 'clear_profile') =>
    server.db
      .selectFrom('command')
      .select('status')
      .where('pile_id', '=', pile_id)
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  await vi.waitFor(async () => expect(await asked('set_profile')).toHaveLength(3))
  await server.call(pushProfile, { id: away.id, clear: true })
  await vi.waitFor(async () => expect(await asked('clear_profile')).toHaveLength(1))
  expect((await asked('set_profile')).at(-1)).toMatchObject({ status: 'sent' })
  await holds(away.id, 0)
  await vi.waitFor(() => expect(idsIn(replaced)).toEqual([kept.id]))
  // Nothing is on its way any more: what is asked next is answered last.
  await server.call(askSchedule, { pile_id, connector_number: 1, seconds: 600, unit: 'W' })
  expect([idsIn(replaced), (await asked('set_profile')).length]).toEqual([[kept.id], 3])
})

test('is let go of, and what was never there is gone as well', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { pile } = await pileAt(site_id)
  const { id } = await profileAt(site_id)
  expect((await server.call(pushProfile, { id, clear: true })).data).toMatchObject({
    errors: { pile_ids: 'No pile holds it.' },
  })
  await server.call(pushProfile, { id })
  await holds(id, 1)
  pile.memory.profiles.splice(0)
  await server.call(pushProfile, { id, clear: true })
  await holds(id, 0)
  expect(await rowOf(id)).toMatchObject({ is_push: false, pushed_version: null })
})

test('goes from the piles when it is deleted, and stays known by its name', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { pile } = await pileAt(site_id)
  const { id } = await profileAt(site_id)
  await server.call(pushProfile, { id })
  await holds(id, 1)
  expect((await server.call('/system/charging_profile/del', { id })).data).toEqual({ erased: [], archived: [id] })
  await vi.waitFor(() => expect(idsIn(pile)).toEqual([]))
  await holds(id, 0)
  expect(await rowOf(id)).toMatchObject({ is_delete: true })
  expect((await server.call(pushProfile, { id })).code).toBe(409)
})

test('is refused where the standard forbids it, before anything is sent', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id } = await makePile(server.db, { site_id })
  const cap = await profileAt(site_id, { charging_profile_purpose: 'pile_max' })
  const session = await profileAt(site_id, { charging_profile_purpose: 'session' })
  const elsewhere = await makePile(server.db, { site_id: (await makeSite(server.db)).id })
  const errors = async (body: object) => (await server.call('/system/charging_profile/push', body)).data.errors
  expect(await errors({ id: cap.id, pile_ids: [pile_id], connector_number: 1 })).toEqual({
    connector_number: 'A limit of the whole pile is set on the whole pile, not on a gun.',
  })
  expect(await errors({ id: session.id, pile_ids: [pile_id], connector_number: 1 })).toEqual({
    connector_number: 'No session runs at this gun.',
  })
  expect(await errors({ id: session.id })).toHaveProperty('pile_ids')
  expect(await errors({ id: cap.id, pile_ids: [elsewhere.id] })).toHaveProperty('pile_ids')
  expect(await logOf(cap.id)).toEqual([])
})

const saysOf = (pile_id: number, settings: Record<string, string>) =>
  server.db
    .insertInto('pile_setting')
    .values(Object.entries(settings).map(([key, value]) => ({ pile_id, key, value, read_only: true })))
    .execute()

test('is not sent to a pile that said that it takes no such profile', async () => {
  const { id: site_id } = await makeSite(server.db)
  const [able, unable] = [await pileAt(site_id), await pileAt(site_id)]
  await saysOf(unable.id, { ChargingScheduleAllowedChargingRateUnit: 'Current', MaxChargingProfilesInstalled: '9' })
  const profile = await profileAt(site_id)
  const only = { code: 'takes_units', figure: 'A' }
  expect((await server.call(profileFit, { id: profile.id })).data).toMatchObject({
    ...{ piles: 2, cannot: [{ pile: { id: unable.id }, ...only }] },
  })
  const named = await server.call(pushProfile, { id: profile.id, pile_ids: [unable.id] })
  expect(named.data).toMatchObject({ errors: { pile_ids: 'It takes profiles in A only' } })
  expect(await logOf(profile.id)).toEqual([])

  await server.call(pushProfile, { id: profile.id })
  await holds(profile.id, 1)
  const log = await logOf(profile.id)
  expect(log.find(({ pile }) => pile.id === unable.id)).toMatchObject({ state: 'refused', said: 'takes_units=A' })
  const asked = await server.db.selectFrom('command').select('action').where('pile_id', '=', unable.id).execute()
  expect(asked.map(({ action }) => action)).not.toContain('set_profile')
  expect(idsIn(able.pile)).toEqual([profile.id])
  const { data } = await server.call(profilesInPile, { pile_id: unable.id })
  expect(data.takes).toMatchObject({ units: ['A'], max_stack_level: null, max_periods: null, max_installed: 9 })
})

test('is refused where the site has no pile that takes it, or the pile is full of others', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id } = await pileAt(site_id)
  const [first, second] = [await profileAt(site_id, { stack_level: 1 }), await profileAt(site_id, { stack_level: 2 })]
  await saysOf(pile_id, { MaxChargingProfilesInstalled: '1' })
  await server.call(pushProfile, { id: first.id })
  await holds(first.id, 1)
  const errors = async (body: object) => (await server.call('/system/charging_profile/push', body)).data.errors
  expect(await errors({ id: second.id })).toEqual({ pile_ids: 'No pile of this site takes it.' })
  expect(await errors({ id: second.id, pile_ids: [pile_id] })).toEqual({
    pile_ids: 'No room: it keeps at most 1',
  })
  // The same one again takes no more room.
  expect((await server.call(pushProfile, { id: first.id })).data).toMatchObject({ piles: 1 })
})

test('is held against what the pile says by itself, and what differs shows', async () => {
  const { id: site_id } = await makeSite(server.db)
  const type = await makePileType(server.db, { rated_power_w: 7000, current_mode: 'ac', guns: 1 })
  const { id: pile_id, pile } = await pileAt(site_id, { pile_type_id: type.id })
  const profile = await profileAt(site_id, { duration: 86_400, periods: [{ start: 0, limit: 3000, phases: null }] })
  await server.call(pushProfile, { id: profile.id })
  await holds(profile.id, 1)
  const connectedPiles = () => [pile_id]
  const told: number[] = []
  const asked: number[] = []
  const ask: AskPile = async (id, intent) => {
    // Of 1.6, which has no question for what it holds.
    if (intent.ask === 'read_profiles') return { word: 'NotSupported', isYes: false, schedule: null }
    asked.push(id)
    const { connector_number = 0 } = intent as { connector_number?: number }
    const { data } = await server.call(askSchedule, { pile_id: id, connector_number, seconds: 86_400, unit: 'W' })
    return data.word === null ? null : { word: data.word, isYes: true, schedule: data.schedule }
  }
  const log = { error: (detail: object) => expect.unreachable(JSON.stringify(detail)) }
  const checker = new ProfileChecker({ db: server.db, connectedPiles, ask, changed: (id) => told.push(id), log })
  await checker.sweep()
  await vi.waitFor(() => expect(told).toEqual([profile.id]))
  expect((await logOf(profile.id))[0]).toMatchObject({ state: 'done', check: 'same' })
  // Nothing is new: it is not asked again.
  await checker.sweep()
  expect(asked).toEqual([pile_id])

  pile.memory.profiles.splice(0)
  const { data } = await server.call(checkProfiles, { pile_id })
  expect(data).toMatchObject({ state: 'differs', differences: [{ connector_number: 1, ours_w: 3000, theirs_w: 7000 }] })
  const differing = (await server.call(pushLog, { id: profile.id })).data
  expect(differing.rows[0]).toMatchObject({
    ...{ state: 'done', check: 'differs', differences: [{ connector_number: 1, ours_w: 3000, theirs_w: 7000 }] },
  })
  expect(differing.last).toMatchObject({ targets: { done: 1 }, differ: 1 })
  // What another gun says is no matter of a push to this one.
  const target = server.db.updateTable('campaign_target').where('pile_id', '=', pile_id)
  await target.set({ connector_number: 2 }).execute()
  expect((await logOf(profile.id))[0]).toMatchObject({ check: 'same', differences: [] })
  await target.set({ connector_number: 0 }).execute()
  expect((await server.call(profilesInPile, { pile_id })).data.check).toMatchObject({ state: 'differs' })
  await server.db.updateTable('profile_check').set({ checked_at: '2026-01-01T00:00:00Z' }).execute()
  await checker.sweep()
  await vi.waitFor(() => expect(asked).toEqual([pile_id, pile_id]))
})

test('a site says by whose clock its profiles are drawn, and which levels all and some of its piles take', async () => {
  const { id: site_id } = await makeSite(server.db, { time_zone: 'Asia/Tokyo' })
  const site = async () => (await server.call(profileSite, { site_id })).data
  const first = await makePile(server.db, { site_id })
  expect(await site()).toEqual({ time_zone: 'Asia/Tokyo', stack_levels: null })
  expect((await server.call(profilesInPile, { pile_id: first.id })).data.time_zone).toBe('Asia/Tokyo')
  await saysOf(first.id, { ChargeProfileMaxStackLevel: '8' })
  expect((await site()).stack_levels).toEqual({ all: 8, some: 8 })
  const [second] = [await makePile(server.db, { site_id }), await makePile(server.db, { site_id })]
  await saysOf(second.id, { ChargeProfileMaxStackLevel: '5' })
  expect((await site()).stack_levels).toEqual({ all: 5, some: 8 })
  expect(await server.call(profileSite, { site_id: 999_999 })).toMatchObject({ code: 404 })
})

test('of one session bears its transaction, and what a pile refuses is said in its own word', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_id, station_number: station } = await makePile(server.db, { site_id })
  const order = await makeOrder(server.db, { site_id, pile_id, connector_number: 1, status: 'generated' })
  const { transaction_id } = await server.db
    .selectFrom('orders')
    .select('transaction_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const pile = await connectPile({ url: socketUrl(), station })
  piles.push(pile)
  const heard: unknown[] = []
  pile.onCall('SetChargingProfile', (payload: unknown) => {
    heard.push(payload)
    return { status: 'NotSupported' }
  })
  const { id } = await profileAt(site_id, { charging_profile_purpose: 'session' })
  await server.call(pushProfile, { id, pile_ids: [pile_id], connector_number: 1 })
  await vi.waitFor(async () => expect(await logOf(id)).toMatchObject([{ state: 'refused', said: 'NotSupported' }]))
  expect(heard).toMatchObject([
    { connectorId: 1, csChargingProfiles: { transactionId: transaction_id, chargingProfilePurpose: 'TxProfile' } },
  ])
  expect((await rowOf(id)).count).toBe(0)
})

test('a limit of sessions goes to each that runs, with its transaction; one that ended meanwhile is said to be over', async () => {
  const { id: site_id } = await makeSite(server.db)
  const [both, away, idle] = [
    await makePile(server.db, { site_id, connectors: 2 }),
    await makePile(server.db, { site_id, connectors: 1 }),
    await makePile(server.db, { site_id, connectors: 1 }),
  ]
  const runs = (pile_id: number, connector_number: number) =>
    makeOrder(server.db, { site_id, pile_id, connector_number, status: 'generated' })
  const sessions = [await runs(both.id, 1), await runs(both.id, 2), await runs(away.id, 1)]
  const { rows: orders } = await sql<{ id: number; transaction_id: number }>`
    select id, transaction_id from orders where site_id = ${site_id} order by id`.execute(server.db)
  const pile = await connectPile({ url: socketUrl(), station: both.station_number })
  piles.push(pile)
  const heard: Record<string, Record<string, unknown>>[] = []
  pile.onCall('SetChargingProfile', (payload) => {
    heard.push(payload as never)
    return { status: 'Accepted' }
  })
  const { id } = await profileAt(site_id, { charging_profile_purpose: 'session' })
  const none = await server.call('/system/charging_profile/push', { id, pile_ids: [idle.id] })
  expect(none.data.errors).toEqual({ pile_ids: 'No session runs there.' })
  expect((await server.call(pushProfile, { id })).data).toMatchObject({ piles: 2, sessions: 3 })
  await holds(id, 2)
  const told = heard.map(({ connectorId, csChargingProfiles: of }) => [
    connectorId,
    of?.transactionId,
    of?.chargingProfileId,
  ])
  // Under two numbers: the second would take the place of the first.
  expect(told).toEqual([
    [1, orders[0]?.transaction_id, id],
    [2, orders[1]?.transaction_id, id + 10_000_000],
  ])
  await server.db.updateTable('orders').set({ status: 'completed' }).where('id', '=', Number(sessions[2]?.id)).execute()
  const late = await connectPile({ url: socketUrl(), station: away.station_number })
  piles.push(late)
  late.onCall('SetChargingProfile', () => expect.unreachable('its session is over'))
  await vi.waitFor(async () =>
    expect(await logOf(id)).toMatchObject([{ state: 'refused', said: 'session_over' }, {}, {}]),
  )
  const cleared: unknown[] = []
  pile.onCall('ClearChargingProfile', ({ id: number }) => {
    cleared.push(number)
    return { status: 'Accepted' }
  })
  await server.call(pushProfile, { id, clear: true })
  await holds(id, 0)
  expect(cleared).toEqual([id, id + 10_000_000])
})

test('what a pile takes while it is being asked is looked at once more, and what it let go of differs no more', async () => {
  const { id: site_id } = await makeSite(server.db)
  const type = await makePileType(server.db, { rated_power_w: 7000, current_mode: 'ac', guns: 1 })
  const { id: pile_id, pile } = await pileAt(site_id, { pile_type_id: type.id })
  const profile = await profileAt(site_id, { duration: 86_400, periods: [{ start: 0, limit: 3000, phases: null }] })
  await server.call(pushProfile, { id: profile.id })
  await holds(profile.id, 1)
  const asked: number[] = []
  const installed = server.db.updateTable('installed_profile').where('pile_id', '=', pile_id)
  const ask: AskPile = async (id, intent) => {
    if (intent.ask === 'read_profiles') return { word: 'NotSupported', isYes: false, schedule: null }
    asked.push(id)
    if (asked.length === 1) await installed.set({ confirmed_at: sql`clock_timestamp()` }).execute()
    return { word: 'Rejected', isYes: false, schedule: null }
  }
  const log = { error: (detail: object) => expect.unreachable(JSON.stringify(detail)) }
  const told: number[] = []
  const changed = (id: number) => told.push(id)
  const checker = new ProfileChecker({ db: server.db, connectedPiles: () => [pile_id], ask, changed, log })
  await checker.sweep()
  await vi.waitFor(() => expect(told).toHaveLength(1))
  await checker.sweep()
  await vi.waitFor(() => expect(told).toHaveLength(2))
  expect(asked).toEqual([pile_id, pile_id])

  pile.memory.profiles.splice(0)
  expect((await server.call(checkProfiles, { pile_id })).data).toMatchObject({ state: 'differs' })
  await server.call(pushProfile, { id: profile.id, clear: true })
  await holds(profile.id, 0)
  expect((await server.call(profilesInPile, { pile_id })).data).toMatchObject({ installed: [], check: null })
})
