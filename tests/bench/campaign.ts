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
const AT_ONCE = 200
/** What a pile takes to answer. */
const ANSWER_MS = 500
const SECONDS = 25
const WARMUP_SECONDS = 4
/** Piles that are charging report every so often. */
const REPORT_MS = 1_000
const CONNECTS_AT_ONCE = 100

/** A command for 5,000 piles while 500 others report: how long it takes beside what the answers need, and what it costs the others. */
export async function campaignResults(server: BenchServer): Promise<Result[]> {
  await insertPiles(server.pool, MEASURING + ASKED)
  await insertOrders(server.pool, PAST_ORDERS)
  const piles = await connectAsked(server)
  const load = () =>
    meterLoad({
      ...{ url: server.piles, piles: MEASURING, seconds: SECONDS, warmupSeconds: WARMUP_SECONDS, everyMs: REPORT_MS },
      ...{ station: stationOf, card: cardOf },
    })
  const before = await processorTime(server)
  const calm = await load()
  const between = await processorTime(server)
  const [busy, took] = await Promise.all([load(), pause(WARMUP_SECONDS * 1_000).then(() => campaign(server))])
  const after = await processorTime(server)
  await Promise.all(piles.map((pile) => pile.close()))
  const needed = ((ASKED / AT_ONCE) * ANSWER_MS) / 1_000
  const name = `${ASKED} piles, ${AT_ONCE} at once, each answers in ${ANSWER_MS} ms`
  const p99s = `${calm.p99_ms} ms before, ${busy.p99_ms} ms meanwhile`
  return [
    {
      item: 'campaigns',
      name,
      value: took.seconds,
      unit: 's',
      note: `their answers need ${needed} s; ${took.done} done`,
    },
    { item: 'campaigns', name: 'beside what the answers need', value: took.seconds / needed, unit: '', limit: 1.5 },
    ...costOf([before, between, after]),
    { item: 'campaigns', name: 'piles that are not done', value: ASKED - took.done, unit: '', limit: 0 },
    {
      ...{
        item: 'campaigns',
        name: `MeterValues p99 of ${MEASURING} others`,
        value: busy.p99_ms / calm.p99_ms,
        unit: '',
      },
      ...{ limit: 1.5, note: p99s },
    },
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
async function campaign(server: BenchServer): Promise<{ seconds: number; done: number }> {
  const endpoint = bulkCommands.get(clearCards.name)
  if (!endpoint) throw new Error('the command is not for many piles')
  const from = performance.now()
  const response = await fetch(`${server.address}/api${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await server.token()}` },
    body: JSON.stringify({ filter: { site_id: [2] }, at_once: AT_ONCE }),
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
