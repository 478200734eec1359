import { dashboard } from '../../../src/shared/endpoints/dashboard.ts'
import { search } from '../../../src/shared/endpoints/shell.ts'
import { sitesNow } from '../../../src/shared/endpoints/sites.ts'
import { runTask } from '../../../src/shared/endpoints/tasks.ts'
import type { Endpoint } from '../../../src/shared/kit/endpoint.ts'
import { Latencies } from '../latencies.ts'
import { pause } from '../load.ts'
import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import type { Asker } from './people.ts'

const LIMIT_MS = 50
/** What nobody has asked for yet is not remembered: each window of the dashboard, in days, is worked out. */
const WINDOWS = Array.from({ length: 28 }, (_, more) => 7 + 3 * more)
const ROUNDS = 20

/** The screens that look at the whole network at once: the dashboard, the map and the search in the top bar. */
export async function screenResults(server: BenchServer, asker: Asker): Promise<Result[]> {
  await settleDays(server, asker)
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
    await ask(server, asker, { endpoint, body: bodies[0] ?? {} })
    for (const body of bodies.slice(1)) {
      const from = performance.now()
      await ask(server, asker, { endpoint, body })
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

/** The task has been there, as it has in a network that runs. */
async function settleDays(server: BenchServer, asker: Asker): Promise<void> {
  const isDone = async () =>
    Boolean(
      (
        await server.pool.query(
          `select from figures_state where piles_built_until = 'infinity' and not exists (select from figures_change)`,
        )
      ).rowCount,
    )
  if (await isDone()) return
  const { rows } = await server.pool.query(`select id from task where name = 'figures'`)
  await ask(server, asker, { endpoint: runTask, body: { id: rows[0].id } })
  for (let waited = 0; !(await isDone()); waited++) {
    if (waited > 600) throw new Error('the days are not added up within five minutes')
    await pause(500)
  }
  await server.pool.query(
    'vacuum analyze figures_site, figures_gun, figures_clock, figures_reason, figures_band, figures_change',
  )
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

async function ask(
  { address }: BenchServer,
  { token }: Asker,
  { endpoint, body }: { endpoint: Endpoint; body: object },
) {
  const byGet = endpoint.method === 'GET'
  const query = byGet ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const response = await fetch(`${address}/api${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(!byGet && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { code: number; message: string }
  if (answer.code !== 200) throw new Error(`${endpoint.path} ${JSON.stringify(body)}: ${answer.code} ${answer.message}`)
}
