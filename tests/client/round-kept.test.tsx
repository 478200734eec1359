import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CheckPage } from '../../src/client/work-orders/round/check-page.tsx'
import { MOST_ANSWER } from '../../src/shared/domain/inspection.ts'
import type { Round } from '../../src/shared/endpoints/work-orders.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

const wrong = { value: false, note: null, at: '2026-11-24T01:00:00Z', by: 'Wang' }
const row = {
  ...{ id: 5, pile: { id: 7, title: 'CD-0007' }, berth: 'B-03', state: 'due', answers: { 0: wrong }, photos: [] },
  ...{ inspected_at: null, inspected_by: null, skipped: null },
}
const round = {
  name: 'Monthly',
  items: [{ words: 'Cable is whole', kind: 'judge', needed: true, photo: false, alarm: false }],
  piles: [row],
} as unknown as Round
const open = () => stage(<CheckPage round={round} row={round.piles[0] as never} back="/" />, { screen: 'phone' })
const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

test.each([
  ['that is too long to be said', 'x'.repeat(MOST_ANSWER + 3)],
  ['that was not left yet', 'Worn where it bends'],
])('a note of a round %s is there when one comes back', async (_, text) => {
  serve(() => ok({}))
  const { unmount } = open()
  fireEvent.change(await note(), { target: { value: text } })
  unmount()
  open()
  expect((await note()).value).toBe(text)
})
