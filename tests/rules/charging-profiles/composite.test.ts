import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectorLimit_w, type InstalledProfile, pileLimit_w } from '../../../src/fleet/charging-profiles.ts'
import { compositeSchedule } from '../../../src/shared/domain/charging-profiles/composite.ts'
import { differencesOf } from '../../../src/shared/domain/charging-profiles/differences.ts'
import type { ChargingProfile, Installed } from '../../../src/shared/domain/charging-profiles/profile.ts'
import { at, daily, hours, makeProfile } from './make.ts'

const DAY_MS = 86_400_000
const midnight = Date.parse('2026-11-23T00:00:00Z')
const day = { connector_number: 1, from: midnight, to: midnight + DAY_MS, phases: 3, unit: 'W' as const }

const told = (installed: Installed[], more: object = {}) =>
  compositeSchedule(installed, { ...day, ...more }).map((step) => [(step.at - midnight) / 3_600_000, step.limit])

const evening = daily({ periods: hours([0, 120_000], [7, 90_000], [17, 60_000], [21, 90_000]), stack_level: 2 })

test('follows a daily schedule through the day', () => {
  expect(told([at(0, evening)])).toEqual([
    [0, 120_000],
    [7, 90_000],
    [17, 60_000],
    [21, 90_000],
  ])
})

test('is the same at all connectors of an EVSE, wherever of it a profile was sent to', () => {
  const session = { ...evening, charging_profile_purpose: 'session' as const, charging_rate_unit: 'W' as const }
  const at_gun = (gun: number, connector_number: number) =>
    told([at(gun, session)], { connector_number, transaction_since: midnight })
  const all = at_gun(1, 1)
  expect(all).toHaveLength(4)
  for (const [sent_to, asked] of [
    ...[
      [1, 102],
      [102, 1],
      [102, 102],
      [102, 103],
    ],
  ] as [number, number][])
    expect(at_gun(sent_to, asked)).toEqual(all)
  expect(at_gun(102, 2)).toEqual([[0, null]])
  expect(at_gun(2, 202)).toEqual(all)
  expect(at_gun(1, 0)).toEqual([[0, null]])
})

test('caps every session by the pile’s own limit, and says which profile decides', () => {
  const contract = daily({
    charging_profile_purpose: 'pile_max',
    start_schedule: '2026-11-01T18:00:00Z',
    duration: 7200,
    periods: hours([0, 48_000]),
  })
  const [cap, rule] = [at(0, contract), at(0, evening)]
  const steps = compositeSchedule([cap, rule], day)
  expect(steps.map(({ at, limit, by }) => [(at - midnight) / 3_600_000, limit, by === cap ? 'cap' : 'rule'])).toEqual([
    [0, 120_000, 'rule'],
    [7, 90_000, 'rule'],
    [17, 60_000, 'rule'],
    [18, 48_000, 'cap'],
    [20, 60_000, 'rule'],
    [21, 90_000, 'rule'],
  ])
  expect(steps[3]?.rule).toBe(rule)
})

test('lets a higher stack level rule for as long as it says something', () => {
  const holiday = makeProfile({ stack_level: 5, start_schedule: '2026-11-23T10:00:00Z', duration: 3600 })
  expect(told([at(0, evening), at(0, holiday)]).slice(1, 4)).toEqual([
    [7, 90_000],
    [10, 60_000],
    [11, 90_000],
  ])
})

test('lets a session’s own profile rule over the default while the session runs', () => {
  const since = midnight + 3_600_000
  const session = makeProfile({
    charging_profile_purpose: 'session',
    charging_profile_kind: 'relative',
    start_schedule: null,
    duration: 7200,
    periods: hours([0, 11_000], [1, 7000]),
  })
  const installed = [at(1, session), at(0, evening)]
  expect(told(installed, { transaction_since: since }).slice(0, 4)).toEqual([
    [0, 120_000],
    [1, 11_000],
    [2, 7000],
    [3, 120_000],
  ])
  expect(told(installed)).toEqual(told([at(0, evening)]))
  expect(told(installed, { connector_number: 2, transaction_since: since })).toEqual(told([at(0, evening)]))
})

test('prefers a gun’s own default to the pile’s of the same level', () => {
  expect(told([at(0, evening), at(1, { ...evening, periods: hours([0, 10_000]) })])).toEqual([[0, 10_000]])
})

test('says nothing outside its validity, and nothing for the pile as a whole without a limit of its own', () => {
  const later = { ...evening, valid_from: '2026-11-23T12:00:00Z', valid_to: '2026-11-23T18:00:00Z' }
  expect(told([at(0, later)])).toEqual([
    [0, null],
    [12, 90_000],
    [17, 60_000],
    [18, null],
  ])
  expect(told([at(0, evening)], { connector_number: 0 })).toEqual([[0, null]])
})

test('runs a weekly schedule over the week’s end and cuts what is longer than a week', () => {
  const weekly = makeProfile({
    charging_profile_kind: 'recurring',
    recurrency_kind: 'weekly',
    start_schedule: '2026-11-16T12:00:00Z',
    duration: 8 * 86_400,
    periods: hours([0, 1000], [6.5 * 24, 2000]),
  })
  expect(told([at(0, weekly)])).toEqual([
    [0, 2000],
    [12, 1000],
  ])
})

test('counts amperes for each phase and watts for all', () => {
  const amperes = makeProfile({ charging_rate_unit: 'A', periods: [{ start: 0, limit: 16, phases: null }] })
  expect(told([at(0, amperes)])).toEqual([[0, 11_040]])
  expect(told([at(0, amperes)], { phases: 1 })).toEqual([[0, 3680]])
  const onePhase = { ...amperes, periods: [{ start: 0, limit: 16, phases: 1 }] }
  const cap = makeProfile({ charging_profile_purpose: 'pile_max', periods: hours([0, 6900]) })
  expect(compositeSchedule([at(0, onePhase), at(0, cap)], { ...day, unit: 'A' })[0]).toMatchObject({
    limit: 16,
    phases: 1,
  })
  expect(told([at(0, onePhase), at(0, { ...cap, periods: hours([0, 2300]) })], { unit: 'A' })).toEqual([[0, 10]])
})

test('never says more than the plate', () => {
  expect(told([at(0, evening)], { rated_w: 100_000 })[0]).toEqual([0, 100_000])
  expect(compositeSchedule([], { ...day, rated_w: 7000 })).toMatchObject([{ limit: 7000, by: 'rated' }])
})

/* The virtual pile's own reading of the standard, asked moment by moment. */

const KINDS = { absolute: 'Absolute', recurring: 'Recurring', relative: 'Relative', dynamic: 'Dynamic' } as const
const PURPOSES = {
  pile_max: 'ChargePointMaxProfile',
  session_default: 'TxDefaultProfile',
  session: 'TxProfile',
  priority: 'PriorityCharging',
} as const

const PURPOSES_OF_ALL = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[]

const asPile = ({ connector_number, profile }: Installed, id: number): InstalledProfile => ({
  connector: connector_number,
  profile: {
    chargingProfileId: id,
    stackLevel: profile.stack_level,
    chargingProfilePurpose: PURPOSES[profile.charging_profile_purpose],
    chargingProfileKind: KINDS[profile.charging_profile_kind],
    ...(profile.recurrency_kind && { recurrencyKind: profile.recurrency_kind === 'daily' ? 'Daily' : 'Weekly' }),
    ...(profile.valid_from && { validFrom: profile.valid_from }),
    ...(profile.valid_to && { validTo: profile.valid_to }),
    chargingSchedule: {
      ...(profile.duration !== null && { duration: profile.duration }),
      ...(profile.start_schedule && { startSchedule: profile.start_schedule }),
      chargingRateUnit: profile.charging_rate_unit,
      chargingSchedulePeriod: profile.periods.map(({ start, limit }) => ({ startPeriod: start, limit })),
    },
  },
})

const moment = fc.integer({ min: -40, max: 40 }).map((hour) => new Date(midnight + hour * 3_600_000).toISOString())
const periods = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 6 })
  .chain((starts) =>
    fc.tuple(
      fc.constant([0, ...starts.sort((a, b) => a - b)]),
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 7, maxLength: 7 }),
    ),
  )
  .map(([starts, limits]) =>
    starts.map((start, index) => ({ start: start * 3600, limit: (limits[index] ?? 0) / 10, phases: null })),
  )

const profile: fc.Arbitrary<ChargingProfile> = fc
  .record({
    stack_level: fc.integer({ min: 0, max: 100_000 }),
    charging_profile_purpose: fc.constantFrom(...PURPOSES_OF_ALL),
    charging_profile_kind: fc.constantFrom('absolute', 'recurring', 'relative' as const),
    recurrency_kind: fc.constantFrom('daily', 'weekly' as const),
    valid_from: fc.option(moment),
    valid_to: fc.option(moment),
    duration: fc.option(fc.integer({ min: 1, max: 40 }).map((hours) => hours * 3600)),
    start_schedule: fc.option(moment),
    charging_rate_unit: fc.constantFrom('A', 'W' as const),
    min_charging_rate: fc.constant(null),
    periods,
  })
  .map((one) => ({ ...one, recurrency_kind: one.charging_profile_kind === 'recurring' ? one.recurrency_kind : null }))

const installed = fc.array(fc.record({ connector_number: fc.integer({ min: 0, max: 2 }), profile }), { maxLength: 8 })

test('agrees at every moment with a pile that reads the standard by itself', () => {
  const since = midnight - 5 * 3_600_000
  fc.assert(
    fc.property(
      installed,
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom(1, 3),
      fc.boolean(),
      (all, hour, phases, priority) => {
        // A pile has no session's or own limit at the wrong place.
        const fit = all.filter(({ connector_number: place, profile: { charging_profile_purpose: purpose } }) =>
          purpose === 'pile_max' ? place === 0 : purpose !== 'session' || place > 0,
        )
        const steps = compositeSchedule(fit, { ...day, phases, transaction_since: since, priority })
        const when = { connector: 1, at: midnight + hour * 3_600_000, since, phases, priority }
        const theirs = fit.map(asPile)
        const expected = Math.min(connectorLimit_w(theirs, when), pileLimit_w(theirs, when))
        const ours = steps.findLast((step) => step.at <= when.at)?.limit ?? Number.POSITIVE_INFINITY
        expect(ours === expected || Math.abs(ours - expected) < 0.06).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('has rising steps inside the window, no two alike after each other, none above any profile that holds', () => {
  fc.assert(
    fc.property(installed, (all) => {
      const steps = compositeSchedule(all, day)
      expect(steps[0]?.at).toBe(day.from)
      steps.forEach((step, index) => {
        const before = steps[index - 1]
        expect(step.at < day.to && (!before || step.at > before.at)).toBe(true)
        const { at: _, ...what } = step
        if (before) expect({ ...before, at: 0 }).not.toEqual({ ...what, at: 0 })
        if (step.cap) expect(step.limit).not.toBeNull()
      })
    }),
  )
})

test('marks where a pile’s answer differs, and forgives its rounding', () => {
  const window = { from: midnight, to: midnight + DAY_MS, phases: 3, ours_unit: 'W', theirs_unit: 'W' } as const
  const said = (...steps: [hour: number, limit: number | null][]) =>
    steps.map(([hour, limit]) => ({ at: midnight + hour * 3_600_000, limit, phases: null }))
  const ours = said([0, 120_000], [17, 60_000], [21, 90_000])
  expect(differencesOf(ours, said([0, 120_030], [17, 60_000], [22, 90_000]), window)).toEqual([
    { from: midnight + 21 * 3_600_000, to: midnight + 22 * 3_600_000, ours: 90_000, theirs: 60_000 },
  ])
  expect(differencesOf(said([0, 11_040]), said([0, 16]), { ...window, theirs_unit: 'A' })).toEqual([])
  const inSeconds = ours.map((step) => ({ ...step, at: step.at + 700 }))
  expect(differencesOf(ours, inSeconds, { ...window, from: midnight + 700 })).toEqual([])
  expect(differencesOf(said([0, null]), said([0, 7000]), window)).toHaveLength(1)
})

test('a limit that is changed holds from when its pile took it, for as long as it lasts from then on (OCPP 2.1, K28.FR.13)', () => {
  const changed = makeProfile({
    ...{ charging_profile_kind: 'dynamic', start_schedule: null, duration: 3600 },
    periods: [{ start: 0, limit: 7_000, phases: null }],
  })
  const at = (confirmed_at?: string) =>
    compositeSchedule([{ connector_number: 1, profile: changed, ...(confirmed_at && { confirmed_at }) }], {
      ...{ connector_number: 1, from: midnight, to: midnight + DAY_MS, phases: 3, unit: 'W' },
    }).map((step) => [(step.at - midnight) / 60_000, step.limit])
  expect(at(new Date(midnight - 30 * 60_000).toISOString())).toEqual([
    [0, 7_000],
    [30, null],
  ])
  // One that is only drawn begins now.
  expect(at()).toEqual([
    [0, 7_000],
    [60, null],
  ])
  expect(at(new Date(midnight - 90 * 60_000).toISOString())).toEqual([[0, null]])
})
