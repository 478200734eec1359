import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerDetails, topUp } from '../../src/shared/endpoints/customers.ts'
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

  test('of nobody is refused', async () => {
    expect((await server.call(topUp, { id: 999_999, amount_cents: 100 })).code).toBe(404)
  })

  test('needs its permission', async () => {
    const { id } = await makeCustomer(server.db)
    const clerk = await server.signIn({ permissions: ['customer.list', 'customer.update'] })
    expect((await server.call(topUp, { id, amount_cents: 100 }, { as: clerk })).code).toBe(403)
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
  const { id } = await makeCustomer(server.db, { balance_cents: 100 })
  await server.call('/system/client/update', { id, name: 'Li Wei', balance_cents: 1_000_000 })
  expect((await server.call(customerDetails, { id })).data.customer).toMatchObject({
    name: 'Li Wei',
    balance_cents: 100,
  })
})

test('a card’s number is kept in capitals', async () => {
  const answer = await server.call('/system/device-car/create', { number: `ab${next()}f`, status: 'normal' })
  expect(answer.data.number).toMatch(/^AB\d+F$/)
  expect(answer.data.allocation).toBe('unallocated')
})
