import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { merchant } from '../../src/shared/entities/merchant.ts'
import { order } from '../../src/shared/entities/order.ts'
import { pile } from '../../src/shared/entities/pile.ts'
import type { Entity } from '../../src/shared/kit/entity.ts'
import { Latencies } from './latencies.ts'
import { insertYear } from './lists/seed.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const ROWS = 500
const ROUNDS = 400
const WARMUP = 100
const PAGE_SIZE = 20

/** What is measured, and what of the page it shows. */
type Way = [name: string, ask: () => Promise<unknown>, limit?: number]

/**
 * What a page costs where there is next to nothing to look through: parsing, planning, round trips and our own work. The ways take
 * turns, so that whatever else the machine does falls on all of them; `select 1` says what one round trip costs on it.
 */
export async function pageResults(server: BenchServer): Promise<Result[]> {
  await insertYear(server.pool, ROWS)
  const token = await server.token()
  const list = (entity: Entity) => () =>
    ask(server, token, { path: `${entity.path}/${entity.calls.list}`, method: entity.listBy })
  const client = await server.pool.connect()
  const ways: Way[] = [
    ['select 1, one round trip', () => client.query('select 1')],
    ['no list, /healthz', () => fetch(`${server.address}/healthz`).then((answer) => answer.text())],
    ['merchants', list(merchant)],
    ['piles', list(pile)],
    ['orders', list(order), 5],
    ['the menu', () => ask(server, token, { path: userMenus.path, method: 'GET' })],
  ]
  const taken = ways.map(() => new Latencies())
  for (let round = 0; round < WARMUP + ROUNDS; round++)
    for (const [at, [, work]] of ways.entries()) {
      const from = performance.now()
      await work()
      if (round >= WARMUP) taken[at]?.add(performance.now() - from)
    }
  client.release()
  return ways.map(([name, , limit], at) => ({
    item: 'pages',
    name,
    value: taken[at]?.percentile(0.5) ?? 0,
    ...(limit && { limit }),
    unit: 'ms p50',
    note: `p10 ${taken[at]?.percentile(0.1)}, p90 ${taken[at]?.percentile(0.9)}, p99 ${taken[at]?.percentile(0.99)}`,
  }))
}

interface Asked {
  path: string
  method: 'GET' | 'POST'
}

async function ask({ address }: BenchServer, token: string, { path, method }: Asked): Promise<void> {
  const query = { page_num: '1', page_size: String(PAGE_SIZE) }
  const byGet = method === 'GET'
  const response = await fetch(`${address}/api${path}${byGet ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(!byGet && { body: JSON.stringify({ page_num: 1, page_size: PAGE_SIZE }) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}
