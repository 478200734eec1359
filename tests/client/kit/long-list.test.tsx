import { renderHook, screen as shown, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { asSaid } from '../../../src/client/alarms/decisions.ts'
import { Failure } from '../../../src/client/kit/api/failure.ts'
import { useSelection } from '../../../src/client/kit/records/bulk/use-selection.ts'
import { firstDrawn, MOST_DRAWN, sameDrawn } from '../../../src/client/kit/records/cards/drawn.ts'
import { later } from '../../../src/client/kit/records/cards/use-later.ts'
import { ErrorBox } from '../../../src/client/kit/ui/states.tsx'
import type { Alarm } from '../../../src/shared/entities/alarm.ts'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())

test('what nothing was said of stays the same object, so that its card is not drawn again', () => {
  const alarm = { id: 1, status: 'open' } as Alarm
  expect(asSaid(alarm, [], { id: 7, name: 'Chen' })).toBe(alarm)
})

test('a selection is another one only when another choice was made', () => {
  const { result, rerender } = renderHook(() => useSelection())
  const first = result.current
  rerender()
  expect(result.current).toBe(first)
})

test('a part that comes later is there at once for the next list, and is not run for it', async () => {
  const part = vi.fn()
  const load = vi.fn(async () => part)
  const useLater = later(load, 0)
  const first = renderHook(() => useLater(true))
  expect(first.result.current).toBeNull()
  await waitFor(() => expect(first.result.current).toBe(part))
  const second = renderHook(() => useLater(true))
  expect(second.result.current).toBe(part)
  expect(load).toHaveBeenCalledTimes(1)
  expect(part).not.toHaveBeenCalled()
})

test('a part that does not come is asked for again by the next list', async () => {
  const load = vi.fn(async () => null as string | null)
  const useLater = later(load, 0)
  const first = renderHook(() => useLater(true))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(first.result.current).toBeNull()
  load.mockResolvedValue('part')
  const second = renderHook(() => useLater(true))
  await waitFor(() => expect(second.result.current).toBe('part'))
})

test('before anything is measured the cards of one page are drawn, with room for the others', () => {
  const drawn = firstDrawn(100)
  expect(drawn).toMatchObject({ from: 0, to: MOST_DRAWN, above: 0 })
  expect(drawn.below).toBeGreaterThan(80 * 100)
  expect(firstDrawn(3)).toEqual({ from: 0, to: 3, above: 0, below: 0 })
  expect(sameDrawn(null, drawn)).toBe(false)
  expect(sameDrawn(firstDrawn(100), drawn)).toBe(true)
})

test.each([
  ['without a network says that it comes by itself', false, 1],
  ['of a silent server does not', true, 0],
])('an answer that did not come %s', (_, onLine, count) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  stage(<ErrorBox error={new Failure('silent', 0, 'the server did not respond')} onRetry={() => {}} />)
  expect(shown.queryAllByText('It shows by itself as soon as there is a network.')).toHaveLength(count)
  vi.restoreAllMocks()
})
