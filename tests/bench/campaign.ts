import { Peer } from '../../src/fleet/peer.ts'
import { clearCards } from '../../src/shared/commands/clear-cards.ts'
import { bulkCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { boot, eachOf, meterLoad, pause } from './load.ts'
import { cardOf, insertOrders, insertPiles, PAST_ORDERS, stationOf } from './network.ts'
import { type ProcessorTime, processorTime, usedBetween } from './processor-time.ts'
import type { Result } from './result.ts'
import type { BenchServer } from './server.ts'

const MEASURING = 500
const ASKED = 5_000
/** What a pile takes to answer. */
const ANSWER_MS = 500
const WARMUP_SECONDS = 4
/** Piles that are charging report every so often. */
const REPORT_MS = 1_000
const CONNECTS_AT_ONCE = 100
/** The console's own limit at once, and one that keeps this machine busy. `seconds`: a moment longer than the answers need. */
const LIMITS = [
  { at_once: 50, seconds: 55 },
  { at_once: 200, seconds: 16 },
]

/** A command for 5,000 piles while 500 others report: how long it takes beside what the answers need, and what it costs the others. */
export async function campaignResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, MEASURING + ASKED)
  await insertOrders(server.pool, PAST_ORDERS)
  const piles = await connectAsked(server)
  const results: Result[] = []
  for (const limit of LIMITS) results.push(...(await within(server, limit)))
  await Promise.all(piles.map((pile) => pile.close()))
  return results
}

async function within(server: BenchServer, { at_once, seconds }: (typeof LIMITS)[number]): Promise<Result[]> {
  const load = (window: () => void = () => {}) =>
    meterLoad({
      ...{ url: server.piles, piles: MEASURING, seconds, warmupSeconds: WARMUP_SECONDS, everyMs: REPORT_MS },
      ...{ station: stationOf, card: cardOf, window },
    })
  const before = await processorTime(server)
  const calm = await load()
  const between = await processorTime(server)
  // Begun with the measured time: how long the others took to begin is none of its cost.
  let asked: ReturnType<typeof campaign> | undefined
  const busy = await load(() => {
    asked ??= campaign(server, at_once)
  })
  const took = await (asked ?? campaign(server, at_once))
  const after = await processorTime(server)
  const needed = ((ASKED / at_once) * ANSWER_MS) / 1_000
  const line = (name: string, value: number, unit: string, more: Partial<Result> = {}): Result => ({
    ...{ item: 'campaigns', name: `${name}, ${at_once} at once`, value, unit },
    ...more,
  })
  const p99s = `${calm.p99_ms} ms before, ${busy.p99_ms} ms meanwhile`
  return [
    line(`${ASKED} piles that answer in ${ANSWER_MS} ms`, took.seconds, 's', {
      note: `their answers need ${needed} s; ${took.done} done`,
    }),
    line('beside what the answers need', took.seconds / needed, '', { limit: 1.5 }),
    line('piles that are not done', ASKED - took.done, '', { limit: 0 }),
    line(`MeterValues p99 of ${MEASURING} others`, busy.p99_ms / calm.p99_ms, '', { limit: 1.5, note: p99s }),
    ...costOf([before, between, after]).map((cost) => ({ ...cost, name: `${cost.name}, ${at_once} at once` })),
  ]
}

/** The same load without and with the campaign: what it used more, for each of its piles. */
function costOf(moments: readonly (ProcessorTime | null)[]): Result[] {
  const [before, between, after] = moments
  if (!before || !between || !after) return []
  const [calm, busy] = [usedBetween(before, between, 1), usedBetween(between, after, 1)]
  const { server, database, bench } = usedBetween(calm, busy, ASKED)
  const note = `the database ${database.toFixed(2)} ms, the bench's own piles ${bench.toFixed(2)} ms`
  return [{ item: 'campaigns', name: 'processor time of the server for a pile', value: server, unit: 'ms', note }]
}

/** The piles that are to be asked, at a site of their own. */
async function connectAsked({ pool, piles: url }: BenchServer): Promise<Peer[]> {
  await pool.query(`insert into site (name, kind) values ('Asked', 'off_street')`)
  await pool.query('update pile set site_id = 2 where id > $1', [MEASURING])
  const answer = async () => {
    await pause(ANSWER_MS)
    return { payload: { status: 'Accepted' } }
  }
  const piles = Array.from(
    { length: ASKED },
    (_, index) => new Peer({ url, station: stationOf(MEASURING + index) }, { called: answer }),
  )
  await eachOf(piles, CONNECTS_AT_ONCE, async (pile) => {
    await pile.connect()
    await boot(pile)
  })
  return piles
}

/** From the call until no target is left to be asked. */
async function campaign(server: BenchServer, at_once: number): Promise<{ seconds: number; done: number }> {
  const endpoint = bulkCommands.get(clearCards.name)
  if (!endpoint) throw new Error('the command is not for many piles')
  const from = performance.now()
  const response = await fetch(`${server.address}/api${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await server.token()}` },
    body: JSON.stringify({ filter: { site_id: [2] }, at_once }),
  })
  const { data, message } = (await response.json()) as { data: { campaign: { id: number } } | null; message: string }
  if (!data) throw new Error(`the campaign is refused: ${message}`)
  const { id } = data.campaign
  while ((await count(server, "campaign where id = $1 and state = 'running'", id)) > 0) await pause(100)
  const seconds = (performance.now() - from) / 1_000
  return { seconds, done: await count(server, "campaign_target where campaign_id = $1 and state = 'done'", id) }
}

async function count({ pool }: BenchServer, of: string, id: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${of}`, [id])
  return rows[0]?.count ?? 0
}
