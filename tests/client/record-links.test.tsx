import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EntityPage } from '../../src/client/kit/records/page/entity-page.tsx'
import { RecordList } from '../../src/client/kit/records/record-list.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { Parties } from '../../src/client/orders/parties.tsx'
import { OfflineSpells } from '../../src/client/piles/offline-list.tsx'
import { card } from '../../src/shared/entities/card.ts'
import { customer } from '../../src/shared/entities/customer.ts'
import type { Order } from '../../src/shared/entities/order.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(homesAtom, { site: '/sites', pile: '/piles', customer: '/customers' })
})
afterEach(() => vi.unstubAllGlobals())

const linkOf = (name: string) => shown.getByRole('link', { name }).getAttribute('href')
const times = { created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' }

const order = {
  ...{ id: 5, number: '26', status: 'paid', site: { id: 1, title: 'Center' }, pile: { id: 2, title: 'CD-1' } },
  ...{ connector_number: 1, customer: { id: 3, title: 'liwei' }, reservation_id: null, refunded_cents: 0 },
  ...{ paid_cents: 0, pay_type: null, started_at: times.created_at, timed_by: 'pile' },
} as unknown as Order
const detail = { customer: { name: 'Li Wei', account: 'liwei', phone: null, balance_cents: 100 }, shortfall_cents: 0 }

test('an order leads to its site, its pile and its customer', () => {
  serve(() => undefined)
  stage(<Parties order={order} detail={detail as never} />)
  expect([linkOf('Center'), linkOf('CD-1 · gun 1'), linkOf('Li Wei')]).toEqual(['/sites/1', '/piles/2', '/customers/3'])
})

test('a customer of others is named by their mask and leads nowhere', () => {
  serve(() => undefined)
  const masked = { ...order, customer: { id: 3, title: 'l****', masked: true } } as Order
  stage(<Parties order={masked} detail={{ ...detail, customer: { ...detail.customer, masked: true } } as never} />)
  expect(shown.queryByRole('link', { name: 'Li Wei' })).toBeNull()
})

test('a record’s page leads to the records that it names, and says whole moments', async () => {
  const row = {
    ...{ id: 9, version: 1, ...times, archived_at: null, number: '04A1', customer_id: 3 },
    ...{ customer: { id: 3, title: 'liwei' }, allocation: 'allocated', status: 'normal', remark: null },
  }
  serve(({ path }) => (path === '/system/device-car/index' ? page([row]) : undefined))
  stage(<EntityPage entity={card} id={9} />)
  await shown.findByText('Card number')
  expect(linkOf('liwei')).toBe('/customers/3')
})

test.each([
  ['Li Wei', 'Li Wei'],
  [null, 'liwei'],
])('a customer named %s is titled %s', async (name, title) => {
  const row = { id: 3, version: 1, ...times, archived_at: null, account: 'liwei', name, phone: null, email: null }
  serve(({ path }) => (path === '/system/client/index' ? page([{ ...row, status: 'normal' }]) : undefined))
  stage(<EntityPage entity={customer} id={3} />)
  expect(await shown.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test.each(['wide', 'phone'] as const)('a spell offline on a %s screen says when, and at which site', async (screen) => {
  const row = {
    ...{ id: 1, version: 1, ...times, pile_id: 2, pile: { id: 2, title: 'CD-1' }, site: { id: 1, title: 'Center' } },
    ...{ offline_at: '2025-03-04T21:05:00.000Z', online_at: '2025-03-05T06:00:00.000Z', offline_seconds: 32_100 },
  }
  serve(({ path }) => (path === '/system/device-offline-record/index' ? page([row]) : undefined))
  stage(<OfflineSpells />, { screen })
  await shown.findByText('CD-1')
  expect(shown.getByText(/Center/)).toBeTruthy()
  if (screen === 'wide') expect(linkOf('Center')).toBe('/sites/1')
  expect(document.body.textContent).toMatch(/\d Mar 2025,? \d\d:05/)
  expect(document.body.textContent).not.toMatch(/days ago|pm/i)
})

test.each(['wide', 'phone'] as const)(
  'a list on a %s screen names customers with a way to them, and others by their mask',
  async (screen) => {
    const row = {
      ...{ version: 1, ...times, archived_at: null, allocation: 'allocated', status: 'normal', remark: null },
    }
    serve(({ path }) =>
      path === '/system/device-car/index'
        ? page([
            { ...row, id: 9, number: '04A1', customer_id: 3, customer: { id: 3, title: 'Li Wei' } },
            { ...row, id: 10, number: '04A2', customer_id: 4, customer: { id: 4, title: 'z****', masked: true } },
          ])
        : undefined,
    )
    stage(<RecordList entity={card} />, { screen })
    await shown.findByText('z****')
    expect(linkOf('Li Wei')).toBe('/customers/3')
    expect(shown.queryByRole('link', { name: 'z****' })).toBeNull()
  },
)
