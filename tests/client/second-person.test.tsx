import { screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CorrectDialog } from '../../src/client/customers/correct-dialog.tsx'
import { BalanceRequestList } from '../../src/client/customers/requests/balance-request-list.tsx'
import { TopUpDialog } from '../../src/client/customers/top-up-dialog.tsx'
import { RefundList } from '../../src/client/orders/refunds/refund-list.tsx'
import { secondPerson, topUp } from '../../src/shared/endpoints/customers.ts'
import type { Customer } from '../../src/shared/entities/customer.ts'
import { asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const customer = { id: 3, account: 'liwei', balance_cents: 1_000 } as Customer

interface Limit {
  limit_cents: number | null
  used_cents: number
}
const answering = (limit: Limit, entered: object = { balance_cents: 0, number: 'T1', request: null }) =>
  serve(({ path }) => (path === secondPerson.path ? ok(limit) : path === topUp.path ? ok(entered) : undefined))
const enter = async (yuan: string) => {
  const amount = shown.getByLabelText(/^Amount/)
  await user.clear(amount)
  await user.type(amount, yuan)
}
const notice = () => shown.queryByText(/A second person has to agree/)

test('a top-up says before it is sent that a second person has to agree, from a cent above the limit', async () => {
  const all = answering({ limit_cents: 200_000, used_cents: 0 })
  stage(<TopUpDialog customer={customer} onClose={() => {}} />)
  await waitFor(() => expect(asked(all, secondPerson.path)).toHaveLength(1))
  await enter('2000')
  expect(notice()).toBeNull()
  expect(shown.getByText('Balance after')).toBeTruthy()
  await enter('2000.01')
  await waitFor(() => expect(notice()?.textContent).toMatch(/limit is ¥\s2,000\.00/))
  expect(shown.getByText('Balance once agreed')).toBeTruthy()
  expect(shown.getByRole('button', { name: 'Ask for it' })).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Top up' })).toBeNull()
})

test('what was entered within 24 hours counts, and is named', async () => {
  answering({ limit_cents: 200_000, used_cents: 150_000 })
  stage(<TopUpDialog customer={customer} onClose={() => {}} />)
  await enter('501')
  await waitFor(() => expect(notice()?.textContent).toMatch(/¥\s1,500\.00 of it is used up/))
})

test('without a limit nobody else is asked', async () => {
  const all = answering({ limit_cents: null, used_cents: 0 })
  stage(<TopUpDialog customer={customer} onClose={() => {}} />)
  await waitFor(() => expect(asked(all, secondPerson.path)).toHaveLength(1))
  await enter('90000')
  expect(notice()).toBeNull()
})

test('a request says its number and that the balance is what it was', async () => {
  const request = { id: 1, number: 'B2611220000001' }
  answering({ limit_cents: 100, used_cents: 0 }, { balance_cents: 1_000, number: null, request })
  const closed = vi.fn()
  stage(<TopUpDialog customer={customer} onClose={closed} />)
  await enter('50')
  await user.click(await shown.findByRole('button', { name: 'Ask for it' }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(shown.getByText('Request B2611220000001 waits for a second person. The balance is unchanged.')).toBeTruthy()
})

test('a correction downwards counts as much as one upwards', async () => {
  answering({ limit_cents: 200_000, used_cents: 0 })
  stage(<CorrectDialog customer={customer} onClose={() => {}} />)
  await user.click(shown.getByText('Take off'))
  await enter('2500')
  await waitFor(() => expect(notice()).toBeTruthy())
})

const request = (given: object) => ({
  ...{ id: 1, version: 1, number: 'B1', status: 'waiting', customer_id: 3, customer: { id: 3, title: 'liwei' } },
  ...{ kind: 'top_up', amount_cents: 300_000, remark: null, asked_by: 'Chen', created_at: '2026-11-01T08:00:00.000Z' },
  ...given,
})
const offered = () =>
  shown
    .queryAllByRole('button')
    .flatMap(({ textContent }) => (/^(Decide|Take back)$/.test(textContent) ? [textContent] : []))

test.each([
  ['who asked takes it back', { own: true, mine: true }, ['Take back']],
  ['anyone who is tied to who asked does neither', { own: true, mine: false }, []],
  ['another person decides', { own: false, mine: false }, ['Decide']],
])('of a request %s', async (_, told, expected) => {
  serve(({ path }) => (path === '/system/balance-request/index' ? page([request(told)]) : undefined))
  stage(<BalanceRequestList />, { screen: 'phone' })
  await shown.findByText('B1')
  expect(offered()).toEqual(expected)
})

test.each([
  [true, ['Withdraw']],
  [false, ['Review', 'Withdraw']],
])('a refund that is one’s own (%s) is not offered for review', async (own, expected) => {
  const refund = {
    ...request({ own }),
    number: 'R1',
    status: 'unreviewed',
    way: 'wechat',
    order_id: 4,
    order: { id: 4, title: '26' },
  }
  serve(({ path }) => (path === '/system/refund/index' ? page([refund]) : undefined))
  stage(<RefundList />, { screen: 'phone' })
  await shown.findByText('R1')
  const steps = shown
    .getAllByRole('button')
    .flatMap(({ textContent }) => (/^(Review|Withdraw|Take back)$/.test(textContent) ? [textContent] : []))
  expect(steps).toEqual(expected)
})
