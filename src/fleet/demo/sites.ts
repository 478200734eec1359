import type { pileModels } from '../models.ts'

export type Model = keyof typeof pileModels

export interface DemoSite {
  name: string
  kind: 'off_street' | 'on_street'
  spaces: number
  /** Less than its piles could take together, as transformers are. */
  power_limit_w: number
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
    name: 'Lujiazui P2',
    kind: 'off_street',
    spaces: 46,
    power_limit_w: 630_000,
    address: '88 Century Avenue, Pudong, Shanghai',
    longitude: 121.5047,
    latitude: 31.2389,
    contact: 'Chen Jie',
    phone: '021 5047 2200',
    strategy_id: 1,
    plates: '沪A·D',
    division: '310115',
    first: 5,
    piles: [...many(2, 'dc60'), ...many(6, 'dc120')],
  },
  {
    name: 'Xujiahui North',
    kind: 'off_street',
    spaces: 60,
    power_limit_w: 150_000,
    address: '1010 Huashan Road, Xuhui, Shanghai',
    longitude: 121.4365,
    latitude: 31.1997,
    contact: 'Wu Min',
    phone: '021 6438 1150',
    strategy_id: 1,
    plates: '沪B·F',
    division: '310104',
    first: 1,
    piles: [...many(6, 'ac7'), ...many(2, 'dc60')],
  },
  {
    name: 'West Lake Depot',
    kind: 'off_street',
    spaces: 80,
    power_limit_w: 800_000,
    address: '27 Zijinghua Road, Xihu, Hangzhou',
    longitude: 120.1039,
    latitude: 30.2788,
    contact: 'Zhou Lan',
    phone: '0571 8799 3300',
    strategy_id: 2,
    plates: '浙A·D',
    division: '330106',
    first: 19,
    piles: [...many(2, 'dc120'), ...many(4, 'dc240')],
  },
  {
    name: 'Qianjiang New City',
    kind: 'on_street',
    spaces: 24,
    power_limit_w: 160_000,
    address: '208 Fuchun Road, Shangcheng, Hangzhou',
    longitude: 120.2119,
    latitude: 30.2462,
    contact: 'Xu Hao',
    phone: '0571 8650 7712',
    strategy_id: 1,
    plates: '浙A·F',
    division: '330102',
    first: 1,
    piles: [...many(4, 'ac22'), ...many(2, 'dc60')],
  },
  {
    name: 'Nanshan Hub',
    kind: 'off_street',
    spaces: 72,
    power_limit_w: 630_000,
    address: '9 Keyuan South Road, Nanshan, Shenzhen',
    longitude: 113.9445,
    latitude: 22.5294,
    contact: 'Huang Yi',
    phone: '0755 2655 8090',
    strategy_id: 3,
    plates: '粤B·D',
    division: '440305',
    first: 97,
    piles: [...many(4, 'dc120'), ...many(2, 'dc240')],
  },
  {
    name: 'Futian CBD East',
    kind: 'off_street',
    spaces: 38,
    power_limit_w: 80_000,
    address: '138 Jintian Road, Futian, Shenzhen',
    longitude: 114.0655,
    latitude: 22.5382,
    contact: 'Lin Qing',
    phone: '0755 8320 4416',
    strategy_id: 3,
    plates: '粤B·F',
    division: '440304',
    first: 12,
    piles: [...many(4, 'ac7'), ...many(2, 'ac22')],
  },
]
