import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Loop } from '../../src/server/kit/loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const step = vi.fn(async () => false)
beforeEach(() => void step.mockClear())

test('looks once for all that call within a moment, and again for those after it', async () => {
  const loop = new Loop(step)
  for (let call = 0; call < 100; call++) loop.soon()
  await vi.runAllTimersAsync()
  expect(step).toHaveBeenCalledTimes(1)
  loop.soon()
  await vi.runAllTimersAsync()
  expect(step).toHaveBeenCalledTimes(2)
})

test('looks no more once it is stopped', async () => {
  const loop = new Loop(step)
  loop.soon()
  await loop.stop()
  loop.soon()
  await vi.runAllTimersAsync()
  expect(step).not.toHaveBeenCalled()
})
