import { Peer } from '../../src/fleet/peer.ts'
import { withEcho } from './echoing.ts'
import { type Memory, settledMemory } from './heap.ts'
import { boot, eachOf, pause } from './load.ts'
import { insertPiles, stationOf } from './network.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const PILES = 5_000
/** As a calm morning: the server is not to be hurried while its memory is looked at. */
const CALM = 100
const SETTLE_MS = 6_000
const INSPECTOR_PORT = 41_000 + Math.floor(Math.random() * 10_000)

/** Memory per idle pile at 5,000 piles beside that of bare sockets, then the same 5,000 coming back at once. */
export async function manyResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, PILES)
  const bare = await withEcho({ nodeArgs: [`--inspect=127.0.0.1:${INSPECTOR_PORT}`] }, async (url) => {
    const idle = await memoryOfIdle({ url, inspector: `http://127.0.0.1:${INSPECTOR_PORT}` })
    await Promise.all(idle.piles.map((pile) => pile.close()))
    return idle.per_pile
  })
  const { piles, per_pile } = await memoryOfIdle({ url: server.piles, inspector: server.inspector })
  const storm = await returnAtOnce(piles)
  await Promise.all(piles.map((pile) => pile.close()))
  // A process gives pages back when it likes, so the larger of the two counts.
  const larger = ({ rss, reached }: Memory) => Math.max(rss, reached)
  const both = ({ rss, reached }: Memory) => `process ${rss.toFixed(1)} KB, reached ${reached.toFixed(1)} KB`
  return [
    { item: 'idle', name: `bare socket at ${PILES}`, value: larger(bare), unit: 'KB', note: both(bare) },
    { item: 'idle', name: `pile at ${PILES}`, value: larger(per_pile), unit: 'KB', limit: 20, note: both(per_pile) },
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

/** What each of the idle piles holds of the server, KB. */
async function memoryOfIdle({ url, inspector }: { url: string; inspector: string }) {
  const before = await settledMemory(inspector)
  const piles = newPeers(url)
  await eachOf(piles, CALM, begin)
  await pause(SETTLE_MS)
  const after = await settledMemory(inspector)
  const each = (key: keyof Memory) => (after[key] - before[key]) / PILES / 1024
  return { piles, per_pile: { rss: each('rss'), reached: each('reached') } }
}

const newPeers = (url: string) =>
  Array.from({ length: PILES }, (_, index) => new Peer({ url, station: stationOf(index), callTimeoutMs: 60_000 }))

async function begin(pile: Peer) {
  await pile.connect()
  await boot(pile)
  const timestamp = new Date().toISOString()
  await pile.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp })
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
