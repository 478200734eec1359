import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SnoozeDialog } from '../../../src/client/alarms/snooze-dialog.tsx'
import { useKept } from '../../../src/client/kit/forms/use-kept.ts'
import { endSession } from '../../../src/client/kit/session/session.ts'
import type { Alarm } from '../../../src/shared/entities/alarm.ts'
import { ok, serve, signIn, speak, stage } from '../stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => ok(null))
})
afterEach(() => {
  endSession('left')
  vi.unstubAllGlobals()
})

const alarm = (id: number) => ({ id, status: 'open', pile: null, site: null }) as unknown as Alarm
let isKept = true

/** A question over a page, which opens and closes. */
function Case({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const doings = { busy: false, error: '', act: async () => isKept, ask: () => {} }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {open && <SnoozeDialog alarm={alarm(id)} doings={doings} onClose={() => setOpen(false)} />}
    </>
  )
}

const remark = () => screen.findByRole<HTMLTextAreaElement>('textbox')
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const write = async (value: string) => fireEvent.change(await remark(), { target: { value } })

/** Opens the question anew, as after a back gesture or a page that the camera took away. */
async function askedAnew(id: number): Promise<string> {
  const { unmount } = stage(<Case id={id} />)
  await press('Ask')
  const { value } = await remark()
  unmount()
  return value
}

test('what was written and not said is there when the question opens again, for that alarm alone', async () => {
  const { unmount } = stage(<Case id={7} />)
  await press('Ask')
  await write('Key is with the guard')
  unmount()
  expect(await askedAnew(8)).toBe('')
  expect(await askedAnew(7)).toBe('Key is with the guard')
})

test.each([
  [true, ''],
  [false, 'Key is with the guard'],
])('once it was said (%s) it is gone', async (kept, left) => {
  isKept = kept
  const { unmount } = stage(<Case id={9} />)
  await press('Ask')
  await write('Key is with the guard')
  await press('Snooze')
  if (kept) await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  unmount()
  expect(await askedAnew(9)).toBe(left)
})

test('it is of the person who wrote it', async () => {
  const { unmount } = stage(<Case id={10} />)
  await press('Ask')
  await write('Key is with the guard')
  unmount()
  endSession('left')
  signIn()
  expect(await askedAnew(10)).toBe('')
})

test('of two changes that come before either is drawn both count', () => {
  const { result } = renderHook(() => useKept<object>('two', {}))
  act(() => {
    result.current[1]((now) => ({ ...now, found: 'water' }))
    result.current[1]((now) => ({ ...now, did: 'dried' }))
  })
  expect(result.current[0]).toEqual({ found: 'water', did: 'dried' })
})
