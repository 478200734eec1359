import { screen as shown } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CollectDialog } from '../../src/client/orders/collect-dialog.tsx'
import { emptyDraft, missingOf, orderOf } from '../../src/client/orders/create/manual-draft.ts'
import { MoneyCard } from '../../src/client/orders/money-card.tsx'
import { ConfirmDialog } from '../../src/client/orders/refunds/confirm-dialog.tsx'
import { RequestDialog } from '../../src/client/orders/refunds/request-dialog.tsx'
import { collectOrder } from '../../src/shared/endpoints/order-money.ts'
import { confirmRefund, requestRefund } from '../../src/shared/endpoints/refunds.ts'
import type { Order } from '../../src/shared/entities/order.ts'
import type { Refund } from '../../src/shared/entities/refund.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const order = { id: 5, customer_id: 3, customer: { id: 3, title: 'liwei' } } as Order
const refund = (given: Partial<Refund> = {}) =>
  ({
    id: 9,
    number: 'R2611200000012',
    status: 'unreviewed',
    amount_cents: 1250,
    way: 'wechat',
    order_id: 5,
    order: { id: 5, title: '2611200000341' },
    reason: 'the pile broke off',
    failure: null,
    reference: null,
    asked_by: 'Chen Yu',
    created_at: '2026-11-20T02:00:00Z',
    ...given,
  }) as Refund

describe('collecting', () => {
  const open = (close = () => {}) => stage(<CollectDialog order={order} shortfall={2000} onClose={close} />)
  const press = (name: string) => user.click(shown.getByRole('button', { name }))

  test('sends nothing without a reference, and the whole debt when nothing else is said', async () => {
    const all = serve(() => ok({ status: 'paid', shortfall_cents: 0 }))
    const close = vi.fn()
    open(close)
    await press('Collect')
    expect(shown.getByText('Please fill this in.')).toBeTruthy()
    expect(all).toEqual([])
    await user.type(shown.getByLabelText(/^Reference/), '4200')
    await press('Collect')
    await vi.waitFor(() => expect(close).toHaveBeenCalled())
    expect(asked(all, collectOrder.path)[0]?.body).toMatchObject({
      id: 5,
      amount_cents: 2000,
      way: 'wechat',
      reference: '4200',
    })
    expect(shown.getByText('The order is paid.')).toBeTruthy()
  })

  test('asks back what the server finds odd, and sends it as meant under a key of its own', async () => {
    const all = serve(({ body }) =>
      body.confirmed
        ? ok({ status: 'unpaid', shortfall_cents: 500 })
        : { code: 409, message: 'Is one receipt meant to pay both?', data: { question: 'refusals:reference_used' } },
    )
    open()
    const amount = shown.getByLabelText(/^Amount/)
    await user.clear(amount)
    await user.type(amount, '15')
    await user.type(shown.getByLabelText(/^Reference/), '4200')
    await press('Collect')
    await shown.findByText('Is one receipt meant to pay both?')
    await press('Yes, that is right')
    await shown.findByText(/5\.00 are still open/)
    const sent = asked(all, collectOrder.path)
    expect(sent.map(({ body }) => body.confirmed)).toEqual([undefined, true])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  test('shows a refusal at its field', async () => {
    serve(() => ({ code: 422, message: 'no', data: { errors: { amount_cents: 'The order owes less.' } } }))
    open()
    await user.type(shown.getByLabelText(/^Reference/), 'x')
    await press('Collect')
    await shown.findByText('The order owes less.')
  })
})

describe('refunds', () => {
  test('to a balance are offered where there is one', async () => {
    serve(() => undefined)
    const { unmount } = stage(<RequestDialog order={order} refundable={900} onClose={() => {}} />)
    expect(shown.getByText('To the balance')).toBeTruthy()
    unmount()
    const all = serve(() => ok({ id: 9, status: 'unreviewed' }))
    stage(<RequestDialog order={{ ...order, customer_id: null }} refundable={900} onClose={() => {}} />)
    expect(shown.queryByText('To the balance')).toBeNull()
    await user.type(shown.getByLabelText(/^Reason/), 'twice')
    await user.click(shown.getByRole('button', { name: 'Ask for a refund' }))
    await vi.waitFor(() =>
      expect(asked(all, requestRefund.path)[0]?.body).toEqual({
        order_id: 5,
        amount_cents: 900,
        way: 'card',
        reason: 'twice',
      }),
    )
  })

  test('that are confirmed say under which reference, or why not', async () => {
    const all = serve(() => ok({ id: 9, status: 'refund_failed' }))
    stage(<ConfirmDialog refund={refund({ status: 'refunding' })} onClose={() => {}} />)
    await user.click(shown.getByText('Failed'))
    await user.type(shown.getByLabelText(/^Why it failed/), 'account closed')
    await user.click(shown.getByRole('button', { name: 'Confirm' }))
    await vi.waitFor(() =>
      expect(asked(all, confirmRefund.path)[0]?.body).toEqual({ id: 9, paid: false, failure: 'account closed' }),
    )
  })

  test.each([
    ['unreviewed', ['Review', 'Withdraw']],
    ['reviewed', ['Pay back', 'Withdraw']],
    ['refunding', ['Confirm']],
    ['refund_failed', ['Pay back', 'Withdraw']],
    ['refunded', []],
    ['rejected', []],
  ] as const)('that are %s offer %j', (status, buttons) => {
    serve(() => undefined)
    const detail = { refunds: [refund({ status })], payments: [] } as never
    stage(<MoneyCard detail={detail} />)
    expect(shown.queryAllByRole('button').map((button) => button.textContent)).toEqual(buttons)
  })

  test('offer each person their own step alone', () => {
    signIn(['refund.review'])
    serve(() => undefined)
    stage(<MoneyCard detail={{ refunds: [refund()], payments: [] } as never} />)
    expect(shown.queryAllByRole('button').map((button) => button.textContent)).toEqual(['Review'])
  })
})

test('a session that is entered needs its figures, of one kind', () => {
  expect(missingOf(emptyDraft)).toEqual(['pile_id', 'started_at', 'ended_at', 'energy_wh'])
  const draft = {
    ...emptyDraft,
    pile: { key: 4, label: 'CD-1' },
    from: '2026-11-18T02:00:00.000Z',
    to: '2026-11-18T03:00:00.000Z',
    energy_wh: 'twenty',
    remark: 'no network',
  }
  expect(missingOf(draft)).toEqual(['energy_wh'])
  expect(missingOf({ ...draft, by: 'meter', meter_start_wh: 0 })).toEqual(['meter_stop_wh'])
  expect(orderOf({ ...draft, by: 'meter', meter_start_wh: 0, meter_stop_wh: 2000 })).toEqual({
    pile_id: 4,
    connector_number: 1,
    started_at: draft.from,
    ended_at: draft.to,
    meter_start_wh: 0,
    meter_stop_wh: 2000,
    customer_id: null,
    plate: null,
    remark: 'no network',
  })
})
