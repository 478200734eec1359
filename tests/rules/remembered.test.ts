import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Remembered } from '../../src/server/kit/remembered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Makes 1, 2, 3 … and says how often it was asked to. */
function counting() {
  let made = 0
  return Object.assign(async () => ++made, { made: () => made })
}

test('works figures out once for all who ask in time, and anew afterwards', async () => {
  const figures = new Remembered<number>(1_000)
  const make = counting()
  expect(await Promise.all([figures.get('a', make), figures.get('a', make)])).toEqual([1, 1])
  vi.advanceTimersByTime(1_001)
  expect(await figures.get('a', make)).toBe(2)
})

test('keeps figures of different questions apart', async () => {
  const figures = new Remembered<number>(1_000)
  const make = counting()
  expect(await figures.get('a', make)).toBe(1)
  expect(await figures.get('b', make)).toBe(2)
})

test('gives old figures out while it makes newer ones, once', async () => {
  const figures = new Remembered<number>(1_000, { staleForMs: 5_000 })
  const make = counting()
  await figures.get('a', make)
  vi.advanceTimersByTime(1_500)
  expect(await Promise.all([figures.get('a', make), figures.get('a', make)])).toEqual([1, 1])
  expect(make.made()).toBe(2)
  expect(await figures.get('a', make)).toBe(2)
})

test('gives out nothing that is older than allowed', async () => {
  const figures = new Remembered<number>(1_000, { staleForMs: 5_000 })
  const make = counting()
  await figures.get('a', make)
  vi.advanceTimersByTime(6_001)
  expect(await figures.get('a', make)).toBe(2)
})

test('forgets all at once, what is on its way included', async () => {
  const figures = new Remembered<number>(1_000, { staleForMs: 5_000 })
  const make = counting()
  await figures.get('a', make)
  vi.advanceTimersByTime(1_500)
  await figures.get('a', make)
  figures.forget()
  await vi.advanceTimersByTimeAsync(0)
  expect(await figures.get('a', make)).toBe(3)
})

test('does not remember a failure', async () => {
  const figures = new Remembered<number>(1_000)
  await expect(figures.get('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect(await figures.get('a', counting())).toBe(1)
})
