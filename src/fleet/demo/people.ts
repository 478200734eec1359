import { between, pick, type Random, wholeBetween } from '../random.ts'

export interface DemoCustomer {
  id: number
  account: string
  name: string
  phone: string
  email: string | null
  card: string
  /** Companies top up in thousands and drive all day; people in tens. */
  company: boolean
}

const FAMILY =
  'Li Wang Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Hu Zhu Gao Lin He Guo Ma Luo Liang Song Zheng Xie Han Tang'.split(
    ' ',
  )
const GIVEN =
  'Wei Fang Na Min Jing Lei Qiang Jun Yan Jie Juan Tao Ming Chao Xia Ping Gang Hui Ling Yu Xin Bo Hao Rui Kai Yi'.split(
    ' ',
  )
const COMPANIES = [
  'Pudong Taxi 3rd Fleet',
  'Hangzhou Express Logistics',
  'Nanshan Ride',
  'Green Line Couriers',
  'West Lake Shuttle',
  'Futian Office Rentals',
  'Huangpu Car Club',
  'Qiantang Water Works',
]
const CUSTOMERS = 200

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => wholeBetween(random, 0, 9)).join('')

/** 200 customers, eight of them companies, each with a card; more cards than customers lie in the drawer. */
export function demoPeople(random: Random): { customers: DemoCustomer[]; spareCards: string[] } {
  const cards = new Set<string>()
  while (cards.size < CUSTOMERS + 20) cards.add(`04${hex(random, 6)}`)
  const [...numbers] = cards
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => {
    const company = COMPANIES[index]
    const name = company ?? `${pick(random, FAMILY)} ${pick(random, GIVEN)}`
    const phone = `1${pick(random, ['38', '39', '36', '58', '86', '77'])}${digits(random, 8)}`
    const account = company
      ? company.toLowerCase().replaceAll(' ', '-')
      : `${name.toLowerCase().replace(' ', '.')}${index}`
    const email = company ? `fleet@${account}.example` : mailOf(random, name)
    return { id: index + 1, account, name, phone, email, card: numbers[index] ?? '', company: company !== undefined }
  })
  return { customers, spareCards: numbers.slice(CUSTOMERS) }
}

const mailOf = (random: Random, name: string) =>
  random() < 0.4 ? `${name.toLowerCase().replace(' ', '.')}${digits(random, 2)}@mail.example` : null

const hex = (random: Random, length: number) =>
  Array.from({ length }, () => wholeBetween(random, 0, 15).toString(16))
    .join('')
    .toUpperCase()

/** Anyone who comes to charge: a third of the visits are companies' cars, and regulars come more often than others. */
export function anyCustomer(random: Random, customers: readonly DemoCustomer[]): DemoCustomer {
  if (random() < 0.33) return pick(random, customers.slice(0, COMPANIES.length))
  const place = COMPANIES.length + Math.floor((CUSTOMERS - COMPANIES.length) * between(random, 0, 1) ** 1.6)
  return customers[place] ?? pick(random, customers)
}
