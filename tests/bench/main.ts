import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { campaignResults } from './campaign.ts'
import { clusterResults } from './cluster/cluster.ts'
import { compositeResults } from './composite.ts'
import { exportResults } from './export.ts'
import { failOverResults } from './failover/failover.ts'
import { findingResults } from './finding/finding.ts'
import { floodResults } from './flood.ts'
import { listResults, lists } from './lists/lists.ts'
import { machine, shareInUse } from './machine.ts'
import { manyResults } from './many.ts'
import { meterResults } from './meter.ts'
import { orderResults } from './orders.ts'
import { pageResults } from './pages.ts'
import { phoneResults } from './phone/phone.ts'
import { isMissed, type Result, table } from './result.ts'
import { screenResults } from './screens/screens.ts'
import { type BenchServer, startServer } from './server.ts'
import { sizeResults } from './sizes.ts'

const items: Record<string, (server: BenchServer, lists: readonly string[]) => Promise<Result[]>> = {
  meter: meterResults,
  many: manyResults,
  flood: floodResults,
  orders: orderResults,
  pages: pageResults,
  lists: listResults,
  finding: findingResults,
  screens: (server) => screenResults(server, Number(values.orders)),
  export: exportResults,
  sizes: sizeResults,
  phone: phoneResults,
  composite: compositeResults,
  campaigns: campaignResults,
}
/** Items that start servers of their own. */
const alone: Record<string, (main: string) => Promise<Result[]>> = {
  cluster: clusterResults,
  failover: (main) => failOverResults(main, Number(values.kills)),
}
const names = [...Object.keys(items), ...Object.keys(alone)]
/** A program that may hold gigabytes lets its garbage lie: only one that may not shows what it needs. */
const heaps: Record<string, number> = { export: 256 }
const FILE = 'dist/bench.json'
const USAGE = `npm run bench -- [${names.join(' ')}] [--sources] [--data folder]

  Measures what is named, or everything, prints a table and writes ${FILE}.
  Names of entities, such as customer, choose among the lists.
  --sources   the server as its sources lie, not as it is built
  --orders    of a year, for screens: 1000000 unless it says 10000000
  --kills     of failover: so many nodes, buses and primaries are killed in turns; 9 unless it says more
  --data      the records that a run left in this folder, or makes there, instead of new ones: for one item at a time`

const { values, positionals } = parseArgs({
  options: {
    sources: { type: 'boolean', default: false },
    data: { type: 'string' },
    kills: { type: 'string', default: '9' },
    orders: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const chosenLists = positionals.filter((name) => lists.includes(name))
const named = positionals.filter((name) => !lists.includes(name))
const chosen = named.length > 0 ? named : chosenLists.length > 0 ? ['lists'] : names
const unknown = named.find((name) => !names.includes(name))
if (values.help || unknown) {
  console.error(unknown ? `There is nothing called ${unknown} to measure.\n\n${USAGE}` : USAGE)
  process.exit(unknown ? 2 : 0)
}

let running: BenchServer | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await running?.stop()
    process.exit(1)
  })

const inUse: Record<string, number> = {}
const main = values.sources ? 'src/server/app/main.ts' : await built()
const results: Result[] = []
for (const name of chosen) results.push(...(await measure(name)))

mkdirSync('dist', { recursive: true })
writeFileSync(FILE, JSON.stringify({ at: new Date().toISOString(), machine, in_use_before: inUse, results }, null, 2))
console.log(
  `${table(results)}\n\n${machine.cores} cores of ${machine.processor}, Node ${machine.node}; written to ${FILE}`,
)
process.exit(process.exitCode || results.some(isMissed) ? 1 : 0)

/** A server for each item, with a database of its own unless one was given, so that none measures what another left. */
async function measure(name: string): Promise<Result[]> {
  const share = await shareInUse()
  inUse[name] = share
  const suffers = share > 0.1 ? ` others use ${Math.round(share * 100)} % of the processors: figures suffer` : ''
  console.log(`${name}…${suffers}`)
  const ownServers = alone[name]
  if (ownServers) return await heard(name, () => ownServers(main))
  const server = await startServer(main, { data: values.data, heap: heaps[name] })
  running = server
  try {
    return await heard(name, async () => (await items[name]?.(server, chosenLists)) ?? [])
  } finally {
    running = undefined
    await server.stop()
  }
}

async function heard(name: string, run: () => Promise<Result[]>): Promise<Result[]> {
  try {
    return await run()
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return []
  }
}

async function built(): Promise<string> {
  const { ensureBuilt } = await import(new URL('../../src/tools/build.mjs', import.meta.url).href)
  await ensureBuilt()
  return 'dist/server/main.js'
}
