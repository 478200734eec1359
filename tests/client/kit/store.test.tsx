import { act, render } from '@testing-library/react'
import { atom } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { store, useAtomValue } from '../../../src/client/kit/session/store.ts'

test('what reads an atom is drawn once, and again when the atom changes', () => {
  const count = atom(1)
  const drawn: number[] = []
  function Count() {
    const value = useAtomValue(count)
    drawn.push(value)
    return <p>{value}</p>
  }
  const { container } = render(<Count />)
  expect(drawn).toEqual([1])
  act(() => store.set(count, 2))
  expect(drawn).toEqual([1, 2])
  expect(container.textContent).toBe('2')
  act(() => store.set(count, 2))
  expect(drawn).toEqual([1, 2])
})
