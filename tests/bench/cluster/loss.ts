import { eachOf, pause } from '../load.ts'
import { cardOf, insertPiles, stationOf } from '../network.ts'
import type { Result } from '../result.ts'
import { type BenchCluster, clusterTime, timeBetween } from './cluster.ts'
import { LastingPile, type Trouble } from './lasting-pile.ts'

const PILES = 10_000
const CHARGING = 1_000
const REPORT_MS = 5_000
const CALM = 100
const MOST_SECONDS = 30
/** Longer than that nobody looks on. */
const PATIENCE_SECONDS = 180

/** One of three nodes has 10,000 piles, a tenth of them charging, and is killed; they come to the other two, all at the same instant. */
export async function lossResults(bench: BenchCluster): Promise<Result[]> {
  await insertPiles(bench.pool, PILES)
  const [first = '', second = '', lost = ''] = bench.piles
  const trouble: Trouble = { retries: 0, putOff: 0, errors: [] }
  const piles = Array.from({ length: PILES }, (_, index) => {
    const urls = index % 2 ? [lost, first, second] : [lost, second, first]
    // As most are: each with a mobile line of its own.
    const address = `127.1.${index >> 8}.${index & 255}`
    return new LastingPile({ station: stationOf(index), urls, address, trouble })
  })
  const charging = piles.slice(0, CHARGING)
  await eachOf(piles, CALM, (pile) => pile.comeIn())
  await eachOf([...charging.entries()], CALM, ([index, pile]) => pile.startSession(cardOf(index)))
  const reporting = { isOver: false }
  const loops = charging.map((pile) => loop(pile, reporting))
  await pause(2 * REPORT_MS)
  Object.assign(trouble, { retries: 0, putOff: 0 })
  const loss = await lose(bench, piles)
  await pause(2 * REPORT_MS)
  reporting.isOver = true
  await Promise.all(loops)
  const kept = await keptOf(bench, charging)
  await Promise.all(piles.map((pile) => pile.leave()))
  return results({ ...loss, ...kept, trouble })
}

async function loop(pile: LastingPile, reporting: { isOver: boolean }) {
  await pause(Math.random() * REPORT_MS)
  while (!reporting.isOver) {
    await pile.report()
    await pause(REPORT_MS)
  }
}

/** Kills the node of these piles; resolves when the last one is served again. */
async function lose(bench: BenchCluster, piles: readonly LastingPile[]) {
  const node = bench.cluster.nodes[2]
  if (!node) throw new Error('there is no third node')
  const others = {
    ...bench,
    cluster: Object.assign(Object.create(bench.cluster), { nodes: bench.cluster.nodes.slice(0, 2) }),
  }
  const before = clusterTime(others)
  const from = performance.now()
  await node.program.signal('SIGKILL')
  while (piles.some(({ backAt }) => !backAt) && performance.now() - from < PATIENCE_SECONDS * 1_000) await pause(100)
  const used = timeBetween(before, clusterTime(others))
  const times = piles
    .map(({ backAt }) => (backAt ? (backAt - from) / 1_000 : Number.POSITIVE_INFINITY))
    .sort((a, b) => a - b)
  return { used, half: times[PILES / 2] ?? 0, seconds: times.at(-1) ?? 0 }
}

/** What there is of the sessions, while they run and after their end. */
async function keptOf({ pool }: BenchCluster, charging: readonly LastingPile[]) {
  const running = await pool.query<{ orders: number; touched: number; readings: number }>(`
    select count(*)::int as orders, (count(*) filter (where status <> 'generated' or abnormal is not null or ended_at is not null))::int as touched,
      (select count(*)::int from reading where order_id > 0) as readings from orders`)
  const { orders = 0, touched = 0, readings = 0 } = running.rows[0] ?? {}
  const acknowledged = charging.reduce((sum, pile) => sum + pile.acknowledged, 0)
  await eachOf(charging, CALM, (pile) => pile.stopSession())
  const wh = charging.reduce((sum, pile) => sum + pile.wh, 0)
  const ended = await pool.query<{ wh: number; settled: number }>(
    `select coalesce(sum(energy_wh), 0)::int as wh, (count(*) filter (where ended_at is not null and abnormal is null))::int as settled from orders`,
  )
  const after = ended.rows[0] ?? { wh: 0, settled: 0 }
  return {
    readings: { wanted: acknowledged, stored: readings },
    touched: touched + Math.abs(orders - CHARGING) + (CHARGING - after.settled),
    wh: after.wh - wh,
  }
}

type Seen = Awaited<ReturnType<typeof lose>> & Awaited<ReturnType<typeof keptOf>> & { trouble: Trouble }

function results({ used, half, seconds, readings, touched, wh, trouble }: Seen): Result[] {
  const share = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const busy = `processor time: two nodes ${share(used.nodes)}, databases ${share(used.databases)}, the bench's own piles ${share(used.bench)}`
  const { errors, retries, putOff } = trouble
  const [first] = errors
  return [
    {
      ...{
        item: 'cluster',
        name: `${PILES} piles back after the loss of their node`,
        value: seconds,
        unit: 's',
        limit: MOST_SECONDS,
      },
      note: `half of them in ${half.toFixed(1)} s; ${putOff} times put off, ${retries} connects tried again; ${busy}`,
    },
    { item: 'cluster', name: 'errors', value: errors.length, unit: '', limit: 0, ...(first && { note: first }) },
    {
      ...{
        item: 'cluster',
        name: 'reports lost or doubled',
        value: Math.abs(readings.wanted - readings.stored),
        unit: '',
        limit: 0,
      },
      note: `${readings.wanted} acknowledged`,
    },
    {
      item: 'cluster',
      name: `of ${CHARGING} orders touched`,
      value: touched,
      unit: '',
      limit: 0,
      note: `${wh} Wh too many`,
    },
  ]
}
