import { fireEvent, screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordList } from '../../../src/client/kit/records/record-list.tsx'
import { billingRule } from '../../../src/shared/entities/billing-rule.ts'
import { order } from '../../../src/shared/entities/order.ts'
import { asked, ok, page, serve, signIn, speak, stage } from '../stage.tsx'
import { ruleRow } from './rows.ts'

const LIST = '/system/charge-rules/index'
const INFO = '/system/table/info'
const SAVE = '/system/table/save'
const rows = [1, 2, 3].map((id) => ruleRow({ id, name: `Rule ${id}` }))

const served = (columns: unknown = null) =>
  serve(({ path }) => {
    if (path === LIST) return page(rows)
    if (path === INFO) return ok({ name: 'billing_rule', columns, defaults: [] })
    return path === SAVE ? ok(null) : undefined
  })

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const focused = () => document.activeElement as HTMLElement
const headings = () => shown.getAllByRole('columnheader').map((head) => head.textContent ?? '')
const shownRows = () => stage(<RecordList entity={billingRule} open={(row) => `/rules/${row.id}`} />)

describe('keys', () => {
  test('j and k come to the rows from anywhere and go through them', async () => {
    served()
    shownRows()
    await shown.findByText('Rule 1')
    await user.keyboard('j')
    expect(focused().dataset.id).toBe('1')
    await user.keyboard('jj')
    expect(focused().dataset.id).toBe('3')
    await user.keyboard('jk')
    expect(focused().dataset.id).toBe('2')
  })

  test('arrows go into the cells of a row and down their column, and back to the row', async () => {
    served()
    shownRows()
    await shown.findByText('Rule 1')
    await user.keyboard('j{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(focused().closest('tr')?.dataset.id).toBe('2')
    const second = focused().dataset.cell
    await user.keyboard('{ArrowLeft}')
    expect(focused().dataset.cell).toBe('name')
    expect(second).not.toBe('name')
    await user.keyboard('{ArrowLeft}')
    expect(focused().tagName).toBe('TR')
  })

  test('Ctrl and C copy the cell that has the focus', async () => {
    served()
    shownRows()
    await shown.findByText('Rule 1')
    const clip = vi.fn().mockResolvedValue(undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: clip }, configurable: true })
    await user.keyboard('jj{ArrowRight}')
    fireEvent.keyDown(focused(), { key: 'c', ctrlKey: true })
    await waitFor(() => expect(clip).toHaveBeenCalledWith('Rule 2'))
    expect(await shown.findByText('Copied')).toBeTruthy()
  })

  test('? tells what the keys do, and letters typed into the search are letters', async () => {
    served()
    shownRows()
    await shown.findByText('Rule 1')
    await user.keyboard('/')
    await user.keyboard('jk?')
    expect((focused() as HTMLInputElement).value).toBe('jk?')
    expect(shown.queryByRole('dialog', { name: 'Keys in a list' })).toBeNull()
    focused().blur()
    await user.keyboard('?')
    expect(await shown.findByRole('dialog', { name: 'Keys in a list' })).toBeTruthy()
    await user.keyboard('j')
    expect(focused().closest('tr'), 'keys go to what lies on top').toBeNull()
  })
})

describe('sorting', () => {
  test("goes up, down and back to the list's own order", async () => {
    const all = served()
    shownRows()
    await shown.findByText('Rule 1')
    const press = () => user.click(shown.getByRole('button', { name: /^Name/ }))
    const order = () => asked(all, LIST).at(-1)?.body
    await press()
    await waitFor(() => expect(order()).toMatchObject({ prop: 'name', order: 'asc' }))
    await press()
    await waitFor(() => expect(order()).toMatchObject({ prop: 'name', order: 'desc' }))
    await press()
    await waitFor(() => expect(shown.getByRole('columnheader', { name: /^Name/ }).getAttribute('aria-sort')).toBeNull())
  })
})

test('a phone’s menu marks the field and the way that it sorts by, and no other', async () => {
  const all = served()
  stage(<RecordList entity={billingRule} open={(row) => `/rules/${row.id}`} />, { screen: 'phone' })
  await shown.findByText('Rule 1')
  const menu = () => user.click(shown.getByRole('button', { name: /Sort/ }))
  const entries = (checked?: boolean) =>
    shown.queryAllByRole('menuitemradio', { hidden: true, ...(checked && { checked }) }).map((one) => one.textContent)
  await menu()
  await shown.findByRole('menu', { hidden: true })
  const [wanted = ''] = entries().filter((entry) => entry?.endsWith('↑'))
  await user.click(shown.getByRole('menuitemradio', { name: wanted, hidden: true }))
  await waitFor(() => expect(asked(all, LIST).at(-1)?.body.order).toBe('asc'))
  await menu()
  expect(entries(true)).toEqual([wanted])
})

describe('columns', () => {
  test('stay in view at the side that the person chose, and stand there', async () => {
    served([
      { prop: 'name', fixed: true },
      { prop: 'band' },
      { prop: 'status', fixed: 'right' },
      { prop: 'electricity_fee', fixed: 'left', width: 120 },
    ])
    shownRows()
    await shown.findByText('Rule 1')
    await waitFor(() => expect(headings().slice(0, 2)).toEqual(['Name', 'Electricity fee']))
    expect(headings().at(-1)).toBe('Status')
    const pin = (name: string) => shown.getByRole('columnheader', { name }).dataset.pin
    expect([pin('Name'), pin('Status'), pin('Band')]).toEqual(['left', 'right', undefined])
  })

  test('are pinned and moved with keys in their panel, and kept so', async () => {
    const all = served()
    shownRows()
    await shown.findByText('Rule 1')
    await user.click(shown.getByRole('button', { name: 'Columns' }))
    const kept = () => (asked(all, SAVE).at(-1)?.body.columns ?? []) as { prop: string; fixed: unknown }[]
    await user.click(await shown.findByRole('button', { name: 'Keep Status in view', hidden: true }))
    await user.click(await shown.findByRole('menuitemradio', { name: 'Stays on the right', hidden: true }))
    await waitFor(() => expect(kept().find(({ prop }) => prop === 'status')?.fixed).toBe('right'))
    const before = headings()
    shown.getByRole('button', { name: /^Move Name/, hidden: true }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(headings()[1]).toBe(before[0]))
    expect(kept().map(({ prop }) => prop)[1]).toBe('name')
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(headings()[0]).toBe(before[0]))
  })

  test('are dragged by their headings onto each other', async () => {
    const all = served()
    shownRows()
    await shown.findByText('Rule 1')
    const before = headings()
    const carried = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, value: string) => carried.set(type, value),
      getData: (type: string) => carried.get(type) ?? '',
      get types() {
        return [...carried.keys()]
      },
    }
    const head = (name: string) => shown.getByRole('columnheader', { name: new RegExp(`^${name}`) })
    fireEvent.dragStart(head(before[3] as string), { dataTransfer })
    fireEvent.dragOver(head(before[1] as string), { dataTransfer })
    fireEvent.drop(head(before[1] as string), { dataTransfer })
    await waitFor(() => expect(headings()[1]).toBe(before[3]))
    expect(asked(all, SAVE)).toHaveLength(1)
  })

  test('are as wide as they are drawn, and as they need when pressed twice', async () => {
    const all = served()
    const { container } = shownRows()
    await shown.findByText('Rule 1')
    HTMLElement.prototype.setPointerCapture ??= () => {}
    const edge = container.querySelector('th [draggable]') as HTMLElement
    fireEvent.pointerDown(edge, { button: 0, clientX: 100, pointerId: 1 })
    fireEvent.pointerMove(edge, { clientX: 260, pointerId: 1 })
    fireEvent.pointerUp(edge, { clientX: 260, pointerId: 1 })
    const kept = () => (asked(all, SAVE).at(-1)?.body.columns as { width: number | null }[] | undefined)?.[0]?.width
    await waitFor(() => expect(kept()).toBe(160))
    fireEvent.doubleClick(edge)
    await waitFor(() => expect(kept()).toBeNull())
  })
})

describe('filters', () => {
  test('of figures count a moment after the last key, and the input keeps what is typed', async () => {
    const all = serve(({ path }) => (path === '/system/order/index' ? page([]) : undefined))
    const energy = { ...order, fields: { ...order.fields, energy_wh: { ...order.fields.energy_wh, filter: true } } }
    const { router } = stage(<RecordList entity={energy as never} />)
    await user.click(await shown.findByRole('button', { name: 'Filters' }))
    const from = (await shown.findByLabelText('Energy, From')) as HTMLInputElement
    const before = asked(all, '/system/order/index').length
    await user.type(from, '12.5')
    expect(from.value).toBe('12.5')
    expect(asked(all, '/system/order/index')).toHaveLength(before)
    await waitFor(() => expect(router.state.location.search).toBe('?energy_wh=12500..'))
    expect([from.isConnected, document.activeElement === from, from.value]).toEqual([true, true, '12.5'])
    await waitFor(() => expect(asked(all, '/system/order/index')).toHaveLength(before + 1))
    expect(await shown.findByRole('button', { name: /Remove filter Energy: from 12.5/ })).toBeTruthy()
  })

  test('are all taken away at once', async () => {
    served()
    const { router } = stage(<RecordList entity={billingRule} />, { path: '/?band=valley&status=enabled' })
    await user.click(await shown.findByRole('button', { name: 'Clear all' }))
    expect(router.state.location.search).toBe('')
  })

  test('by chips of states keep a chip of their own when they ask for several', async () => {
    served()
    stage(<RecordList entity={billingRule} chips="status" />, { path: '/?status=enabled,disabled' })
    expect(await shown.findByRole('button', { name: 'Remove filter Status: In use, Not in use' })).toBeTruthy()
  })
})
