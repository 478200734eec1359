import type { FrozenRule } from '../../src/shared/endpoints/orders.ts'

let made = 0

/** A rule of the mock's flat price, all day, unless told otherwise. */
export const makeRule = (rule: Partial<FrozenRule> = {}): FrozenRule => ({
  id: ++made,
  name: `Rule ${made}`,
  band: 'flat',
  start_hour: 0,
  end_hour: 0,
  electricity_fee: 89,
  service_fee: 40,
  electricity_cost: 55,
  occupation_fee: 1500,
  free_minutes: 15,
  ...rule,
})

const night = { electricity_fee: 62, service_fee: 30, electricity_cost: 31, occupation_fee: 0, free_minutes: 0 }
const peak = { electricity_fee: 138, electricity_cost: 94 }

/** The strategy of the mock: valley, flat, peak, flat, sharp, peak, flat, valley. */
export const summer: FrozenRule[] = [
  makeRule({ name: 'Night valley', band: 'valley', start_hour: 22, end_hour: 6, ...night }),
  makeRule({ name: 'Morning flat', start_hour: 6, end_hour: 8, electricity_fee: 79, electricity_cost: 52 }),
  makeRule({ name: 'Morning peak', band: 'peak', start_hour: 8, end_hour: 11, ...peak }),
  makeRule({ name: 'Noon flat', start_hour: 11, end_hour: 13 }),
  makeRule({ name: 'Sharp', band: 'sharp', start_hour: 13, end_hour: 15, electricity_fee: 162, electricity_cost: 110 }),
  makeRule({ name: 'Day peak', band: 'peak', start_hour: 15, end_hour: 18, ...peak }),
  makeRule({ name: 'Evening flat', start_hour: 18, end_hour: 22 }),
]

export const at = (text: string) => Date.parse(text)
