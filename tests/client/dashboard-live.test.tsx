import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useDashboard } from '../../src/client/dashboard/use-dashboard.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const PATH = '/system/index/index'
const MINUTES = 3 * 60_000

function Power() {
  const query = useDashboard()
  return <p>{query.data?.power_w ?? 'asking'}</p>
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the figures are renewed by themselves, and rest while nobody looks', async () => {
  signIn()
  let power = 0
  const calls = serve(({ path }) => (path === PATH ? ok({ power_w: ++power }) : undefined))
  const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  stage(<Power />)
  await pass(100)
  expect(screen.getByText('1')).toBeTruthy()
  await pass(MINUTES)
  const renewed = asked(calls, PATH).length
  expect(renewed).toBeGreaterThan(2)
  expect(screen.getByText(String(renewed))).toBeTruthy()
  shown.mockReturnValue('hidden')
  await pass(MINUTES)
  expect(asked(calls, PATH)).toHaveLength(renewed)
  shown.mockReturnValue('visible')
  await pass(MINUTES)
  expect(asked(calls, PATH).length).toBeGreaterThan(renewed)
})
