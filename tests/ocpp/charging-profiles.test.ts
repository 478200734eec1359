import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { profileOf, profilePayload } from '../../src/server/ocpp/v16/charging-profiles.ts'
import { read, say } from '../../src/server/ocpp/v16/intents.ts'
import { v16 } from '../../src/server/ocpp/v16/protocol.ts'
import {
  KINDS,
  PURPOSES,
  RECURRENCIES,
  type SentProfile,
  UNITS,
} from '../../src/shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { makePile } from '../make.ts'
import { CommandRig } from './command-rig.ts'
import { until } from './gateway-rig.ts'

const rig = new CommandRig()
const DAY_S = 86_400

const evening = (given: Partial<SentProfile> = {}): SentProfile => ({
  id: 7,
  transaction_id: null,
  stack_level: 2,
  charging_profile_purpose: 'session_default',
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  valid_from: null,
  valid_to: null,
  duration: DAY_S,
  start_schedule: '2026-11-01T00:00:00.000Z',
  charging_rate_unit: 'W',
  min_charging_rate: 1400.5,
  periods: [{ start: 0, limit: 6000.5, phases: null }],
  ...given,
})

const instant = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) => at.toISOString())
const rate = fc.integer({ min: 0, max: 4_000_000 }).map((tenths) => tenths / 10)
const profile: fc.Arbitrary<SentProfile> = fc.record({
  id: fc.nat(),
  transaction_id: fc.option(fc.nat().map(String)),
  stack_level: fc.nat(),
  // 1.6 has no priority, and no limit that is changed.
  charging_profile_purpose: fc.constantFrom(...PURPOSES.filter((purpose) => purpose !== 'priority')),
  charging_profile_kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'dynamic')),
  recurrency_kind: fc.option(fc.constantFrom(...RECURRENCIES)),
  valid_from: fc.option(instant),
  valid_to: fc.option(instant),
  duration: fc.option(fc.nat()),
  start_schedule: fc.option(instant),
  charging_rate_unit: fc.constantFrom(...UNITS),
  min_charging_rate: fc.option(rate),
  periods: fc.array(fc.record({ start: fc.nat(), limit: rate, phases: fc.option(fc.integer({ min: 1, max: 3 })) }), {
    minLength: 1,
    maxLength: 5,
  }),
})

test('what is said of a profile passes the standard’s schema and is read again as it was', () => {
  fc.assert(
    fc.property(profile, (given) => {
      // At the place and from the moment that the standard asks for.
      const connector_number = given.charging_profile_purpose === 'session' ? 1 : 0
      const sent = {
        ...given,
        periods: given.periods.map((period, at) => (at === 0 ? { ...period, start: 0 } : period)),
      }
      const intent: Intent = { ask: 'set_profile', connector_number, profile: sent }
      const call = say(intent)
      if (!call) throw new Error('not said')
      expect(v16.flawOf(call)).toBeNull()
      expect(read(call)).toEqual(intent)
      expect(profileOf(profilePayload(sent) ?? {})).toEqual(sent)
    }),
  )
})

test.each<Intent>([
  { ask: 'clear_profile', id: 7, connector_number: null, purpose: null, stack_level: null },
  { ask: 'clear_profile', id: null, connector_number: 0, purpose: 'pile_max', stack_level: 0 },
  { ask: 'clear_profile', id: null, connector_number: null, purpose: null, stack_level: null },
  { ask: 'read_schedule', connector_number: 1, seconds: DAY_S, unit: 'A' },
  { ask: 'read_schedule', connector_number: 0, seconds: 60, unit: null },
])('says and reads $ask again as it was', (intent) => {
  const call = say(intent)
  expect(call && v16.flawOf(call)).toBeNull()
  expect(call && read(call)).toEqual(intent)
})

describe('a pile of the fleet', () => {
  let pile: Pile
  afterEach(() => pile.stop())

  async function connected() {
    const made = await makePile(rig.db)
    pile = virtualPile({ url: rig.url, station: made.station_number })
    pile.start()
    await until(() => pile.online)
    const ask = (intent: Intent) => rig.commands.askOurs(made.id, intent)
    const set = (connector_number: number, sent: SentProfile) =>
      ask({ ask: 'set_profile', connector_number, profile: sent })
    const clear = (more: object) =>
      ask({ ask: 'clear_profile', ...{ id: null, connector_number: null, purpose: null, stack_level: null }, ...more })
    return { ask, set, clear }
  }

  test('takes a profile, tells what it comes to and lets go of it', async () => {
    const { ask, set, clear } = await connected()
    expect(await set(0, evening())).toMatchObject({ isYes: true, word: 'Accepted' })
    const told = await ask({ ask: 'read_schedule', connector_number: 1, seconds: 3600, unit: 'W' })
    expect(told).toMatchObject({
      isYes: true,
      schedule: { charging_rate_unit: 'W', periods: [{ start: 0, limit: 6000.5 }] },
    })
    expect(Math.abs(Date.parse(told?.schedule?.starts_at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await clear({ id: 7 })).toMatchObject({ isYes: true })
    expect(await clear({ id: 7 })).toMatchObject({ isYes: true, word: 'Unknown' })
    expect(pile.memory.profiles).toEqual([])
  })

  test('clears by purpose, level and gun, and leaves the rest', async () => {
    const { set, clear } = await connected()
    await set(0, evening({ id: 1, stack_level: 1 }))
    await set(1, evening({ id: 2, stack_level: 2 }))
    await set(0, evening({ id: 3, charging_profile_purpose: 'pile_max' }))
    const left = () => pile.memory.profiles.map((one) => one.profile.chargingProfileId)
    await clear({ purpose: 'session_default', stack_level: 1 })
    expect(left()).toEqual([2, 3])
    await clear({ connector_number: 1 })
    expect(left()).toEqual([3])
  })

  test('refuses a session’s limit where none runs, and says so', async () => {
    const { set } = await connected()
    const session = evening({ charging_profile_purpose: 'session', transaction_id: '99' })
    expect(await set(1, session)).toMatchObject({ isYes: false, word: 'Rejected' })
  })
})
