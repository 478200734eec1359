import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ErrorBook } from '../../src/server/logs/error-book.ts'
import { forgetOldLogs } from '../../src/server/logs/retention.ts'
import { makeCustomer, makePile, makeSite, makeUser, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const changes = async (query: object, as: SignedIn = server.administrator) =>
  (await server.call('GET /system/log/list', query, { as })).data
const signIns = async (query: object, as: SignedIn = server.administrator) =>
  (await server.call('GET /system/log/sign-in/list', query, { as })).data

describe('the log of changes', () => {
  test('says who changed which record, with both sides, in titles where it points at others', async () => {
    const { id, version } = await makeSite(server.db, { name: `Nordhof ${next()}` })
    const { data: dept } = await server.call('/system/dept/add', { name: `North ${next()}` })
    await server.call('/system/park-lot/update', { id, version, name: 'Südhof', dept_id: dept.id })
    const { rows, total } = await changes({ entity: 'site', entity_id: id })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      action: 'update',
      kind: 'changed',
      user_name: server.administrator.user_name,
      record_title: 'Südhof',
      address: '127.0.0.1',
    })
    expect(JSON.parse(rows[0].after)).toMatchObject({ name: 'Südhof', dept: { id: dept.id, title: dept.name } })
    expect(JSON.parse(rows[0].before)).toMatchObject({ dept_id: null })
  })

  test('names what is no record, and is exported in words', async () => {
    await server.call('/system/dic/update', { name: 'site.status', value: 'enabled', labels: { en: 'Open' } })
    await server.call('/system/table/default', { name: 'site', columns: [{ prop: 'name', hidden: false }] })
    const rows = (await changes({})).rows as { entity: string; record_title: string }[]
    const named = (entity: string) => rows.find((row) => row.entity === entity)?.record_title
    expect([named('dictionary'), named('table')]).toEqual(['site.status · enabled', 'site'])
    const response = await fetch(`${server.url}/api/system/log/export`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'zh-CN',
        authorization: `Bearer ${server.administrator.token}`,
      },
      body: JSON.stringify({ format: 'csv', columns: ['action', 'entity'] }),
    })
    const sheet = await response.text()
    expect(sheet).toContain('设置默认列,列表列')
    expect(sheet).toContain('修改,字典值')
  })

  test('shows contacts to those alone who may see them, wherever they stand', async () => {
    const { id } = await makeCustomer(server.db, { phone: '13800001234' })
    await server.call('/system/client/update', { id, phone: '13911112222' })
    await server.db
      .insertInto('audit_entry')
      .values({
        action: 'try',
        entity: 'message',
        after: JSON.stringify({ to: '13700009999', deep: { mail: 'li@example.com' } }),
      })
      .execute()
    const reader = await server.signIn({ permissions: ['audit_entry.list'] })
    const seen = JSON.stringify((await changes({}, reader)).rows)
    expect(seen).not.toMatch(/13800001234|13911112222|13700009999|li@example/)
    expect(seen).toMatch(/139\*{4}2222/)
    expect(JSON.stringify((await changes({})).rows)).toMatch(/13911112222.*|13700009999/)
  })

  test('is that of the records in reach, and one’s own', async () => {
    const [here, there] = [await makeSite(server.db), await makeSite(server.db)]
    for (const { id } of [here, there]) await server.call('/system/park-lot/update', { id, address: `Road ${next()}` })
    const reader = await server.signIn({
      permissions: ['audit_entry.list', 'sign_in_entry.list'],
      data_scope: 'sites',
      site_ids: [here.id],
    })
    const { rows } = await changes({ entity: 'site' }, reader)
    expect(rows.map((row: { entity_id: number }) => row.entity_id)).toEqual([here.id])
    const own = (await changes({ kind: 'access' }, reader)).rows
    expect(new Set(own.map((row: { user_id: number }) => row.user_id))).toEqual(new Set([reader.id]))
    const days = await server.call('GET /system/log/days', { zone: 'Asia/Shanghai' }, { as: reader })
    expect(days.data.days).toHaveLength(30)
    expect(days.data.days.at(-1).counts.changed).toBe(1)
    const tries = (await signIns({}, reader)).rows
    expect(tries.map((row: { user_id: number }) => row.user_id)).toEqual([reader.id])
  })

  test('is counted by kind, and exported', async () => {
    const { rows, summary } = await changes({ page_size: 50 })
    const [{ kind }] = rows
    expect(summary[kind]).toBe((await changes({ kind })).total)
    expect((await server.call('/system/log/export', { format: 'csv' })).code).toBe(200)
  })
})

describe('the log of sign-ins', () => {
  const tryIn = (username: string, password: string) =>
    server.call('/system/login', { username, password }, { as: null })

  test('tells of each try which account it was for, how it ended and why', async () => {
    const { user_name, password, id } = await makeUser(server.db)
    await tryIn(user_name.toUpperCase(), 'wrong one 1')
    await tryIn(user_name, password)
    const { rows } = await signIns({ user_id: id })
    expect(rows).toMatchObject([
      { user_name, outcome: 'signed_in', reason: null, way: 'password', address: '127.0.0.1' },
      { user_name, outcome: 'refused', reason: 'wrong_credentials' },
    ])
  })

  test('keeps nothing of what was typed that is no account: it may be a password', async () => {
    await tryIn('my-secret-password-9', 'x')
    const { rows } = await signIns({ page_size: 10 })
    expect(rows[0]).toMatchObject({ user_name: null, user_id: null, outcome: 'refused' })
    const kept = await server.pool.query("select count(*) as n from sign_in_entry e where e::text like '%my-secret%'")
    expect(Number(kept.rows[0].n)).toBe(0)
  })

  test('says that an account is disabled', async () => {
    const { user_name, password } = await makeUser(server.db, { status: 'disabled' })
    await tryIn(user_name, password)
    expect((await signIns({ reason: 'disabled' })).rows[0]).toMatchObject({ user_name })
  })
})

describe('the log of errors', () => {
  const errors = async (query: object = {}) => (await server.call('GET /system/log/error/list', query)).data
  const book = () => new ErrorBook({ db: server.db, release: '1.2.3', changed: () => {} })
  beforeEach(() => server.db.deleteFrom('error_entry').execute())

  test('counts the same fault as one, from the first time to the last', async () => {
    const faults = book()
    const fault = { source: 'server', place: 'POST /api/x', message: 'order 17 has no pile' } as const
    faults.note(fault)
    faults.note({ ...fault, message: 'order 18 has no pile' })
    await faults.write()
    faults.note(fault)
    faults.note({ ...fault, place: 'POST /api/y' })
    await faults.write()
    const { rows } = await errors({ prop: 'times', order: 'desc' })
    expect(rows.map(({ times }: { times: number }) => times)).toEqual([3, 1])
    expect(rows[0]).toMatchObject({ release: '1.2.3', place: 'POST /api/x' })
    const { data } = await server.call('GET /system/log/error/days', {})
    expect(data.days.at(-1).counts).toEqual({ server: 4 })
  })

  test('holds nothing that could let someone in', async () => {
    const faults = book()
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    faults.noteThrown(
      new Error(`GET https://me:pass-word@host/x?token=abc123&a=1 Bearer ${token} password: "hunter2"`),
      {
        source: 'chore',
        place: 'send messages',
      },
    )
    await faults.write()
    const [{ message, stack }] = (await errors()).rows
    for (const secret of ['pass-word', 'abc123', token, 'hunter2']) expect(message + stack).not.toContain(secret)
    expect(message).toContain('a=1')
  })

  test('takes what the console tells, within bounds', async () => {
    const teller = await server.signIn()
    const report = { message: 'TypeError: x is undefined', page: '/orders', stack: 'at x (app.js:1:2)' }
    const send = (body: object) => server.call('/system/log/error/report', body, { as: teller })
    expect((await send({ ...report, message: 'x'.repeat(501) })).code).toBe(422)
    const codes = []
    for (let at = 0; at < 31; at++) codes.push((await send(report)).code)
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
    expect(codes[0]).toBe(200)
    await expect
      .poll(async () => (await errors()).rows[0])
      .toMatchObject({ source: 'console', place: '/orders', user_name: teller.user_name })
    expect((await server.call('/system/log/error/report', report, { as: null })).code).toBe(401)
  })

  test('is told of a request that failed by a fault of ours', async () => {
    await server.pool.query('alter table list_view rename to list_view_away')
    const failed = await server.call('GET /system/table/views', { list: 'site' })
    await server.pool.query('alter table list_view_away rename to list_view')
    expect(failed.code).toBe(500)
    await expect.poll(async () => (await errors()).rows[0]).toMatchObject({ source: 'server' })
  })
})

test('what stands in the logs longer than an administrator wants goes, counts and all', async () => {
  const old = new Date(Date.now() - 401 * 86_400_000).toISOString()
  await sql`alter table audit_entry disable trigger audit_entry_stays`.execute(server.db)
  await sql`update audit_entry set created_at = ${old}`.execute(server.db)
  await sql`alter table audit_entry enable trigger audit_entry_stays`.execute(server.db)
  const unsealed = () => server.db.selectFrom('audit_unsealed').selectAll().execute()
  await expect.poll(unsealed).toEqual([])
  const before = await changes({})
  expect(await forgetOldLogs(server.db)).toBe(before.total)
  expect((await changes({})).rows.map(({ action }: { action: string }) => action)).toEqual(['forget'])
})

test.each([
  [30, [89, 91], [89]],
  [400, [399, 401], [399]],
])('of logs of %d days, reports of no order that came last %j days ago: those of %j stay', async (days, ages, stay) => {
  const { id: pile_id } = await makePile(server.db)
  await sql`update system_setting set log_days = ${days}`.execute(server.db)
  for (const age of ages)
    await sql`
      insert into set_aside (pile_id, action, reason, payload, payload_hash, received_at, last_received_at)
      values (${pile_id}, 'StopTransaction', 'unknown_transaction', ${{ age }}, ${String(age)}, now() - interval '3 years',
        now() - make_interval(days => ${age}))`.execute(server.db)
  await forgetOldLogs(server.db)
  const { rows } = await sql<{ age: number }>`
    select (payload ->> 'age')::int as age from set_aside where pile_id = ${pile_id}`.execute(server.db)
  expect(rows.map(({ age }) => age)).toEqual(stay)
})
