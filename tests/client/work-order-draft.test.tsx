import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MakeWorkOrder } from '../../src/client/work-orders/create-work-order.tsx'
import { CheckPage } from '../../src/client/work-orders/round/check-page.tsx'
import type { Round } from '../../src/shared/endpoints/work-orders.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => ok({ people: [] }))
})

const work = () => screen.findByRole<HTMLInputElement>('textbox', { name: /What is to be done/ })
const close = () => {}

test('what is written of a work order for an alarm is not that of the pile with the same number', async () => {
  const alarm = stage(<MakeWorkOrder alarm={5} pile={9} work={null} onClose={close} />, { screen: 'phone' })
  fireEvent.change(await work(), { target: { value: 'Change the contactor' } })
  alarm.unmount()
  const pile = stage(<MakeWorkOrder pile={5} work={null} onClose={close} />, { screen: 'phone' })
  expect((await work()).value).toBe('')
  pile.unmount()
  stage(<MakeWorkOrder alarm={5} pile={9} work={null} onClose={close} />, { screen: 'phone' })
  expect((await work()).value).toBe('Change the contactor')
})

const wrong = { value: false, note: null, at: '2026-11-24T01:00:00Z', by: 'Wang' }
const judged = { kind: 'judge', needed: true, photo: false, alarm: false }
const row = {
  ...{ id: 5, pile: { id: 7, title: 'CD-0007' }, berth: null, state: 'due', answers: { 0: wrong, 1: wrong } },
  ...{ photos: [], inspected_at: null, inspected_by: null, skipped: null },
}
const round = {
  name: 'Monthly',
  items: [
    { words: 'Cable is whole', ...judged },
    { words: 'Seal is dry', ...judged },
  ],
  piles: [row],
} as unknown as Round

test('nor is what is written for one item of a round that of the next', async () => {
  stage(<CheckPage round={round} row={round.piles[0] as never} back="/" />, { screen: 'phone' })
  const make = async (at: number) => {
    fireEvent.click((await screen.findAllByRole('button', { name: 'Make a work order' }))[at] as HTMLElement)
    return work()
  }
  fireEvent.change(await make(0), { target: { value: 'Cable is whole: bring 5 m' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect((await make(1)).value).toBe('Seal is dry')
})
