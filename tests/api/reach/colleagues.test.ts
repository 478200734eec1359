import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomer, makeSite, makeUser, next } from '../../make.ts'
import { menuIds } from '../../setup/client-app.ts'
import { type SignedIn, startServer, type TestServer } from '../../setup/server.ts'

/** Colleagues share the customers they made. Nobody makes colleagues of whom someone reaches customers that they do not reach. */

const PERMISSIONS = ['customer.list', 'customer.correct']
const PEOPLE = [
  ...['user.list', 'user.create', 'user.update', 'role.list', 'role.create', 'role.update', 'route.assign'],
  ...['pile.list'],
]

let server: TestServer
let site_id: number
beforeAll(async () => {
  server = await startServer()
  site_id = (await makeSite(server.db)).id
})
afterAll(() => server.stop())

const at = (permissions: string[]) => ({ permissions, data_scope: 'sites' as const, site_ids: [site_id] })
const call = (path: string, body: object, as: SignedIn) => server.call(path, body, { as })
const give = (user_id: number, role_id: number) =>
  server.db.insertInto('user_role').values({ user_id, role_id }).execute()

/** Someone of the site who made a customer of this operator, and a manager of everybody's rights who is no colleague of theirs. */
async function world(permissions = PERMISSIONS) {
  const maker = await makeUser(server.db, at(permissions))
  const { id } = await makeCustomer(server.db, { created_by: maker.id, balance_cents: 5_000 })
  const people = await makeUser(server.db, { permissions: PEOPLE })
  const manager = await server.signIn(at(PERMISSIONS))
  await give(manager.id, people.role_id)
  const correction = { id, amount_cents: -100, remark: 'counted again' }
  const reaches = async () => (await call('/system/client/correct', correction, manager)).code !== 404
  await expect.poll(async () => (await call('GET /system/role/list', {}, manager)).code).toBe(200)
  expect(await reaches()).toBe(false)
  return { manager, maker, reaches }
}
const refused = { code: 403, message: expect.stringMatching(/customers or cards/i) }

describe('a manager who does not reach what someone made', () => {
  test('takes no role that those have', async () => {
    const { manager, maker, reaches } = await world()
    const role_ids = [manager.role_id, maker.role_id].sort()
    for (const path of ['/admin/assign', '/system/user/edit'])
      expect(await call(path, { id: manager.id, role_ids }, manager), path).toMatchObject(refused)
    expect(await reaches()).toBe(false)
  })

  test('gives such a role to no one else, new or known, and gives them no role of another', async () => {
    const { manager, maker } = await world()
    const user_name = `puppet${next()}`
    const puppet = await makeUser(server.db, at(PERMISSIONS))
    const draft = { user_name, name: user_name, password: 'correct horse 1', status: 'normal', dashboard: '/dashboard' }
    const made = await call('/system/user/add', { ...draft, role_ids: [maker.role_id] }, manager)
    expect(made).toMatchObject(refused)
    const role_ids = [puppet.role_id, maker.role_id]
    for (const { id } of [puppet, maker])
      expect(await call('/admin/assign', { id, role_ids }, manager)).toMatchObject(refused)
    expect((await call('/admin/assign', { id: puppet.id, role_ids: [] }, manager)).code).toBe(200)
  })

  test('adds no permission to a role that both have, in either way', async () => {
    const { manager, maker, reaches } = await world(['pile.list'])
    await give(manager.id, maker.role_id)
    const [id, permissions] = [maker.role_id, ['pile.list', ...PERMISSIONS]]
    expect(await call('/system/role/permissions', { id, permissions }, manager)).toMatchObject(refused)
    const menu_ids = await menuIds(server, ['customer.correct'])
    expect(await call('/system/role/edit', { id, menu_ids }, manager)).toMatchObject(refused)
    expect(await reaches()).toBe(false)
    expect((await call('/system/role/edit', { id, remark: 'for the night' }, manager)).code).toBe(200)
  })

  test('adds no permission to one person of a role that both have', async () => {
    const { manager, maker } = await world(['pile.list'])
    const clerk = await makeUser(server.db, at([]))
    await give(clerk.id, maker.role_id)
    const ids = await menuIds(server, ['customer.correct'])
    const add = () => call('/route/create', { user_id: clerk.id, ids }, manager)
    expect(await add()).toMatchObject(refused)
    await give(manager.id, maker.role_id)
    await expect.poll(async () => (await add()).data).toEqual({ permissions: ['customer.correct'] })
    await give(maker.id, manager.role_id)
    // Colleagues by that permission now.
    await expect.poll(async () => (await add()).code).toBe(200)
  })
})

test('nobody becomes such a person by their account: anyone who can be them reaches what they made', async () => {
  const { manager, maker } = await world()
  const { id } = await makeUser(server.db, { permissions: ['user.reset_password'] }).then(({ role_id }) => ({
    id: role_id,
  }))
  await give(manager.id, id)
  const reset = (user_id: number) => call('/system/user/reset_pwd', { id: user_id, password: 'another one 7' }, manager)
  await expect.poll(async () => (await reset(maker.id)).message).toMatch(/customers or cards/i)
  expect((await reset((await makeUser(server.db, at(PERMISSIONS))).id)).code, 'who made none').toBe(200)
  expect(await call('/system/user/edit', { id: maker.id, phone: '13812345678' }, manager)).toMatchObject(refused)
})

test('a role that is narrowed to named sites makes no colleagues of whom its editor reaches no customers', async () => {
  const role = await makeUser(server.db, { permissions: PERMISSIONS, data_scope: 'department' })
  const maker = await makeUser(server.db)
  await makeCustomer(server.db, { created_by: maker.id })
  const editor = await server.signIn(at(PERMISSIONS))
  for (const permissions of [['role.list', 'role.update']])
    await give(editor.id, (await makeUser(server.db, { permissions })).role_id)
  for (const id of [editor.id, maker.id]) await give(id, role.role_id)
  const change = { id: role.role_id, data_scope: 'sites', site_ids: [site_id] }
  expect(await call('/system/role/edit', change, editor)).toMatchObject(refused)
  expect((await call('/system/role/edit', change, server.administrator)).code).toBe(200)
})
