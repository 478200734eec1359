import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OnceSeen } from '../../../src/client/kit/charts/once-seen.tsx'

afterEach(() => vi.unstubAllGlobals())

const place = () => (
  <OnceSeen height={120}>
    <p>the chart</p>
  </OnceSeen>
)

test('a chart waits until its place comes near the part of the page that shows', async () => {
  let scrolled: (entries: { isIntersecting: boolean }[]) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof scrolled) {
        scrolled = told
      }
      observe() {}
      disconnect() {}
    },
  )
  render(place())
  act(() => scrolled([{ isIntersecting: false }]))
  expect(screen.queryByText('the chart')).toBeNull()
  act(() => scrolled([{ isIntersecting: true }]))
  expect(await screen.findByText('the chart')).toBeTruthy()
  act(() => scrolled([{ isIntersecting: false }]))
  expect(screen.queryByText('the chart')).toBeTruthy()
})

test('where the browser cannot tell, the chart is there', async () => {
  render(place())
  expect(await screen.findByText('the chart')).toBeTruthy()
})
