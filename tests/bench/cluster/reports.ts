import { type LoadResult, meterLoad, PlainPile, pause } from '../load.ts'
import { cardOf, insertPiles, stationOf } from '../network.ts'
import type { Result } from '../result.ts'
import { type BenchCluster, type ClusterTime, clusterTime, timeBetween } from './cluster.ts'

const PILES_A_NODE = 250
const MOST_NODES = 4
/** Each pile reports once in this time: a node has as many a second as it has piles, and so leaves two cores room for four nodes. */
const EVERY_MS = 1_000
const SECONDS = 20
const WARMUP_SECONDS = 4
/** What is done at a node's start and end is not what a report costs. */
const SETTLE_MS = 4_000
const MOST_GROWTH = 0.1

/** Processor time of a durable report, as the network grows with its nodes and as more nodes share the same piles. */
export async function reportResults(bench: BenchCluster): Promise<Result[]> {
  await insertPiles(bench.pool, PILES_A_NODE * MOST_NODES)
  const [, ...others] = bench.cluster.nodes
  await Promise.all(others.map(({ program }) => program.stop()))
  const measured: Measured[] = []
  const running: string[] = bench.piles.slice(0, 1)
  for (const nodes of [1, 2, 4]) {
    for (const node of bench.cluster.nodes.slice(running.length, nodes)) await bench.cluster.startNode(node)
    running.splice(0, running.length, ...bench.piles.slice(0, nodes))
    measured.push(await measure(bench, running, nodes * PILES_A_NODE))
    if (nodes < MOST_NODES) measured.push(await measure(bench, running, MOST_NODES * PILES_A_NODE))
  }
  return results(measured)
}

interface Measured {
  nodes: number
  piles: number
  load: LoadResult
  /** Milliseconds for each report. */
  each: ClusterTime
}

async function measure(bench: BenchCluster, urls: readonly string[], piles: number): Promise<Measured> {
  await pause(SETTLE_MS)
  const moments: ClusterTime[] = []
  const load = await meterLoad({
    ...{ url: '', piles, seconds: SECONDS, warmupSeconds: WARMUP_SECONDS, everyMs: EVERY_MS },
    ...{ station: stationOf, card: cardOf, window: () => moments.push(clusterTime(bench)) },
    newPile: (index, options) => new PlainPile(index, { ...options, url: urls[index % urls.length] ?? '' }),
  })
  const [from, to] = moments
  if (!from || !to) throw new Error('nothing was measured')
  const { nodes, databases, bench: own } = timeBetween(from, to)
  const { count } = load
  return {
    nodes: urls.length,
    piles,
    load,
    each: { nodes: nodes / count, databases: databases / count, bench: own / count },
  }
}

function results(measured: readonly Measured[]): Result[] {
  const rows = measured.map(({ nodes, piles, load, each }) => ({
    item: 'cluster',
    name: `a report, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, ${piles} piles`,
    value: each.nodes + each.databases,
    unit: 'ms',
    note: `nodes ${each.nodes.toFixed(3)}, databases ${each.databases.toFixed(3)}; ${load.per_second}/s, p99 ${load.p99_ms} ms${load.errors ? `, ${load.errors} ERRORS` : ''}`,
  }))
  const grown = measured.filter(({ nodes, piles }) => piles === nodes * PILES_A_NODE)
  const shared = measured.filter(({ piles }) => piles === MOST_NODES * PILES_A_NODE)
  return [
    ...rows,
    { item: 'cluster', name: 'dearer, as piles and nodes grow', ...dearer(grown), limit: MOST_GROWTH },
    { item: 'cluster', name: 'dearer, the same piles on more nodes', ...dearer(shared) },
    {
      item: 'cluster',
      name: 'reports refused',
      value: measured.reduce((sum, { load }) => sum + load.errors, 0),
      unit: '',
      limit: 0,
    },
  ]
}

/** How much more a report costs on the most nodes, or on fewer where that is more, than on one. */
function dearer(measured: readonly Measured[]): Pick<Result, 'value' | 'unit' | 'note'> {
  const [one = 1, ...more] = measured.map(({ each }) => each.nodes + each.databases)
  const shares = more.map((each) => each / one - 1)
  return {
    value: Math.max(...shares),
    unit: '',
    note: shares.map((share) => `${(share * 100).toFixed(1)} %`).join(', '),
  }
}
