import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Decision } from '../../src/client/offline/outbox.ts'
import { WaitingAnswer } from '../../src/client/offline/waiting-answer.tsx'
import { walkOutbox } from '../../src/client/piles/walk/outbox.ts'
import { LONGEST_PLATE } from '../../src/shared/endpoints/berths.ts'
import { signIn, speak, stage } from './stage.tsx'

const reword = vi.hoisted(() => vi.fn(async (..._: unknown[]) => true))
vi.mock('../../src/client/offline/outbox.ts', async (load) => ({
  ...(await load<object>()),
  ...{ reword, decisionsOf: async () => [], sendWaiting: async () => ({ sent: [], again: false }) },
}))

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  reword.mockReset().mockResolvedValue(true)
})

const plated: Decision = {
  ...{ key: 'k', user_id: 1, subject: 'plate:5', label: 'B-05', path: '/park-space/plate', state: 'waiting' },
  ...{ decided_at: '2026-11-29T08:00:00.000Z', message: null, answer: null },
  body: { id: 5, plate: 'ABC 123' },
}

function Waiting() {
  const reading = walkOutbox.find(({ about }) => about === 'plate')?.useReading()(plated)
  return reading && <WaitingAnswer decision={plated} reading={reading} />
}

/** Puts the plate that waits in other words. */
async function type(plate: string) {
  stage(<Waiting />, { screen: 'phone' })
  fireEvent.click(await screen.findByRole('button', { name: 'Change the words' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Plate/ }), { target: { value: plate } })
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
}

test('a plate that waits is put right as it is typed at its berth', async () => {
  await type(' abc 124 ')
  await waitFor(() => expect(reword).toHaveBeenCalledWith(plated, { id: 5, plate: 'ABC 124' }))
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
})

test('one that no berth takes stays to be cut', async () => {
  await type('A'.repeat(LONGEST_PLATE + 2))
  await screen.findByText(/2 too many/)
  expect(reword).not.toHaveBeenCalled()
})

test('where the device has no room for other words it is said, and they stay', async () => {
  reword.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await type('ABC 125')
  await screen.findByText(/no room on this device/)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Plate/ }).value).toBe('ABC 125')
})

test('other words that were not kept yet are there when one comes back', async () => {
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change the words' }))
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Plate/ })
  }
  const { unmount } = stage(<Waiting />, { screen: 'phone' })
  fireEvent.change(await open(), { target: { value: 'ABC 12' } })
  unmount()
  stage(<Waiting />, { screen: 'phone' })
  expect((await open()).value).toBe('ABC 12')
})
