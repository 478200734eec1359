import { screen as shown, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SideMenu } from '../../src/client/app/shell/side-menu.tsx'
import { personAtom } from '../../src/client/kit/session/session.ts'
import { store } from '../../src/client/kit/session/store.ts'
import type { MenuNode } from '../../src/shared/endpoints/shell.ts'
import { page, serve, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

let made = 0
function node(name: string, path: string | null, children: MenuNode[] = []): MenuNode {
  made += 1
  const meta = { title: name, titles: null, icon: null, type: 'menu' as const, hidden: false, hideBreadcrumb: false }
  return {
    ...{ id: made, parentId: 0, name, path, type: 'menu', sort: 0, permission: null, url: null, apiList: [], children },
    component: path && 'dashboard',
    meta: { ...meta, affix: false, fullpage: false, active: null },
  }
}
const many = Array.from({ length: 13 }, (_, at) => node(`Log ${at}`, `/log/${at}`))
const menu = [
  node('Dashboard', '/dashboard'),
  node('Assets', null, [node('Sites', '/sites'), node('Berths', '/berths')]),
  node('System', null, many),
]

let person = 0
beforeEach(() => {
  person += 1
  store.set(personAtom, {
    ...{ menu, version: '', tag: '', permissions: ['*'] },
    user: { userId: person, userName: 'operator', name: 'Operator', dashboard: '/dashboard', role: [] },
  })
  serve(({ path }) => (path === '/system/alarm/index' ? page([]) : undefined))
})

const user = userEvent.setup()
const links = (within_ = shown.getByRole('navigation', { name: 'Menu' })) =>
  within(within_)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .slice(1)
const press = (name: string | RegExp) => user.click(shown.getByRole('button', { name }))

test('a group of many entries is folded until one of its pages shows or someone unfolds it, and stays so', async () => {
  const { unmount } = stage(<SideMenu />, { path: '/sites' })
  expect(links()).toEqual(['Dashboard', 'Sites', 'Berths'])
  await press('System')
  expect(links()).toHaveLength(16)
  await press('Assets')
  expect(links()).toHaveLength(14)
  unmount()
  stage(<SideMenu />, { path: '/sites' })
  expect(links()).toHaveLength(14)
})

test('the group whose page shows is open', () => {
  stage(<SideMenu />, { path: '/log/3' })
  expect(links()).toHaveLength(16)
})

test('each person’s favourites stand first', async () => {
  stage(<SideMenu />, { path: '/sites' })
  await press('Favourite: Berths')
  const favourites = () => shown.queryByRole('list', { name: 'Favourites' })
  expect(links(favourites() as HTMLElement)).toEqual([])
  expect(favourites()?.textContent).toContain('Berths')
  expect(links()).toEqual(['Dashboard', 'Berths', 'Sites', 'Berths'])
  const other = store.get(personAtom)
  store.set(personAtom, other && { ...other, user: { ...other.user, userId: 900 } })
  await vi.waitFor(() => expect(favourites()).toBeNull())
  store.set(personAtom, other)
  await vi.waitFor(() => expect(favourites()).toBeTruthy())
  await user.click(shown.getAllByRole('button', { name: 'Favourite: Berths' })[0] as HTMLElement)
  expect(favourites()).toBeNull()
})

test('as icons alone a group’s entries stand beside its icon, and go once one is followed', async () => {
  const { router } = stage(<SideMenu />, { path: '/dashboard' })
  await press('Icons only')
  expect(links()).toEqual(['Dashboard'])
  await press('Assets')
  // jsdom hides what pops over: it has no accessible name.
  const group = document.querySelector<HTMLElement>('section[aria-label=Assets]') as HTMLElement
  await user.click(within(group).getByText('Sites'))
  expect(router.state.location.pathname).toBe('/sites')
  expect(document.querySelector('section[aria-label=Assets]')).toBeNull()
  await press('Show the words')
  expect(links()).toContain('Sites')
})
