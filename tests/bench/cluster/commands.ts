import { Peer } from '../../../src/fleet/peer.ts'
import { pileCommands } from '../../../src/shared/endpoints/pile-commands.ts'
import { Latencies } from '../latencies.ts'
import { boot, eachOf, pause } from '../load.ts'
import { insertPiles, stationOf } from '../network.ts'
import type { Result } from '../result.ts'
import type { BenchCluster } from './cluster.ts'

const PILES = 200
const COMMANDS = 1_000
/** A node that was just started reads and compiles what it does for the first time. */
const WARMUP = 200
const AT_ONCE = 4
/** What a pile takes to answer. */
const ANSWER_MS = 20
const MOST_MS = 50

/** Commands given at the node that has the pile, and at the other one. */
export async function commandResults(bench: BenchCluster): Promise<Result[]> {
  await insertPiles(bench.pool, PILES)
  let asked = 0
  const called = async (action: string) => {
    // A pile that came may be asked other things by itself.
    if (action === 'ClearCache') asked++
    await pause(ANSWER_MS)
    return { payload: { status: 'Accepted' } }
  }
  const url = bench.piles[1] ?? ''
  const piles = Array.from({ length: PILES }, (_, index) => new Peer({ url, station: stationOf(index) }, { called }))
  await eachOf(piles, 50, async (pile) => {
    await pile.connect()
    await boot(pile)
  })
  // Whatever is done of itself for a pile that came.
  await pause(5_000)
  const [away = '', home = ''] = bench.cluster.nodes.map(({ port }) => `http://127.0.0.1:${port}`)
  await commands(home, bench.password, WARMUP)
  await commands(away, bench.password, WARMUP)
  const before = asked
  const own = await commands(home, bench.password, COMMANDS)
  const through = await commands(away, bench.password, COMMANDS)
  const twice = asked - before - own.count - through.count
  await Promise.all(piles.map((pile) => pile.close()))
  const [at, by] = [own.percentile(0.99), through.percentile(0.99)]
  const note = ({ percentile, max_ms }: Latencies, of: Latencies) =>
    `p50 ${percentile.call(of, 0.5)}, longest ${Math.round(max_ms)} ms; the pile itself takes ${ANSWER_MS}`
  return [
    {
      item: 'cluster',
      name: `p99 of ${COMMANDS} commands, at the pile's node`,
      value: at,
      unit: 'ms',
      note: note(own, own),
    },
    { item: 'cluster', name: 'p99, through another node', value: by, unit: 'ms', note: note(through, through) },
    { item: 'cluster', name: "above the pile's own time", value: by - ANSWER_MS, unit: 'ms', limit: MOST_MS },
    { item: 'cluster', name: 'commands made twice, or not', value: Math.abs(twice), unit: '', limit: 0 },
  ]
}

/** Each waits for its answer. */
async function commands(address: string, password: string, count: number): Promise<Latencies> {
  const token = (await post(address, '/system/login', { username: 'admin', password })).token as string
  const latencies = new Latencies()
  const all = Array.from({ length: count }, (_, index) => 1 + (index % PILES))
  await eachOf(all, AT_ONCE, async (id) => {
    const from = performance.now()
    const { command } = await post(address, pileCommands.clear_cards.path, { id }, token)
    latencies.add(performance.now() - from)
    const { status } = command as { status: string }
    if (status !== 'done') throw new Error(`a command is ${status}`)
  })
  return latencies
}

async function post(address: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const { data, message } = (await response.json()) as { data: Record<string, unknown> | null; message: string }
  if (!data) throw new Error(`${path}: ${message}`)
  return data
}
