import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskOf } from '../../src/shared/kit/mask.ts'
import { makeCard, makeCustomer, makeOrder, makePile, next } from '../make.ts'
import { declaredEndpoints, everyEndpoint, nameOf } from '../setup/contract.ts'
import { ask } from '../setup/request.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let clerk: SignedIn
beforeAll(async () => {
  server = await startServer()
  const codes = new Set(everyEndpoint.map(({ permission }) => permission))
  clerk = await server.signIn({ permissions: [...codes].filter((code) => !HIDING.includes(code)) })
})
afterAll(() => server.stop())

/** The permissions that let someone read what others do not; no call needs them. */
const HIDING = ['customer.contact', 'customer.balance']
const BALANCE_CENTS = 91_827_364
const PHONE = '13877665544'
const EMAIL = 'li.wei.77@example.com'
const at = '/system/client'

/** A customer with all that refers to one. */
async function make() {
  const customer = await makeCustomer(server.db, {
    phone: PHONE,
    email: EMAIL,
    name: 'Li Wei',
    balance_cents: BALANCE_CENTS,
  })
  const pile = await makePile(server.db)
  const card = await makeCard(server.db, { customer_id: customer.id })
  const order = await makeOrder(server.db, {
    customer_id: customer.id,
    pile_id: pile.id,
    card_number: card.number.toUpperCase(),
  })
  return { customer, card, order, pile }
}

test.each([
  ['phone', '13800001234', '138****1234'],
  ['phone', '+8613800001234', '+86****1234'],
  ['phone', '5551234', '****34'],
  ['email', 'li.wei@example.com', 'l****@example.com'],
  ['text', 'Nanjing Road 1', 'N****'],
] as const)('a mask of the %s %s is %s', (kind, value, mask) => {
  expect(maskOf({ kind }, value)).toBe(mask)
})

describe('anyone who may not see contacts and balances', () => {
  test('finds them in no answer of any call', async () => {
    const { customer, card, order, pile } = await make()
    const bodies = [
      {},
      { id: customer.id },
      { id: card.id },
      { id: order.id },
      { id: pile.id },
      { ids: [customer.id] },
      { customer_id: customer.id },
      { keyword: customer.account },
      { keyword: 'Li Wei' },
      { keyword: PHONE },
      { id: customer.id, name: `Li Wei ${next()}` },
      { id: customer.id, version: 77, name: 'Li' },
      { id: customer.id, amount_cents: 100, remark: 'cash' },
      { account: `li${next()}`, phone: PHONE, email: EMAIL },
    ]
    const leaks: string[] = []
    // The demo's post gives its caller back what they sent themselves.
    const calls = everyEndpoint.filter(({ path }) => !/login_out|login$|delete$|demo\/post$/.test(path))
    for (const endpoint of calls)
      for (const body of bodies) {
        const answer = await fetchText(endpoint.method, endpoint.path, body, clerk)
        if (answer.includes(PHONE.slice(3, 9)) || answer.includes('wei.77') || /918,?27\.?36/.test(answer))
          leaks.push(`${nameOf(endpoint)} ${JSON.stringify(body)}`)
      }
    expect(leaks).toEqual([])
  }, 300_000)

  test('sees masks, and finds a customer by the whole phone only', async () => {
    const { customer } = await make()
    const list = (keyword: string) => server.call(`${at}/index`, { keyword }, { as: clerk })
    const whole = await list(PHONE)
    expect(whole.data.rows.find(({ id }: { id: number }) => id === customer.id)).toMatchObject({
      phone: '138****5544',
      email: 'l****@example.com',
    })
    expect((await list(PHONE.slice(0, 9))).data.total).toBe(0)
    expect((await server.call(`${at}/index`, { keyword: PHONE.slice(0, 9) })).data.total).toBeGreaterThan(0)
  })

  test('does not write the mask back', async () => {
    const { customer } = await make()
    const answer = await server.call(
      `${at}/update`,
      { id: customer.id, name: 'Li Na', phone: '138****5544', email: 'l****@example.com' },
      { as: clerk },
    )
    expect(answer).toMatchObject({ code: 200, data: { name: 'Li Na', phone: '138****5544' } })
    const kept = await server.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ phone: PHONE, email: EMAIL, name: 'Li Na' })
    const entry = await server.db
      .selectFrom('audit_entry')
      .select('after')
      .where('entity_id', '=', customer.id)
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow()
    expect(entry.after).toEqual({ name: 'Li Na' })
  })

  test('may enter another one, and a mask that is none of it is refused', async () => {
    const { customer } = await make()
    const update = (change: object) => server.call(`${at}/update`, { id: customer.id, ...change }, { as: clerk })
    expect((await update({ phone: '139****5544' })).code).toBe(422)
    expect((await update({ email: 'x****@example.com' })).code).toBe(422)
    expect((await update({ phone: '13912345678' })).data.phone).toBe('139****5678')
  })
})

test('anyone who may see contacts sees them whole', async () => {
  const { customer, order } = await make()
  const sees = await server.signIn({ permissions: ['customer.list', 'customer.contact', 'order.list'] })
  const list = await server.call(`${at}/index`, { id: customer.id }, { as: sees })
  expect(list.data.rows[0]).toMatchObject({ phone: PHONE, email: EMAIL })
  const details = await server.call('GET /client/details', { id: customer.id }, { as: sees })
  expect(details.data.customer).toMatchObject({ phone: PHONE, email: EMAIL })
  const detail = declaredEndpoints.find(({ path }) => path === '/system/order/detail')
  expect((await server.call(nameOf(detail as never), { id: order.id }, { as: sees })).data.customer.phone).toBe(PHONE)
})

async function fetchText(method: string, path: string, body: object, as: SignedIn): Promise<string> {
  const flat = Object.entries(body).map(([name, value]) => [name, String(value)])
  const query = method === 'GET' ? `?${new URLSearchParams(flat)}` : ''
  const { status, text } = await ask(`${server.url}/api${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}` },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  expect(status, `${method} ${path} ${JSON.stringify(body)} ${text.slice(0, 200)}`).toBeLessThan(500)
  return text
}
