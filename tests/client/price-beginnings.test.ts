import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRefreshAtBeginnings } from '../../src/client/billing/use-refresh-at-beginnings.ts'
import { queryClient } from '../../src/client/kit/api/queries.ts'
import type { SitePrices } from '../../src/shared/endpoints/price-plan.ts'

const DAY = 86_400_000
const SECOND = 1_000
const NOW = Date.UTC(2026, 10, 20, 8)

const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
/** Two entities are told each time. */
const times = () => asked.mock.calls.length / 2

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  asked.mockClear()
})
afterEach(() => vi.useRealTimers())

function plan(...from: (number | null)[]): SitePrices[] {
  const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at).toISOString())
  const stretches = from.map((at, index) => ({
    from: iso(at),
    to: iso(from[index + 1]),
    strategy: null,
    period_id: null,
  }))
  return [{ id: 1, title: 'Lujiazui', time_zone: 'Asia/Shanghai', stretches }]
}
const shown = (first: SitePrices[]) =>
  renderHook(({ sites }) => useRefreshAtBeginnings(sites), { initialProps: { sites: first } })

test.each([
  ['in a moment', 5 * SECOND],
  ['after more days than a timer counts', 40 * DAY + 7 * SECOND],
])('asks when the next price begins, %s, and not before', (_, away) => {
  const { rerender } = shown(plan(null, NOW + away, NOW + away + DAY))
  vi.advanceTimersByTime(away - 1)
  expect(times()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(times()).toBe(1)
  rerender({ sites: plan(null, NOW + away + DAY) })
  vi.advanceTimersByTime(DAY - 1)
  expect(times()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(times()).toBe(2)
})

test('asks as soon as a page that slept is seen again', () => {
  shown(plan(null, NOW + DAY))
  vi.setSystemTime(NOW + 2 * DAY)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(times()).toBe(1)
})

test('asks again, ever more seldom, while the clock of the server is behind', () => {
  shown(plan(null, NOW + SECOND))
  vi.advanceTimersByTime(SECOND)
  expect(times()).toBe(1)
  vi.advanceTimersByTime(15 * SECOND)
  expect(times()).toBe(2)
  vi.advanceTimersByTime(10 * DAY)
  expect(times()).toBeLessThan(10 * 24 + 20)
})

test('asks for nothing where nothing is planned, nor after the page is left', () => {
  shown(plan(null))
  const { unmount } = shown(plan(null, NOW + DAY))
  unmount()
  vi.advanceTimersByTime(3 * DAY)
  expect(times()).toBe(0)
})
