import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  correctBalance,
  reviewBalanceRequest,
  secondPerson,
  topUp,
  withdrawBalanceRequest,
} from '../../src/shared/endpoints/customers.ts'
import { requestRefund, reviewRefund } from '../../src/shared/endpoints/refunds.ts'
import { todos } from '../../src/shared/endpoints/todos.ts'
import { makeCustomer, makeOrder, next } from '../make.ts'
import { makeApp, tokenOf } from '../setup/client-app.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

const PASSWORD = 'correct horse 1'
const OFFICE = [
  ...[
    'refund.request',
    'refund.review',
    'refund.list',
    'order.list',
    'customer.list',
    'customer.balance',
    'customer.top_up',
  ],
  ...['customer.correct', 'balance_request.list', 'balance_request.approve', 'client_app.list', 'client_app.create'],
  ...['client_app.update', 'client_app.delete', 'user.list', 'user.create', 'user.update', 'user.reset_password'],
  ...['user.approve', 'role.list'],
]
const LIMIT = 200_000

let server: TestServer
/** Runs an office: may create users and apps, ask and decide. */
let manager: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  server = await startServer()
  manager = await server.signIn({ permissions: OFFICE })
  colleague = await server.signIn({ permissions: OFFICE })
})
afterAll(() => server.stop())
beforeEach(() => sql`update system_setting set second_person_cents = ${LIMIT}, tie_days = 30`.execute(server.db))

type As = Pick<SignedIn, 'token'>

async function refundOf(as: As): Promise<number> {
  const order = await makeOrder(server.db)
  const asked = { order_id: order.id, amount_cents: 100, way: 'wechat' as const, reason: 'the pile broke off' }
  const { data, message } = await server.call(requestRefund, asked, { as })
  expect(data?.id, message).toBeGreaterThan(0)
  return data.id
}
const reviews = async (as: As, id: number) => (await server.call(reviewRefund, { id, agreed: true }, { as })).code

/** A user whom someone makes by the console's own call, signed in. */
async function madeBy(maker: SignedIn): Promise<SignedIn> {
  const user_name = `puppet${next()}`
  const role_ids = [manager.role_id]
  const body = { user_name, name: user_name, password: PASSWORD, role_ids, status: 'normal', dashboard: '/dashboard' }
  const { data, message, code } = await server.call('/system/user/add', body, { as: maker })
  expect(code, message).toBe(200)
  return signedIn(data.id, user_name)
}
async function signedIn(id: number, user_name: string, password = PASSWORD): Promise<SignedIn> {
  const { data, message, code } = await server.call('/system/login', { username: user_name, password }, { as: null })
  expect(code, message).toBe(200)
  return { id, user_name, password, role_id: manager.role_id, token: data.token, refresh_token: data.refresh_token }
}

describe('a refund that a client app asked for', () => {
  const menus = ['refund.request']

  test('is not reviewed by its maker once the app is deleted', async () => {
    const app = await makeApp(server, { menus, as: manager })
    const id = await refundOf(await tokenOf(server, app))
    expect((await server.call('/system/app/delete', { id: app.id }, { as: manager })).code).toBe(200)
    expect(await reviews(manager, id)).toBe(403)
    expect(await reviews(colleague, id)).toBe(200)
  })

  test('is not reviewed by its maker once someone else made a new secret, nor by that one', async () => {
    const app = await makeApp(server, { menus, as: manager })
    const [before] = [await refundOf(await tokenOf(server, app))]
    const { data } = await server.call('/system/app/secret', { id: app.id }, { as: colleague })
    const after = await refundOf(await tokenOf(server, { ...app, ...data }))
    expect(await reviews(manager, before)).toBe(403)
    expect(await reviews(colleague, before), 'who knew nothing of it then').toBe(200)
    expect(await reviews(manager, after)).toBe(403)
    expect(await reviews(colleague, after)).toBe(403)
  })

  test('is reviewed by nobody where nobody is known to be behind it', async () => {
    const app = await makeApp(server, { menus, as: manager })
    const token = await tokenOf(server, app)
    await sql`alter table client_app disable trigger client_app_known_to`.execute(server.db)
    await sql`update client_app set known_to = '{}', created_by = null, secret_by = null, bound = false where id = ${app.id}`.execute(
      server.db,
    )
    await sql`alter table client_app enable trigger client_app_known_to`.execute(server.db)
    expect(await reviews(server.administrator, await refundOf(token))).toBe(403)
  })
})

describe('a list of what waits for a second person', () => {
  const told = async (path: string, id: number, as: As) => {
    const { data } = await server.call(path, { page_size: 50 }, { as })
    const { own, mine } = data.rows.find((row: { id: number }) => row.id === id)
    return { own, mine }
  }

  test('says whose request it is, and who may not decide on it', async () => {
    const puppet = await madeBy(manager)
    const refund = await refundOf(manager)
    const { id: customer } = await makeCustomer(server.db)
    const { data } = await server.call(topUp, { id: customer, amount_cents: LIMIT + 1, remark: null }, { as: manager })
    for (const [path, id] of [
      ['/system/refund/index', refund],
      ['/system/balance-request/index', data.request?.id as number],
    ] as const) {
      expect(await told(path, id, manager)).toEqual({ own: true, mine: true })
      expect(await told(path, id, puppet)).toEqual({ own: true, mine: false })
      expect(await told(path, id, colleague)).toEqual({ own: false, mine: false })
    }
  })
})

describe('a second reviewer', () => {
  test('is nobody whom the asker made, over any number of steps, in either direction', async () => {
    const puppet = await madeBy(manager)
    const puppets = await madeBy(puppet)
    for (const [asker, reviewer] of [
      ...[
        [manager, puppet],
        [puppet, manager],
        [manager, puppets],
        [puppets, manager],
      ],
      [puppets, puppet],
    ] as [SignedIn, SignedIn][])
      expect(await reviews(reviewer, await refundOf(asker)), `${asker.user_name} and ${reviewer.user_name}`).toBe(403)
    expect(await reviews(colleague, await refundOf(puppets))).toBe(200)
    const to = await server.call(todos, {}, { as: puppet })
    await refundOf(manager)
    expect((await server.call(todos, {}, { as: puppet })).data.total, 'is asked to do what they may').toBe(
      to.data.total,
    )
  })

  test('is none of two whom the same person made', async () => {
    const [one, other] = [await madeBy(manager), await madeBy(manager)]
    expect(await reviews(other, await refundOf(one))).toBe(403)
  })

  test('may be one of two whom an administrator made who may do everything', async () => {
    const [one, other] = [await madeBy(server.administrator), await madeBy(server.administrator)]
    expect(await reviews(other, await refundOf(one))).toBe(200)
    expect(await reviews(other, await refundOf(server.administrator))).toBe(403)
  })

  test.each([
    [
      'whose password',
      async (id: number) => server.call('/system/user/reset_pwd', { id, password: 'another one 7' }, { as: manager }),
    ],
    ['whose roles', async (id: number) => assign(id)],
    ['whose phone', async (id: number) => changed(id, { phone: '13812345678' })],
    ['whose state', async (id: number) => changed(id, { status: 'disabled' })],
  ])('is nobody %s the asker set', async (_, act) => {
    const user_name = `clerk${next()}`
    const clerk = await server.signIn({ user_name, permissions: ['refund.review', 'refund.request'] })
    expect(await reviews(clerk, await refundOf(manager)), 'before').toBe(200)
    const answer = await act(clerk.id)
    expect(answer.code, answer.message).toBe(200)
    await sql`update users set status = 'normal' where id = ${clerk.id}`.execute(server.db)
    await server.db
      .updateTable('users')
      .set({ password_hash: await hashOf(server.administrator.id) })
      .where('id', '=', clerk.id)
      .execute()
    const again = await signedIn(clerk.id, user_name)
    await sql`insert into user_role (user_id, role_id) values (${clerk.id}, ${manager.role_id}) on conflict do nothing`.execute(
      server.db,
    )
    await expect.poll(async () => reviews(again, await refundOf(manager))).toBe(403)
  })
  const hashOf = async (id: number) =>
    (await server.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash
  const versionOf = async (id: number) =>
    (await server.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
  const changed = async (id: number, change: object) =>
    server.call('/system/user/edit', { id, version: await versionOf(id), ...change }, { as: manager })
  const assign = async (id: number) =>
    server.call('/admin/assign', { id, version: await versionOf(id), role_ids: [manager.role_id] }, { as: manager })

  test('is one again when the days of the setting are over, counted back from the asking', async () => {
    const puppet = await madeBy(manager)
    const before = await refundOf(manager)
    await sql`alter table audit_entry disable trigger user`.execute(server.db)
    await sql`update audit_entry set created_at = created_at - interval '31 days'
      where entity = 'user' and entity_id = ${puppet.id}`.execute(server.db)
    await sql`alter table audit_entry enable trigger user`.execute(server.db)
    expect(await reviews(puppet, before)).toBe(200)
    await sql`update system_setting set tie_days = 40`.execute(server.db)
    expect(await reviews(puppet, await refundOf(manager))).toBe(403)
    await sql`update system_setting set tie_days = 0`.execute(server.db)
    expect(await reviews(puppet, await refundOf(manager)), 'switched off').toBe(200)
  })
})

describe('a sum above the limit', () => {
  const customerWith = async (balance_cents = 0) => (await makeCustomer(server.db, { balance_cents })).id
  const pay = (id: number, amount_cents: number, as: As = manager) =>
    server.call(topUp, { id, amount_cents, remark: null }, { as })
  const correct = (id: number, amount_cents: number, as: As = manager) =>
    server.call(correctBalance, { id, amount_cents, remark: 'counted again' }, { as })
  const decide = (id: number, as: As, agreed = true) =>
    server.call(reviewBalanceRequest, { id, agreed, remark: agreed ? null : 'no receipt' }, { as })
  const balanceOf = async (id: number) =>
    (await server.db.selectFrom('customer').select('balance_cents').where('id', '=', id).executeTakeFirstOrThrow())
      .balance_cents
  const entries = (id: number) =>
    server.db
      .selectFrom('ledger_entry')
      .select(['amount_cents', 'entered_by', 'request_id'])
      .where('customer_id', '=', id)
      .where('kind', 'in', ['top_up', 'correction'])
      .orderBy('id')
      .execute()

  test('waits, is told of before it is sent, and is entered once by another person', async () => {
    const id = await customerWith()
    const known = await server.call(secondPerson, { id: String(id) }, { as: manager })
    expect(known.data).toEqual({ limit_cents: LIMIT, used_cents: 0 })
    expect((await pay(id, LIMIT)).data).toMatchObject({ balance_cents: LIMIT, request: null })
    const asked = await pay(await customerWith(), LIMIT + 1)
    expect(asked.data).toMatchObject({
      balance_cents: 0,
      number: null,
      request: { number: expect.stringMatching(/^B\d{13}$/) },
    })
    const request = asked.data.request?.id ?? 0
    const { customer_id } = await server.db
      .selectFrom('balance_request')
      .selectAll()
      .where('id', '=', request)
      .executeTakeFirstOrThrow()
    expect(await balanceOf(customer_id)).toBe(0)
    expect((await decide(request, manager)).code).toBe(403)
    const groups = (await server.call(todos, {}, { as: colleague })).data.groups
    expect(groups.find(({ kind }) => kind === 'balance_request')?.rows.map((row) => row.id)).toContain(request)
    const answers = await Promise.all([1, 2, 3].map(() => decide(request, colleague)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await balanceOf(customer_id)).toBe(LIMIT + 1)
    expect(await entries(customer_id)).toEqual([
      { amount_cents: LIMIT + 1, entered_by: `${manager.user_name} + ${colleague.user_name}`, request_id: request },
    ])
    expect(await refundedTo(request)).toMatchObject({
      status: 'approved',
      decided_by: colleague.user_name,
      entry_number: expect.any(String),
    })
  })
  const refundedTo = async (id: number) =>
    (await server.call('/system/balance-request/index', { id: [id] }, { as: colleague })).data.rows[0]

  test('is the sum of a day, of both kinds, up and down, by hand and by an app, of all who are tied', async () => {
    const id = await customerWith()
    const part = LIMIT / 4
    const app = await makeApp(server, { menus: ['customers', 'customer.top_up'], as: manager })
    const puppet = await madeBy(manager)
    expect((await pay(id, part)).data.request).toBeNull()
    expect((await correct(id, -part)).data.request).toBeNull()
    expect((await pay(id, part, await tokenOf(server, app))).data.request).toBeNull()
    expect((await pay(id, part, puppet)).data.request).toBeNull()
    for (const as of [manager, puppet, await tokenOf(server, app)])
      expect((await pay(id, 1, as)).data.request).not.toBeNull()
    expect((await correct(id, -1)).data.request).not.toBeNull()
    expect((await pay(id, part, colleague)).data.request, 'another person’s day').toBeNull()
    expect((await pay(await customerWith(), part)).data.request, 'another customer').toBeNull()
  })

  test('is set by who may do everything alone: nobody lifts the limit for themselves', async () => {
    const as = await server.signIn({ permissions: [...OFFICE, 'setting.view', 'setting.update'] })
    const set = (change: object) => server.call('/system/setting/update', { id: 1, ...change }, { as })
    for (const change of [{ second_person_cents: null }, { second_person_cents: LIMIT + 1 }, { tie_days: 0 }])
      expect((await set(change)).code, JSON.stringify(change)).toBe(403)
    expect((await set({ idle_minutes: 61, second_person_cents: LIMIT, tie_days: 30 })).code).toBe(200)
    expect((await pay(await customerWith(), LIMIT + 1, as)).data.request).not.toBeNull()
  })

  test('is counted once when many come at the same instant', async () => {
    const id = await customerWith()
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, LIMIT / 4)))
    expect(answers.filter(({ data }) => data.request === null)).toHaveLength(4)
    expect(await balanceOf(id)).toBe(LIMIT)
  })

  test('is approved by nobody whom the asker made, and by no client app', async () => {
    const asked = await pay(await customerWith(), LIMIT + 1)
    const puppet = await madeBy(manager)
    expect((await decide(asked.data.request?.id ?? 0, puppet)).code).toBe(403)
    const menu_ids = (
      await server.db.selectFrom('menu').select('id').where('name', '=', 'balance_request.approve').execute()
    ).map(({ id }) => id)
    const made = await server.call('/system/app/create', { name: `App ${next()}`, menu_ids }, { as: colleague })
    expect(made).toMatchObject({ code: 422, data: { errors: { menu_ids: expect.any(String) } } })
  })

  test('that an app asks for is decided by none of those behind it', async () => {
    const app = await makeApp(server, { menus: ['customers', 'customer.top_up'], as: manager })
    const asked = await pay(await customerWith(), LIMIT + 1, await tokenOf(server, app))
    await server.call('/system/app/delete', { id: app.id }, { as: manager })
    expect((await decide(asked.data.request?.id ?? 0, manager)).code).toBe(403)
    expect((await decide(asked.data.request?.id ?? 0, colleague)).code).toBe(200)
  })

  test('is rejected with a word, or taken back by who asked, and then nothing comes of it', async () => {
    const id = await customerWith()
    const [one, other] = [
      (await pay(id, LIMIT + 1)).data.request?.id ?? 0,
      (await pay(id, LIMIT + 1)).data.request?.id ?? 0,
    ]
    expect(
      (await server.call('/system/balance-request/review', { id: one, agreed: false }, { as: colleague })).code,
    ).toBe(422)
    expect((await decide(one, colleague, false)).data.status).toBe('rejected')
    const back = (as: As) => server.call(withdrawBalanceRequest, { id: other, remark: 'typed wrong' }, { as })
    expect((await back(colleague)).code).toBe(409)
    expect((await back(manager)).data.status).toBe('withdrawn')
    for (const request of [one, other]) expect((await decide(request, colleague)).code).toBe(409)
    expect(await balanceOf(id)).toBe(0)
  })

  test('takes no more than is there by then, and keeps its customer from leaving', async () => {
    const id = await customerWith(LIMIT + 10)
    const asked = (await correct(id, -LIMIT - 5)).data.request?.id ?? 0
    await correct(id, -10, colleague)
    const reviewer = await server.signIn({ permissions: OFFICE })
    expect(await decide(asked, reviewer)).toMatchObject({ code: 409, message: expect.stringContaining('2000.00') })
    expect(await balanceOf(id)).toBe(LIMIT)
    const empty = await customerWith()
    await pay(empty, LIMIT + 1)
    const gone = await server.call('/system/client/delete', { id: empty })
    expect(gone).toMatchObject({ code: 409, data: { uses: [{ entity: 'balance_request', count: 1 }] } })
  })

  test('is no sum when the setting is empty or 0', async () => {
    for (const limit of [null, 0]) {
      await sql`update system_setting set second_person_cents = ${limit}`.execute(server.db)
      expect((await pay(await customerWith(), 10_000_000)).data.request).toBeNull()
    }
  })

  test('stays in the database as it was asked for, is erased by nobody, and makes one entry at most', async () => {
    const request = (await pay(await customerWith(), LIMIT + 1)).data.request?.id ?? 0
    const row = server.db.updateTable('balance_request').where('id', '=', request)
    await expect(row.set({ amount_cents: 1 }).execute()).rejects.toThrow('asked for otherwise')
    await expect(
      sql`update balance_request set asked_persons = '{}' where id = ${request}`.execute(server.db),
    ).rejects.toThrow('who asked')
    await expect(server.db.deleteFrom('balance_request').where('id', '=', request).execute()).rejects.toThrow(
      'never erased',
    )
    await expect(
      sql`update balance_request set status = 'approved', decided_at = now(), entry_number = 'X', decided_by_id = ${manager.id} where id = ${request}`.execute(
        server.db,
      ),
    ).rejects.toThrow('check')
  })
})
