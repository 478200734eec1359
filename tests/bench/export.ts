import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { settledMemory } from './heap.ts'
import { Latencies } from './latencies.ts'
import { pause } from './load.ts'
import { insertOrders, insertPiles, ORDERS } from './network.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const SAMPLE_MS = 200
const PROBE_MS = 20
const MOST_MB = 128
const LEAST_ROWS_A_SECOND = 8_000
const MOST_PROBE_MS = 100
const MB = 1024 * 1024

/**
 * A million orders as a file in either format: how fast, what memory it takes of a server that may hold little, and
 * whether others are answered meanwhile.
 */
export async function exportResults(server: BenchServer): Promise<Result[]> {
  if (!(await server.pool.query('select from orders limit 1')).rowCount) {
    await insertPiles(server.pool, 500)
    await insertOrders(server.pool)
  }
  const token = await server.token()
  const results: Result[] = []
  for (const format of ['csv', 'xlsx']) results.push(...(await measure(server, token, format)))
  return results
}

async function measure(server: BenchServer, token: string, format: string): Promise<Result[]> {
  const idle = (await settledMemory(server.inspector)).rss
  const watch = watched(server)
  const { rows, seconds, bytes } = await take(server, token, format).finally(() => watch.end())
  const { samples, probes } = await watch.end()
  const half = samples.length / 2
  const peak = (of: readonly number[]) => (Math.max(...of) - idle) / MB
  const halves = `first half ${peak(samples.slice(0, half)).toFixed(0)} MB, second ${peak(samples.slice(half)).toFixed(0)} MB`
  const name = `${ORDERS.toLocaleString('en')} orders as ${format}`
  return [
    {
      item: 'export',
      name,
      value: rows / seconds,
      unit: 'rows/s',
      limit: LEAST_ROWS_A_SECOND,
      atLeast: true,
      note: `${seconds.toFixed(1)} s, ${(bytes / MB).toFixed(0)} MB`,
    },
    { item: 'export', name: `${name}, above idle`, value: peak(samples), unit: 'MB', limit: MOST_MB, note: halves },
    { item: 'export', name: `${name}, others wait`, value: probes, unit: 'ms p99', limit: MOST_PROBE_MS },
  ]
}

async function take({ address }: BenchServer, token: string, format: string) {
  const from = performance.now()
  const response = await fetch(`${address}/api/system/order/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ format, zone: 'Asia/Shanghai' }),
  })
  const rows = Number(response.headers.get('x-total-rows'))
  if (!response.ok || rows !== ORDERS) throw new Error(`${response.status}: ${rows} rows`)
  let bytes = 0
  for await (const part of response.body ?? []) bytes += part.length
  return { rows, seconds: (performance.now() - from) / 1_000, bytes }
}

/** Samples the server's memory, and how long a small request takes, until it is ended. */
function watched({ pid, address }: BenchServer) {
  const samples: number[] = []
  const latencies = new Latencies()
  let ended = false
  const memory = (async () => {
    for (; !ended; await pause(SAMPLE_MS)) samples.push(await residentBytes(pid))
  })()
  const probes = (async () => {
    for (; !ended; await pause(PROBE_MS)) {
      const from = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      latencies.add(performance.now() - from)
    }
  })()
  return {
    async end() {
      ended = true
      await Promise.all([memory, probes])
      return { samples, probes: latencies.percentile(0.99) }
    },
  }
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}
