import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { ProfileChecker } from '../../src/server/charging-profiles/profile-checker.ts'
import { askSchedule, checkProfiles, profilesInPile } from '../../src/shared/endpoints/charging-profiles.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { makePile } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What other systems limit piles to (OCPP 2.0.1, K11 to K13). */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const BOOT = { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } }

async function connected(version = 'ocpp2.0.1') {
  const { id, station_number: station } = await makePile(server.db)
  const url = `${server.url.replace('http', 'ws')}/ocpp`
  const pile = await connectPile({ url, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', BOOT)
  return { id, pile }
}

const limitsOf = async (id: number) => (await server.call(pileView, { id })).data.outside_limits
const to = (watts: number, more: object = {}) => [
  { id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: watts }], ...more },
]

test.each(['ocpp2.0.1', 'ocpp2.1'])(
  'a pile of %s tells its limit, and it shows where the pile and its profiles do',
  async (version) => {
    const { id, pile } = await connected(version)
    const told = { chargingLimit: { chargingLimitSource: 'SO', isGridCritical: true }, chargingSchedule: to(8000) }
    expect(await pile.call('NotifyChargingLimit', told)).toEqual({})
    const limit = {
      ...{ evse: 0, source: 'grid_operator', grid_critical: true, local_generation: false, since: expect.any(String) },
      schedules: [
        {
          ...{ starts_at: null, duration: null, charging_rate_unit: 'W' },
          periods: [{ start: 0, limit: 8000, phases: null }],
        },
      ],
    }
    expect(await limitsOf(id)).toMatchObject([limit])
    expect((await server.call(profilesInPile, { pile_id: id })).data.outside).toMatchObject([limit])
  },
)

test('a new word takes the place of the old one of its source and EVSE alone', async () => {
  const { id, pile } = await connected()
  const say = (chargingLimitSource: string, watts: number, more: object = {}) =>
    pile.call('NotifyChargingLimit', {
      ...{ chargingLimit: { chargingLimitSource }, chargingSchedule: to(watts), ...more },
    })
  await say('EMS', 20_000)
  await say('SO', 8000)
  await say('EMS', 11_000, { evseId: 1 })
  await say('EMS', 15_000, { evseId: 0 })
  const found = (await limitsOf(id)).map(({ evse, source, schedules }) => [
    evse,
    source,
    schedules[0]?.periods[0]?.limit,
  ])
  expect(found.sort()).toEqual([
    [0, 'energy_management', 15_000],
    [0, 'grid_operator', 8000],
    [1, 'energy_management', 11_000],
  ])
})

test('one that is told again as it was holds since it was told first', async () => {
  const { id, pile } = await connected()
  const say = (watts: number) =>
    pile.call('NotifyChargingLimit', { chargingLimit: { chargingLimitSource: 'EMS' }, chargingSchedule: to(watts) })
  await say(8000)
  const [first] = await limitsOf(id)
  await say(8000)
  const [again] = await limitsOf(id)
  expect([again?.since, again?.told_at === first?.told_at]).toEqual([first?.since, false])
  await say(7000)
  expect((await limitsOf(id))[0]?.since).not.toBe(first?.since)
})

test.each([
  ['at its EVSE', { evseId: 1 }, [0]],
  ['of the whole pile', { evseId: 0 }, [1]],
  ['anywhere', {}, []],
])('one that is cleared %s is over, and other sources’ stay', async (_, at, left) => {
  const { id, pile } = await connected()
  for (const evseId of [0, 1])
    for (const chargingLimitSource of ['EMS', 'Other'])
      await pile.call('NotifyChargingLimit', { evseId, chargingLimit: { chargingLimitSource } })
  expect(await pile.call('ClearedChargingLimit', { chargingLimitSource: 'EMS', ...at })).toEqual({})
  const found = await limitsOf(id)
  expect(found.filter(({ source }) => source === 'other')).toHaveLength(2)
  expect(found.filter(({ source }) => source === 'energy_management').map(({ evse }) => evse)).toEqual(left)
})

test('in 2.1 a word that is no source’s, generation on site and limits of phases are kept as what they are', async () => {
  const { id, pile } = await connected('ocpp2.1')
  const phases = { limit: 10, limit_L2: 8, limit_L3: 12 }
  await pile.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'Aggregator' },
    chargingSchedule: [{ id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, ...phases }] }],
  })
  await pile.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'EMS', isLocalGeneration: true },
    chargingSchedule: [
      { id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, setpoint: 2000, numberPhases: 0 }] },
    ],
  })
  const found = (await limitsOf(id)).map(({ source, local_generation, schedules }) => [
    ...[source, local_generation],
    schedules[0]?.periods,
  ])
  expect(found).toEqual([
    ['other', false, [{ start: 0, limit: 8, phases: null }]],
    ['energy_management', true, [{ start: 0, limit: 2000, phases: null }]],
  ])
})

test('one whose time is over is not shown any more', async () => {
  const { id, pile } = await connected()
  const over = { startSchedule: '2026-01-01T00:00:00Z', duration: 3600 }
  await pile.call('NotifyChargingLimit', {
    ...{ chargingLimit: { chargingLimitSource: 'EMS' }, chargingSchedule: to(8000, over) },
  })
  expect(await limitsOf(id)).toEqual([])
})

test.each([
  ['a limit that the pile told', to(8000), 8000, 'same'],
  ['one that it did not say', undefined, 5000, 'same'],
  ['one that it does not keep to', to(8000), 11_000, 'differs'],
])('a check of profiles counts %s', async (_, chargingSchedule, watts, state) => {
  const { id, pile } = await connected()
  await holdsProfile(id)
  await pile.call('NotifyChargingLimit', {
    chargingLimit: { chargingLimitSource: 'EMS' },
    ...(chargingSchedule && { chargingSchedule }),
  })
  answersWith(pile, watts)
  expect((await server.call(checkProfiles, { pile_id: id })).data?.state).toBe(state)
})

const answersWith = (pile: ScriptedPile, watts: number) =>
  pile.onCall('GetCompositeSchedule', () => ({
    status: 'Accepted',
    schedule: {
      ...{ evseId: 1, duration: 86_400, scheduleStart: new Date().toISOString(), chargingRateUnit: 'W' },
      chargingSchedulePeriod: [{ startPeriod: 0, limit: watts }],
    },
  }))

/** A pile that took a limit of 50 kW for all of it. */
async function holdsProfile(id: number) {
  const periods = [{ start: 0, limit: 50_000, phases: null }]
  const draft = { name: `Limit ${id}`, site_id: await siteOf(id), charging_profile_purpose: 'pile_max' }
  const made = await server.call('/system/charging_profile/add', {
    ...{ ...draft, charging_profile_kind: 'absolute', start_schedule: '2026-11-01T16:00:00.000Z', periods },
  })
  const profile = made.data as { id: number }
  const held = await server.db
    .selectFrom('charging_profile')
    .selectAll()
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('installed_profile')
    .values({
      ...{ pile_id: id, connector_number: 0, charging_profile_id: profile.id, purpose: 'pile_max', stack_level: 0 },
      ...{ sent_version: 1, sent: JSON.stringify({ ...held, transaction_id: null }) },
    })
    .execute()
}

test('profiles are looked at anew when another system limits their pile otherwise', async () => {
  const { id, pile } = await connected()
  await holdsProfile(id)
  answersWith(pile, 50_000)
  const say = (watts: number) =>
    pile.call('NotifyChargingLimit', { chargingLimit: { chargingLimitSource: 'EMS' }, chargingSchedule: to(watts) })
  const told: number[] = []
  const checker = new ProfileChecker({
    ...{ db: server.db, connectedPiles: () => [id], changed: (profile) => told.push(profile) },
    ask: async (pile_id, { ask, ...asked }) => {
      if (ask !== 'read_schedule') return null
      const { data } = await server.call(askSchedule, { pile_id, ...asked } as never)
      return { word: data.word ?? '', isYes: true, schedule: data.schedule }
    },
    log: { error: (detail: object) => expect.unreachable(JSON.stringify(detail)) },
  })
  const looksOnce = async () => {
    const before = told.length
    await checker.sweep()
    await expect.poll(() => told.length).toBe(before + 1)
    await checker.sweep()
    expect(checker.state.size()).toBe(0)
  }
  await looksOnce()
  await say(8000)
  await looksOnce()
  // As it was.
  await say(8000)
  await checker.sweep()
  expect(checker.state.size()).toBe(0)
  await say(7000)
  await looksOnce()
  await pile.call('ClearedChargingLimit', { chargingLimitSource: 'EMS' })
  await looksOnce()
  await pile.call('ClearedChargingLimit', { chargingLimitSource: 'EMS' })
  await checker.sweep()
  expect(checker.state.size()).toBe(0)
})

const siteOf = async (id: number) =>
  (await server.db.selectFrom('pile').select('site_id').where('id', '=', id).executeTakeFirstOrThrow()).site_id
