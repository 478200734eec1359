import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orNothing } from '../../../src/client/app/shell/offered.tsx'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.useRealTimers())

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: push-offer.js'))

test('an offer that a phone without a network lacks leaves nothing in its place, however often it was asked for', async () => {
  vi.useFakeTimers()
  const load = vi.fn(lost)
  const offered = orNothing(load)
  await vi.runAllTimersAsync()
  const { default: Offer } = await offered
  vi.useRealTimers()
  expect(load.mock.calls.length).toBeGreaterThan(1)
  expect(stage(<Offer />).container.textContent).toBe('')
})

test('one that is there comes with its words', async () => {
  const { default: Offer } = await orNothing(async () => () => <p>Shall it?</p>)
  stage(<Offer />).getByText('Shall it?')
})
