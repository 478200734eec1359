import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MenuManager } from '../../src/client/menu-manager/menu-manager.tsx'
import { menuTree, menuUpdate } from '../../src/shared/endpoints/menus.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

const entry = {
  id: 7,
  version: 1,
  type: 'menu',
  name: 'sites',
  path: '/sites',
  component: 'entity:site',
  built_in: true,
  hidden: false,
  icon: 'pin',
  roles: 0,
  meta: { title: 'Sites', titles: { en: 'Sites', 'zh-CN': '场站' } },
  apiList: [],
  children: [],
}

/** At the entry's form on a phone, with one page before the menu to go back to. */
async function openEntry() {
  serve(({ path }) => {
    if (path === menuTree.path) return ok([entry])
    if (path !== menuUpdate.path) return undefined
    return {
      code: 422,
      message: 'Please check.',
      data: { errors: { icon: 'No such icon.', titles: 'Too long.' } },
    }
  })
  const { router } = stage(
    <Routes>
      <Route path="/me" element={<Link to="/setting/menu">on</Link>} />
      <Route path="/setting/menu" element={<MenuManager />} />
    </Routes>,
    { screen: 'phone', path: '/me' },
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'on' }))
  await user.click(await screen.findByRole('button', { name: 'Sites' }))
  await screen.findByRole('dialog', { name: 'Sites' })
  return { router, user }
}
const form = () => screen.queryByRole('dialog', { name: 'Sites' })

test('on a phone going back closes an entry, and once more leaves the menu: it does not open again', async () => {
  const { router } = await openEntry()
  await router.navigate(-1)
  await waitFor(() => expect(form()).toBeNull())
  expect(router.state.location.search).toBe('')
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/me'))
})

test('cancelling an entry on a phone leaves nothing to go back to but what was before the menu', async () => {
  const { router, user } = await openEntry()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(form()).toBeNull())
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/me'))
})

test('what was changed in an entry is not left without being asked about', async () => {
  const { router, user } = await openEntry()
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Places')
  await router.navigate(-1)
  const asking = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(form()).not.toBeNull()
  await user.click(within(asking).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(form()).toBeNull())
})

test('what is wrong with an entry comes into sight, the first of it under the hand', async () => {
  const { user } = await openEntry()
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Places')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Too long.')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Title/ }))
})

test('whether an entry goes is asked in its own words', async () => {
  const own = {
    ...entry,
    built_in: false,
    meta: { title: 'own_places', titles: { en: 'Our places', 'zh-CN': '我们的' } },
  }
  serve(({ path, body }) => {
    if (path === menuTree.path) return ok([own])
    return body.dry_run ? ok({ erased: [7], archived: [] }) : undefined
  })
  stage(<MenuManager />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }))
  expect(await screen.findByText(/permanently delete Our places/)).toBeTruthy()
})
