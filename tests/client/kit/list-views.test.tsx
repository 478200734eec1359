import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordList } from '../../../src/client/kit/records/record-list.tsx'
import type { ListView } from '../../../src/shared/endpoints/list-views.ts'
import { billingRule } from '../../../src/shared/entities/billing-rule.ts'
import { type Asked, asked, ok, page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'
import { ruleRow } from './rows.ts'

const LIST = '/system/charge-rules/index'
const VIEWS = '/system/table/views'
const SAVE = '/system/table/save-view'

const view = (given: Partial<ListView> = {}): ListView => ({
  id: 7,
  name: 'Dear ones',
  shared: false,
  role_ids: [],
  user_ids: [],
  own: true,
  by: 'Ann',
  state: { keyword: '', filters: { band: ['sharp'] }, sort: { prop: 'electricity_fee', order: 'desc' }, size: 50 },
  columns: [{ prop: 'name' }, { prop: 'band', hidden: true }],
  ...given,
})

function served(views: ListView[], default_id: number | null = null, more?: (one: Asked) => unknown) {
  return serve((one) => {
    const answer = more?.(one)
    if (answer !== undefined) return answer as never
    if (one.path === VIEWS) return ok({ views, default_id })
    return one.path === LIST ? page([ruleRow()]) : undefined
  })
}

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const menu = async () => {
  await user.click(await shown.findByRole('button', { name: /^View:/ }))
  return within(await shown.findByRole('menu', { hidden: true }))
}
const SHARP = 'band=sharp'
const last = (all: Asked[]) => asked(all, LIST).at(-1)?.body

describe.each<Screen>(['wide', 'phone'])('a view on a %s screen', (screen) => {
  test('is chosen beside the title, and the address holds it', async () => {
    const all = served([view()])
    const { router } = stage(<RecordList entity={billingRule} />, { screen })
    await shown.findByText('Night')
    await user.click((await menu()).getByRole('menuitemradio', { name: 'Dear ones', hidden: true }))
    await waitFor(() => expect(last(all)).toMatchObject({ band: ['sharp'], prop: 'electricity_fee', page_size: 50 }))
    const params = new URLSearchParams(router.state.location.search)
    expect([params.get('view'), params.get('band'), params.get('sort')]).toEqual(['7', 'sharp', 'electricity_fee.desc'])
  })

  test('is what the list starts with when the person chose so, and not before', async () => {
    const all = served([view()], 7)
    const { router } = stage(<RecordList entity={billingRule} />, { screen })
    expect(await shown.findByText('Night')).toBeTruthy()
    expect(router.state.location.search).toContain(SHARP)
    expect(last(all)).toMatchObject({ band: ['sharp'] })
    await user.click((await menu()).getByRole('menuitemradio', { name: 'All records', hidden: true }))
    await waitFor(() => expect(router.state.location.search).toBe('?view=0'))
    expect(shown.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  })
})

describe('a view', () => {
  test('that a link names by its number alone comes with its filters, once', async () => {
    served([view()])
    const { router } = stage(<RecordList entity={billingRule} />, { path: '/?view=7' })
    await waitFor(() => expect(router.state.location.search).toContain(SHARP))
    await user.click(await shown.findByRole('button', { name: 'Remove filter Band: Sharp' }))
    await waitFor(() => expect(router.state.location.search).not.toContain(SHARP))
    expect(await shown.findByText('changed')).toBeTruthy()
  })

  test('brings its columns; what a person then changes is kept for that view', async () => {
    const all = served([view()], null, ({ path }) => (path === '/system/table/save' ? ok(null) : undefined))
    stage(<RecordList entity={billingRule} />, { path: '/?view=7' })
    await shown.findByText('Night')
    await waitFor(() => expect(shown.queryByRole('columnheader', { name: /^Band/ })).toBeNull())
    await user.click(shown.getByRole('button', { name: 'Columns' }))
    await user.click(await shown.findByLabelText('Show Band'))
    expect(await shown.findByRole('columnheader', { name: /^Band/ })).toBeTruthy()
    expect(asked(all, '/system/table/save')[0]?.body).toMatchObject({ name: 'billing_rule@7' })
  })

  test('is saved with what the list shows, and shows then', async () => {
    const saved: ListView[] = []
    const all = served(saved, null, ({ path, body }) => {
      if (path !== SAVE) return undefined
      const kept = view({ ...(body as Partial<ListView>), id: 9, own: true })
      saved.push(kept)
      return ok(kept)
    })
    const { router } = stage(<RecordList entity={billingRule} />, { path: '/?band=valley&q=night' })
    await shown.findByText('Night')
    await user.click((await menu()).getByRole('menuitem', { name: 'Save as a view', hidden: true }))
    await user.click(await shown.findByRole('button', { name: 'Save' }))
    expect(await shown.findByText('Please fill this in.')).toBeTruthy()
    await user.type(shown.getByLabelText(/^Name of the view/), 'Nights')
    await user.click(shown.getByLabelText('Everybody who sees this list may use it'))
    await user.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.search).toContain('view=9'))
    const [sent] = asked(all, SAVE)
    expect(sent?.body).toMatchObject({
      list: 'billing_rule',
      name: 'Nights',
      shared: true,
      state: { keyword: 'night', filters: { band: ['valley'] } },
    })
    expect(sent?.headers.get('idempotency-key')).toBeTruthy()
    expect(await shown.findByRole('button', { name: 'View: Nights' })).toBeTruthy()
  })

  test('whose name is taken says so at the name', async () => {
    served([view()], null, ({ path }) =>
      path === SAVE ? { code: 409, message: 'No.', data: { errors: { name: 'This is taken already.' } } } : undefined,
    )
    stage(<RecordList entity={billingRule} />)
    await shown.findByText('Night')
    await user.click((await menu()).getByRole('menuitem', { name: 'Save as a view', hidden: true }))
    await user.type(await shown.findByLabelText(/^Name of the view/), 'Dear ones')
    await user.click(shown.getByRole('button', { name: 'Save' }))
    expect(await shown.findByText('This is taken already.')).toBeTruthy()
  })

  test('of someone else can be used and not changed', async () => {
    served([view({ own: false, shared: true })])
    stage(<RecordList entity={billingRule} />, { path: '/?view=7' })
    await shown.findByText('Night')
    const items = await menu()
    expect(items.getByRole('menuitemradio', { name: 'Dear ones · Ann', hidden: true })).toBeTruthy()
    expect(items.queryByRole('menuitem', { name: 'Delete the view', hidden: true })).toBeNull()
    expect(items.queryByRole('menuitem', { name: 'Rename or share', hidden: true })).toBeNull()
  })

  test('is deleted after asking, and everything shows', async () => {
    const all = served([view()], null, ({ path }) => (path === '/system/table/remove-view' ? ok(null) : undefined))
    const { router } = stage(<RecordList entity={billingRule} />, { path: '/?view=7' })
    await waitFor(() => expect(router.state.location.search).toContain(SHARP))
    await user.click((await menu()).getByRole('menuitem', { name: 'Delete the view', hidden: true }))
    await user.click(await shown.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(asked(all, '/system/table/remove-view')[0]?.body).toEqual({ id: 7 })
  })

  test('whose fields there are no more shows what there is', async () => {
    const odd = view({ state: { ...view().state, filters: { band: ['sharp'], colour: ['red'] }, size: 33 } })
    served([odd])
    const { router } = stage(<RecordList entity={billingRule} />, { path: '/?view=7' })
    await waitFor(() => expect(router.state.location.search).toContain(SHARP))
    expect(router.state.location.search).not.toContain('colour')
    expect(shown.queryByText('changed')).toBeNull()
  })
})
