import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { followMenu } from '../../src/client/app/menu/use-menu.ts'
import { noteRecent } from '../../src/client/app/search/recent.ts'
import { SearchDialog } from '../../src/client/app/search/search-dialog.tsx'
import { queryClient } from '../../src/client/kit/api/queries.ts'
import { forgetOwnLists } from '../../src/client/kit/session/own-list.ts'
import { personAtom } from '../../src/client/kit/session/session.ts'
import { store } from '../../src/client/kit/session/store.ts'
import type { MenuNode } from '../../src/shared/endpoints/shell.ts'
import { ok, serve, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

let made = 0
function node(name: string, path: string, component: string): MenuNode {
  made += 1
  const meta = { title: name, titles: null, icon: null, type: 'menu' as const, hidden: false, hideBreadcrumb: false }
  return {
    ...{
      id: made,
      parentId: 0,
      name,
      path,
      type: 'menu',
      sort: 0,
      permission: null,
      url: null,
      apiList: [],
      children: [],
    },
    component,
    meta: { ...meta, affix: false, fullpage: false, active: null },
  }
}
const menu = [
  node('Dashboard', '/dashboard', 'dashboard'),
  node('Devices', '/device', 'entity:pile'),
  node('Customers', '/client', 'entity:customer'),
  node('Alarms', '/alarm', 'entity:alarm'),
  node('张江场站', '/zhangjiang', 'dashboard'),
]

const FOUND = [
  { entity: 'pile', id: 7, title: 'CD-0007', detail: 'Lujiazui', said: null },
  { entity: 'customer', id: 3, title: 'cd.wang', detail: 'Wang', said: null },
]
const READINGS = { 张: ['zhang'], 江: ['jiang'], 场: ['chang'], 站: ['zhan'] }
let more = false
let isThere = true

function signIn(userId: number, permissions: string[]) {
  store.set(personAtom, {
    ...{ menu, version: '', tag: '', permissions },
    user: { userId, userName: 'operator', name: 'Operator', dashboard: '/dashboard', role: [] },
  })
}

beforeEach(() => {
  more = false
  isThere = true
  queryClient.clear()
  forgetOwnLists()
  signIn(1, ['*'])
  followMenu()
  serve(({ path, body }) => {
    const { keyword, only } = body as { keyword?: string; only?: string }
    if (!isThere) throw new TypeError('Failed to fetch')
    if (path === '/system/index/spell')
      return ok({ spelled: [' changzhan cz jiangchangzhan jcz zhan zhangjiangchangzhan zjcz'], readings: READINGS })
    if (path !== '/system/index/search') return undefined
    if (keyword === 'zs')
      return ok({ records: [{ entity: 'customer', id: 5, title: 'acc5', detail: '张三 · 138', said: '张三' }], more })
    if (keyword === 'gro')
      return ok({ records: [{ entity: 'alarm', id: 9, title: 'GroundFailure', detail: 'CD-0007', said: null }], more })
    const holds = (title: string) => title.toLowerCase().includes(keyword ?? '')
    return ok({ records: FOUND.filter(({ entity, title }) => holds(title) && (!only || only === entity)), more })
  })
})

const user = userEvent.setup()
const Where = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const open = () =>
  stage(
    <>
      <SearchDialog />
      <Where />
    </>,
    { path: '/dashboard' },
  )
const box = () => shown.getByRole('combobox')
const marked = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const where = () => shown.getByText(/^\//).textContent

test('arrows go from line to line and round, and Enter opens the one that is marked', async () => {
  open()
  await user.type(box(), 'cd')
  await waitFor(() => expect(shown.getAllByRole('option')).toHaveLength(2))
  expect(shown.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(2)
  expect(marked()).toContain('CD-0007')
  await user.keyboard('{ArrowDown}')
  expect(marked()).toContain('cd.wang')
  expect(shown.getByRole('option', { selected: true }).textContent).toContain('cd.wang')
  await user.keyboard('{ArrowDown}')
  expect(marked()).toContain('CD-0007')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(where()).toBe('/client/3')
})

test('the part that was typed is marked in each line', async () => {
  open()
  await user.type(box(), 'cd')
  const pile = await shown.findByRole('option', { name: /CD-0007/ })
  expect(pile.querySelector('mark')?.textContent).toBe('CD')
})

test('the characters that are said as it was typed are marked', async () => {
  open()
  await user.type(box(), 'zs')
  const customer = await shown.findByRole('option', { name: /acc5/ })
  expect([...customer.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['张三'])
})

test('so are those of a page that is found by its initials', async () => {
  open()
  await user.type(box(), 'jc')
  const found = await shown.findByRole('option', { name: '张江场站' })
  expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['江场'])
})

test('an alarm is called by its words, its code beside them', async () => {
  open()
  await user.type(box(), 'gro')
  const alarm = await shown.findByRole('option', { name: /^Ground failure/ })
  expect(alarm.textContent).toContain('GroundFailure · CD-0007')
  await user.click(alarm)
  expect(where()).toBe('/alarm/9')
})

test('it says so when there may be more than is shown, and only then', async () => {
  open()
  await user.type(box(), 'cd')
  await shown.findByRole('option', { name: /CD-0007/ })
  expect(shown.queryByText(/There may be more/)).toBeNull()
  more = true
  await user.type(box(), '-')
  await shown.findByText(/There may be more/)
  await user.type(box(), 'xy')
  await shown.findByText(/Nothing found for “cd-xy” among the newest records/)
  expect(shown.queryByText(/There may be more/)).toBeNull()
})

test('without a network it says so, and finds pages, actions and what was opened last', async () => {
  noteRecent({ path: '/client/3', title: 'Custom Wang' })
  noteRecent({ path: '/client', title: '' })
  noteRecent({ path: '/device/7', title: 'CD-0007' })
  isThere = false
  open()
  await user.type(box(), 'custom')
  await shown.findByText(/cannot be reached, so records cannot be searched/, {}, { timeout: 5_000 })
  const groups = shown.getAllByRole('group').map((group) => within(group).getAllByRole('option'))
  expect(groups.map((options) => options.map(({ textContent }) => textContent))).toEqual([
    ['Customers'],
    ["Customer's data on the pileType the number of a pile behind it.", 'New customer'],
    ['Custom Wangcustomer'],
  ])
  isThere = true
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shown.queryByText(/cannot be reached/)).toBeNull())
})

test('an action with a pile leads to its form on that pile’s page', async () => {
  open()
  await user.type(box(), 'reset 0007')
  await shown.findByRole('option', { name: /Reset · CD-0007/ })
  await user.keyboard('{Enter}')
  expect(where()).toBe('/device/7?do=reset')
})

test('an action alone asks for the pile', async () => {
  open()
  await user.type(box(), 'unlo')
  await user.click(await shown.findByRole('option', { name: /Unlock/ }))
  expect((box() as HTMLInputElement).value).toBe('Unlock ')
})

test('a new record is offered to those alone who may add one', async () => {
  const { unmount } = open()
  await user.type(box(), 'new cust')
  await user.click(await shown.findByRole('option', { name: 'New customer' }))
  expect(where()).toBe('/client/create')
  unmount()
  signIn(1, ['customer.list', 'pile.list'])
  open()
  await user.type(box(), 'new cust')
  await shown.findByText('Nothing found for “new cust”.')
})

test('no command is offered to those who may not give it', async () => {
  signIn(1, ['pile.list'])
  open()
  await user.type(box(), 'reset 0007')
  await shown.findByText('Nothing found for “reset 0007”.')
})

test('while nothing is typed it offers what was opened last, to the same person', async () => {
  noteRecent({ path: '/client/3', title: 'Wang' })
  noteRecent({ path: '/device', title: '' })
  noteRecent({ path: '/gone/9', title: 'Not in the menu' })
  const { unmount } = open()
  const list = shown.getByRole('listbox')
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Devices', 'Wangcustomer'])
  unmount()
  signIn(2, ['*'])
  open()
  expect(shown.queryAllByRole('option')).toEqual([])
})

test('what was opened last can be forgotten', async () => {
  noteRecent({ path: '/client/3', title: 'Wang' })
  open()
  await user.click(shown.getByRole('button', { name: 'Forget these' }))
  expect(shown.queryAllByRole('option')).toEqual([])
})
