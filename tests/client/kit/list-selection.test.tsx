import { act, fireEvent, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EntityList } from '../../../src/client/kit/records/entity-list.tsx'
import { store } from '../../../src/client/kit/session/store.ts'
import { toastsAtom } from '../../../src/client/kit/ui/toast.ts'
import { merchant } from '../../../src/shared/entities/merchant.ts'
import { type Asked, asked, ok, page, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

const LIST = '/system/merchant/index'
const BULK = '/system/merchant/bulk'
const REMOVE = '/system/merchant/delete'

const row = (id: number) => ({
  id,
  version: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  archived_at: null,
  name: `Merchant ${id}`,
  address: null,
  contact: null,
  phone: null,
  status: 'enabled',
  remark: null,
})
const rows = (count: number, from = 1) => Array.from({ length: count }, (_, at) => row(from + at))

function served(more?: (one: Asked) => unknown, total = 5) {
  return serve((one) => {
    const answer = more?.(one)
    if (answer !== undefined) return answer as never
    const { page_num = 1, page_size = 20 } = one.body as { page_num?: number; page_size?: number }
    const from = (page_num - 1) * page_size + 1
    return one.path === LIST
      ? page(rows(Math.min(page_size, total - from + 1), from), { total, page: page_num })
      : undefined
  })
}

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(toastsAtom, [])
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const list = (screen: Screen = 'wide') => stage(<EntityList entity={merchant} />, { screen })
const box = (name: string) => shown.findByRole('checkbox', { name })
const select = async (...names: string[]) => {
  for (const name of names) await user.click(await box(`Select ${name}`))
}
const bar = async () => within(await shown.findByRole('region', { name: 'Selected records' }))

describe('rows of a table', () => {
  test('are selected one by one, from one to another with shift, and all on the page', async () => {
    served()
    list()
    await select('Merchant 2')
    expect(await (await bar()).findByText('1 selected')).toBeTruthy()
    fireEvent.click(await box('Select Merchant 4'), { shiftKey: true })
    expect((await bar()).getByText('3 selected')).toBeTruthy()
    const all = (await box('Select all on this page')) as HTMLInputElement
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect((await bar()).getByText('5 selected')).toBeTruthy()
    await user.click(all)
    expect(shown.queryByRole('region', { name: 'Selected records' })).toBeNull()
  })

  test('stay selected on another page, and all that match can be', async () => {
    const all = served(undefined, 320)
    list()
    await select('Merchant 1')
    await user.click(shown.getByRole('button', { name: 'Page 2' }))
    await select('Merchant 21')
    expect((await bar()).getByText('2 selected')).toBeTruthy()
    await user.click((await bar()).getByRole('button', { name: 'Select all 320' }))
    expect(await (await bar()).findByText('320 selected')).toBeTruthy()
    expect(asked(all, LIST).filter(({ body }) => body.page_size === 200)).toHaveLength(2)
  })

  test('are selected as far as one call takes, and no further', async () => {
    const all = served(undefined, 730)
    list()
    await select('Merchant 1')
    await user.click((await bar()).getByRole('button', { name: 'Select the first 500' }))
    expect(await (await bar()).findByText('500 selected')).toBeTruthy()
    expect(asked(all, LIST).filter(({ body }) => body.page_size === 200)).toHaveLength(3)
  })

  test('cannot be selected where nothing may be done with them', async () => {
    signIn(['merchant.list'])
    served()
    list()
    await shown.findByText('Merchant 1')
    expect(shown.queryByRole('checkbox')).toBeNull()
  })
})

describe('changing several', () => {
  test('sets one field of all of them at once, and lets them go', async () => {
    const all = served(({ path }) => (path === BULK ? ok({ changed: 2 }) : undefined))
    list()
    await select('Merchant 1', 'Merchant 3')
    await user.click((await bar()).getByRole('button', { name: 'Change' }))
    const dialog = within(await shown.findByRole('dialog', { name: 'Change 2 merchants' }))
    await user.click(dialog.getByRole('button', { name: 'Change 2 records' }))
    expect(dialog.getByText('Please fill this in.')).toBeTruthy()
    await user.click(dialog.getByRole('combobox', { name: 'Status' }))
    await user.click(await shown.findByRole('option', { name: 'Closed', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Change 2 records' }))
    expect(await shown.findByText('2 records changed')).toBeTruthy()
    expect(asked(all, BULK).map(({ body }) => body)).toEqual([
      { ids: [1, 3], change: { status: 'disabled' }, versions: { 1: 1, 3: 1 } },
    ])
    expect(asked(all, BULK)[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect(shown.queryByRole('region', { name: 'Selected records' })).toBeNull()
  })

  test('that someone else overtook says whom by, and goes through when it is meant', async () => {
    const refused = [{ id: 3, title: 'Merchant 3', reason: 'Changed by Ann in the meantime.', changed: { version: 4 } }]
    let sent = 0
    const all = served(({ path }) => {
      if (path !== BULK) return undefined
      return sent++ ? ok({ changed: 2 }) : { code: 409, message: 'Nothing was changed.', data: { refused } }
    })
    list()
    await select('Merchant 1', 'Merchant 3')
    await user.click((await bar()).getByRole('button', { name: 'Change' }))
    const dialog = within(await shown.findByRole('dialog', { name: 'Change 2 merchants' }))
    await user.click(dialog.getByRole('combobox', { name: 'Status' }))
    await user.click(await shown.findByRole('option', { name: 'Closed', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Change 2 records' }))
    expect(await dialog.findByText(/Changed by Ann/)).toBeTruthy()
    expect(dialog.getByText(/press again to change them all the same/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Change 2 records' }))
    expect(await shown.findByText('2 records changed')).toBeTruthy()
    const versions = asked(all, BULK).map(({ body }) => body.versions)
    expect(versions).toEqual([
      { 1: 1, 3: 1 },
      { 1: 1, 3: 4 },
    ])
  })

  test('that is refused says why of each, and all stay selected', async () => {
    const refused = [{ id: 3, title: 'Merchant 3', reason: 'It has open orders.' }]
    served(({ path }) =>
      path === BULK ? { code: 409, message: 'Nothing was changed.', data: { refused } } : undefined,
    )
    list()
    await select('Merchant 1', 'Merchant 3')
    await user.click((await bar()).getByRole('button', { name: 'Change' }))
    const dialog = within(await shown.findByRole('dialog', { name: 'Change 2 merchants' }))
    await user.click(dialog.getByRole('combobox', { name: 'Status' }))
    await user.click(await shown.findByRole('option', { name: 'Closed', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Change 2 records' }))
    expect(await dialog.findByText('Nothing was changed.')).toBeTruthy()
    expect(dialog.getByText(/It has open orders/)).toBeTruthy()
    expect((await bar()).getByText('2 selected')).toBeTruthy()
  })
})

describe('deleting several', () => {
  test('asks, deletes all at once, and brings back what can be', async () => {
    const all = served(({ path, body }) => {
      if (path === REMOVE) return ok({ erased: [1], archived: body.dry_run ? [] : [2] })
      return path === '/system/merchant/restore' ? ok(null) : undefined
    })
    list()
    await select('Merchant 1', 'Merchant 2')
    await user.click((await bar()).getByRole('button', { name: 'Delete' }))
    const dialog = within(await shown.findByRole('dialog', { name: 'Are you sure to delete?' }))
    expect(dialog.getByText('Merchant 1, Merchant 2')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete 2 records' }))
    expect(await shown.findByText('successfully deleted')).toBeTruthy()
    expect(asked(all, REMOVE).at(-1)?.body).toMatchObject({ ids: [1, 2] })
    await user.click(shown.getByRole('button', { name: 'Undo', hidden: true }))
    await waitFor(() => expect(asked(all, '/system/merchant/restore')[0]?.body).toEqual({ ids: [2] }))
  })

  test('that are in use says which and by what, and deletes none', async () => {
    const refused = [
      { id: 2, title: 'Merchant 2', uses: [{ entity: 'pile', ids: [8, 9], titles: ['CD-1', 'CD-2'], count: 2 }] },
    ]
    served(({ path }) =>
      path === REMOVE ? { code: 409, message: 'Cannot be deleted.', data: { refused } } : undefined,
    )
    list()
    await select('Merchant 1', 'Merchant 2')
    await user.click((await bar()).getByRole('button', { name: 'Delete' }))
    await user.click(await shown.findByRole('button', { name: 'Delete 2 records' }))
    expect(await shown.findByText('Cannot be deleted.')).toBeTruthy()
    expect(shown.getByText(/CD-1, CD-2/)).toBeTruthy()
    expect(shown.queryByText('successfully deleted')).toBeNull()
  })
})

describe('on a phone', () => {
  test('a card is selected from its menu, and then by a press', async () => {
    served()
    list('phone')
    const [menu] = await shown.findAllByRole('button', { name: 'Actions' })
    await user.click(menu as HTMLElement)
    await user.click(await shown.findByRole('menuitem', { name: 'Select', hidden: true }))
    expect(await (await bar()).findByText('1 selected')).toBeTruthy()
    await select('Merchant 2')
    expect((await bar()).getByText('2 selected')).toBeTruthy()
    await user.click((await bar()).getByRole('button', { name: 'Select none' }))
    expect(shown.queryByRole('checkbox')).toBeNull()
  })

  test('a card that is held is selected, and not opened', async () => {
    served()
    const { router } = list('phone')
    const link = await shown.findByRole('link', { name: 'Merchant 1' })
    vi.useFakeTimers()
    fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 50, clientY: 50 })
    act(() => vi.advanceTimersByTime(600))
    vi.useRealTimers()
    expect(((await box('Select Merchant 1')) as HTMLInputElement).checked).toBe(true)
    // The finger leaves; what lies under it now is not pressed by that.
    fireEvent.click(await box('Select Merchant 1'))
    fireEvent.pointerUp(document.body)
    expect(((await box('Select Merchant 1')) as HTMLInputElement).checked).toBe(true)
    expect(router.state.location.pathname).toBe('/')
  })

  test('a finger that scrolls holds nothing', async () => {
    served()
    list('phone')
    const link = await shown.findByRole('link', { name: 'Merchant 1' })
    vi.useFakeTimers()
    fireEvent.pointerDown(link, { pointerType: 'touch', clientX: 50, clientY: 50 })
    fireEvent.pointerMove(link, { pointerType: 'touch', clientX: 50, clientY: 80 })
    act(() => vi.advanceTimersByTime(600))
    vi.useRealTimers()
    expect(shown.queryByRole('checkbox')).toBeNull()
  })
})
