import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctBalance, customerDetails, resetCustomerPassword, topUp } from '../../src/shared/endpoints/customers.ts'
import { makeCard, makeCustomer, next } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('a top-up', () => {
  test('is entered in the ledger, with who entered it', async () => {
    const customer = await makeCustomer(server.db, { balance_cents: 500 })
    const answer = await server.call(topUp, { id: customer.id, amount_cents: 2050, remark: 'cash' })
    expect(answer).toMatchObject({ code: 200, data: { balance_cents: 2550 } })
    const { data } = await server.call('/system/client-ledger/index', { customer_id: customer.id })
    expect(data.rows[0]).toMatchObject({
      kind: 'top_up',
      amount_cents: 2050,
      balance_cents: 2550,
      entered_by: server.administrator.user_name,
      remark: 'cash',
    })
  })

  test('that a phone sends twice is entered once', async () => {
    const { id } = await makeCustomer(server.db)
    const key = `top-up-${next()}-once`
    const send = () => server.call(topUp, { id, amount_cents: 1000 }, { key })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ data }) => data.balance_cents)).toEqual([1000, 1000, 1000])
    expect((await send()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('is entered as often as it is made', async () => {
    const { id } = await makeCustomer(server.db)
    await Promise.all(Array.from({ length: 10 }, () => server.call(topUp, { id, amount_cents: 100 })))
    expect((await server.call(customerDetails, { id })).data.customer.balance_cents).toBe(1000)
  })

  test.each([[0], [-100], [1.5], [10_000_001], ['100']])('of %s cents is refused', async (amount_cents) => {
    const { id } = await makeCustomer(server.db)
    expect((await server.call('/system/client/charge', { id, amount_cents })).code).toBe(422)
  })

  test('says its bounds as people count money', async () => {
    const { id } = await makeCustomer(server.db)
    const answer = await server.call('/system/client/charge', { id, amount_cents: 10_000_001 })
    expect(answer.data.errors).toEqual({ amount_cents: 'Between 0.01 and 100,000.' })
  })

  test('of nobody is refused', async () => {
    expect((await server.call(topUp, { id: 999_999, amount_cents: 100 })).code).toBe(404)
  })

  test('needs its permission', async () => {
    const { id } = await makeCustomer(server.db)
    const clerk = await server.signIn({ permissions: ['customer.list', 'customer.update'] })
    expect((await server.call(topUp, { id, amount_cents: 100 }, { as: clerk })).code).toBe(403)
  })
})

describe('a correction', () => {
  test('moves the balance either way, with its reason, and has a number as a top-up has', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 1000 })
    const down = await server.call(correctBalance, { id, amount_cents: -250, remark: 'paid in twice' })
    expect(down).toMatchObject({ code: 200, data: { balance_cents: 750, number: expect.stringMatching(/^L\d{9}$/) } })
    const up = await server.call(correctBalance, { id, amount_cents: 50, remark: 'rounding' })
    expect(up.data.balance_cents).toBe(800)
    const { data } = await server.call('/system/client-ledger/index', { customer_id: id, kind: 'correction' })
    expect(data.rows.map(({ number, remark }: { number: string; remark: string }) => [number, remark])).toEqual([
      [up.data.number, 'rounding'],
      [down.data.number, 'paid in twice'],
    ])
  })

  test('takes no more than there is, however many come at once', async () => {
    const { id } = await makeCustomer(server.db, { balance_cents: 1000 })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call(correctBalance, { id, amount_cents: -400, remark: 'out' })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 422, 422, 422])
    expect((await server.call(customerDetails, { id })).data.customer.balance_cents).toBe(200)
  })

  test.each([
    [{ amount_cents: 0, remark: 'nothing' }, 'amount_cents'],
    [{ amount_cents: 100, remark: '  ' }, 'remark'],
    [{ amount_cents: 100 }, 'remark'],
    [{ amount_cents: 10_000_001, remark: 'much' }, 'amount_cents'],
    [{ amount_cents: 1.5, remark: 'half' }, 'amount_cents'],
  ])('of %j is refused at %s', async (body, field) => {
    const { id } = await makeCustomer(server.db)
    const answer = await server.call('/system/client/correct', { id, ...body })
    expect([answer.code, Object.keys(answer.data.errors)]).toEqual([422, [field]])
  })

  test('needs a permission of its own', async () => {
    const { id } = await makeCustomer(server.db)
    const clerk = await server.signIn({ permissions: ['customer.list', 'customer.update', 'customer.top_up'] })
    const body = { id, amount_cents: 100, remark: 'a present' }
    expect((await server.call(correctBalance, body, { as: clerk })).code).toBe(403)
    expect((await server.call(correctBalance, body, { as: null })).code).toBe(401)
  })
})

describe('a customer’s password', () => {
  const kept = (id: number) =>
    server.db.selectFrom('customer').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()

  test('is typed twice the same, and kept as a hash', async () => {
    const account = `pass${next()}`
    const draft = { account, password: 'charge deck 1', password_again: 'charge deck 2' }
    const refused = await server.call('/system/client/create', draft)
    expect(refused).toMatchObject({ code: 422, data: { errors: { password_again: 'Entered passwords differ' } } })
    const made = await server.call('/system/client/create', { ...draft, password_again: draft.password })
    expect(JSON.stringify(made)).not.toContain('charge deck')
    expect((await kept(made.data.id)).password_hash).toMatch(/^\$argon2id\$/)
  })

  test('is replaced by who may do that', async () => {
    const { id } = await makeCustomer(server.db)
    const reset = (body: object) => server.call('/system/client/reset-password', { id, ...body })
    expect((await reset({ password: 'short' })).code).toBe(422)
    expect((await reset({ password: 'letters only' })).data.errors).toEqual({
      password: 'Letters and digits, at least one of each.',
    })
    expect((await reset({ password: 'long enough 1', password_again: 'another' })).data.errors).toEqual({
      password_again: 'Entered passwords differ',
    })
    expect((await reset({ password: 'long enough 1', password_again: 'long enough 1' })).code).toBe(200)
    expect((await kept(id)).password_hash).toMatch(/^\$argon2id\$/)
    const audits = await server.db.selectFrom('audit_entry').selectAll().where('entity_id', '=', id).execute()
    expect(audits.map(({ action }) => action)).toEqual(['reset-password'])
    expect(JSON.stringify(audits)).not.toMatch(/long enough|argon2/)
    const clerk = await server.signIn({ permissions: ['customer.list', 'customer.update'] })
    const body = { id, password: 'long enough 2' }
    expect((await server.call(resetCustomerPassword, body, { as: clerk })).code).toBe(403)
    expect((await server.call(resetCustomerPassword, body, { as: null })).code).toBe(401)
  })
})

test('a customer’s details name the cards', async () => {
  const customer = await makeCustomer(server.db)
  const cards = [
    await makeCard(server.db, { customer_id: customer.id }),
    await makeCard(server.db, { customer_id: customer.id }),
  ]
  const { data } = await server.call(customerDetails, { id: customer.id })
  expect(data.customer).toMatchObject({ id: customer.id, account: customer.account })
  expect(data.customer).not.toHaveProperty('password_hash')
  expect(data.cards.map(({ number }) => number).sort()).toEqual(cards.map(({ number }) => number).sort())
})

test('a balance is not something that a form sets', async () => {
  const { id } = await makeCustomer(server.db, { balance_cents: 100, name: 'Li Na' })
  const send = (body: object) => server.call('/system/client/update', { id, name: 'Li Wei', ...body })
  const refused = await send({ balance_cents: 1_000_000 })
  expect([refused.code, Object.keys(refused.data.errors)]).toEqual([422, ['balance_cents']])
  const { customer } = (await server.call(customerDetails, { id })).data
  expect(customer).toMatchObject({ name: 'Li Na', balance_cents: 100 })
  // As it is it may be sent along.
  expect((await send({ balance_cents: 100 })).data).toMatchObject({ name: 'Li Wei', balance_cents: 100 })
})

test('a card’s number is kept in capitals', async () => {
  const answer = await server.call('/system/device-car/create', { number: `ab${next()}f` })
  expect(answer.data.number).toMatch(/^AB\d+F$/)
  expect(answer.data.allocation).toBe('unallocated')
})

test('a customer to choose is told by name, account and phone, the phone as far as one may see it', async () => {
  const account = `pick${next()}`
  const { id } = await makeCustomer(server.db, { account, name: 'Zhang Wei', phone: '13812345678' })
  const bare = await makeCustomer(server.db, { account: `${account}b`, name: null, phone: null })
  const clerk = await server.signIn({ permissions: ['customer.list'] })
  const found = async (as = server.administrator) =>
    (await server.call('/system/client/options', { keyword: account }, { as })).data
  expect(await found()).toEqual([
    { id, title: 'Zhang Wei', note: `${account} · 13812345678` },
    { id: bare.id, title: `${account}b` },
  ])
  expect((await found(clerk))[0].note).toBe(`${account} · 138****5678`)
})
