import { expect, test } from 'vitest'
import type { ChargingProfile } from '../../../src/shared/domain/charging-profiles/profile.ts'
import { cannotTake, takesOf } from '../../../src/shared/domain/charging-profiles/takes.ts'
import { hours, makeProfile } from './make.ts'

const SAID = [
  { key: 'chargingscheduleallowedchargingrateunit', value: ' Current ' },
  { key: 'ChargeProfileMaxStackLevel', value: '3' },
  { key: 'ChargingScheduleMaxPeriods', value: '2' },
  { key: 'MaxChargingProfilesInstalled', value: '5' },
]

test('reads what a pile takes of its settings, in whatever letters it writes them', () => {
  expect(takesOf(SAID)).toEqual({
    units: ['A'],
    max_stack_level: 3,
    max_periods: 2,
    max_installed: 5,
    priority: null,
    dynamic: null,
    offline: null,
  })
  expect(takesOf([{ key: 'ChargingScheduleAllowedChargingRateUnit', value: 'W,A,Power' }]).units).toEqual(['W', 'A'])
})

test.each([
  ['PriorityCharging,LocalGeneration', true],
  ['LocalGeneration', false],
  // That it has no other purpose is said as well.
  ['', false],
])('of other purposes %j: a profile of priority is taken %j', (value, is) => {
  const takes = takesOf([{ key: 'SmartChargingCtrlr/SupportedAdditionalPurposes', value }])
  expect(takes.priority).toBe(is)
  const ofPriority = makeProfile({ charging_profile_purpose: 'priority' })
  expect(cannotTake(ofPriority, takes, 0)?.code).toBe(is ? undefined : 'takes_priority')
  expect(cannotTake(makeProfile({}), takes, 0)).toBeNull()
})

test.each([
  ['DynamicProfiles', 'takes_dynamic', { charging_profile_kind: 'dynamic', start_schedule: null }],
  ['MaxOfflineDuration', 'takes_offline', { max_offline_duration: 60 }],
] as const)('a pile that says that it has no %s takes none of those', (instance, code, given) => {
  const said = (value: string) => takesOf([{ key: `SmartChargingCtrlr/SupportsFeature[${instance}]`, value }])
  expect(cannotTake(makeProfile(given), said('false'), 0)?.code).toBe(code)
  for (const takes of [said('True'), said(''), takesOf([])]) expect(cannotTake(makeProfile(given), takes, 0)).toBeNull()
  expect(cannotTake(makeProfile({}), said('false'), 0)).toBeNull()
})

test('knows nothing of what a pile did not say, or said in a way that nobody reads', () => {
  const silent = {
    units: null,
    max_stack_level: null,
    max_periods: null,
    max_installed: null,
    priority: null,
    dynamic: null,
    offline: null,
  }
  expect(takesOf([])).toEqual(silent)
  expect(
    takesOf([
      { key: 'ChargingScheduleAllowedChargingRateUnit', value: 'kilowatts' },
      { key: 'ChargeProfileMaxStackLevel', value: null },
      { key: 'ChargingScheduleMaxPeriods', value: '-1' },
    ]),
  ).toEqual(silent)
})

const inA = { charging_rate_unit: 'A', periods: hours([0, 32]) } as const
test.each<[string, Partial<ChargingProfile>, number, ReturnType<typeof cannotTake>]>([
  ['nothing of what it takes', inA, 4, null],
  ['another unit', {}, 0, { code: 'takes_units', figure: 'A' }],
  ['a level too high', { ...inA, stack_level: 4 }, 0, { code: 'takes_levels', figure: 3 }],
  ['too many steps', { ...inA, periods: hours([0, 32], [1, 16], [2, 32]) }, 0, { code: 'takes_steps', figure: 2 }],
  ['one profile too many', inA, 5, { code: 'takes_profiles', figure: 5 }],
])('names %s', (_, given, others, expected) => {
  expect(cannotTake(makeProfile(given), takesOf(SAID), others)).toEqual(expected)
})
