import type { FrozenRule } from '../../shared/endpoints/orders.ts'
import { type PileModel, pileModels } from '../models.ts'

/** The demo's sites, piles and prices. Record ids are places in these lists, counted from 1. */

export const TIME_ZONE = 'Asia/Shanghai'

type Model = keyof typeof pileModels

export interface DemoType {
  name: string
  model: Model
  voltage_min_v: number
  voltage_max_v: number
  rated_current_a: number
}

export const types: readonly DemoType[] = [
  { name: 'AC 7 kW', model: 'ac7', voltage_min_v: 198, voltage_max_v: 242, rated_current_a: 32 },
  { name: 'AC 22 kW', model: 'ac22', voltage_min_v: 342, voltage_max_v: 418, rated_current_a: 32 },
  { name: 'DC 60 kW', model: 'dc60', voltage_min_v: 200, voltage_max_v: 750, rated_current_a: 150 },
  { name: 'DC 120 kW', model: 'dc120', voltage_min_v: 200, voltage_max_v: 1000, rated_current_a: 250 },
  { name: 'DC 240 kW', model: 'dc240', voltage_min_v: 200, voltage_max_v: 1000, rated_current_a: 400 },
]

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
  rule(1, 'Night valley', 'valley', [22, 6], [62, 30, 31, 0, 0]),
  rule(2, 'Morning flat', 'flat', [6, 8], [79, 40, 52, 1_500, 15]),
  rule(3, 'Morning peak', 'peak', [8, 11], [138, 40, 94, 1_500, 15]),
  rule(4, 'Midday flat', 'flat', [11, 13], [89, 40, 55, 1_500, 15]),
  rule(5, 'Sharp', 'sharp', [13, 15], [162, 40, 110, 1_500, 15]),
  rule(6, 'Afternoon peak', 'peak', [15, 18], [138, 40, 94, 1_500, 15]),
  rule(7, 'Evening flat', 'flat', [18, 22], [89, 40, 55, 1_500, 15]),
  rule(8, 'Depot night', 'valley', [23, 7], [48, 18, 29, 0, 0]),
  rule(9, 'Depot day', 'flat', [7, 17], [82, 25, 56, 600, 60]),
  rule(10, 'Depot evening', 'peak', [17, 23], [112, 25, 88, 600, 60]),
  rule(11, 'Shenzhen valley', 'valley', [0, 8], [38, 45, 26, 0, 0]),
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

export interface DemoSite {
  name: string
  kind: 'off_street' | 'on_street'
  spaces: number
  address: string
  longitude: number
  latitude: number
  contact: string
  phone: string
  strategy_id: number
  /** The first letters of its cars' plates. */
  plates: string
  /** Division code and first running number of its piles' station numbers. */
  division: string
  first: number
  piles: readonly Model[]
}

const many = (count: number, model: Model): Model[] => Array(count).fill(model)

export const sites: readonly DemoSite[] = [
  {
    ...{ name: 'Lujiazui P2', kind: 'off_street', spaces: 46, address: '88 Century Avenue, Pudong, Shanghai' },
    ...{ longitude: 121.5047, latitude: 31.2389, contact: 'Chen Jie', phone: '021 5047 2200', strategy_id: 1 },
    ...{ plates: '沪A·D', division: '310115', first: 5, piles: [...many(2, 'dc60'), ...many(6, 'dc120')] },
  },
  {
    ...{ name: 'Xujiahui North', kind: 'off_street', spaces: 60, address: '1010 Huashan Road, Xuhui, Shanghai' },
    ...{ longitude: 121.4365, latitude: 31.1997, contact: 'Wu Min', phone: '021 6438 1150', strategy_id: 1 },
    ...{ plates: '沪B·F', division: '310104', first: 1, piles: [...many(6, 'ac7'), ...many(2, 'dc60')] },
  },
  {
    ...{ name: 'West Lake Depot', kind: 'off_street', spaces: 80, address: '27 Zijinghua Road, Xihu, Hangzhou' },
    ...{ longitude: 120.1039, latitude: 30.2788, contact: 'Zhou Lan', phone: '0571 8799 3300', strategy_id: 2 },
    ...{ plates: '浙A·D', division: '330106', first: 19, piles: [...many(2, 'dc120'), ...many(4, 'dc240')] },
  },
  {
    ...{ name: 'Qianjiang New City', kind: 'on_street', spaces: 24, address: '208 Fuchun Road, Shangcheng, Hangzhou' },
    ...{ longitude: 120.2119, latitude: 30.2462, contact: 'Xu Hao', phone: '0571 8650 7712', strategy_id: 1 },
    ...{ plates: '浙A·F', division: '330102', first: 1, piles: [...many(4, 'ac22'), ...many(2, 'dc60')] },
  },
  {
    ...{ name: 'Nanshan Hub', kind: 'off_street', spaces: 72, address: '9 Keyuan South Road, Nanshan, Shenzhen' },
    ...{ longitude: 113.9445, latitude: 22.5294, contact: 'Huang Yi', phone: '0755 2655 8090', strategy_id: 3 },
    ...{ plates: '粤B·D', division: '440305', first: 97, piles: [...many(4, 'dc120'), ...many(2, 'dc240')] },
  },
  {
    ...{ name: 'Futian CBD East', kind: 'off_street', spaces: 38, address: '138 Jintian Road, Futian, Shenzhen' },
    ...{ longitude: 114.0655, latitude: 22.5382, contact: 'Lin Qing', phone: '0755 8320 4416', strategy_id: 3 },
    ...{ plates: '粤B·F', division: '440304', first: 12, piles: [...many(4, 'ac7'), ...many(2, 'ac22')] },
  },
]

export interface DemoPile {
  id: number
  station: string
  site_id: number
  type_id: number
  model: PileModel
}

/** 40 piles with station numbers of their district: CD-310115-0007. */
export const piles: readonly DemoPile[] = sites
  .flatMap((site, index) => site.piles.map((model, place) => ({ site, site_id: index + 1, model, place })))
  .map(({ site, site_id, model, place }, index) => ({
    id: index + 1,
    station: `CD-${site.division}-${String(site.first + place).padStart(4, '0')}`,
    site_id,
    type_id: types.findIndex((type) => type.model === model) + 1,
    model: pileModels[model],
  }))

/** Piles that stay dark: a loose modem, and one that waits for a spare part. */
export const DARK_STATIONS: readonly string[] = ['CD-310104-0005', 'CD-440304-0014']

export const rulesOfStrategy = (id: number): FrozenRule[] => {
  const ids: readonly number[] = strategies[id - 1]?.rule_ids ?? []
  return rules.filter((each) => ids.includes(each.id)).toSorted((a, b) => a.start_hour - b.start_hour)
}
