import type { FrozenRule } from '../../shared/endpoints/orders.ts'

type Prices = [electricity: number, service: number, cost: number, occupation: number, free: number]

const rule = (
  id: number,
  name: string,
  band: FrozenRule['band'],
  hours: [number, number],
  prices: Prices,
): FrozenRule => {
  const [electricity_fee, service_fee, electricity_cost, occupation_fee, free_minutes] = prices
  const [start_hour, end_hour] = hours
  return {
    id,
    name,
    band,
    start_hour,
    end_hour,
    electricity_fee,
    service_fee,
    electricity_cost,
    occupation_fee,
    free_minutes,
  }
}

/** Cents per kWh, the occupation fee cents per hour. */
export const rules: readonly FrozenRule[] = [
  rule(1, 'Night valley', 'valley', [22, 6], [62, 30, 31, 0, 15]),
  rule(2, 'Morning flat', 'flat', [6, 8], [79, 40, 52, 1_500, 15]),
  rule(3, 'Morning peak', 'peak', [8, 11], [138, 40, 94, 1_500, 15]),
  rule(4, 'Midday flat', 'flat', [11, 13], [89, 40, 55, 1_500, 15]),
  rule(5, 'Sharp', 'sharp', [13, 15], [162, 40, 110, 1_500, 15]),
  rule(6, 'Afternoon peak', 'peak', [15, 18], [138, 40, 94, 1_500, 15]),
  rule(7, 'Evening flat', 'flat', [18, 22], [89, 40, 55, 1_500, 15]),
  rule(8, 'Depot night', 'valley', [23, 7], [48, 18, 29, 0, 60]),
  rule(9, 'Depot day', 'flat', [7, 17], [82, 25, 56, 600, 60]),
  rule(10, 'Depot evening', 'peak', [17, 23], [112, 25, 88, 600, 60]),
  rule(11, 'Shenzhen valley', 'valley', [0, 8], [38, 45, 26, 0, 20]),
  rule(12, 'Shenzhen morning flat', 'flat', [8, 10], [76, 55, 61, 1_200, 20]),
  rule(13, 'Shenzhen late morning peak', 'peak', [10, 12], [124, 55, 101, 1_200, 20]),
  rule(14, 'Shenzhen noon flat', 'flat', [12, 14], [76, 55, 61, 1_200, 20]),
  rule(15, 'Shenzhen sharp', 'sharp', [14, 19], [148, 55, 121, 1_200, 20]),
  rule(16, 'Shenzhen evening flat', 'flat', [19, 0], [76, 55, 61, 1_200, 20]),
]

export const strategies = [
  { name: 'Summer city centre', rule_ids: [1, 2, 3, 4, 5, 6, 7] },
  { name: 'Depot', rule_ids: [8, 9, 10] },
  { name: 'Shenzhen summer', rule_ids: [11, 12, 13, 14, 15, 16] },
] as const

export const rulesOfStrategy = (id: number): FrozenRule[] => {
  const ids: readonly number[] = strategies[id - 1]?.rule_ids ?? []
  return rules.filter((each) => ids.includes(each.id)).toSorted((a, b) => a.start_hour - b.start_hour)
}
