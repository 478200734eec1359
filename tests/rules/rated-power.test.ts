import { describe, expect, test } from 'vitest'
import { type Rating, ratedPowerWarning } from '../../src/shared/domain/rated-power.ts'

const rating = (given: Partial<Rating>): Rating => ({
  current_mode: 'dc',
  guns: 1,
  rated_power_w: null,
  voltage_min_v: null,
  voltage_max_v: null,
  rated_current_a: null,
  ...given,
})
const ac = (volts: number, amperes: number, kilowatts: number, guns = 1) =>
  rating({
    current_mode: 'ac',
    voltage_min_v: volts,
    voltage_max_v: volts,
    rated_current_a: amperes,
    rated_power_w: kilowatts * 1000,
    guns,
  })
const dc = (from: number, to: number, amperes: number, kilowatts: number, guns = 1) =>
  rating({ voltage_min_v: from, voltage_max_v: to, rated_current_a: amperes, rated_power_w: kilowatts * 1000, guns })

describe('believes the plate of', () => {
  test.each([
    ['one phase of 7 kW', ac(220, 32, 7)],
    ['three phases of 22 kW, said as 400 V', ac(400, 32, 22)],
    ['three phases of 22 kW, said as 230 V', ac(230, 32, 22)],
    ['three phases of 42 kW at 63 A', ac(380, 63, 42)],
    ['two guns of 7 kW that share a pile', ac(220, 32, 14, 2)],
    ['a direct current pile of 120 kW', dc(200, 750, 250, 120)],
    ['one of 60 kW', dc(200, 750, 150, 60)],
    ['two guns of 250 A that share 180 kW', dc(200, 1000, 250, 180, 2)],
    ['a 480 kW pile of two guns at 500 A', dc(200, 1000, 500, 480, 2)],
    ['a highest voltage alone', rating({ voltage_max_v: 750, rated_current_a: 250, rated_power_w: 180_000 })],
  ])('%s', (_, plate) => {
    expect(ratedPowerWarning(plate)).toBeNull()
  })
})

describe('questions', () => {
  test.each([
    ['70 kW from one phase of 32 A', ac(220, 32, 70), 'power_too_high'],
    ['22 kW from 400 V and 16 A', ac(400, 16, 22), 'power_too_high'],
    ['11 kW from 400 V and 32 A', ac(400, 32, 11), 'power_too_low'],
    ['1.2 kW where a zero was lost', dc(200, 750, 250, 12), 'power_too_low'],
    ['1200 kW where one was added', dc(200, 750, 250, 1200), 'power_too_high'],
    ['360 kW from one gun of 250 A', dc(200, 1000, 250, 360), 'power_too_high'],
  ])('%s', (_, plate, kind) => {
    expect(ratedPowerWarning(plate)?.kind).toBe(kind)
  })
})

test('says between which powers it would believe', () => {
  expect(ratedPowerWarning(ac(400, 32, 50))).toEqual({ kind: 'power_too_high', from_w: 22_170, to_w: 22_170 })
  expect(ratedPowerWarning(dc(200, 750, 250, 1200, 2))).toEqual({
    kind: 'power_too_high',
    from_w: 50_000,
    to_w: 375_000,
  })
})

test.each([
  ['the power', { rated_power_w: null }],
  ['the current', { rated_current_a: null }],
  ['both voltages', { voltage_min_v: null, voltage_max_v: null }],
])('says nothing where %s is not said', (_, missing) => {
  expect(ratedPowerWarning({ ...dc(200, 750, 250, 9_000), ...missing })).toBeNull()
})
