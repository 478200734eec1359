import { WebSocket } from 'ws'
import { Peer } from '../../src/fleet/peer.ts'
import { Latencies } from './latencies.ts'
import { boot, pause } from './load.ts'
import { insertOrders, insertPiles, PAST_ORDERS, stationOf } from './network.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const NEIGHBOURS = 20
const WILD = 5
const SECONDS = 15
const MESSAGE = '{"connectorId":1,"errorCode":"NoError","status":"Available"}'

/** What a healthy pile waits for its answers, alone and beside piles that send without pause, in the same run. */
export async function floodResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, NEIGHBOURS + WILD)
  await insertOrders(server.pool, PAST_ORDERS)
  const neighbours = Array.from(
    { length: NEIGHBOURS },
    (_, index) => new Peer({ url: server.piles, station: stationOf(index) }),
  )
  for (const peer of neighbours) {
    await peer.connect()
    await boot(peer)
  }
  const alone = await waits(neighbours)
  const wild = Array.from({ length: WILD }, (_, index) => flood(`${server.piles}/${stationOf(NEIGHBOURS + index)}`))
  await pause(1_000)
  const beside = await waits(neighbours)
  for (const { stop } of wild) stop()
  await Promise.all(neighbours.map((peer) => peer.close()))
  const sent = wild.reduce((sum, { sent }) => sum + sent(), 0)
  const { rows } = await server.pool.query<{ kept: number; megabytes: number }>(
    `select count(*)::int as kept, coalesce(sum(length(content) + length(answer)), 0)::float8 / 1048576 as megabytes
     from frame where station_number > $1`,
    [stationOf(NEIGHBOURS - 1)],
  )
  const { kept = 0, megabytes = 0 } = rows[0] ?? {}
  return [
    { item: 'flood', name: `p99 of ${NEIGHBOURS} calm piles`, value: alone, unit: 'ms' },
    {
      ...{ item: 'flood', name: `p99 beside ${WILD} that flood`, value: beside, unit: 'ms', limit: 250 },
      note: `${sent} calls written by those that flood`,
    },
    { item: 'flood', name: 'times as long', value: beside / Math.max(alone, 1), unit: '', limit: 10 },
    { item: 'flood', name: 'frames of the flood kept', value: megabytes, unit: 'MB', limit: 30, note: `${kept} rows` },
  ]
}

/** The 99th percentile of answers to reports that are written before their answer, a call a pile every 50 ms. */
async function waits(peers: readonly Peer[]): Promise<number> {
  const latencies = new Latencies()
  const until = performance.now() + SECONDS * 1_000
  await Promise.all(
    peers.map(async (peer) => {
      while (performance.now() < until) {
        const from = performance.now()
        await peer.callRaw('StatusNotification', MESSAGE)
        latencies.add(performance.now() - from)
        await pause(50)
      }
    }),
  )
  return latencies.percentile(0.99)
}

/** Sends calls as fast as the network takes them, and never waits for an answer. */
function flood(url: string): { stop(): void; sent(): number } {
  const socket = new WebSocket(url, ['ocpp1.6'])
  let sent = 0
  let timer: NodeJS.Immediate | undefined
  const more = () => {
    for (let count = 0; count < 200 && socket.bufferedAmount < 1_048_576; count++)
      socket.send(`[2,"f${sent++}","StatusNotification",${MESSAGE}]`)
    timer = setImmediate(more)
  }
  socket.on('open', more)
  socket.on('error', () => {})
  return {
    stop() {
      if (timer) clearImmediate(timer)
      socket.terminate()
    },
    sent: () => sent,
  }
}
