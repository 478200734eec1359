import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withItsWords } from '../../../src/client/app/shell/offered.tsx'
import { lazyAside } from '../../../src/client/kit/ui/lazy-part.tsx'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.useRealTimers())

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: push-offer.js'))

test('an offer that a phone without a network lacks leaves nothing in its place, however often it was asked for', async () => {
  vi.useFakeTimers()
  const load = vi.fn(lost)
  const Offer = lazyAside(() => withItsWords(load))
  const { container } = stage(<Offer />)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(load.mock.calls.length).toBeGreaterThan(1)
  expect(container.textContent).toBe('')
})

test('one that is there comes with its words', async () => {
  const { default: Offer } = await withItsWords(async () => () => <p>Shall it?</p>)
  stage(<Offer />).getByText('Shall it?')
})
