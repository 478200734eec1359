import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '../../src/client/kit/session/store.ts'
import type { Decision } from '../../src/client/offline/outbox.ts'
import { decideAbout, decisionsAtom } from '../../src/client/offline/sending.ts'
import { pressLooked } from '../../src/client/piles/walk/said.ts'

vi.mock('../../src/client/offline/sending.ts', async (original) => {
  const { decisionsAtom, ...rest } = await original<typeof import('../../src/client/offline/sending.ts')>()
  const keep = (change: (all: Decision[]) => Decision[]) => store.set(decisionsAtom, change(store.get(decisionsAtom)))
  return {
    ...{ ...rest, decisionsAtom },
    decideAbout: vi.fn(async (about: object) => keep((all) => [...all, { ...about, state: 'waiting' } as Decision])),
    drop: async (one: Decision) => keep((all) => all.filter((other) => other !== one)),
  }
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(decideAbout).mockClear()
  store.set(decisionsAtom, [])
})

const waiting = () => store.get(decisionsAtom).length
let last = 0
const pile = () => ({ id: ++last, station_number: `CD-${last}` })

test('two presses at once say once that one has looked', async () => {
  const one = pile()
  await Promise.all([pressLooked(one), pressLooked(one)])
  expect(waiting()).toBe(1)
})

test('a later press takes back what waits, and the one after says it again', async () => {
  const one = pile()
  await pressLooked(one)
  vi.advanceTimersByTime(2_000)
  await pressLooked(one)
  expect(waiting()).toBe(0)
  vi.advanceTimersByTime(2_000)
  await pressLooked(one)
  expect(waiting()).toBe(1)
})

test('what was sent just now is not said twice, and said again a while later', async () => {
  const one = pile()
  await pressLooked(one)
  store.set(decisionsAtom, [])
  vi.advanceTimersByTime(5_000)
  await pressLooked(one)
  expect(decideAbout).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  await pressLooked(one)
  expect(decideAbout).toHaveBeenCalledTimes(2)
})

test('what could not be kept is said at the next press', async () => {
  const one = pile()
  vi.mocked(decideAbout).mockRejectedValueOnce(new Error('full'))
  await expect(pressLooked(one)).rejects.toThrow('full')
  await pressLooked(one)
  expect(waiting()).toBe(1)
})
