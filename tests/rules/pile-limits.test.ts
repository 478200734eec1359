import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FrameReceiver, LargeFrames } from '../../src/server/ocpp/large-frames.ts'
import { limitsOf, PileBudgets } from '../../src/server/ocpp/pile-budgets.ts'
import { ServiceOrder, type Waiting } from '../../src/server/ocpp/service-order.ts'
import { TokenBucket } from '../../src/server/ocpp/token-bucket.ts'

const SECOND = 1000
const take = (times: number, once: () => boolean) => Array.from({ length: times }, once).filter(Boolean).length

describe('an allowance', () => {
  const bucket = () => new TokenBucket({ perSecond: 2, burst: 10 }, 0)

  test('is owed for ten seconds at most, however much came in one piece', () => {
    const one = bucket()
    one.take(1_000_000, 0)
    expect([one.has(10 * SECOND), one.has(10.5 * SECOND)]).toEqual([false, true])
  })

  test('grows to its burst and no further', () => {
    const one = bucket()
    one.take(10, 0)
    expect([one.isFull(4 * SECOND), one.isFull(5 * SECOND)]).toEqual([false, true])
    one.take(11, 3_600 * SECOND)
    expect(one.has(3_600 * SECOND)).toBe(false)
  })

  test('is neither filled nor used up by a clock that is set back', () => {
    const one = bucket()
    one.take(10, 100 * SECOND)
    expect(one.has(0)).toBe(false)
    expect(one.has(SECOND / 2)).toBe(true)
  })
})

describe('the log of a pile', () => {
  test('keeps 20 of 50 small frames a second for long, five minutes of them at once', () => {
    const budget = new PileBudgets(limitsOf(50, 65_536)).of(1, 0)
    expect(take(10_000, () => budget.keeps(10, 0))).toBe(6_000)
    expect(take(100, () => budget.keeps(10, SECOND))).toBe(20)
  })

  test('keeps fewer large ones', () => {
    const budget = new PileBudgets(limitsOf(50, 65_536)).of(1, 0)
    expect(take(10_000, () => budget.keeps(20_480, 0))).toBeLessThanOrEqual(601)
  })
})

test('what a pile has used up is not forgotten when its socket goes, what is as good as new is', () => {
  const budgets = new PileBudgets(limitsOf(5, 65_536))
  const [used, connected, idle] = [1, 2, 3].map((id) => budgets.of(id, 0))
  for (let message = 0; message < 300; message++) used?.takeMessage(0)
  budgets.tidy(0, (id) => id === 2)
  expect(budgets.of(1, 0)).toBe(used)
  expect(budgets.of(2, 0)).toBe(connected)
  expect(budgets.of(3, 0)).not.toBe(idle)
  expect(used?.isSpent(0)).toBe(true)
  budgets.tidy(60 * SECOND, () => false)
  expect(budgets.of(1, 60 * SECOND)).not.toBe(used)
})

describe('with a clock of their own', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('piles beyond their limits share what is left to all of them, one frame each in turn', () => {
    const order = new ServiceOrder({ perSecond: 10, burst: 3 })
    const served: number[] = []
    const paced = [1, 2, 3, 4, 5].map((id) => {
      const one: Waiting = { serve: () => false, mayGoOn: () => true, goOn: () => void served.push(id) }
      order.pace(one)
      return one
    })
    vi.advanceTimersByTime(20)
    expect(served).toEqual([1, 2, 3])
    expect(paced.map((one) => order.isPaced(one))).toEqual([false, false, false, true, true])
    vi.advanceTimersByTime(1000)
    expect(served).toEqual([1, 2, 3, 4, 5])
    expect(order.paced).toBe(0)
  })

  test('who takes long lets others be heard in between, and those before it have their turn first', () => {
    const order = new ServiceOrder({ perSecond: 1, burst: 1 })
    const served: string[] = []
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const one = (name: string, ms: number): Waiting => ({
      serve: () => {
        served.push(name)
        now += ms
        return served.length < 4
      },
      mayGoOn: () => true,
      goOn: () => {},
    })
    order.add(one('long', 10))
    order.add(one('short', 0))
    vi.advanceTimersToNextTimer()
    expect(served, 'the loop is free after one that took long').toEqual(['long'])
    vi.advanceTimersToNextTimer()
    expect(served[1], 'whose turn did not come is next').toBe('short')
  })

  test('who holds a place for a large frame and hardly sends is cut off behind half a minute, who sends is not', () => {
    const large = new LargeFrames(2)
    const cut: string[] = []
    const bringer = (name: string, perSecond: number): FrameReceiver => {
      const since = Date.now()
      return {
        admitted: () => {},
        mayHandle: () => {},
        tooSlow: () => void cut.push(name),
        arriving: () => ({ since, bytes: (perSecond * (Date.now() - since)) / SECOND }),
      }
    }
    large.admits(bringer('slow', 100))
    large.admits(bringer('steady', 20_000))
    vi.advanceTimersByTime(29 * SECOND)
    expect(cut).toEqual([])
    vi.advanceTimersByTime(3 * SECOND)
    expect(new Set(cut)).toEqual(new Set(['slow']))
    vi.advanceTimersByTime(300 * SECOND)
    expect(cut).not.toContain('steady')
  })

  test('a place that is free goes to anyone who asked first', () => {
    const large = new LargeFrames(1)
    const admitted: string[] = []
    const bringer = (name: string): FrameReceiver => ({
      admitted: () => void admitted.push(name),
      mayHandle: () => {},
      tooSlow: () => {},
      arriving: () => null,
    })
    const [first, second, third] = ['first', 'second', 'third'].map(bringer) as [
      FrameReceiver,
      FrameReceiver,
      FrameReceiver,
    ]
    expect([first, second, third].map((one) => large.admits(one))).toEqual([true, false, false])
    large.done(second)
    large.done(first)
    expect([admitted, large.held, large.waiting]).toEqual([['third'], 1, 0])
    large.done(third)
    expect(large.held).toBe(0)
  })
})
