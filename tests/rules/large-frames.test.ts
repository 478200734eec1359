import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FrameReceiver, LargeFrames } from '../../src/server/ocpp/large-frames.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

function bringer(): FrameReceiver & { turns: number } {
  const one = {
    turns: 0,
    admitted: () => {},
    mayHandle: () => void one.turns++,
    tooSlow: () => {},
    arriving: () => null,
  }
  return one
}

test('after a large frame small ones have three times as long before the next large one is taken apart', () => {
  const large = new LargeFrames(4)
  const [first, second, third] = [bringer(), bringer(), bringer()]
  for (const one of [first, second, third]) large.admits(one)
  expect([large.handles(first), large.handles(second)]).toEqual([true, false])
  large.worked(200)
  large.done(first)
  expect(large.handles(third), 'one that is complete only now').toBe(false)
  vi.advanceTimersByTime(599)
  expect([second.turns, third.turns]).toEqual([0, 0])
  vi.advanceTimersByTime(2)
  expect([second.turns, third.turns]).toEqual([1, 0])
  expect(large.handles(second)).toBe(true)
  large.worked(100)
  large.done(second)
  vi.advanceTimersByTime(301)
  expect(third.turns).toBe(1)
})

test('who goes away while it waits keeps nobody waiting', () => {
  const large = new LargeFrames(4)
  const [first, second, third] = [bringer(), bringer(), bringer()]
  for (const one of [first, second, third]) large.admits(one)
  large.handles(first)
  large.worked(100)
  large.done(first)
  expect([large.handles(second), large.handles(third)]).toEqual([false, false])
  large.done(second)
  vi.advanceTimersByTime(301)
  expect([second.turns, third.turns]).toEqual([0, 1])
  expect(large.handles(third)).toBe(true)
  large.done(third)
  expect(large.handles(bringer()), 'nothing rests any more').toBe(true)
})
