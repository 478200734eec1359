import { dashboard } from '../../../src/shared/endpoints/dashboard.ts'
import { statistics } from '../../../src/shared/endpoints/statistics.ts'
import type { Endpoint } from '../../../src/shared/kit/endpoint.ts'
import { ask } from '../ask.ts'
import { runOnce, vacuumFigures } from '../figures.ts'
import { Latencies } from '../latencies.ts'
import { type Asker, askersOf } from '../lists/people.ts'
import { pause } from '../load.ts'
import type { Result } from '../result.ts'
import { type BenchServer, whileAsleep } from '../server.ts'
import { insertReadings, readingResults } from './readings.ts'
import { insertYearOfOrders } from './seed.ts'

const DAY_MS = 86_400_000
const ROUNDS = 40
/** Of the dashboard, whose ninety-ninth in a hundred has a limit. The same days come again when they are not remembered any more. */
const DASHBOARD_DAYS = Array.from({ length: 204 }, (_, at) => ({ days: 30 + (at % ROUNDS) }))
const DASHBOARD_PAUSE_MS = 100
/** What nobody has asked for yet is not remembered: the span of each call is another one. */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const spans = (days: number) =>
  Array.from({ length: ROUNDS }, (_, at) => ({ from: dayAgo(days + at), to: dayAgo(1 + (at % 3)), compare: 'none' }))

const SCREENS: [name: string, endpoint: Endpoint, bodies: object[], limit?: number][] = [
  ['dashboard', dashboard, DASHBOARD_DAYS, 50],
  // In the first minutes of a server's life its connections learn their statements, some of them several times over.
  ['dashboard some minutes later', dashboard, DASHBOARD_DAYS, 50],
  ['statistics, a month by site', statistics, spans(30).map((span) => ({ by: 'site', ...span }))],
  ['statistics, a month by weekday and hour', statistics, spans(30).map((span) => ({ by: 'weekday_hour', ...span }))],
  ['statistics, a month by stop reason', statistics, spans(30).map((span) => ({ by: 'stop_reason', ...span }))],
  ['statistics, a year by day', statistics, spans(320).map((span) => ({ by: 'day', ...span }))],
  ['statistics, a year by pile', statistics, spans(320).map((span) => ({ by: 'pile', ...span }))],
  ['statistics, a year by price band', statistics, spans(320).map((span) => ({ by: 'band', ...span }))],
  ['statistics, a year by hour', statistics, spans(320).map((span) => ({ by: 'hour', ...span }))],
]

/** The screens that tell what a network does, for everybody and for people who reach a part, and what it costs to keep their figures. */
export async function screenResults(server: BenchServer, rows: number): Promise<Result[]> {
  const loaded = await loadingResult(server, rows)
  await insertReadings(server.pool)
  const kept = await keepingResults(server, rows)
  const results: Result[] = await readingResults(server.pool)
  for (const asker of await askersOf(server))
    for (const screen of SCREENS) results.push(await measured(server, asker, screen))
  return [...loaded, ...kept, ...results]
}

async function loadingResult(server: BenchServer, rows: number): Promise<Result[]> {
  const from = performance.now()
  if (!(await whileAsleep(server, () => insertYearOfOrders(server.pool, rows)))) return []
  const seconds = Math.round((performance.now() - from) / 1000)
  return [
    { item: 'screens', name: 'a year loaded', value: seconds, unit: 's', note: `${rows} orders with their indexes` },
  ]
}

async function measured(
  server: BenchServer,
  asker: Asker,
  [name, endpoint, bodies, limit]: (typeof SCREENS)[number],
): Promise<Result> {
  const latencies = new Latencies()
  for (const [at, body] of bodies.entries()) {
    const from = performance.now()
    await ask(server, asker, endpoint, body)
    // The first times are the database's reading from disk.
    if (at > 3) latencies.add(performance.now() - from)
    if (endpoint === dashboard) await pause(DASHBOARD_PAUSE_MS)
  }
  return {
    ...{
      item: 'screens',
      name: [name, asker.who || 'everybody'].join(', '),
      value: latencies.percentile(0.99),
      unit: 'ms p99',
    },
    ...(limit && { limit }),
    note: `${latencies.count} calls, p50 ${latencies.percentile(0.5)}`,
  }
}

/** All of a year's figures made, a day's changes added, all made anew. Nothing where they are there. */
async function keepingResults(server: BenchServer, rows: number): Promise<Result[]> {
  const { pool } = server
  const line = (name: string, ms: number, note: string): Result => ({
    ...{ item: 'screens', name, value: Math.round(ms) / 1000, unit: 's' },
    note,
  })
  const results: Result[] = []
  const { rows: state } = await pool.query('select piles_built_until::text as until from figures_state')
  // A run before has measured it.
  if (state[0].until === 'infinity') return []
  results.push(line('figures of a year', await runOnce(server, 'figures'), `${rows} orders`))
  const day = Math.ceil(rows / 365)
  await pool.query('update orders set cost_cents = cost_cents + 1 where id > (select max(id) from orders) - $1', [day])
  results.push(line('changes of a day', await runOnce(server, 'figures'), `${day} orders corrected`))
  results.push(line('figures of a year anew', await runOnce(server, 'figures_rebuild'), `${rows} orders`))
  await vacuumFigures(server)
  return results
}
