import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWhileNear } from '../../../src/client/kit/ui/use-while-near.ts'

afterEach(() => vi.unstubAllGlobals())

function Shown({ value }: { value: string }) {
  const [shown, element] = useWhileNear<HTMLParagraphElement, string>(value)
  return <p ref={element}>{shown}</p>
}

/** A page whose element is scrolled near or far. */
function open() {
  let told: (entries: { isIntersecting: boolean }[]) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: typeof told) {
        told = tell
      }
      observe() {}
      disconnect() {}
    },
  )
  const { rerender } = render(<Shown value="one" />)
  return {
    scroll: (near: boolean) => act(() => told([{ isIntersecting: near }])),
    say: (value: string) => rerender(<Shown value={value} />),
  }
}

test('far from what shows it stays what it was, and is as it is once it comes near', async () => {
  const { scroll, say } = open()
  say('two')
  expect(screen.queryByText('two')).toBeTruthy()
  scroll(false)
  say('three')
  expect(screen.queryByText('two')).toBeTruthy()
  scroll(true)
  expect(screen.queryByText('three')).toBeTruthy()
})

test('paper shows it as it is', () => {
  const { scroll, say } = open()
  scroll(false)
  say('two')
  expect(screen.queryByText('two')).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.queryByText('two')).toBeTruthy()
})
