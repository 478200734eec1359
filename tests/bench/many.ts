import { Peer } from '../../src/fleet/peer.ts'
import { settledMemory } from './heap.ts'
import { boot, eachOf, pause } from './load.ts'
import { insertPiles, stationOf } from './network.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const PILES = 5_000
/** As a calm morning: the server is not to be hurried while its memory is looked at. */
const CALM = 100
const SETTLE_MS = 6_000

/** Memory per idle pile at 5,000 piles, then the same 5,000 coming back at once. */
export async function manyResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, PILES)
  await rehearse(server)
  const before = await settledMemory(server.inspector)
  const piles = newPeers(server.piles)
  await eachOf(piles, CALM, begin)
  await pause(SETTLE_MS)
  const after = await settledMemory(server.inspector)
  const perPile = (key: 'rss' | 'heapUsed') => (after[key] - before[key]) / PILES / 1024
  const storm = await returnAtOnce(piles)
  await Promise.all(piles.map((pile) => pile.close()))
  return [
    {
      item: 'idle',
      name: `memory per pile at ${PILES}`,
      value: perPile('rss'),
      unit: 'KB',
      limit: 20,
      note: `heap ${perPile('heapUsed').toFixed(1)} KB of it`,
    },
    {
      item: 'storm',
      name: `${PILES} piles booted again`,
      value: storm.seconds,
      unit: 's',
      limit: 15,
      note: `${storm.retries} handshakes tried again`,
    },
    {
      item: 'storm',
      name: 'errors',
      value: storm.errors,
      unit: '',
      limit: 0,
      ...(storm.first && { note: storm.first }),
    },
  ]
}

const newPeers = (url: string) =>
  Array.from({ length: PILES }, (_, index) => new Peer({ url, station: stationOf(index), callTimeoutMs: 60_000 }))

async function begin(pile: Peer) {
  await pile.connect()
  await boot(pile)
  const timestamp = new Date().toISOString()
  await pile.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp })
}

/** What a first connection loads and compiles is not a pile's. */
async function rehearse({ piles: url }: BenchServer) {
  const peers = newPeers(url).slice(0, 200)
  await eachOf(peers, CALM, begin)
  await Promise.all(peers.map((peer) => peer.close()))
  await pause(2_000)
}

/** The network is cut and comes back: every pile connects and boots at the same instant. */
async function returnAtOnce(piles: readonly Peer[]) {
  for (const pile of piles) pile.drop()
  await pause(3_000)
  const errors: string[] = []
  let retries = 0
  const from = performance.now()
  await Promise.all(
    piles.map(async (pile) => {
      for (let attempt = 0; ; attempt++) {
        try {
          await begin(pile)
          return
        } catch (error) {
          if (!isNetwork(error) || attempt === 3) return void errors.push(String(error))
          retries++
          await pause(500 + Math.random() * 1_000)
        }
      }
    }),
  )
  return { seconds: (performance.now() - from) / 1_000, errors: errors.length, first: errors[0], retries }
}

/** The kernel's queue of connections was full: any pile tries again, and so does the network below it. */
const isNetwork = (error: unknown) => /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EADDRNOTAVAIL/.test(String(error))
