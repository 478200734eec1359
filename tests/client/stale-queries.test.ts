import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Freshness } from '../../src/client/kit/api/queries.ts'
import { StaleQueries } from '../../src/client/live/stale-queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A question that shows on a screen; it answers after `tookMs` and counts how often it was asked. */
async function shown(meta: Freshness & { entities: string[] }, tookMs = 0) {
  const client = new QueryClient()
  const stale = new StaleQueries(client)
  let asked = 0
  const queryFn = async () => {
    asked++
    if (tookMs) await new Promise((resolve) => setTimeout(resolve, tookMs))
    return asked
  }
  const leave = new QueryObserver(client, { queryKey: ['q'], queryFn, meta, staleTime: 60_000 }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(tookMs)
  return { stale, client, leave, asked: () => asked }
}

const pile = (...ids: number[]) => ({ type: 'changed' as const, entity: 'pile', ids })

test('asks again when its entity changes, and not for another', async () => {
  const { stale, asked } = await shown({ entities: ['pile'] })
  await vi.advanceTimersByTimeAsync(1_000)
  stale.changed({ type: 'changed', entity: 'order', ids: [1] })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(1)
  stale.changed(pile(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(2)
})

test('asks for its own records only', async () => {
  const { stale, asked } = await shown({ entities: ['pile'], only: { pile: [7] } })
  await vi.advanceTimersByTimeAsync(1_000)
  stale.changed(pile(1, 2))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(1)
  stale.changed({ type: 'changed', entity: 'pile', ids: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(2)
})

test('asks no more often than it should, however much pours in, and shows the last change', async () => {
  const { stale, asked } = await shown({ entities: ['pile'], everyMs: 1_000 })
  for (let at = 0; at < 20; at++) {
    stale.changed(pile(at))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked()).toBeGreaterThanOrEqual(2)
  expect(asked()).toBeLessThanOrEqual(3)
  stale.changed(pile(99))
  await vi.advanceTimersByTimeAsync(1_100)
  expect(asked()).toBeLessThanOrEqual(4)
})

test('a change during an answer is asked for after it', async () => {
  const { stale, asked } = await shown({ entities: ['pile'] }, 300)
  await vi.advanceTimersByTimeAsync(1_000)
  stale.changed(pile(1))
  await vi.advanceTimersByTimeAsync(100)
  stale.changed(pile(1))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked()).toBe(3)
})

test('leaves alone what no screen shows, until one does', async () => {
  const { stale, client, leave, asked } = await shown({ entities: ['pile'] })
  leave()
  await vi.advanceTimersByTimeAsync(1_000)
  stale.changed(pile(1))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(1)
  expect(client.getQueryState(['q'])?.isInvalidated).toBe(true)
})
