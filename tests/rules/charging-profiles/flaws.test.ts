import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FlawContext, flawsOf } from '../../../src/shared/domain/charging-profiles/flaws.ts'
import type { ChargingProfile } from '../../../src/shared/domain/charging-profiles/profile.ts'
import { daily, hours, makeProfile } from './make.ts'

const period = (start: number, limit: number, phases: number | null = null) => ({ start, limit, phases })
const flaws = (given: Partial<ChargingProfile>, context: FlawContext = {}) =>
  flawsOf(makeProfile(given), context).map(({ field, key }) => [field, key])

test('finds nothing wrong with what the standard allows', () => {
  expect(flawsOf(daily({ periods: hours([0, 120_000], [7, 90_000.5]) }))).toEqual([])
  expect(flaws({ start_schedule: null })).toEqual([])
  expect(flaws({ charging_profile_kind: 'relative', start_schedule: null })).toEqual([])
})

test.each<[string, Partial<ChargingProfile>, string, string]>([
  ['a first period later than the start', { periods: [period(60, 1)] }, 'periods.0.start', 'profile_first_period'],
  [
    'periods that fall',
    { periods: [period(0, 1), period(60, 2), period(60, 3)] },
    'periods.2.start',
    'profile_periods_rise',
  ],
  ['no periods', { periods: [] }, 'periods', 'required'],
  ['a limit below zero', { periods: [period(0, -0.1)] }, 'periods.0.limit', 'too_small'],
  ['a limit in hundredths', { periods: [period(0, 8.15)] }, 'periods.0.limit', 'too_fine'],
  ['four phases', { periods: [period(0, 8, 4)] }, 'periods.0.phases', 'out_of_range'],
  [
    'a period behind the end',
    { duration: 60, periods: [period(0, 1), period(60, 2)] },
    'periods.1.start',
    'profile_period_behind_end',
  ],
  ['a minimum in hundredths', { min_charging_rate: 6.05 }, 'min_charging_rate', 'too_fine'],
  [
    'a recurrence of what does not recur',
    { recurrency_kind: 'daily' },
    'recurrency_kind',
    'profile_recurs_only_recurring',
  ],
  [
    'a duration of priority (OCPP 2.1, K01.FR.70)',
    { charging_profile_purpose: 'priority', duration: 3600 },
    'duration',
    'profile_priority_lasts',
  ],
  [
    'priority that begins anew',
    { ...daily(), charging_profile_purpose: 'priority' },
    'charging_profile_kind',
    'profile_priority_recurs',
  ],
  [
    'a second step of a limit that is changed (OCPP 2.1, K28.FR.01)',
    { charging_profile_kind: 'dynamic', start_schedule: null, periods: [period(0, 1), period(60, 2)] },
    'periods',
    'profile_dynamic_one',
  ],
  [
    'a later first step of one (K28.FR.02)',
    { charging_profile_kind: 'dynamic', start_schedule: null, periods: [period(60, 1)] },
    'periods.0.start',
    'profile_first_period',
  ],
  ['a start of one', { charging_profile_kind: 'dynamic' }, 'start_schedule', 'profile_dynamic_start'],
  [
    'asking for a limit that is not changed (K28.FR.04)',
    { dyn_update_interval: 60 },
    'dyn_update_interval',
    'profile_interval_only_dynamic',
  ],
  [
    'being void after a time that is not said',
    { invalid_after_offline_duration: true },
    'max_offline_duration',
    'profile_offline_unsaid',
  ],
  ['a duration of nothing', { duration: 0 }, 'duration', 'too_small'],
  [
    'an end before the beginning',
    { valid_from: '2026-11-02T00:00:00Z', valid_to: '2026-11-02T00:00:00Z' },
    'valid_to',
    'profile_ends_before',
  ],
  ['a stack level below zero', { stack_level: -1 }, 'stack_level', 'out_of_range'],
  [
    'a start of what counts from the session',
    { charging_profile_kind: 'relative' },
    'start_schedule',
    'profile_relative_start',
  ],
  [
    'a pile’s limit that counts from a session',
    { charging_profile_kind: 'relative', start_schedule: null, charging_profile_purpose: 'pile_max' },
    'charging_profile_kind',
    'profile_pile_relative',
  ],
])('refuses %s', (_, given, field, key) => {
  expect(flaws(given)).toEqual([[field, key]])
})

test('wants a recurring one to say from when, how often and for how long', () => {
  const recurring = { charging_profile_kind: 'recurring', start_schedule: null } as const
  expect(flaws(recurring).map(([field]) => field)).toEqual(['recurrency_kind', 'start_schedule', 'duration'])
  expect(flawsOf(daily({ duration: 86_401 }))).toMatchObject([{ field: 'duration', figures: { hours: 24 } }])
  expect(flawsOf(daily({ recurrency_kind: 'weekly', duration: 7 * 86_400 }))).toEqual([])
})

test.each<[ChargingProfile['charging_profile_purpose'], number, boolean, string | null]>([
  ['pile_max', 0, false, null],
  ['pile_max', 1, false, 'profile_pile_place'],
  ['session_default', 0, false, null],
  ['session_default', 2, false, null],
  ['session', 0, true, 'profile_session_place'],
  ['session', 1, false, 'profile_no_session'],
  ['session', 1, true, null],
])('lets a %s go to connector %i, session: %s', (charging_profile_purpose, connector_number, session, key) => {
  const found = flaws({ charging_profile_purpose }, { place: { connector_number, session } })
  expect(found).toEqual(key ? [['connector_number', key]] : [])
})

test('asks for no more than the pile takes', () => {
  const allowed = { max_stack_level: 3, max_periods: 1, units: ['A'] as const }
  const given = { stack_level: 4, periods: [period(0, 1), period(60, 2)] }
  expect(flaws(given, { allowed })).toEqual([
    ['periods', 'too_many'],
    ['stack_level', 'out_of_range'],
    ['charging_rate_unit', 'profile_unit_not_taken'],
  ])
})

test('sees another of the same purpose and level at the same time, and no other', () => {
  const other = { ...makeProfile({ valid_to: '2026-12-01T00:00:00Z' }), name: 'Summer' }
  expect(flawsOf(makeProfile(), { others: [other] })).toMatchObject([
    { field: 'stack_level', figures: { other: 'Summer' } },
  ])
  expect(flaws({ stack_level: 1 }, { others: [other] })).toEqual([])
  expect(flaws({ charging_profile_purpose: 'session' }, { others: [other] })).toEqual([])
  expect(flaws({ valid_from: '2026-12-01T00:00:00Z' }, { others: [other] })).toEqual([])
  // Some of the time is enough.
  const partly = { valid_from: '2026-11-15T00:00:00Z', valid_to: '2026-12-15T00:00:00Z' }
  expect(flaws(partly, { others: [other] })).toEqual([['stack_level', 'profile_overlaps']])
})

test('lets periods pass exactly when they rise from zero', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 6 }), (starts) => {
      const rising = starts[0] === 0 && starts.every((start, at) => at === 0 || start > (starts[at - 1] ?? 0))
      expect(flaws({ periods: starts.map((start) => period(start, 1)) }).length === 0).toBe(rising)
    }),
  )
})
