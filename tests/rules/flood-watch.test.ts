import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FloodWatch } from '../../src/server/ocpp/flood-watch.ts'
import type { LoggedFrame } from '../../src/server/ocpp/journal-statement.ts'

const SECOND = 1000
const pile = { id: 7, station_number: 'CD-7', site_id: null }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A watch whose listener notes what it is told; `before` are floods of the time before. */
function watching(before: object[] = []) {
  const said: string[] = []
  const rows: LoggedFrame[] = []
  const needs = {
    pool: { query: async (sql: string) => ({ rows: sql.startsWith('select') ? before : [] }) },
    alarms: { raise: async () => void said.push('raised'), clear: async () => void said.push('cleared') },
    live: { changed: () => {} },
    journal: { counted: (row: LoggedFrame) => void rows.push(row) },
    log: { error: () => said.push('failed') },
    node: () => 0,
  }
  return { watch: new FloodWatch(needs as unknown as ConstructorParameters<typeof FloodWatch>[0]), said, rows }
}

test('a flood is one alarm, and over a minute after it was held back last', async () => {
  const { watch, said } = watching()
  await watch.load(null)
  watch.start()
  for (let second = 0; second < 50; second++) {
    watch.paced(pile, 50, Date.now())
    await vi.advanceTimersByTimeAsync(SECOND)
  }
  await vi.advanceTimersByTimeAsync(55 * SECOND)
  expect([said, watch.size]).toEqual([['raised'], 1])
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect([said, watch.size]).toEqual([['raised', 'cleared'], 0])
  watch.paced(pile, 50, Date.now())
  await watch.stop()
  expect(said).toEqual(['raised', 'cleared', 'raised'])
})

test('one of the time before the server started is over like others', async () => {
  const { watch, said } = watching([{ ...pile, since: new Date().toISOString() }])
  await watch.load(null)
  watch.start()
  expect(watch.size).toBe(1)
  await vi.advanceTimersByTimeAsync(66 * SECOND)
  expect([said, watch.size]).toEqual([['cleared'], 0])
  await watch.stop()
})

test('frames that are not kept are a row a minute, with twenty actions by name', async () => {
  const { watch, rows } = watching()
  await watch.load(null)
  watch.start()
  const count = (action: string) => watch.count(pile, 3, { action, bytes: 10, at: Date.now() })
  for (let nth = 0; nth < 30; nth++) count(`Invented${nth}`)
  count('Invented0')
  await vi.advanceTimersByTimeAsync(55 * SECOND)
  expect(rows).toEqual([])
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(rows).toMatchObject([{ station_number: 'CD-7', connection: 3, counted: 31 }])
  const { actions, bytes } = JSON.parse(rows[0]?.content ?? '')
  expect([bytes, Object.keys(actions).length, actions.Invented0, actions['(others)']]).toEqual([310, 21, 2, 10])
  count('Heartbeat')
  await watch.stop()
  expect(rows.map(({ counted }) => counted)).toEqual([31, 1])
  expect(watch.total).toBe(32)
})
