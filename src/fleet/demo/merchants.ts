/** The businesses that run the demo's piles besides the operator itself. */
export interface DemoMerchant {
  id: number
  name: string
  address: string
  contact: string
  phone: string
  status: 'enabled' | 'disabled'
}

export const merchants: readonly DemoMerchant[] = [
  {
    id: 1,
    name: 'Huangpu Parking Company',
    address: '88 Renmin Road, Huangpu, Shanghai',
    contact: 'Zhao Min',
    phone: '021-6328 1100',
    status: 'enabled',
  },
  {
    id: 2,
    name: 'West Lake Green Travel',
    address: '12 Beishan Street, Hangzhou',
    contact: 'Shen Yu',
    phone: '0571-8796 2200',
    status: 'enabled',
  },
  {
    id: 3,
    name: 'Nanshan Property Services',
    address: '5 Keyuan South Road, Shenzhen',
    contact: 'Lin Hao',
    phone: '0755-2653 3300',
    status: 'enabled',
  },
  {
    id: 4,
    name: 'Old Dock Charging',
    address: '301 Yangshupu Road, Shanghai',
    contact: 'Gu Ping',
    phone: '021-6541 4400',
    status: 'disabled',
  },
]

/** Every other site's piles are a merchant's. */
export const merchantOf = (site_id: number): number | null => (site_id % 2 === 0 ? site_id / 2 : null)
