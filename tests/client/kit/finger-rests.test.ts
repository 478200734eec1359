import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame, fingerRests } from '../../../src/client/kit/ui/finger-rests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const scroll = () => document.dispatchEvent(new Event('scroll'))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('what can wait goes on a second after the last that was scrolled', async () => {
  const done = vi.fn()
  scroll()
  void fingerRests().then(done)
  await pass(900)
  scroll()
  await pass(900)
  expect(done).not.toHaveBeenCalled()
  await pass(200)
  expect(done).toHaveBeenCalledOnce()
})

test('it waits for nobody where nothing is scrolled', async () => {
  await pass(5_000)
  const done = vi.fn()
  void fingerRests().then(done)
  await pass(0)
  expect(done).toHaveBeenCalledOnce()
})

test('while something is scrolled work waits for the frame, and else for none', async () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  const work = vi.fn()
  await pass(5_000)
  afterFrame(work)
  await pass(0)
  expect(work).toHaveBeenCalledTimes(1)
  scroll()
  afterFrame(work)
  await pass(100)
  expect(work).toHaveBeenCalledTimes(1)
  for (const frame of frames) frame()
  await pass(0)
  expect(work).toHaveBeenCalledTimes(2)
})
