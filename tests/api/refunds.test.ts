import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderDetail } from '../../src/shared/endpoints/orders.ts'
import {
  confirmRefund,
  payRefund,
  requestRefund,
  reviewRefund,
  withdrawRefund,
} from '../../src/shared/endpoints/refunds.ts'
import { makeCustomer, makeOrder, makeRefund, next } from '../make.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
/** Four people of an office, each with their own part. */
let asker: SignedIn
let reviewer: SignedIn
let cashier: SignedIn
beforeAll(async () => {
  server = await startServer()
  asker = await server.signIn({ permissions: ['refund.request', 'order.list', 'refund.list'] })
  reviewer = await server.signIn({ permissions: ['refund.review'] })
  cashier = await server.signIn({ permissions: ['refund.pay', 'refund.confirm'] })
})
afterAll(() => server.stop())

/** A customer with ¥ 5.00 left after an order of ¥ 12.00. */
async function paidOrder(given: object = {}) {
  const customer = await makeCustomer(server.db, { balance_cents: 1700 })
  const order = await makeOrder(server.db, { total_cents: 1200, customer_id: customer.id, ...given })
  await server.db
    .insertInto('ledger_entry')
    .values({ customer_id: customer.id, kind: 'charge', amount_cents: -1200, order_id: order.id })
    .execute()
  return { order, customer }
}

const ask = (order_id: number, more: object = {}) =>
  server.call(
    requestRefund,
    { order_id, amount_cents: 500, way: 'balance', reason: 'the pile broke off', ...more },
    { as: asker },
  )
const agree = (id: number, as = reviewer) => server.call(reviewRefund, { id, agreed: true }, { as })
const pay = (id: number) => server.call(payRefund, { id }, { as: cashier })
const idOf = async (asked: ReturnType<typeof ask>) => (await asked).data.id
const reviewed = async (order_id: number, more: object = {}) => {
  const id = await idOf(ask(order_id, more))
  await agree(id)
  return id
}
const detail = async (id: number) => (await server.call(orderDetail, { id })).data
const ledger = (customer_id: number) =>
  server.db
    .selectFrom('ledger_entry')
    .select(['kind', 'amount_cents', 'balance_cents', 'order_id', 'entered_by'])
    .where('customer_id', '=', customer_id)
    .orderBy('id')
    .execute()

describe('a refund to the balance', () => {
  test('is asked for, reviewed by someone else, paid at once, and stands in the ledger', async () => {
    const { order, customer } = await paidOrder()
    const asked = await ask(order.id)
    expect(asked.data).toEqual({ id: expect.any(Number), status: 'unreviewed' })
    const { id } = asked.data
    expect((await detail(order.id)).order).toMatchObject({ refund_status: 'unreviewed', refunded_cents: 0 })
    expect((await agree(id)).data.status).toBe('reviewed')
    expect((await detail(order.id)).order.refund_status).toBe('reviewed')
    expect((await pay(id)).data.status).toBe('refunded')
    const after = await detail(order.id)
    expect(after.order).toMatchObject({
      status: 'paid',
      refund_status: 'refunded',
      refunded_cents: 500,
      paid_cents: 1200,
      refunded_at: expect.any(String),
    })
    expect(after.refundable_cents).toBe(700)
    expect(after.refunds[0]).toMatchObject({
      number: expect.stringMatching(/^R\d{13}$/),
      asked_by: asker.user_name,
      reviewed_by: reviewer.user_name,
      paid_by: cashier.user_name,
    })
    expect(after.events.map(({ event }) => event)).toEqual(['refund_asked', 'refund_reviewed', 'refund_to_balance'])
    expect((await ledger(customer.id)).at(-1)).toEqual({
      kind: 'refund',
      amount_cents: 500,
      balance_cents: 1000,
      order_id: order.id,
      entered_by: cashier.user_name,
    })
  })

  test('that a phone pays twice goes back once', async () => {
    const { order, customer } = await paidOrder()
    const id = await reviewed(order.id)
    const key = `refund-${next()}-once`
    const twice = await Promise.all([1, 2].map(() => server.call(payRefund, { id }, { as: cashier, key })))
    expect(twice.map(({ code }) => code)).toEqual([200, 200])
    expect((await ledger(customer.id)).at(-1)?.balance_cents).toBe(1000)
    expect(await pay(id)).toMatchObject({ code: 409 })
  })

  test('that two people pay at once goes back once', async () => {
    const { order, customer } = await paidOrder()
    const id = await reviewed(order.id)
    const codes = (await Promise.all([pay(id), pay(id), pay(id)])).map(({ code }) => code)
    expect(codes.sort()).toEqual([200, 409, 409])
    expect((await ledger(customer.id)).filter(({ kind }) => kind === 'refund')).toHaveLength(1)
  })

  test('needs a customer', async () => {
    const order = await makeOrder(server.db)
    expect(await ask(order.id)).toMatchObject({ code: 422, data: { errors: { way: expect.any(String) } } })
    expect((await ask(order.id, { way: 'wechat' })).code).toBe(200)
  })
})

describe('a refund by another way', () => {
  test('is under way until someone says that it arrived, and leaves the balance as it was', async () => {
    const { order, customer } = await paidOrder()
    const id = await reviewed(order.id, { way: 'wechat' })
    expect((await pay(id)).data.status).toBe('refunding')
    expect((await detail(order.id)).order).toMatchObject({ refund_status: 'refunding', refunded_cents: 0 })
    const arrived = { id, paid: true, reference: '4200002611210001' }
    expect((await server.call(confirmRefund, arrived, { as: cashier })).data.status).toBe('refunded')
    expect((await detail(order.id)).refunds[0]).toMatchObject({ status: 'refunded', reference: '4200002611210001' })
    const entries = await ledger(customer.id)
    expect(entries.slice(-2).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['refund', 500],
      ['paid_out', -500],
    ])
    expect(entries.at(-1)?.balance_cents).toBe(500)
  })

  test('that fails says why, is tried again, or is given up and frees its amount', async () => {
    const { order } = await paidOrder()
    const id = await reviewed(order.id, { way: 'alipay', amount_cents: 1200 })
    await pay(id)
    const failed = () => server.call(confirmRefund, { id, paid: false, failure: 'account closed' }, { as: cashier })
    expect((await failed()).data.status).toBe('refund_failed')
    expect((await detail(order.id)).order.refund_status).toBe('refund_failed')
    expect((await ask(order.id)).code, 'its amount is spoken for').toBe(409)
    expect((await pay(id)).data.status).toBe('refunding')
    expect((await detail(order.id)).refunds[0]).toMatchObject({ failure: null })
    await failed()
    const given = await server.call(withdrawRefund, { id, remark: 'paid in cash' }, { as: asker })
    expect(given.data.status).toBe('withdrawn')
    expect(await detail(order.id)).toMatchObject({ refundable_cents: 1200, order: { refund_status: null } })
    expect((await ask(order.id)).code).toBe(200)
  })

  test('is not called back once money is being sent', async () => {
    const { order } = await paidOrder()
    const id = await reviewed(order.id, { way: 'card' })
    await pay(id)
    expect((await server.call(withdrawRefund, { id, remark: 'no' }, { as: asker })).code).toBe(409)
  })
})

describe('a review', () => {
  test('is not done by anyone who asked, whatever else they may', async () => {
    const { order } = await paidOrder()
    const own = await server.call(requestRefund, { order_id: order.id, amount_cents: 1, way: 'balance', reason: 'r' })
    const answer = await server.call(reviewRefund, { id: own.data.id, agreed: true }, { language: 'en' })
    expect(answer).toMatchObject({ code: 403, message: expect.stringContaining('Somebody else') })
    expect((await agree(own.data.id)).code).toBe(200)
  })

  test('says no with a word, and the order is as if nobody had asked', async () => {
    const { order } = await paidOrder()
    const id = await idOf(ask(order.id))
    const no = (remark?: string) =>
      server.call(reviewRefund, { id, agreed: false, ...(remark && { remark }) }, { as: reviewer })
    expect(await no()).toMatchObject({ code: 422, data: { errors: { remark: expect.any(String) } } })
    expect((await no('charged as agreed')).data.status).toBe('rejected')
    expect((await detail(order.id)).order).toMatchObject({ refund_status: null, refunded_cents: 0 })
    expect((await agree(id)).code).toBe(409)
    expect((await pay(id)).code).toBe(409)
  })

  test('that was refused leaves an earlier refund of the order as it is', async () => {
    const { order } = await paidOrder()
    await pay(await reviewed(order.id))
    const id = await idOf(ask(order.id))
    expect((await detail(order.id)).order.refund_status).toBe('unreviewed')
    await server.call(reviewRefund, { id, agreed: false, remark: 'enough' }, { as: reviewer })
    expect((await detail(order.id)).order).toMatchObject({ refund_status: 'refunded', refunded_cents: 500 })
  })

  test('comes before the money', async () => {
    const { order } = await paidOrder()
    const id = await idOf(ask(order.id))
    expect((await pay(id)).code).toBe(409)
    expect((await server.call(confirmRefund, { id, paid: true, reference: 'x' }, { as: cashier })).code).toBe(409)
  })
})

describe('no more goes back than came in', () => {
  test('in one request', async () => {
    const { order } = await paidOrder()
    const answer = await ask(order.id, { amount_cents: 1201 })
    expect(answer).toMatchObject({ code: 422, data: { errors: { amount_cents: expect.stringContaining('12.00') } } })
  })

  test('in several, one after the other', async () => {
    const { order } = await paidOrder()
    await pay(await reviewed(order.id, { amount_cents: 700 }))
    await ask(order.id, { amount_cents: 400 })
    expect((await ask(order.id, { amount_cents: 101 })).code).toBe(422)
    expect((await ask(order.id, { amount_cents: 100 })).code).toBe(200)
    expect((await ask(order.id, { amount_cents: 1 })).code).toBe(409)
  })

  test('in several at once', async () => {
    const { order } = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(order.id, { amount_cents: 500 })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect((await detail(order.id)).refundable_cents).toBe(200)
  })

  test('not even past the server: the database refuses it', async () => {
    const { order, customer } = await paidOrder()
    const values = {
      number: `R${next()}`,
      order_id: order.id,
      customer_id: customer.id,
      amount_cents: 1201,
      way: 'balance' as const,
      reason: 'r',
      asked_by: 'x',
      asked_by_id: 1,
    }
    await expect(server.db.insertInto('refund').values(values).execute()).rejects.toThrow('orders_refunded_cents_check')
  })

  test('not even past the server in several at once: each sees what the others asked for', async () => {
    const { order } = await paidOrder()
    const made = await Promise.allSettled(
      [700, 700, 700].map((amount_cents) => makeRefund(server.db, { order_id: order.id, amount_cents })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await detail(order.id)).refundable_cents).toBe(500)
  })

  test('of an order that nothing was paid for', async () => {
    const order = await makeOrder(server.db, { status: 'unpaid', paid_cents: 0 })
    expect((await ask(order.id, { way: 'card' })).code).toBe(409)
  })
})

test('what was paid back is never changed or erased', async () => {
  const { order } = await paidOrder()
  const id = await reviewed(order.id)
  await pay(id)
  const change = server.db.updateTable('refund').set({ amount_cents: 1 }).where('id', '=', id)
  await expect(change.execute()).rejects.toThrow('is over')
  await expect(server.db.deleteFrom('refund').where('id', '=', id).execute()).rejects.toThrow('never erased')
})

test.each([
  [{ amount_cents: 0 }, 'amount_cents'],
  [{ amount_cents: 1.5 }, 'amount_cents'],
  [{ way: 'cash' }, 'way'],
  [{ reason: '  ' }, 'reason'],
  [{ order_id: 0 }, 'order_id'],
])('is not asked for with %j', async (wrong, field) => {
  const { order } = await paidOrder()
  const body = { order_id: order.id, amount_cents: 1, way: 'balance', reason: 'r', ...wrong }
  expect(await server.call(requestRefund.path, body)).toMatchObject({
    code: 422,
    data: { errors: { [field]: expect.any(String) } },
  })
})

test('each step is for who may do it', async () => {
  const { order } = await paidOrder()
  const id = await idOf(ask(order.id))
  const codes = [
    (
      await server.call(
        requestRefund,
        { order_id: order.id, amount_cents: 1, way: 'card', reason: 'r' },
        { as: cashier },
      )
    ).code,
    (await agree(id, cashier)).code,
    (await server.call(payRefund, { id }, { as: asker })).code,
    (await server.call(confirmRefund, { id, paid: true, reference: 'x' }, { as: reviewer })).code,
    (await server.call(withdrawRefund, { id, remark: 'r' }, { as: reviewer })).code,
  ]
  expect(codes).toEqual([403, 403, 403, 403, 403])
  expect((await server.call(payRefund, { id: 987_654 }, { as: cashier })).code).toBe(404)
})

describe('a customer who left', () => {
  const leave = (id: number) => server.call('/system/client/delete', { id })
  /** Everything was paid from the balance, so nothing keeps the customer but a refund. */
  async function spent() {
    const { order, customer } = await paidOrder()
    await server.db
      .insertInto('ledger_entry')
      .values({ customer_id: customer.id, kind: 'correction', amount_cents: -500 })
      .execute()
    return { order, customer }
  }

  test('does not leave while a refund is on its way, and does once it was given up', async () => {
    const { order, customer } = await spent()
    const id = await idOf(ask(order.id))
    const refused = await leave(customer.id)
    expect(refused).toMatchObject({ code: 409, data: { uses: [{ entity: 'refund', ids: [id], count: 1 }] } })
    await server.call(withdrawRefund, { id, remark: 'not wanted any more' }, { as: asker })
    expect((await leave(customer.id)).data.archived).toEqual([customer.id])
  })

  test('has no balance that could be paid to, though the money may go back the way it came', async () => {
    const { order, customer } = await spent()
    await leave(customer.id)
    const words = expect.stringContaining('archived')
    expect(await ask(order.id)).toMatchObject({ code: 422, data: { errors: { way: words } } })
    expect((await ask(order.id, { way: 'wechat' })).code).toBe(200)
  })

  test('is paid nothing to the balance that was agreed on before', async () => {
    const { order, customer } = await spent()
    const id = await reviewed(order.id)
    await server.db
      .updateTable('customer')
      .set({ archived_at: new Date().toISOString() })
      .where('id', '=', customer.id)
      .execute()
    expect(await pay(id)).toMatchObject({ code: 409, message: expect.stringContaining('archived') })
    expect((await ledger(customer.id)).at(-1)?.balance_cents).toBe(0)
  })
})

test('a refund is found by its number, by its order and by its status, and each step is audited', async () => {
  const { order } = await paidOrder()
  const id = await reviewed(order.id)
  const list = (query: object) => server.call('/system/refund/index', query, { as: asker })
  const [row] = (await list({ order_id: order.id })).data.rows
  expect(row).toMatchObject({ id, status: 'reviewed', order: { title: order.number } })
  expect((await list({ keyword: row.number })).data.total).toBe(1)
  expect((await list({ order_id: order.id, status: 'refunded' })).data.summary).toMatchObject({
    reviewed: 1,
    refunded: 0,
  })
  expect((await list({ keyword: order.number, status: 'reviewed' })).data.total).toBe(1)
  expect((await list({ keyword: order.number, status: 'refunded' })).data.total).toBe(0)
  const audits = await server.db
    .selectFrom('audit_entry')
    .select(['action', 'user_name'])
    .where('entity', '=', 'refund')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audits).toEqual([
    { action: 'request', user_name: asker.user_name },
    { action: 'review', user_name: reviewer.user_name },
  ])
})
