import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ListedRole } from '../../src/client/roles/listed-role.ts'
import { PermissionDialog } from '../../src/client/roles/permission-dialog.tsx'
import type { ListedUser } from '../../src/client/users/listed-user.ts'
import { ResetDialog } from '../../src/client/users/reset-dialog.tsx'
import { resetPassword } from '../../src/shared/endpoints/people.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

const user = userEvent.setup()

beforeEach(async () => {
  await speak()
  signIn()
})

const person = { id: 4, user_name: 'li.wei' } as ListedUser

test('what was typed twice, and not the same, does not stand in the way of a password that the server makes', async () => {
  const all = serve(({ path }) => (path === resetPassword.path ? ok({ id: 4, password: 'made-by-it' }) : undefined))
  stage(<ResetDialog user={person} onClose={() => {}} />)
  await user.click(screen.getByRole('radio', { name: 'Type one' }))
  await user.type(screen.getByLabelText(/^New password \*/), 'one password')
  await user.type(screen.getByLabelText(/once more/), 'another')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(screen.getByText('Entered passwords differ')).toBeTruthy()
  expect(asked(all, resetPassword.path)).toEqual([])
  await user.click(screen.getByRole('radio', { name: 'Generate one' }))
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByDisplayValue('made-by-it')).toBeTruthy()
  expect(asked(all, resetPassword.path).map(({ body }) => body)).toEqual([{ id: 4 }])
})

const role = {
  ...{
    id: 7,
    version: 3,
    name: 'Cashier',
    menu_ids: [],
    direct_permissions: ['order.list'],
    permissions: ['order.list'],
  },
  users: 0,
} as unknown as ListedRole

test('a role’s change whose answer was lost is sent again under its key', async () => {
  let silent = true
  const all = serve(async ({ path }) => {
    if (path === '/system/menu/tree') return ok([])
    if (path !== '/system/role/edit') return undefined
    if (!silent) return ok({ ...role, version: 4 })
    silent = false
    throw new TypeError('Failed to fetch')
  })
  const closed = vi.fn()
  stage(<PermissionDialog role={role} onClose={closed} />)
  const save = screen.getByRole('button', { name: 'Save' })
  await user.click(save)
  expect(await screen.findByText(/did not respond/)).toBeTruthy()
  await user.click(save)
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const keys = asked(all, '/system/role/edit').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toBeTruthy()
})
