import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ReferenceInput } from '../../src/client/kit/fields/reference-input.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import type { ListedRole } from '../../src/client/roles/listed-role.ts'
import { PermissionDialog } from '../../src/client/roles/permission-dialog.tsx'
import { RoleList } from '../../src/client/roles/role-list.tsx'
import { RolePage } from '../../src/client/roles/role-page.tsx'
import { ScopeDialog } from '../../src/client/roles/scope-dialog.tsx'
import { SAMPLE_ROLES } from '../../src/shared/domain/sample-roles.ts'
import { role as roleEntity } from '../../src/shared/entities/role.ts'
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

const entry = (id: number, name: string, more: object = {}) => ({
  ...{
    id,
    parentId: 0,
    name,
    path: `/${name}`,
    component: null,
    type: 'menu',
    sort: 0,
    url: null,
    apiList: [],
    children: [],
  },
  ...{ permission: `${name}.list` },
  meta: {
    title: name,
    titles: { en: name, 'zh-CN': name },
    icon: null,
    type: 'menu',
    hidden: false,
    hideBreadcrumb: false,
  },
  ...more,
})

test('the permissions of a role tell their codes, what saving changes, and for which records', async () => {
  signIn(['*'])
  const user = userEvent.setup()
  const button = entry(3, 'Reset', { path: null, type: 'button', permission: 'pile.reset' })
  const tree = [entry(1, 'orders'), entry(2, 'piles', { children: [button] })]
  const all = serve(({ path }) => {
    if (path === '/system/menu/list') return ok(tree)
    return path === '/system/role/edit' ? ok({ id: 3, version: 2 }) : ok([])
  })
  const closed = vi.fn()
  stage(<PermissionDialog role={role({ menu_ids: [1], data_scope: 'all', users: 2 })} onClose={closed} />)
  expect(await screen.findByText('orders.list')).toBeTruthy()
  expect(screen.getByText('Nothing is ticked or cleared yet.')).toBeTruthy()
  expect(screen.getByText(/^2 people have this role/)).toBeTruthy()

  await user.type(screen.getByRole('searchbox'), 'pile.reset')
  expect(screen.queryByText('orders.list')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Reset' }))
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('checkbox', { name: 'orders' }))
  const changes = screen.getAllByRole('img').map((sign) => sign.closest('li')?.textContent)
  expect(changes).toEqual(['+pilespiles.list', '+Resetpile.reset', '−ordersorders.list'])
  expect(screen.getAllByText('taken away')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Save 3 changes' }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked(all, '/system/role/edit').map(({ body }) => body)).toEqual([{ id: 3, version: 1, menu_ids: [2, 3] }])
})

test.each([
  ['zh-CN', '场站运维', /^维护充电桩/],
  ['en', 'Site technician', /^Keeps piles running/],
] as const)('a role of the start is named in the reader’s language: %s', async (language, name, remark) => {
  await speak(language)
  const { name: written, remark: said } = SAMPLE_ROLES.technician
  const own = role({ id: 4, name: 'Site technician 2', remark: null })
  serve(({ path }) => (path === '/system/role/list' ? page([role({ name: written, remark: said }), own]) : undefined))
  stage(<RoleList />)
  expect(await screen.findByText(name)).toBeTruthy()
  expect(screen.getByText(remark, { selector: 'td, div, span' }).textContent?.length).toBeGreaterThan(10)
  expect(screen.getByText('Site technician 2'), 'what someone wrote stands').toBeTruthy()
  await speak()
})

test('says how much the chosen sites are before it is saved', async () => {
  const all = serve(({ path }) => {
    if (path === '/system/role/reach') return ok({ sites: 1, piles: 41, customers: 3 })
    return path === '/system/park-lot/get-park-lot' ? ok([{ id: 5, title: 'Lujiazui' }]) : undefined
  })
  stage(<ScopeDialog role={role({ site_ids: [5] })} onClose={() => {}} />)
  expect(await screen.findByText(/^1 site, 41 piles.* 3 customers$/)).toBeTruthy()
  expect(asked(all, '/system/role/reach')[0]?.body).toMatchObject({ id: 3, data_scope: 'sites', site_ids: [5] })
})

const picker = {
  ...{ entity: roleEntity, field: roleEntity.fields.parent_id, name: 'parent_id', label: 'Role', id: 'role' },
  ...{ value: null, invalid: false, disabled: false, describedBy: undefined },
} as never

test('a role that an installation starts with is chosen by its name in the reader’s language', async () => {
  await speak('zh-CN')
  const { name } = SAMPLE_ROLES.technician
  serve(({ path, body }) => {
    if (path !== '/system/role/options') return undefined
    return ok(body.keyword && !name.includes(String(body.keyword)) ? [] : [{ id: 4, title: name }])
  })
  stage(<ReferenceInput {...(picker as Parameters<typeof ReferenceInput>[0])} onChange={() => {}} />)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('combobox'))
  expect(await screen.findByText('场站运维')).toBeTruthy()
  expect(screen.queryByText(name)).toBeNull()
  await person.type(screen.getByRole('combobox'), '运维')
  expect(await screen.findByText('场站运维')).toBeTruthy()
  await speak()
})
