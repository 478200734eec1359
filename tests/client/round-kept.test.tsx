import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CheckPage } from '../../src/client/work-orders/round/check-page.tsx'
import { MOST_ANSWER } from '../../src/shared/domain/inspection.ts'
import { answerInspection } from '../../src/shared/endpoints/inspections.ts'
import type { Round } from '../../src/shared/endpoints/work-orders.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

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

const noted = { ...row, answers: { 0: { ...wrong, note: 'Seal is cracked' } } }
const openNoted = () => stage(<CheckPage round={round} row={noted as never} back="/" />, { screen: 'phone' })
const saidOf = (calls: ReturnType<typeof serve>) =>
  asked(calls, answerInspection.path).map(({ body }) => (body as { answers: object }).answers)

test('a note that was wiped out does not come back with the next tap', async () => {
  const calls = serve(() => ok({}))
  openNoted()
  fireEvent.change(await note(), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(saidOf(calls)).toMatchObject([{ 0: { value: true, note: null } }]))
})

test('a tap beside a note that is too long says the answer, and leaves the note to be cut', async () => {
  const calls = serve(() => ok({}))
  openNoted()
  const long = 'x'.repeat(MOST_ANSWER + 3)
  fireEvent.change(await note(), { target: { value: long } })
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(saidOf(calls)).toMatchObject([{ 0: { value: true, note: 'Seal is cracked' } }]))
  expect((await note()).value).toBe(long)
})

test('what is typed on while the answer is on its way stays typed', async () => {
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  const calls = serve(({ path }) => (path === answerInspection.path ? late.then(() => ok({})) : ok({})))
  openNoted()
  fireEvent.change(await note(), { target: { value: 'Seal is' } })
  fireEvent.blur(await note())
  await waitFor(() => expect(saidOf(calls)).toHaveLength(1))
  fireEvent.change(await note(), { target: { value: 'Seal is gone' } })
  arrive()
  await screen.findByRole('button', { name: 'OK' })
  await new Promise((resolve) => setTimeout(resolve))
  expect((await note()).value).toBe('Seal is gone')
})

test('why a pile is not reached is there when one comes back', async () => {
  serve(() => ok({}))
  const write = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Cannot reach it' }))
    const dialog = within(await screen.findByRole('dialog'))
    return dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  }
  const { unmount } = open()
  fireEvent.change(await write(), { target: { value: 'White van, the owner is not in' } })
  unmount()
  open()
  expect((await write()).value).toBe('White van, the owner is not in')
})
