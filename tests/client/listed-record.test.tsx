import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Taking } from '../../src/client/app/taking.ts'
import { queryClient } from '../../src/client/kit/api/queries.ts'
import { endlessKey, listKey, takenKey } from '../../src/client/kit/fields/use-records.ts'
import { EntityPage } from '../../src/client/kit/records/page/entity-page.tsx'
import { keepLastCopies } from '../../src/client/offline/last-copy.ts'
import { OrderPage } from '../../src/client/orders/order-page.tsx'
import { PilePage } from '../../src/client/piles/page/pile-page.tsx'
import { WorkOrderPage } from '../../src/client/work-orders/work-order-page.tsx'
import { card } from '../../src/shared/entities/card.ts'
import { customer } from '../../src/shared/entities/customer.ts'
import { order } from '../../src/shared/entities/order.ts'
import { pile } from '../../src/shared/entities/pile.ts'
import { workOrder } from '../../src/shared/entities/work-order.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

const { lying } = vi.hoisted(() => ({ lying: new Map<string, unknown>() }))
vi.mock('idb-keyval', async (original) => ({
  ...(await original<object>()),
  createStore: () => ({}),
  get: async (key: string) => lying.get(key),
  set: async (key: string, value: unknown) => void lying.set(key, value),
  del: async (key: string) => void lying.delete(key),
  keys: async () => [...lying.keys()],
}))
vi.mock('../../src/client/kit/session/sealing.ts', async (original) => ({
  ...(await original<object>()),
  sealing: () => 'plain',
}))

const row = (id: number, number: string) => ({
  ...{ id, number, version: 3, status: 'normal', allocation: 'allocated', customer: { id: 7, title: 'Lin Wei' } },
  ...{ created_at: '2026-11-24T01:00:00Z', updated_at: '2026-11-24T01:00:00Z' },
})
const page = (...rows: object[]) => ({ rows, page: 1, pageSize: 20, total: rows.length })
const keep = (key: readonly unknown[], data: unknown) => new Taking(1, 1_000_000).keep(key, data)

beforeAll(async () => {
  await speak()
  keepLastCopies(queryClient)
})
beforeEach(() => signIn())
afterEach(() => {
  lying.clear()
  vi.unstubAllGlobals()
})

const noNetwork = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
/** A network that is there, behind which nobody answers. */
const deadNetwork = () => vi.stubGlobal('fetch', () => new Promise(() => {}))

test.each([
  ['without a network, from a table', noNetwork, () => keep(listKey(card, {}), page(row(5, 'C-1'), row(7, 'C-7')))],
  [
    'without a network, from cards that were scrolled to',
    noNetwork,
    () => keep(endlessKey(card, {}), { pages: [page(row(5, 'C-1')), page(row(7, 'C-7'))], pageParams: [1, 2] }),
  ],
  [
    'on a dead network, from what was taken along',
    deadNetwork,
    () => keep(takenKey(endlessKey(card, {})), [row(7, 'C-7')]),
  ],
])('a record that was never opened here stands as a list tells it: %s', async (_, network, kept) => {
  network()
  await kept()
  stage(<EntityPage entity={card} id={7} />, { screen: 'phone' })
  expect(await screen.findByRole('heading', { name: 'C-7' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a row of another entity, or one that a row names, is no record of this one', async () => {
  noNetwork()
  await keep(listKey(customer, {}), page({ ...row(7, 'C-7'), name: 'Lin Wei' }))
  await keep(listKey(card, {}), page(row(5, 'C-1')))
  stage(<EntityPage entity={card} id={7} />, { screen: 'phone' })
  await screen.findByRole('alert')
  expect(screen.queryByText('C-7')).toBeNull()
})

test('a row that was scrolled to, and is not kept on the device, is known as long as the console is open', async () => {
  noNetwork()
  stage(<EntityPage entity={card} id={9} />, { screen: 'phone' })
  queryClient.setQueryData(endlessKey(card, {}), { pages: [page(row(9, 'C-9'))], pageParams: [1] })
  expect(await screen.findByRole('heading', { name: 'C-9' })).toBeTruthy()
})

test('what the server says after all takes the row’s place', async () => {
  let answer = (_: unknown) => {}
  const late = new Promise((resolve) => {
    answer = resolve
  })
  serve(async () => ok(page((await late) as object)))
  await keep(listKey(card, {}), page(row(7, 'C-7')))
  stage(<EntityPage entity={card} id={7} />, { screen: 'phone' })
  await screen.findByRole('heading', { name: 'C-7' })
  answer(row(7, 'C-77'))
  await screen.findByRole('heading', { name: 'C-77' })
})

const station = {
  ...row(7, ''),
  station_number: 'CD-0007',
  state: 'faulted',
  enabled: true,
  site: { id: 1, title: 'Lujiazui P2' },
}
const work = { ...row(7, 'WO-7'), work: 'Replace the cable', status: 'open', pile: { id: 7, title: 'CD-0007' } }
const bill = { ...row(7, ''), number: 'A-7', status: 'settled' }

test.each([
  ['pile', pile, station, 'CD-0007', () => <PilePage id={7} parts={{} as never} />],
  ['order', order, bill, 'A-7', () => <OrderPage id={7} parts={{} as never} />],
  ['work order', workOrder, work, 'Replace the cable', () => <WorkOrderPage id={7} />],
])(
  'a %s stands as its list tells it where its page’s own answer does not come, and the page says so',
  async (_, entity, listed, title, shown) => {
    noNetwork()
    await keep(listKey(entity, {}), page(listed))
    stage(shown(), { screen: 'phone' })
    expect(await screen.findByRole('heading', { name: new RegExp(title) })).toBeTruthy()
    expect(
      await screen.findByText('This is what the list says. The rest of this page is not on this device.'),
    ).toBeTruthy()
    expect(screen.queryByText('Try again')).toBeNull()
  },
)
