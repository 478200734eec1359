import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { store } from '../../../src/client/kit/session/store.ts'
import { lazyDialog } from '../../../src/client/kit/ui/lazy-part.tsx'
import { dropToasts, toastsAtom } from '../../../src/client/kit/ui/toast.ts'
import { speak, stage } from '../stage.tsx'

beforeAll(() => speak())
afterEach(() => {
  vi.useRealTimers()
  dropToasts()
})

function Dialog({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      Close
    </button>
  )
}

function page(load: () => Promise<{ default: typeof Dialog }>) {
  const Late = lazyDialog(load)
  return function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Note" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <output>{String(open)}</output>
        {open && <Late onClose={() => setOpen(false)} />}
      </>
    )
  }
}

test('a dialog that does not come is said and given up: the page stays, and the next press asks for it anew', async () => {
  vi.useFakeTimers()
  let isLost = true
  const load = vi.fn(async () => {
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module: dialog.js')
    return { default: Dialog }
  })
  const Page = page(load)
  stage(<Page />)
  const note = screen.getByLabelText<HTMLInputElement>('Note')
  fireEvent.change(note, { target: { value: 'plug burnt' } })
  const press = async () => {
    fireEvent.click(screen.getByText('Open'))
    await act(() => vi.runAllTimersAsync())
  }
  await press()
  expect(load.mock.calls.length).toBeGreaterThan(1)
  expect(screen.getByRole('status').textContent).toBe('false')
  expect(note.isConnected && note.value).toBe('plug burnt')
  expect(store.get(toastsAtom).map(({ tone, text }) => [tone, text])).toEqual([
    ['error', 'A part of the console could not be loaded. Try again when there is a network.'],
  ])
  isLost = false
  await press()
  screen.getByText('Close')
})
