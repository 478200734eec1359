import { entities } from '../../../src/shared/entities/index.ts'
import type { Entity } from '../../../src/shared/kit/entity.ts'
import { Latencies } from '../latencies.ts'
import type { Result } from '../result.ts'
import { type BenchServer, whileAsleep } from '../server.ts'
import { casesOf, type Query } from './cases.ts'
import { type Asker, askersOf } from './people.ts'
import { screenResults } from './screens.ts'
import { insertYear } from './seed.ts'

const LIMIT_MS = 50
const PAGE_SIZE = 20
const ROUNDS = 2
/** Of the cases for someone who reaches a part: each is the same list, searched in the same ways. */
const SHARE_OF_PART = 0.25

// What a view adds up over a period is no list of records: every row of it is worked out.
const listed = Object.values(entities as Record<string, Entity>).filter(({ calls, over }) => calls.list && !over)
export const lists = listed.map(({ name }) => name)

/**
 * Every list of a network after a year, or those that are named, by every filter and order that it offers, through the HTTP API,
 * one request after the other; those without end as people who reach a part of it as well. Without names also the screens that
 * look at all of it.
 */
export async function listResults(server: BenchServer, names: readonly string[]): Promise<Result[]> {
  await whileAsleep(server, () => insertYear(server.pool))
  const results: Result[] = []
  for (const asker of await askersOf(server)) {
    const entities = asker.reach ? listed.filter(({ tally }) => tally) : listed
    for (const entity of entities)
      if (names.length === 0 || names.includes(entity.name)) results.push(...(await measured(server, asker, entity)))
    if (names.length === 0) results.push(...(await screenResults(server, asker)))
  }
  return results
}

interface Slow {
  ms: number
  query: Query
}

async function measured(server: BenchServer, { who, token, reach }: Asker, entity: Entity): Promise<Result[]> {
  const random = seeded(7)
  const all = await casesOf(server.pool, { entity, reach, random })
  const cases = reach ? all.filter(() => random() < SHARE_OF_PART) : all
  const plain = new Latencies()
  const words = new Latencies()
  const slowest: Record<'plain' | 'words', Slow> = { plain: { ms: 0, query: {} }, words: { ms: 0, query: {} } }
  let refused = 0
  for (const query of cases)
    for (const page of await pagesOf(server, token, { entity, query, random })) {
      const asked = { ...query, ...page }
      // The first time is the database's reading from disk, not the list's work.
      const times = []
      let code = 200
      for (let round = 0; round < ROUNDS; round++) {
        const from = performance.now()
        code = (await ask(server, token, { entity, query: asked })).code
        times.push(performance.now() - from)
      }
      if (code === 422) refused++
      const kind = 'keyword' in query ? 'words' : 'plain'
      const ms = Math.min(...times)
      ;(kind === 'words' ? words : plain).add(ms)
      if (ms > slowest[kind].ms) slowest[kind] = { ms, query: asked }
    }
  const line = (name: string, latencies: Latencies, { ms, query }: Slow): Result => ({
    item: 'lists',
    name: [entity.name, who, name].filter(Boolean).join(', '),
    value: latencies.percentile(0.99),
    limit: LIMIT_MS,
    unit: 'ms p99',
    note: `${latencies.count} queries, p50 ${latencies.percentile(0.5)}, worst ${ms.toFixed(0)}: ${JSON.stringify(query)}`,
  })
  return [
    {
      ...line('filters and orders', plain, slowest.plain),
      ...(refused && { note: `${line('', plain, slowest.plain).note}; ${refused} too deep` }),
    },
    ...(words.count ? [line('words', words, slowest.words)] : []),
  ]
}

interface Asked {
  entity: Entity
  query: Query
}

interface Answer {
  code: number
  data: { total: number } | null
}

/** The first page, the second, the middle, the last, and any. */
async function pagesOf(server: BenchServer, token: string, { random, ...asked }: Asked & { random: () => number }) {
  const { data, code } = await ask(server, token, asked)
  if (!data) throw new Error(`${asked.entity.name} ${JSON.stringify(asked.query)}: ${code}`)
  const last = Math.max(1, Math.ceil(data.total / PAGE_SIZE))
  const pages = [1, 2, Math.ceil(last / 2), last, 1 + Math.floor(random() * last)]
  return [...new Set(pages.filter((page) => page <= last))].map((page_num) => ({ page_num }))
}

async function ask({ address }: BenchServer, token: string, { entity, query }: Asked): Promise<Answer> {
  const flat = Object.entries({ page_size: PAGE_SIZE, ...query }).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const byGet = entity.listBy === 'GET'
  const response = await fetch(
    `${address}/api${entity.path}/${entity.calls.list}${byGet ? `?${new URLSearchParams(flat)}` : ''}`,
    {
      method: entity.listBy,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(!byGet && { body: JSON.stringify({ page_size: PAGE_SIZE, ...query }) }),
    },
  )
  const answer = (await response.json()) as Answer & { message: string }
  if (answer.code !== 200 && answer.code !== 422)
    throw new Error(`${entity.name} ${JSON.stringify(query)}: ${answer.code} ${answer.message}`)
  return answer
}

/** The same numbers on every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
