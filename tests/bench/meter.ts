import { existsSync } from 'node:fs'
import { withEcho } from './echoing.ts'
import { type LoadOptions, type LoadResult, meterLoad } from './load.ts'
import { cardOf, insertOrders, insertPiles, PAST_ORDERS, stationOf } from './network.ts'
import { NumberedPile } from './numbered-load.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'
import { versionResults } from './versions.ts'
import { yardstick } from './yardstick.ts'

const PILES = 500
const SECONDS = 20
const WARMUP_SECONDS = 4

/** MeterValues a second, each acknowledged after its commit, beside a bare echo on the same machine in the same run. */
export async function meterResults(server: BenchServer): Promise<Result[]> {
  // Piles of 2.0.1 are others than those of 1.6.
  await insertPiles(server.pool, 2 * PILES)
  await insertOrders(server.pool, PAST_ORDERS)
  const common = { piles: PILES, seconds: SECONDS, warmupSeconds: WARMUP_SECONDS }
  const load = (url: string) => meterLoad({ url, ...common, station: stationOf, card: cardOf })
  const before = await withEcho({}, load)
  const stored = await rowsOf(server)
  const ours = await load(server.piles)
  const kept = (await rowsOf(server)) - stored
  const after = await withEcho({}, load)
  const durable = await withEcho({ durable: server.pool }, load)
  const numbered = await numberedResults(server, common)
  const echo = (before.per_second + after.per_second) / 2
  const errors = ours.errors > 0 ? `, ${ours.errors} ERRORS` : ''
  return [
    {
      item: 'meter',
      name: `echo, ${PILES} piles`,
      value: echo,
      unit: '/s',
      note: `p50 ${before.p50_ms}, p99 ${before.p99_ms} ms; ${before.per_second} before and ${after.per_second} after`,
    },
    {
      item: 'meter',
      name: `MeterValues, ${PILES} piles`,
      value: ours.per_second,
      unit: '/s',
      note: `p50 ${ours.p50_ms}, max ${ours.max_ms} ms; ${kept} readings stored${errors}`,
    },
    { item: 'meter', name: 'share of the echo', value: ours.per_second / echo, unit: '', limit: 0.3, atLeast: true },
    { item: 'meter', name: 'p99', value: ours.p99_ms, unit: 'ms', limit: 200 },
    durableResult('share of an echo after a commit', ours, durable, echo),
    ...numbered,
    ...(await versionResults(server)),
    ...(await agreement(before)),
  ]
}

/** The same in 2.0.1: events with four samples, beside an echo of these. */
async function numberedResults(
  server: BenchServer,
  common: Pick<LoadOptions, 'piles' | 'seconds' | 'warmupSeconds'>,
): Promise<Result[]> {
  const others = {
    station: (index: number) => stationOf(PILES + index),
    card: (index: number) => cardOf(PILES + index),
  }
  const newPile = (index: number, options: LoadOptions) => new NumberedPile(index, options)
  const load = (url: string) => meterLoad({ url, ...common, ...others, newPile })
  const ours = await load(server.piles)
  const echo = await withEcho({}, load)
  const durable = await withEcho({ durable: server.pool }, load)
  const errors = ours.errors > 0 ? `, ${ours.errors} ERRORS` : ''
  const name = `TransactionEvent, ${PILES} piles`
  const note = `p50 ${ours.p50_ms}, max ${ours.max_ms} ms; echo ${echo.per_second}${errors}`
  const share = ours.per_second / echo.per_second
  return [
    { item: 'meter', name, value: ours.per_second, unit: '/s', note },
    { item: 'meter', name: 'its share of the echo', value: share, unit: '', limit: 0.4, atLeast: true },
    { item: 'meter', name: 'its p99', value: ours.p99_ms, unit: 'ms', limit: 200 },
    durableResult('its share of an echo after a commit', ours, durable, echo.per_second),
  ]
}

/** Beside an echo that keeps the text first: what it is slower by than an echo, whoever acknowledges after a commit is as well. */
const durableResult = (name: string, ours: LoadResult, durable: LoadResult, echo: number): Result => ({
  ...{ item: 'meter', name, value: ours.per_second / durable.per_second, unit: '' },
  note: `that one ${durable.per_second} /s, ${(durable.per_second / echo).toFixed(2)} of the echo that keeps nothing`,
})

async function rowsOf({ pool }: BenchServer): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from reading')
  return rows[0]?.count ?? 0
}

/** Where the shared yardstick lies beside the project, our load and it are held against the same echo. */
async function agreement(own: LoadResult): Promise<Result[]> {
  if (!existsSync(yardstick.path)) return []
  const per_second = await withEcho({}, (url) => yardstick.run(url, { piles: PILES, seconds: 8 }))
  return [
    {
      item: 'meter',
      name: 'echo, by the yardstick',
      value: per_second,
      unit: '/s',
      note: `our load: ${own.per_second}`,
    },
  ]
}
