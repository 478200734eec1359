import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import type { ListedRole } from '../../src/client/roles/listed-role.ts'
import { RolePage } from '../../src/client/roles/role-page.tsx'
import { ScopeDialog } from '../../src/client/roles/scope-dialog.tsx'
import { asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn(['role.list', 'role.update'])
  store.set(homesAtom, { role: '/setting/role', site: '/sites' })
})

const role = (more: Partial<ListedRole> = {}) =>
  ({
    ...{ id: 3, version: 1, name: 'Shift', alias: null, parent_id: null, parent: null, status: 'normal', sort: 0 },
    ...{ remark: null, menu_ids: [], data_scope: 'sites', site_ids: [], merchant_ids: [] },
    ...{ permissions: [], direct_permissions: [], users: 0, children: 0 },
    ...{ sites: [], merchants: [], more_sites: 0, more_merchants: 0 },
    ...{ created_at: '2026-11-20T02:00:00Z', updated_at: '2026-11-20T02:00:00Z' },
    ...more,
  }) as ListedRole

test('a scope of chosen sites says that one has to be chosen, and shows at the field what is refused', async () => {
  const refused = { code: 422, message: 'Wrong', data: { errors: { site_ids: 'None is chosen.' } } }
  const all = serve(({ path }) => (path === '/system/role/edit' ? refused : ok([])))
  stage(<ScopeDialog role={role()} onClose={() => {}} />)
  expect(await screen.findByText('Choose at least one.')).toBeTruthy()
  expect(screen.queryByText('Merchants')).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('None is chosen.')).toBeTruthy()
  expect(asked(all, '/system/role/edit')).toHaveLength(1)
})

test('what one does not reach of a role is counted and stays chosen', async () => {
  serve(({ path }) => (path === '/system/park-lot/get-park-lot' ? ok([{ id: 5, title: 'Lujiazui' }]) : undefined))
  stage(<ScopeDialog role={role({ site_ids: [5], more_sites: 2 })} onClose={() => {}} />)
  expect(await screen.findByText('2 more that you do not reach stay chosen.')).toBeTruthy()
  expect(await screen.findByText('Lujiazui')).toBeTruthy()
})

test('a role’s page names the records that it is for, and says nothing of what it is not limited to', async () => {
  const shown = role({ site_ids: [5], sites: [{ id: 5, title: 'Lujiazui' }], more_sites: 1 })
  serve(({ path }) => {
    if (path === '/system/role/get') return ok(shown)
    return path === '/system/role/list' ? page([shown]) : undefined
  })
  stage(<RolePage id={3} />)
  expect((await screen.findByRole('link', { name: 'Lujiazui' })).getAttribute('href')).toBe('/sites/5')
  expect(screen.getByText(/and 1 other/)).toBeTruthy()
  expect(screen.queryByText('Merchants')).toBeNull()
})

test('where a role is for everything neither sites nor merchants are told', async () => {
  const shown = role({ data_scope: 'all' })
  serve(({ path }) => {
    if (path === '/system/role/get') return ok(shown)
    return path === '/system/role/list' ? page([shown]) : undefined
  })
  stage(<RolePage id={3} />)
  expect(await screen.findByText('All')).toBeTruthy()
  for (const word of ['Sites', 'Merchants']) expect(screen.queryByText(word)).toBeNull()
})
