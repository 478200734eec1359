import { dashboard } from '../../../src/shared/endpoints/dashboard.ts'
import { search } from '../../../src/shared/endpoints/shell.ts'
import { sitesNow } from '../../../src/shared/endpoints/sites.ts'
import type { Endpoint } from '../../../src/shared/kit/endpoint.ts'
import { ask } from '../ask.ts'
import { settleFigures } from '../figures.ts'
import { Latencies } from '../latencies.ts'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import type { Asker } from './people.ts'

const LIMIT_MS = 50
/** What nobody has asked for yet is not remembered: each window of the dashboard, in days, is worked out. */
const WINDOWS = Array.from({ length: 28 }, (_, more) => 7 + 3 * more)
const ROUNDS = 20

/** The screens that look at the whole network at once: the dashboard, the map and the search in the top bar. */
export async function screenResults(server: BenchServer, asker: Asker): Promise<Result[]> {
  await settleFigures(server)
  const words = await wordsOf(server)
  const all: [name: string, endpoint: Endpoint, bodies: object[]][] = [
    ['dashboard', dashboard, WINDOWS.map((days) => ({ days }))],
    ['map', sitesNow, Array.from({ length: ROUNDS }, () => ({}))],
    ['search', search, Array.from({ length: ROUNDS }, () => words.map((keyword) => ({ keyword }))).flat()],
  ]
  const results: Result[] = []
  for (const [name, endpoint, bodies] of all) {
    const latencies = new Latencies()
    let slowest = { ms: 0, body: {} }
    await ask(server, asker, endpoint, bodies[0] ?? {})
    for (const body of bodies.slice(1)) {
      const from = performance.now()
      await ask(server, asker, endpoint, body)
      const ms = performance.now() - from
      latencies.add(ms)
      if (ms > slowest.ms) slowest = { ms, body }
    }
    results.push({
      item: 'lists',
      name: [name, asker.who].filter(Boolean).join(', '),
      value: latencies.percentile(0.99),
      limit: LIMIT_MS,
      unit: 'ms p99',
      note: `${latencies.count} calls, p50 ${latencies.percentile(0.5)}, worst ${slowest.ms.toFixed(0)}: ${JSON.stringify(slowest.body)}`,
    })
  }
  return results
}

/** What people type: a number in part and in full, a name, what is nowhere. */
async function wordsOf({ pool }: BenchServer): Promise<string[]> {
  const { rows } = await pool.query(`
    select number as word from orders where id in (1000, 900000)
    union all select right(number, 6) from orders where id = 500000
    union all select account from customer where id = 700000
    union all select left(phone, 6) from customer where id = 300000
    union all select station_number from pile where id = 40`)
  return [...rows.map(({ word }) => word), '7', '12', 'user', 'nobody here']
}
