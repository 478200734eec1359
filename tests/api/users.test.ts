import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuseWithoutAdministrator } from '../../src/server/kit/last-administrator.ts'
import { NOBODY } from '../../src/server/kit/person.ts'
import { login } from '../../src/shared/endpoints/auth.ts'
import { approveUser, assignRoles, disableUser, resetPassword, userRights } from '../../src/shared/endpoints/people.ts'
import { userMenus } from '../../src/shared/endpoints/shell.ts'
import { makeSite, makeUser, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const HR = [
  'user.list',
  'user.create',
  'user.update',
  'user.delete',
  'user.approve',
  'user.reset_password',
  'site.list',
]

const draft = (more: object = {}) => {
  const n = next()
  return { user_name: `staff${n}`, name: `Staff ${n}`, role_ids: [], password: 'correct horse 1', ...more }
}
const role = async (permissions: string[], more: object = {}) =>
  (
    await server.db
      .insertInto('role')
      .values({ name: `R${next()}`, permissions, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const stored = (id: number) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const codeOf = async (who: Pick<SignedIn, 'token'>) => (await server.call(userMenus, {}, { as: who })).code
const signIn = (username: string, password: string) => server.call(login, { username, password }, { as: null })

describe('a user', () => {
  test('is added, signs in with what their roles allow, and has the words of the specification', async () => {
    const role_id = await role(['site.list'])
    const given = draft({ role_ids: [role_id], phone: '13800001111', email: 'an@example.com' })
    const { data } = await server.call('/system/user/add', given)
    expect(data).toMatchObject({
      userName: given.user_name,
      mail: 'an@example.com',
      group: [role_id],
      date: data.created_at,
    })
    expect(data.groupName).toBe(data.roles[0].title)
    expect(JSON.stringify(data)).not.toMatch(/password|argon/)
    expect((await signIn(given.user_name, given.password)).data.permissions).toEqual(['site.list'])
  })

  test('keeps the account, which nobody else gets, in whatever case it is written', async () => {
    const { data } = await server.call('/system/user/add', draft())
    const other = await server.call('/system/user/edit', { id: data.id, user_name: 'another' })
    expect(other).toMatchObject({ code: 422, data: { errors: { user_name: expect.any(String) } } })
    await server.call('/system/user/edit', { id: data.id, user_name: data.user_name, name: 'An' })
    expect(await stored(data.id)).toMatchObject({ user_name: data.user_name, name: 'An' })
    const again = await server.call('/system/user/add', draft({ user_name: data.user_name.toUpperCase() }))
    expect(again).toMatchObject({ code: 409, data: { errors: { user_name: expect.any(String) } } })
  })

  test.each(['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', 'sites'])(
    'lands on no page %s',
    async (dashboard) => {
      const answer = await server.call('/system/user/add', draft({ dashboard }))
      expect(answer).toMatchObject({ code: 422, data: { errors: { dashboard: expect.any(String) } } })
    },
  )

  test('is found by department with those below it, by status and by role', async () => {
    const parent = (await server.call('/system/dept/add', { name: `North ${next()}` })).data.id
    const dept_id = (await server.call('/system/dept/add', { name: 'Yard', parent_id: parent })).data.id
    const role_id = await role([])
    const { data } = await server.call(
      '/system/user/add',
      draft({ dept_id, role_ids: [role_id], status: 'unverified' }),
    )
    const found = async (query: object) =>
      (await server.call('GET /system/user/list', query)).data.rows.map(({ id }: { id: number }) => id)
    expect(await found({ dept_id: parent })).toEqual([data.id])
    expect(await found({ role_ids: role_id, status: 'unverified' })).toEqual([data.id])
    expect(await found({ role_ids: role_id, status: 'normal' })).toEqual([])
    const other = await role([])
    expect(await found({ role_ids: JSON.stringify([role_id, other]) })).toEqual([data.id])
    expect(await found({ role_ids: JSON.stringify([other]) })).toEqual([])
  })
})

describe('approving and disabling', () => {
  test('lets in who registered, once', async () => {
    const user = await makeUser(server.db, { status: 'unverified' })
    expect((await signIn(user.user_name, user.password)).code).not.toBe(200)
    expect((await server.call(approveUser, { id: user.id })).data.status).toBe('normal')
    expect((await signIn(user.user_name, user.password)).code).toBe(200)
    expect((await server.call(approveUser, { id: user.id })).code).toBe(409)
  })

  test('ends what someone is signed in to, at once and for good', async () => {
    const user = await server.signIn()
    await server.call(disableUser, { id: user.id })
    expect(await codeOf(user)).toBe(401)
    await server.call('/system/user/edit', { id: user.id, status: 'normal' })
    expect(await codeOf(user)).toBe(401)
    expect((await signIn(user.user_name, user.password)).code).toBe(200)
  })

  test('is nothing that people do to themselves', async () => {
    const own = await server.signIn({ permissions: HR })
    for (const [path, body] of [
      ['/system/user/disable', { id: own.id }],
      ['/system/user/edit', { id: own.id, status: 'unverified' }],
      ['/system/user/delete', { id: own.id }],
      ['/system/user/bulk', { ids: [own.id], change: { status: 'disabled' } }],
    ] as const)
      expect((await server.call(path, body, { as: own })).code, path).toBe(409)
    expect((await stored(own.id))?.status).toBe('normal')
  })
})

describe('a new password', () => {
  test('is made and shown once, and ends every sign-in', async () => {
    const user = await server.signIn()
    const { data } = await server.call(resetPassword, { id: user.id })
    expect(data.password).toMatch(/^(?=.*[A-Za-z])(?=.*\d).{27}$/)
    expect(await codeOf(user)).toBe(401)
    expect((await signIn(user.user_name, user.password)).code).not.toBe(200)
    expect((await signIn(user.user_name, String(data.password))).code).toBe(200)
    const kept = await server.pool.query(
      `select count(*)::int as n from (select answer::text as t from idempotency union all
        select coalesce(before::text, '') || coalesce(after::text, '') from audit_entry) x where t like '%' || $1 || '%'`,
      [data.password],
    )
    expect(kept.rows).toEqual([{ n: 0 }])
  })

  test('is not given to oneself: that takes the one before', async () => {
    const own = await server.signIn({ permissions: [resetPassword.permission] })
    const answer = await server.call(resetPassword, { id: own.id }, { as: own, language: 'en' })
    expect([answer.code, answer.message]).toEqual([409, expect.stringContaining('user centre')])
    expect(await codeOf(own)).toBe(200)
    expect((await signIn(own.user_name, own.password)).code).toBe(200)
  })

  test('is not reached by a way back of one’s own that nobody proved', async () => {
    const own = await server.signIn({ permissions: HR })
    for (const [field, value] of [
      ['phone', '13812345679'],
      ['email', 'mine@example.com'],
    ] as const) {
      const answer = await server.call('/system/user/edit', { id: own.id, [field]: value }, { as: own, language: 'en' })
      expect(answer).toMatchObject({ code: 422, data: { errors: { [field]: expect.stringContaining('user centre') } } })
    }
    expect((await server.call('/system/user/edit', { id: own.id, name: 'Ann' }, { as: own })).code).toBe(200)
    expect(await stored(own.id)).toMatchObject({ name: 'Ann', phone: null, email: null })
  })

  test('is told to whom it belongs, without it', async () => {
    const { data } = await server.call('/system/user/add', draft({ email: `told${next()}@example.com` }))
    const { password } = (await server.call(resetPassword, { id: data.id })).data
    const told = await server.db.selectFrom('message').selectAll().where('user_id', '=', data.id).execute()
    expect(told).toMatchObject([{ recipient: data.email, template: 'password_changed' }])
    expect(JSON.stringify(told)).not.toContain(String(password))
  })

  test('may be given, by the rule for passwords, and is not said back', async () => {
    const { id, user_name } = await makeUser(server.db)
    for (const password of ['short1', 'only letters', '1234567890'])
      expect((await server.call(resetPassword, { id, password })).code).toBe(422)
    const differ = await server.call(resetPassword, {
      id,
      password: 'better horse 2',
      password_again: 'better horse 3',
    })
    expect(differ).toMatchObject({ code: 422, data: { errors: { password_again: expect.any(String) } } })
    expect((await server.call(resetPassword, { id, password: 'better horse 2' })).data.password).toBeNull()
    expect((await signIn(user_name, 'better horse 2')).code).toBe(200)
  })
})

describe('more than one may do oneself', () => {
  let clerk: SignedIn
  let strong: Awaited<ReturnType<typeof makeUser>>
  beforeAll(async () => {
    clerk = await server.signIn({ permissions: HR })
    strong = await makeUser(server.db, { permissions: ['order.list', 'site.list'] })
  })

  test('cannot be given: neither to a new user, nor by a change, nor by assigning', async () => {
    const role_id = await role(['order.list'])
    const off = await role(['order.list'], { status: 'disabled' })
    const weak = await makeUser(server.db)
    for (const [path, body] of [
      ['/system/user/add', draft({ role_ids: [role_id] })],
      ['/system/user/add', draft({ role_ids: [off] })],
      ['/system/user/edit', { id: weak.id, role_ids: [role_id] }],
      ['/admin/assign', { id: weak.id, role_ids: [role_id] }],
      ['/admin/assign', { id: clerk.id, role_ids: [role_id] }],
    ] as const) {
      const answer = await server.call(path, body, { as: clerk })
      expect(answer, path).toMatchObject({ code: 403, data: { permissions: ['order.list'] } })
    }
    expect(
      (await server.call(assignRoles, { id: weak.id, role_ids: [await role(['site.list'])] }, { as: clerk })).code,
    ).toBe(200)
  })

  test('is not reached through anyone who has it: no change of them, no password, no end', async () => {
    for (const [path, body] of [
      ['/system/user/edit', { id: strong.id, email: 'mine@example.com' }],
      ['/system/user/edit', { id: strong.id, role_ids: [] }],
      ['/system/user/reset_pwd', { id: strong.id }],
      ['/system/user/disable', { id: strong.id }],
      ['/system/user/delete', { id: strong.id }],
      ['/system/user/delete', { id: strong.id, dry_run: true }],
      ['/system/user/bulk', { ids: [strong.id], change: { status: 'disabled' } }],
      ['/system/user/reset_pwd', { id: server.administrator.id }],
    ] as const)
      expect([403, 409], path).toContain((await server.call(path, body, { as: clerk })).code)
    expect(await stored(strong.id)).toMatchObject({
      email: null,
      status: 'normal',
      password_hash: strong.password_hash,
    })
  })

  test('holds for records as well: a role for some sites does not hand on all of them', async () => {
    const scoped = await server.signIn({ permissions: HR })
    const { id: site } = await makeSite(server.db)
    await server.call('/system/role/edit', { id: scoped.role_id, data_scope: 'sites', site_ids: [site] })
    const everywhere = await role(['site.list'])
    const answer = await server.call('/system/user/add', draft({ role_ids: [everywhere] }), { as: scoped })
    expect([403, 422]).toContain(answer.code)
  })
})

describe('the last administrator', () => {
  test('is neither disabled nor deleted nor stripped, and the one before the last is', async () => {
    const second = await server.signIn({ permissions: ['*'] })
    const first = server.administrator
    expect((await server.call(disableUser, { id: second.id }, { as: first })).code).toBe(200)
    for (const [path, body] of [
      ['/system/user/edit', { id: first.id, role_ids: [] }],
      ['/admin/assign', { id: first.id, role_ids: [] }],
      ['/system/role/edit', { id: first.role_id, status: 'disabled' }],
      ['/system/role/permissions', { id: first.role_id, permissions: [] }],
      ['/route/remove', { user_id: first.id, ids: [1] }],
    ] as const)
      expect((await server.call(path, body, { as: first })).code, path).toBe(409)
    expect(await codeOf(first)).toBe(200)
  })

  test('is left when two shut each other out in the same instant', async () => {
    const [ann, bob] = [await server.signIn({ permissions: ['*'] }), await server.signIn({ permissions: ['*'] })]
    const set = (db: typeof server.db, id: number, status: 'normal' | 'disabled') =>
      db.updateTable('users').set({ status }).where('id', '=', id).execute()
    await set(server.db, server.administrator.id, 'disabled')
    let late: Promise<{ code: number }> | undefined
    await server.db.transaction().execute(async (trx) => {
      await set(trx, ann.id, 'disabled')
      await refuseWithoutAdministrator(trx, { ...NOBODY, permissions: ['*'] })
      late = server.call(disableUser, { id: bob.id }, { as: ann })
      const first = await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
      expect(first).toBe('waits')
    })
    expect((await late)?.code).toBe(409)
    expect((await stored(bob.id))?.status).toBe('normal')
    await set(server.db, server.administrator.id, 'normal')
  })
})

describe('deleting', () => {
  test('erases who never did anything', async () => {
    const { id } = await makeUser(server.db)
    expect((await server.call('/system/user/delete', { id })).data).toEqual({ erased: [id], archived: [] })
    expect(await stored(id)).toBeUndefined()
  })

  test('archives who did, without rights, place or way in; restored they are disabled still', async () => {
    const user = await server.signIn({ permissions: ['site.list'] })
    expect((await server.call('/system/user/delete', { id: user.id })).data.archived).toEqual([user.id])
    expect(await codeOf(user)).toBe(401)
    expect((await signIn(user.user_name, user.password)).code).not.toBe(200)
    expect((await server.call('/system/user/restore', { id: user.id })).code).toBe(200)
    expect((await server.call('/system/user/view', { id: user.id })).data).toMatchObject({
      role_ids: [],
      status: 'disabled',
    })
    const actions = await server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity', '=', 'user')
      .where('entity_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['archive', 'restore']))
  })
})

test('what someone may do is told with where it comes from', async () => {
  const [one, off] = [await role(['site.list', 'order.list']), await role(['pile.list'], { status: 'disabled' })]
  const { id } = (await server.call('/system/user/add', draft({ role_ids: [one, off] }))).data
  const sites = await server.db.selectFrom('menu').select('id').where('name', '=', 'sites').executeTakeFirstOrThrow()
  await server.call('/route/remove', { user_id: id, ids: [sites.id] })
  const { data } = await server.call(userRights, { id })
  expect(data.permissions).toEqual([
    { code: 'order.list', roles: [{ id: one, title: expect.any(String) }], added: false },
  ])
  expect(data).toMatchObject({ removed: ['site.list'], disabled_roles: [{ id: off }] })
})

test('a change that someone else overtook is refused with what they did, and a repeated one is done once', async () => {
  const { data } = await server.call('/system/user/add', draft())
  const change = { id: data.id, version: data.version, name: 'First' }
  expect((await server.call('/system/user/edit', change, { key: 'k-user-1' })).code).toBe(200)
  expect((await server.call('/system/user/edit', change, { key: 'k-user-1' })).code).toBe(200)
  const late = await server.call('/system/user/edit', { ...change, name: 'Second' })
  expect(late).toMatchObject({ code: 409, data: { current: { name: 'First' } } })
})
