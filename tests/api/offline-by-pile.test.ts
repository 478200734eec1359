import { afterAll, beforeAll, expect, test } from 'vitest'
import { offlineByPile } from '../../src/shared/endpoints/offline-piles.ts'
import { makePile, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Of Shanghai: 2026-10-09T16:00Z to 12T16:00Z, three days. */
const days = { from: '2026-10-10', to: '2026-10-12', page_num: 1, page_size: 20 }
const DAYS_S = 3 * 86_400
const HOUR_S = 3_600

async function lot() {
  const site = await makeSite(server.db, { time_zone: 'Asia/Shanghai' })
  const known = { site_id: site.id, last_seen_at: '2026-11-22T00:00:00Z', created_at: '2026-01-01T00:00:00Z' }
  const pile = () => makePile(server.db, known as never)
  const offline = (pile_id: number, offline_at: string, online_at: string | null) =>
    server.db
      .insertInto('offline_record')
      .values({ pile_id, offline_at, online_at } as never)
      .execute()
  return { site, pile, offline }
}

const share = (down: number, of: number) => 10_000 - Math.round((down * 10_000) / of)

test('counts the spells of each pile, the last one, and how much of the time it and its site were there', async () => {
  const { site, pile, offline } = await lot()
  const [worst, better] = [await pile(), await pile()]
  await pile()
  // Two hours of it lie before the first day.
  await offline(worst.id, '2026-10-09T14:00:00Z', '2026-10-09T18:00:00Z')
  await offline(worst.id, '2026-10-11T00:00:00Z', '2026-10-11T04:00:00Z')
  await offline(worst.id, '2026-10-12T16:00:00Z', '2026-10-12T20:00:00Z')
  await offline(better.id, '2026-10-10T00:00:00Z', '2026-10-10T01:00:00Z')
  const { data } = await server.call(offlineByPile, { ...days, site_id: site.id })
  expect(data).toMatchObject({ total: 2, spells: 3, availability: share(7 * HOUR_S, 3 * DAYS_S) })
  expect(data.rows).toMatchObject([
    {
      ...{ pile: { id: worst.id, title: worst.station_number }, site: { id: site.id }, offline_count: 2, still: false },
      ...{ last_offline_at: '2026-10-11T00:00:00.000Z', offline_seconds: 6 * HOUR_S },
      availability: share(6 * HOUR_S, DAYS_S),
    },
    { pile: { id: better.id }, offline_count: 1, offline_seconds: HOUR_S, availability: share(HOUR_S, DAYS_S) },
  ])
})

test('a spell that lasts is said to', async () => {
  const { site, pile, offline } = await lot()
  const { id } = await pile()
  await offline(id, '2026-10-11T16:00:00Z', null)
  const { data } = await server.call(offlineByPile, { ...days, site_id: site.id })
  expect(data.rows).toMatchObject([{ still: true, offline_seconds: 86_400 }])
})

test('more days than a year, or none, are refused at their field', async () => {
  const refused = await server.call(offlineByPile, { ...days, from: '2025-01-01' })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.data)).toContain('"to"')
})
