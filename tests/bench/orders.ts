import { Latencies } from './latencies.ts'
import { insertOrders, insertPiles, ORDERS } from './network.ts'
import { orderLifeResults } from './order-life.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const REQUESTS = 1_000
const WARMUP = 200
const PAGE_SIZE = 20

/** The order list's pages out of a million orders, through the HTTP API, one request after the other, and what an order costs to write. */
export async function orderResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, 500)
  await insertOrders(server.pool)
  const token = await server.token()
  const pages = ORDERS / PAGE_SIZE
  const measured = (body: () => object) => measure(server, token, body)
  const first = await measured(() => ({ page_num: 1 }))
  const any = await measured(() => ({ page_num: 1 + Math.floor(Math.random() * pages) }))
  const unpaid = await measured(() => ({ page_num: 1, status: ['unpaid'] }))
  const dearest = await measured(() => ({ page_num: 1, prop: 'total_cents', order: 'desc' }))
  return [
    { item: 'orders', name: `first page of ${ORDERS.toLocaleString('en')}`, ...first, limit: 20, unit: 'ms p99' },
    { item: 'orders', name: `any page of ${ORDERS.toLocaleString('en')}`, ...any, limit: 50, unit: 'ms p99' },
    { item: 'orders', name: 'first page of the unpaid', ...unpaid, unit: 'ms p99' },
    { item: 'orders', name: 'first page, dearest first', ...dearest, unit: 'ms p99' },
    ...(await orderLifeResults(server.pool)),
  ]
}

async function measure({ address }: BenchServer, token: string, body: () => object) {
  const latencies = new Latencies()
  for (let request = 0; request < WARMUP + REQUESTS; request++) {
    const from = performance.now()
    const response = await fetch(`${address}/api/system/order/index`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ page_size: PAGE_SIZE, ...body() }),
    })
    const { data, message } = (await response.json()) as { data: { rows: unknown[] } | null; message: string }
    if (data?.rows.length !== PAGE_SIZE) throw new Error(`${response.status} ${message}: ${data?.rows.length} rows`)
    if (request >= WARMUP) latencies.add(performance.now() - from)
  }
  return { value: latencies.percentile(0.99), note: `p50 ${latencies.percentile(0.5)} ms` }
}
