import { search } from '../../../src/shared/endpoints/shell.ts'
import { ask } from '../ask.ts'
import { settleFigures } from '../figures.ts'
import { Latencies } from '../latencies.ts'
import { pause } from '../load.ts'
import type { Result } from '../result.ts'
import { type BenchServer, whileAsleep } from '../server.ts'
import { ELSEWHERE, insertMany, insertPeople, PEOPLE } from './seed.ts'
import { writeResults } from './writes.ts'

const LIMIT_MS = 100
const ROUNDS = 4

/** The search in the top bar over a million piles, orders, customers, cards, sites, alarms, merchants and users, for everybody and for people who reach a part, and what it costs to write what it finds. */
export async function findingResults(server: BenchServer): Promise<Result[]> {
  await whileAsleep(server, () => insertMany(server.pool))
  await insertPeople(server.pool)
  await spelled(server)
  await settleFigures(server)
  const results: Result[] = []
  // A connection meets most pages and statements for the first time in the first pass.
  for (const later of ['', ', some minutes later'])
    for (const who of ['', ...Object.keys(PEOPLE)]) {
      const token = await server.token(who ? `finding-${who}` : undefined)
      results.push(await measured(server, token, `${who || 'everybody'}${later}`))
    }
  return [...results, ...(await writeResults(server))]
}

/** Names that were there before are spelled while the server runs. */
async function spelled({ pool }: BenchServer): Promise<void> {
  while ((await pool.query('select from spelling_due')).rowCount) await pause(1_000)
  await pool.query('vacuum analyze customer, site')
}

export async function measured(server: BenchServer, token: string, who: string): Promise<Result> {
  const latencies = new Latencies()
  const slow = new Map<string, number>()
  for (const keyword of await wordsOf(server))
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now()
      await ask(server, { token }, search, { keyword })
      const ms = performance.now() - from
      // The first time is the database's reading from disk.
      if (round === 0) continue
      latencies.add(ms)
      slow.set(keyword, Math.max(slow.get(keyword) ?? 0, ms))
    }
  const slowest = [...slow].sort(([, a], [, b]) => b - a).slice(0, 4)
  return {
    item: 'finding',
    name: `a word, ${who}`,
    value: latencies.percentile(0.99),
    limit: LIMIT_MS,
    unit: 'ms p99',
    note: `${latencies.count} calls, p50 ${latencies.percentile(0.5)}, worst ${slowest.map(([word, ms]) => `${ms.toFixed(0)} (${word.slice(0, 20)})`).join(', ')}`,
  }
}

/** Numbers in part and in full, names in letters, in Chinese and in pinyin, what very many hold, what only others hold, what is nowhere. */
async function wordsOf({ pool }: BenchServer): Promise<string[]> {
  const { rows } = await pool.query(`
    select number as word from orders where id in (1000, 900000)
    union all select right(number, 6) from orders where id = 500000
    union all select left(number, 6) from orders where id in (2000, 300000)
    union all select plate from orders where id = 600000
    union all select account from customer where id in (21, 700000)
    union all select email from customer where id = 400001
    union all select left(phone, 6) from customer where id = 300000
    union all select number from card where id = 123456
    union all select right(number, 4) from card where id = 234567
    union all select station_number from pile where id in (40, 777777)
    union all select name from site where id in (95, 300000, 600001)
    union all select left(name, 1) from customer where id = 5
    union all select left(name, 2) from customer where id = 8
    union all select right(name, 3) from customer where id = 500001
    union all select account from customer where id = 999999
    union all select right(serial_number, 5) from pile where id = 654321
    union all select substr(name, 1, 6) from site where id = 500001
    union all select name from merchant where id in (77, 800000)
    union all select contact from merchant where id = 700000
    union all select phone from merchant where id = 600000
    union all select user_name from users where id = 500000
    union all select email from users where id = 700000
    union all select vendor_code from alarm where id = 123450`)
  const many = [
    'user',
    'CD-',
    'CD-00',
    'Site',
    'SN',
    'mail.example',
    'road',
    '充电站',
    ELSEWHERE,
    `${ELSEWHERE}9`,
    'C0000',
    'merchant',
    'Person',
    'street 9',
    'offline',
    'Ground',
    'ground failure',
    'E-1',
    '沪A',
    '站3',
    '电站1',
  ]
  const short = [
    '7',
    '0',
    'a',
    'z',
    '12',
    '26',
    '00',
    'ab',
    'zs',
    'cd',
    '张',
    '站',
    '-',
    'o',
    'm',
    '1',
    '99',
    '13',
    'u',
    '弃',
  ]
  const said = ['zhang', 'li', 'zhangsan', 'cdz', 'wangwei', 'chongdian', 'zha', 'chongdianzhan', 'sh', 'ljz', 'cdz1']
  const nowhere = ['nobody here', 'zzzz', 'qqqqqqqqqq', '龘', '%', '__', 'x'.repeat(100)]
  return [...rows.map(({ word }) => word).filter(Boolean), ...many, ...short, ...said, ...nowhere]
}
