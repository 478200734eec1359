import { screen as shown, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { EntityList } from '../../../src/client/kit/records/entity-list.tsx'
import { EntityPage } from '../../../src/client/kit/records/page/entity-page.tsx'
import { customer, SEES_BALANCES } from '../../../src/shared/entities/customer.ts'
import { page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

/** What someone may not read is no column, no fact and no order on their screens: the server sends nothing of it. */

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

const times = { created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' }
const row = {
  ...{ id: 9, version: 1, ...times, archived_at: null, account: 'liwei', name: 'Li Wei', phone: null, email: null },
  ...{ status: 'normal', merchant_id: null, merchant: null, dept_id: null, dept: null },
}

function open(permissions: string[], screen: Screen, what = <EntityList entity={customer} />) {
  signIn(permissions)
  const told = permissions.includes(SEES_BALANCES) ? { ...row, balance_cents: 1234 } : row
  serve(({ path }) => (path === '/system/client/index' ? page([told]) : undefined))
  stage(what, { screen })
  return shown.findAllByText('Li Wei')
}

const LOOK = ['customer.list']

test.each([
  ['with', [...LOOK, SEES_BALANCES], 1],
  ['without', LOOK, 0],
] as const)('a wide list %s the right to see balances', async (_, permissions, columns) => {
  await open([...permissions], 'wide')
  const heads = shown.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.filter((text) => text?.includes('Balance'))).toHaveLength(columns)
  expect(shown.queryAllByText('¥ 12.34')).toHaveLength(columns)
})

test.each([
  ['with', [...LOOK, SEES_BALANCES], 1],
  ['without', LOOK, 0],
] as const)('a phone’s card %s it', async (_, permissions, figures) => {
  await open([...permissions], 'phone')
  expect(shown.queryAllByText('¥ 12.34')).toHaveLength(figures)
})

test.each([
  ['with', [...LOOK, SEES_BALANCES], 1],
  ['without', LOOK, 0],
] as const)('a record’s page %s it', async (_, permissions, facts) => {
  await open([...permissions], 'wide', <EntityPage entity={customer} id={9} />)
  const main = within(document.body)
  expect(main.queryAllByText('Balance')).toHaveLength(facts)
})
