import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { menuChangedAtom, readRightsAnew } from '../../src/client/app/menu/rights-changed.ts'
import { heldBy } from '../../src/client/app/menu/static-pages.ts'
import { RightsPrompt } from '../../src/client/app/shell/rights-prompt.tsx'
import { withoutGone } from '../../src/client/app/shell/tabs.ts'
import { Can } from '../../src/client/kit/session/can.tsx'
import { type Person, personAtom } from '../../src/client/kit/session/session.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { CreateOrder } from '../../src/client/orders/create/create-order.tsx'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeEach(() => speak())
afterEach(() => store.set(personAtom, null))

const now = (more: Partial<Person>) => ({ ...(store.get(personAtom) as Person), ...more })

function says(more: Partial<Person>) {
  serve(({ path }) => (path === userMenus.path ? ok(now(more)) : undefined))
}

test('a right that was taken takes its buttons at once, and the menu stays until a refresh', async () => {
  signIn(['site.list', 'site.update'])
  const before = store.get(personAtom)?.menu
  stage(
    <>
      <Can permission="site.update">
        <button type="button">Edit</button>
      </Can>
      <RightsPrompt />
    </>,
  )
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  says({ permissions: ['site.list'], version: 'another' })
  await readRightsAnew()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull())
  expect(screen.getByText(/the menu, has changed/)).toBeTruthy()
  expect(store.get(personAtom)?.menu).toBe(before)
})

test('nothing is said when the menu is what it was, or is another person’s', async () => {
  signIn(['site.list'])
  says({ permissions: ['site.list'] })
  await readRightsAnew()
  expect(store.get(menuChangedAtom)).toBe(false)
  says({ version: 'another', user: { ...(store.get(personAtom) as Person).user, userId: 2 } })
  await readRightsAnew()
  expect(store.get(menuChangedAtom)).toBe(false)
})

test('who has what the server would say names its tag, and keeps it when that is still so', async () => {
  signIn(['site.list'])
  const person = now({ tag: 'one' })
  store.set(personAtom, person)
  const asked = serve(() => ({ code: 304 }))
  await readRightsAnew()
  expect(asked.at(-1)?.headers.get('If-None-Match')).toBe('"one"')
  expect(store.get(personAtom)).toEqual(person)
  expect(store.get(menuChangedAtom)).toBe(false)
})

test('rights of now with the menu of before have no tag: the server never said both together', async () => {
  signIn(['site.list'])
  store.set(personAtom, now({ tag: 'one' }))
  says({ permissions: [], tag: 'two', version: 'another' })
  await readRightsAnew()
  const asked = serve(() => ok(now({ permissions: ['site.list'], tag: 'one' })))
  await readRightsAnew()
  expect(asked.at(-1)?.headers.has('If-None-Match')).toBe(false)
  expect(store.get(personAtom)?.permissions).toEqual(['site.list'])
})

test('a server that does not answer takes nothing away', async () => {
  signIn(['site.list'])
  serve(() => ({ code: 500, message: 'no', data: null }))
  await readRightsAnew()
  expect(store.get(personAtom)?.permissions).toEqual(['site.list'])
})

test('an element shows for any one of several permissions or roles', () => {
  signIn(['order.collect'])
  stage(
    <>
      <Can permission={['order.settle', 'order.collect']}>any one</Can>
      <Can permission={['order.settle']}>none</Can>
      <Can role={['SA', 'Auditor']}>role</Can>
    </>,
  )
  expect(document.body.textContent).toContain('any one')
  expect(document.body.textContent).not.toContain('none')
  expect(document.body.textContent).not.toContain('role')
})

test('a page that names roles is only for who has one of them', () => {
  const pages = [{ path: '/me' }, { path: '/audit', roles: ['Auditor', 'SA'] }]
  expect(heldBy(pages, []).map(({ path }) => path)).toEqual(['/me'])
  expect(heldBy(pages, ['SA'])).toEqual([{ path: '/me' }, { path: '/audit' }])
})

test('tabs of pages that one has no more go; the same list stays the same', () => {
  const tabs = ['/a', '/b'].map((path) => ({ path, url: path, title: path, language: 'en' }))
  expect(withoutGone(tabs, (path) => path === '/b')).toEqual([tabs[1]])
  expect(withoutGone(tabs, () => true)).toBe(tabs)
})

test('a form of its own keeps what was entered when the right to save it is taken, and says so', async () => {
  serve(() => page([]))
  signIn(['order.list', 'order.create'])
  stage(<CreateOrder onClose={() => {}} />, { screen: 'phone' })
  const plate = await screen.findByRole('textbox', { name: /^Licence plate/ })
  fireEvent.change(plate, { target: { value: '沪A12345' } })
  expect(screen.queryByText(/may not save this any more/)).toBeNull()
  act(() => signIn(['order.list']))
  await screen.findByText(/may not save this any more/)
  expect(plate).toHaveProperty('value', '沪A12345')
})
