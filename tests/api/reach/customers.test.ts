import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../../src/fleet/scripted.ts'
import { customerTag } from '../../../src/shared/domain/customer-tag.ts'
import { makeCard, makeCustomer, makeOrder, makeRefund, next } from '../../make.ts'
import { makeApp, tokenOf } from '../../setup/client-app.ts'
import { type SignedIn, startServer, type TestServer } from '../../setup/server.ts'
import { makeSide, type Side } from '../../setup/two-sides.ts'

/** Reach to a customer's money and identity follows whose customer it is, and never where they charged. */

let server: TestServer
let north: Side
let pile: ScriptedPile
/** Reaches the northern site, with every permission. */
let person: SignedIn
/** This operator's own customer, who charges at the northern pile. */
let stranger: Awaited<ReturnType<typeof makeCustomer>>
let card: Awaited<ReturnType<typeof makeCard>>
let order_id: number

beforeAll(async () => {
  server = await startServer()
  north = await makeSide(server.db, 'north')
  pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: north.station_number })
  person = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [north.ids.site as number] })
  stranger = await makeCustomer(server.db, {
    ...{ account: 'zhaoliu.private', name: 'Zhao Liu', phone: '13712345678', balance_cents: 8_765 },
  })
  card = await makeCard(server.db, { customer_id: stranger.id })
  pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
  await charge()
  const order = await server.db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  order_id = order.id
})
afterAll(async () => {
  pile.drop()
  await server.stop()
})

/** The pile uses a number that its site's people know, as a driver's card would. */
async function charge() {
  const timestamp = new Date().toISOString()
  await pile.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError', timestamp })
  const started = await pile.call('StartTransaction', { connectorId: 1, idTag: card.number, meterStart: 0, timestamp })
  expect(started).toMatchObject({ idTagInfo: { status: 'Accepted' } })
}

const call = (path: string, body: object = {}, as: Pick<SignedIn, 'token'> = person) => server.call(path, body, { as })
const raw = (action: string, payload: object, as: Pick<SignedIn, 'token'> = person) =>
  call('/system/device/call', { station_number: north.station_number, action, payload }, as)
const kept = () => server.db.selectFrom('customer').selectAll().where('id', '=', stranger.id).executeTakeFirstOrThrow()

describe('anyone who reaches the site where a stranger charges', () => {
  test('moves no money of theirs, changes nothing and hands out no card', async () => {
    const before = await kept()
    const { id } = stranger
    const calls: [string, object][] = [
      ['/system/client/charge', { id, amount_cents: 100 }],
      ['/system/client/correct', { id, amount_cents: 100, remark: 'because' }],
      ['/system/client/reset-password', { id, password: 'long enough 1' }],
      ['/system/client/update', { id, name: 'Somebody else' }],
      ['/system/client/update', { id, merchant_id: north.ids.merchant }],
      ['/system/client/bulk', { ids: [id], change: { merchant_id: north.ids.merchant } }],
      ['/system/client/delete', { ids: [id] }],
      ['GET /client/details', { id }],
      ['/system/device-car/block', { id: card.id, reason: 'lost' }],
      ['/system/device-car/take-back', { id: card.id }],
      ['/system/device-car/history', { id: card.id }],
      ['/system/device/start', { id: north.ids.pile, connector_number: 2, customer_id: id }],
    ]
    for (const [path, body] of calls) {
      const { code } = await call(path, body)
      expect([404, 422], `${path}: ${code}`).toContain(code)
    }
    const drawer = await call('/system/device-car/create', { number: `MINE${next()}` })
    const given = await call('/system/device-car/allocate', { id: drawer.data.id, customer_id: id })
    expect([given.code, Object.keys(given.data.errors)]).toEqual([422, ['customer_id']])
    expect(await kept()).toEqual(before)
  })

  test('finds neither them nor their cards nor their money, in no list, search, sheet or choice', async () => {
    for (const path of ['/system/client/index', '/system/device-car/index', '/system/client-ledger/index']) {
      const { data } = await call(path, { page_num: 1, page_size: 50 })
      expect(JSON.stringify(data), path).not.toMatch(/zhaoliu|Zhao Liu|13712345678/)
    }
    for (const keyword of ['zhaoliu.private', 'Zhao Liu', '13712345678'])
      expect((await call('GET /system/index/search', { keyword })).data).toEqual({ records: [], more: false })
    expect((await call('/system/client/options', { all: true })).data).toEqual([])
    expect((await call('/system/client/options', { ids: [stranger.id] })).data).toEqual([])
  })

  test('sees the session with a mask of who charges, and no balance', async () => {
    const { data } = await call('/system/order/detail', { id: order_id })
    const masked = { id: stranger.id, name: null, phone: null, balance_cents: null, account: 'z****', masked: true }
    expect(data.customer).toEqual(masked)
    expect(data.order.customer).toEqual({ id: stranger.id, title: 'z****', masked: true })
    expect([data.order.card_number, data.card]).toEqual([card.number.toUpperCase(), null])
    const views = [
      await call('/system/order/index', { page_num: 1, page_size: 50 }),
      await call('/system/device/index', { page_num: 1, page_size: 50 }),
      await call('GET /system/device/view', { id: north.ids.pile }),
    ]
    for (const view of views) {
      const text = JSON.stringify(view.data)
      expect(text).toContain('z****')
      expect(text).not.toMatch(/zhaoliu|Zhao Liu|13712345678|8765/)
    }
    const own = views[2]?.data.connectors.find((each: { number: number }) => each.number === 1)
    expect(own.order).toMatchObject({ customer: 'z****', balance_cents: null })
  })

  test('reads no more of them in a sheet or in what was changed', async () => {
    const response = await fetch(`${server.url}/api/system/order/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    })
    const sheet = await response.text()
    expect(sheet).toContain('z****')
    expect(sheet).not.toContain('zhaoliu')
    await server.db
      .insertInto('audit_entry')
      .values({
        ...{ action: 'settle', entity: 'order', entity_id: order_id, user_id: 1, before: null },
        after: JSON.stringify({ customer_id: stranger.id, customer: { id: stranger.id, title: 'zhaoliu.private' } }),
      })
      .execute()
    const { data } = await call('GET /system/log/list', { entity: 'order', page_num: 1, page_size: 50 })
    expect(data.total).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toContain('zhaoliu')
  })

  test('may ask for a refund, and moves none of its money', async () => {
    const paid = { site_id: north.ids.site as number, pile_id: north.ids.pile as number, customer_id: stranger.id }
    const order = await makeOrder(server.db, paid)
    const ask = { order_id: order.id, amount_cents: 100, way: 'balance', reason: 'it broke off' }
    const asked = await call('/system/refund/request', ask, server.administrator)
    expect(asked.code, asked.message).toBe(200)
    const { id } = asked.data
    const other = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [north.ids.site as number] })
    expect((await call('/system/refund/review', { id, agreed: true }, other)).code).toBe(403)
    const waiting = (await call('GET /system/todo/list', {}, other)).data.groups.find(
      (group: { kind: string }) => group.kind === 'refund',
    )
    expect((waiting?.rows ?? []).map((row: { id: number }) => row.id)).not.toContain(id)
    const status = async (to: 'reviewed' | 'refunding') =>
      (await makeRefund(server.db, { order_id: order.id, ...{ ...paid, pile_id: undefined }, status: to })).id
    expect((await call('/system/refund/pay', { id: await status('reviewed') })).code).toBe(403)
    const confirmed = { id: await status('refunding'), paid: true, reference: 'R-77' }
    expect((await call('/system/refund/confirm', confirmed)).code).toBe(403)
  })

  test('settles a held session and leaves the money to those whose customer it is', async () => {
    const held = { site_id: north.ids.site as number, pile_id: north.ids.pile as number, customer_id: stranger.id }
    const order = await makeOrder(server.db, {
      ...{ ...held, status: 'completed', abnormal: 'meter_jump', paid_cents: 0, ended_at: '2026-11-20T03:00:00Z' },
    })
    const { balance_cents } = await kept()
    const settled = await call('/system/order/settle', { id: order.id, energy_wh: 9_000, remark: 'as I say' })
    expect(settled.code, settled.message).toBe(200)
    expect((await kept()).balance_cents).toBe(balance_cents)
    const read = () => server.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow()
    expect((await read()).status).toBe('unpaid')
    expect((await call('/system/order/pay', { id: order.id })).code).toBe(403)
    expect((await call('/system/order/pay', { id: order.id }, server.administrator)).code).toBe(200)
    expect((await read()).paid_cents).toBeGreaterThan(0)
  })

  test('gains nothing when the pile moves, or when they charge elsewhere as well', async () => {
    const south = await makeSide(server.db, 'south')
    await server.db
      .updateTable('pile')
      .set({ site_id: south.ids.site as number })
      .where('id', '=', north.ids.pile as number)
      .execute()
    const there = await server.signIn({ permissions: ['*'], data_scope: 'sites', site_ids: [south.ids.site as number] })
    const merchants = await server.signIn({
      ...{ permissions: ['*'], data_scope: 'merchants', merchant_ids: [north.ids.merchant as number] },
    })
    for (const as of [there, merchants])
      expect((await call('/system/client/charge', { id: stranger.id, amount_cents: 1 }, as)).code).toBe(404)
    await server.db
      .updateTable('pile')
      .set({ site_id: north.ids.site as number })
      .where('id', '=', north.ids.pile as number)
      .execute()
  })
})

/** The console asks piles for something by itself as well. */
const askedByPeople = () => server.db.selectFrom('command').select('id').where('asked_by', 'is not', null).execute()

describe('a raw call', () => {
  const refused = async (action: string, payload: object, as?: Pick<SignedIn, 'token'>) => {
    const answer = await raw(action, payload, as)
    return [answer.code, answer.data?.errors?.payload]
  }
  const unknown = (tag: string) => [422, `${tag} is no card and no customer of yours.`]
  const list = (idTag: string) => ({
    ...{ listVersion: 1, updateType: 'Full' },
    localAuthorizationList: [{ idTag, idTagInfo: { status: 'Accepted' } }],
  })
  const group = (parentIdTag: string) => ({
    ...{ listVersion: 1, updateType: 'Full' },
    localAuthorizationList: [{ idTag: 'X', idTagInfo: { status: 'Accepted', parentIdTag } }],
  })
  const reservation = { connectorId: 1, expiryDate: '2030-01-01T00:00:00Z', reservationId: 1 }

  const naming: [string, (tag: string) => [string, object]][] = [
    ['RemoteStartTransaction', (idTag) => ['RemoteStartTransaction', { connectorId: 1, idTag }]],
    ['ReserveNow', (idTag) => ['ReserveNow', { ...reservation, idTag }]],
    [
      'the group of a reservation',
      (parentIdTag) => ['ReserveNow', { ...reservation, idTag: parentIdTag, parentIdTag }],
    ],
    ['SendLocalList', (idTag) => ['SendLocalList', list(idTag)]],
    ['the group of a local list', (parentIdTag) => ['SendLocalList', group(parentIdTag)]],
    ['DataTransfer', (data) => ['DataTransfer', { vendorId: 'v', data }]],
    [
      'JSON in a DataTransfer',
      (idTag) => ['DataTransfer', { vendorId: 'v', data: JSON.stringify({ a: [{ idTag }] }) }],
    ],
    ['a line in a DataTransfer', (idTag) => ['DataTransfer', { vendorId: 'v', data: `start;id_tag=${idTag};c=1` }]],
    [
      'a vendor’s own field in JSON',
      (cardNo) => ['DataTransfer', { vendorId: 'v', data: JSON.stringify({ start: { card_no: cardNo } }) }],
    ],
    ['a vendor’s own field', (uid) => ['DataTransfer', { vendorId: 'v', data: `start;card_no=${uid};c=1` }]],
    ['a vendor’s setting of a card', (value) => ['ChangeConfiguration', { key: 'Plug&ChargeCardNo', value }]],
    ['a vendor’s setting', (value) => ['ChangeConfiguration', { key: 'FreeVendIdTag', value }]],
  ]

  test.each(naming)(
    'of %s names no card of others: refused as an unknown one, and nothing is sent',
    async (_, call) => {
      const before = await askedByPeople()
      for (const tag of [
        card.number,
        card.number.toLowerCase(),
        'NOBODY1',
        '20410987',
        customerTag(stranger.id),
        'customer-987654',
      ]) {
        const [code, said] = await refused(...call(tag))
        expect([code, String(said)], tag).toEqual([
          422,
          expect.stringMatching(/ is no card and no customer of yours\.$/),
        ])
      }
      expect(await refused(...call(card.number))).not.toEqual(await refused(...call('OTHER1')))
      expect(await askedByPeople()).toEqual(before)
    },
  )

  test('with a card or customer of one’s own goes out', async () => {
    const mine = await makeCustomer(server.db, { created_by: person.id, balance_cents: 100 })
    const { number } = await makeCard(server.db, { customer_id: mine.id })
    for (const idTag of [number, customerTag(mine.id)]) {
      const { code, data } = await raw('RemoteStartTransaction', { connectorId: 2, idTag })
      expect([code, data.answer]).toEqual([200, { status: 'Accepted' }])
    }
    expect((await raw('RemoteStartTransaction', { connectorId: 2, idTag: 'ANY' }, server.administrator)).code).toBe(200)
  })

  test('makes no number good at the pile that its caller may not start', async () => {
    const idTag = customerTag(stranger.id)
    expect(await refused('RemoteStartTransaction', { connectorId: 2, idTag })).toEqual(unknown(idTag))
    expect(await pile.call('Authorize', { idTag })).toMatchObject({ idTagInfo: { status: 'Invalid' } })
  })

  test('stops the pile’s own transactions alone', async () => {
    const order = await makeOrder(server.db, { status: 'generated' })
    const { transaction_id } = await server.db
      .selectFrom('orders')
      .select('transaction_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const none = (id: number) => [422, `This pile has no transaction ${id}.`]
    expect(await refused('RemoteStopTransaction', { transactionId: transaction_id })).toEqual(none(transaction_id))
    expect(await refused('RemoteStopTransaction', { transactionId: 2_000_000 })).toEqual(none(2_000_000))
    const own = await server.db
      .selectFrom('orders')
      .select('transaction_id')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const stop = { transactionId: own.transaction_id }
    expect((await raw('RemoteStopTransaction', stop)).code).toBe(200)
  })

  test('of a client app with the same scope is held alike', async () => {
    const app = await makeApp(server, {
      ...{ menus: ['pile.call'], data_scope: 'sites', site_ids: [north.ids.site] },
    })
    const as = await tokenOf(server, app)
    expect(await refused('RemoteStartTransaction', { idTag: card.number }, as)).toEqual(unknown(card.number))
  })
})

describe('whose a customer is', () => {
  test('is a merchant, a department or the operator, and is listed and filtered by', async () => {
    const account = `fleet.${next()}`
    const made = await server.call('/system/client/create', { account, merchant_id: north.ids.merchant })
    expect(made.data).toMatchObject({ merchant_id: north.ids.merchant, dept_id: null })
    const both = await server.call('/system/client/update', { id: made.data.id, dept_id: north.ids.dept })
    expect([both.code, Object.keys(both.data.errors)]).toEqual([422, ['dept_id']])
    const merchants = await server.signIn({
      ...{ permissions: ['*'], data_scope: 'merchants', merchant_ids: [north.ids.merchant as number] },
    })
    const topUp = { id: made.data.id, amount_cents: 100 }
    expect((await call('/system/client/charge', topUp, merchants)).code).toBe(200)
    const moved = await server.call('/system/client/update', {
      ...{ id: made.data.id, merchant_id: null, dept_id: north.ids.dept },
    })
    expect(moved.code, moved.message).toBe(200)
    expect((await call('/system/client/charge', topUp, merchants)).code).toBe(404)
    const head = await server.signIn({
      permissions: ['*'],
      data_scope: 'department',
      dept_id: north.ids.dept as number,
    })
    expect((await call('/system/client/charge', topUp, head)).code).toBe(200)
    const { data } = await server.call('/system/client/index', { dept_id: north.ids.dept, page_num: 1, page_size: 9 })
    expect(data.rows.map(({ id }: { id: number }) => id)).toEqual([made.data.id])
  })

  test('is not changed by who would do more with them then: alone, many at once, by a program', async () => {
    const everywhere = { permissions: ['customer.list', 'customer.update', 'merchant.list'] }
    const changer = await server.signIn(everywhere)
    const teller = await server.signIn({
      ...{ permissions: ['customer.top_up', 'customer.correct'], data_scope: 'merchants' },
      merchant_ids: [north.ids.merchant as number],
    })
    await server.db.insertInto('user_role').values({ user_id: changer.id, role_id: teller.role_id }).execute()
    const as = await server.call(
      '/system/login',
      { username: changer.user_name, password: changer.password },
      { as: null },
    )
    const { id } = await makeCustomer(server.db)
    const one = await call('/system/client/update', { id, merchant_id: north.ids.merchant }, as.data)
    expect([one.code, one.data.permissions]).toEqual([403, ['customer.correct', 'customer.top_up']])
    const many = await call('/system/client/bulk', { ids: [id], change: { merchant_id: north.ids.merchant } }, as.data)
    expect(many.code).toBe(409)
    expect((await call('/system/client/charge', { id, amount_cents: 1 }, as.data)).code).toBe(404)
    // To another one it may go.
    const south = await makeSide(server.db, 'south')
    expect((await call('/system/client/update', { id, merchant_id: south.ids.merchant }, as.data)).code).toBe(200)
  })

  test('does not come into reach with its maker: who moves people makes no colleague of them', async () => {
    const { dept } = north.ids as { dept: number }
    const hr = await server.signIn({ permissions: ['user.list', 'user.update', 'dept.list', 'user.assign'] })
    const teller = await server.signIn({ permissions: ['customer.correct'], data_scope: 'department', dept_id: dept })
    await server.db.updateTable('users').set({ dept_id: dept }).where('id', '=', hr.id).execute()
    await server.db.insertInto('user_role').values({ user_id: hr.id, role_id: teller.role_id }).execute()
    const { data } = await server.call('/system/login', { username: hr.user_name, password: hr.password }, { as: null })
    const maker = await server.signIn()
    const { id } = await makeCustomer(server.db, { created_by: maker.id })
    const move = (user: number) => call('/system/user/edit', { id: user, dept_id: dept }, data)
    expect((await move(maker.id)).code).toBe(403)
    expect((await call('/system/client/correct', { id, amount_cents: 1, remark: 'x' }, data)).code).toBe(404)
    const other = await server.signIn()
    const moved = await move(other.id)
    expect(moved.code, moved.message).toBe(200)
  })

  test('is within reach of who writes it, also by a sheet and of what is brought back', async () => {
    const south = await makeSide(server.db, 'south')
    const merchants = await server.signIn({
      ...{ permissions: ['*'], data_scope: 'merchants', merchant_ids: [north.ids.merchant as number] },
    })
    const account = `walk-in ${next()}`
    const out = await call('/system/client/create', { account, merchant_id: south.ids.merchant }, merchants)
    expect([out.code, Object.keys(out.data.errors)]).toEqual([422, ['merchant_id']])
    const { name } = await server.db
      .selectFrom('merchant')
      .select('name')
      .where('id', '=', south.ids.merchant as number)
      .executeTakeFirstOrThrow()
    const form = new FormData()
    form.append('file', new Blob([`Account,Merchant\n${account},${name}`], { type: 'text/csv' }), 'customers.csv')
    const response = await fetch(`${server.url}/api/system/client/import`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${merchants.token}` }, body: form },
    })
    expect((await response.json()).code).toBe(422)
    const gone = await makeCustomer(server.db, { merchant_id: south.ids.merchant as number })
    await server.db.updateTable('customer').set({ archived_at: 'now' }).where('id', '=', gone.id).execute()
    expect((await call('/system/client/restore', { ids: [gone.id] }, merchants)).code).toBe(404)
  })
})

test('no card has a number that stands for a customer without one', async () => {
  const made = await server.call('/system/device-car/create', { number: `customer-${stranger.id}` })
  expect([made.code, Object.keys(made.data.errors)]).toEqual([422, ['number']])
})
