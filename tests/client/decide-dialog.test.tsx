import { screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DecideDialog } from '../../src/client/orders/decide-dialog.tsx'
import { decideOrder } from '../../src/shared/endpoints/order-decision.ts'
import type { Order } from '../../src/shared/entities/order.ts'
import { asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const owned = { id: 5, refused_as: 'card_blocked', claimed_customer: { id: 3, title: 'zhaomin' } } as Order
const priced = { total_cents: 2100, part: { energy_wh: 15_000, total_cents: 700 } }

const choices = () =>
  shown.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s/g, ' '))

interface Given {
  order?: Order
  facts?: object
  onClose?: () => void
}
const open = ({ order = owned, facts = priced, onClose = () => {} }: Given = {}) =>
  stage(<DecideDialog order={order} facts={facts as never} onClose={onClose} />)

/** Answers the decision and the list of customers. */
const answering = () =>
  serve(({ path }) => {
    if (path === decideOrder.path) return ok({ status: 'paid', shortfall_cents: 0 })
    if (path === '/system/client/options') return page([{ id: 8, title: 'sunlogistics' }])
    return undefined
  })
const decide = async (remark = 'told by the site') => {
  if (remark) await user.type(shown.getByLabelText(/^Reason|^Remark|^Why/), remark)
  await user.click(shown.getByRole('button', { name: 'Decide' }))
}

test('offers the card’s customer all of it or the part before the block, others and nobody', () => {
  answering()
  open()
  expect(choices()).toEqual([
    'Waive it: nobody pays',
    'zhaomin pays until the card was blocked: 15.00 kWh, ¥ 7.00',
    'zhaomin pays all of it: ¥ 21.00',
    'Another customer pays: ¥ 21.00',
    'Not known yet, leave it unpaid to be collected: ¥ 21.00',
  ])
  expect(shown.getByText(/^Card blocked\. The pile charged all the same\./)).toBeTruthy()
})

test.each([
  ['of nobody who is known', { ...owned, claimed_customer: null } as Order],
  ['of a customer of others', { ...owned, claimed_customer: { id: 3, title: 'z****', masked: true } } as Order],
])('does not offer the customer of a card %s', (_, order) => {
  answering()
  open({ order })
  expect(choices()).toHaveLength(3)
  expect(choices().join()).not.toMatch(/zhaomin|z\*\*\*\*/)
})

test('offers no part where there is none', () => {
  answering()
  open({ facts: { ...priced, part: null } })
  expect(choices()).toHaveLength(4)
  expect(shown.queryByText(/until the card was blocked/)).toBeNull()
})

test.each([
  ['Waive it', { decision: 'waive' }],
  ['zhaomin pays until', { decision: 'charge_part', payer: 'claimed' }],
  ['zhaomin pays all', { decision: 'charge', payer: 'claimed' }],
  ['Not known yet', { decision: 'charge', payer: 'nobody' }],
])('sends “%s” as it was chosen, and nothing without a reason', async (words, expected) => {
  const all = answering()
  const closed = vi.fn()
  open({ onClose: closed })
  await user.click(shown.getByText(new RegExp(`^${words}`)))
  await decide('')
  expect(shown.getByText('Please fill this in.')).toBeTruthy()
  expect(asked(all, decideOrder.path)).toEqual([])
  await decide()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked(all, decideOrder.path).map(({ body }) => body)).toEqual([
    { id: 5, ...expected, remark: 'told by the site' },
  ])
})

test('asks which other customer pays before it sends', async () => {
  const all = answering()
  open()
  await user.click(shown.getByText(/^Another customer pays/))
  await decide()
  expect(shown.getByText('Please fill this in.')).toBeTruthy()
  expect(asked(all, decideOrder.path)).toEqual([])
})

test('asks how much was charged where the meter is not believed, of those who pay alone', async () => {
  const all = answering()
  const closed = vi.fn()
  open({ facts: { total_cents: null, part: null }, onClose: closed })
  expect(shown.queryByLabelText(/^Energy/)).toBeNull()
  await user.click(shown.getByText(/^zhaomin pays all/))
  await decide()
  expect(asked(all, decideOrder.path)).toEqual([])
  await user.type(shown.getByLabelText(/^Energy/), '7.5')
  await decide('')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked(all, decideOrder.path)[0]?.body).toMatchObject({ decision: 'charge', payer: 'claimed', energy_wh: 7500 })
})
