import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { SettlementBook } from '../../src/server/settlements/settlement-book.ts'
import { orderDetail } from '../../src/shared/endpoints/orders.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { settlement } from '../../src/shared/entities/settlement.ts'
import { makeCard, makeCustomer, makePile, makeRule, makeSite, makeStrategy } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

/** What a pile of 2.1 says of payments at its terminal (C19 to C22): kept beside the order, which stays as it is. */

let server: TestServer
const open = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
async function connected(version = 'ocpp2.1') {
  const rule = await makeRule(server.db, { electricity_fee: 138, service_fee: 40 })
  const strategy = await makeStrategy(server.db, { rule_ids: [rule.id] })
  const site = await makeSite(server.db, { strategy_id: strategy.id })
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id })
  const customer = await makeCustomer(server.db, { balance_cents: 100_000 })
  const { number: card } = await makeCard(server.db, { customer_id: customer.id })
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return { pile, id, station, card, customer, site }
}
type Made = Awaited<ReturnType<typeof connected>>

const at = Date.now() - 30 * MINUTE
const iso = (minute: number) => new Date(at + minute * MINUTE).toISOString()

/** 10 kWh, so 17.80. */
async function charge({ pile, card }: Made, transactionId: string, end = true) {
  const meterValue = (minute: number, value: number) => [
    { timestamp: iso(minute), sampledValue: [{ value, unitOfMeasure: { unit: 'Wh' } }] },
  ]
  await pile.call('TransactionEvent', {
    ...{ eventType: 'Started', timestamp: iso(0), triggerReason: 'Authorized', seqNo: 0 },
    ...{ evse: { id: 1, connectorId: 1 }, idToken: { idToken: card, type: 'ISO14443' }, meterValue: meterValue(0, 0) },
    transactionInfo: { transactionId, chargingState: 'Charging' },
  })
  if (!end) return
  await pile.call('TransactionEvent', {
    ...{ eventType: 'Ended', timestamp: iso(20), triggerReason: 'StopAuthorized', seqNo: 1 },
    ...{ transactionInfo: { transactionId, stoppedReason: 'EVDisconnected' }, meterValue: meterValue(20, 10_000) },
  })
}

const settled = ({ pile }: Made, more: Record<string, unknown>) =>
  pile.call<{ receiptId?: string }>('NotifySettlement', {
    ...{ pspRef: 'PSP-1', status: 'Settled', settlementAmount: 17.8, settlementTime: iso(21), ...more },
  })
const rowsOf = ({ id }: Made) =>
  server.db.selectFrom('settlement').selectAll().where('pile_id', '=', id).orderBy('id').execute()
const orderOf = ({ id }: Made) =>
  server.db.selectFrom('orders').selectAll().where('pile_id', '=', id).executeTakeFirstOrThrow()
const detailOf = async (made: Made) => (await server.call(orderDetail, { id: (await orderOf(made)).id })).data

test('what was paid at the terminal stands beside the order, which stays as it is, and our receipt is named', async () => {
  const made = await connected()
  await charge(made, 'T1')
  const before = await orderOf(made)
  const vatCompany = { name: 'Acme', address1: 'Road 1', city: 'Shanghai', postalCode: '200000', country: 'China' }
  const answer = await settled(made, { transactionId: 'T1', vatNumber: 'CN1', vatCompany, statusInfo: 'Visa' })
  expect(answer).toEqual({ receiptId: before.number })
  expect(await orderOf(made)).toEqual(before)
  const detail = await detailOf(made)
  expect(detail.terminal).toEqual({ state: 'same', collected_cents: 1780, billed_cents: 1780 })
  expect(detail.settlements).toMatchObject([
    {
      ...{ reference: 'PSP-1', status: 'settled', amount_cents: 1780, settled_at: iso(21), info: 'Visa', times: 1 },
      ...{ vat_number: 'CN1', company: 'Acme, Road 1, 200000 Shanghai, China', transaction_id: 'T1' },
    },
  ])
})

test('said again, it is the same one, and its answer too', async () => {
  const made = await connected()
  await charge(made, 'T1')
  const first = await settled(made, { transactionId: 'T1' })
  expect(await settled(made, { transactionId: 'T1' })).toEqual(first)
  expect(await rowsOf(made)).toMatchObject([{ times: 2, amount_cents: 1780 }])
  expect((await detailOf(made)).terminal).toMatchObject({ state: 'same', collected_cents: 1780 })
})

test.each([
  [[{ settlementAmount: 20 }], 'more', 2000],
  [[{ settlementAmount: 10.005 }], 'less', 1001],
  [[{ status: 'Rejected' }], 'not_collected', 0],
  [[{ status: 'Canceled', settlementAmount: 0 }], 'canceled', 0],
  // It failed first, and succeeded then.
  [[{ status: 'Failed' }, { status: 'Settled', settlementTime: iso(25) }], 'same', 1780],
  // Two payments for one session.
  [[{ settlementAmount: 10 }, { pspRef: 'PSP-2', settlementAmount: 7.8 }], 'same', 1780],
])('%j is %s than is billed', async (said, state, collected_cents) => {
  const made = await connected()
  await charge(made, 'T1')
  for (const one of said) {
    const answer = await settled(made, { transactionId: 'T1', ...one })
    if ('status' in one && one.status !== 'Settled') expect(answer).toEqual({})
  }
  expect((await detailOf(made)).terminal).toEqual({ state, collected_cents, billed_cents: 1780 })
  expect((await orderOf(made)).total_cents).toBe(1780)
})

test('a session that runs is not compared, and names no receipt', async () => {
  const made = await connected()
  await charge(made, 'T1', false)
  expect(await settled(made, { transactionId: 'T1' })).toEqual({})
  expect((await detailOf(made)).terminal).toMatchObject({ state: 'not_billed' })
})

test('a payment before its order is here finds it later; one of another pile’s session never does', async () => {
  const [made, other] = [await connected(), await connected()]
  await settled(made, { transactionId: 'LATE' })
  await settled(made, { pspRef: 'PSP-NONE', status: 'Canceled', settlementAmount: 0 })
  await charge(other, 'LATE')
  const book = new SettlementBook(server.db, { changed: () => {} })
  await book.matchLate()
  expect(await rowsOf(made)).toMatchObject([{ order_id: null }, { order_id: null, transaction_id: null }])
  await charge(made, 'LATE')
  await book.matchLate()
  expect((await rowsOf(made)).map(({ order_id }) => order_id)).toEqual([(await orderOf(made)).id, null])
  expect((await detailOf(other)).settlements).toEqual([])
})

test('what is no amount is refused, and nothing is kept', async () => {
  const made = await connected()
  await expect(settled(made, { settlementAmount: 1e12 })).rejects.toThrow(/settlementAmount is out of range/)
  expect(await rowsOf(made)).toEqual([])
})

test('a VAT number is not confirmed, for nobody is asked here, and is kept', async () => {
  const made = await connected()
  expect(await made.pile.call('VatNumberValidation', { vatNumber: 'NL123', evseId: 1 })).toMatchObject({
    ...{ vatNumber: 'NL123', evseId: 1, status: 'Rejected', statusInfo: { reasonCode: 'UnsupportedRequest' } },
  })
  expect(await rowsOf(made)).toMatchObject([{ status: 'vat_asked', reference: 'NL123', amount_cents: null }])
})

test('a pile of 2.0.1 has no such message', async () => {
  const made = await connected('ocpp2.0.1')
  await expect(settled(made, {})).rejects.toThrow(/knows no NotifySettlement/)
})

test('the list shows them to those alone who reach the site', async () => {
  const [made, other] = [await connected(), await connected()]
  await settled(made, {})
  await settled(other, { pspRef: 'PSP-OTHER' })
  const seen = { permissions: ['settlement.list'], data_scope: 'sites', site_ids: [made.site.id] } as const
  const caller = { as: await server.signIn(seen as never) }
  const { data } = await server.call(`${settlement.path}/index`, {}, caller)
  expect(data).toMatchObject({ total: 1, rows: [{ reference: 'PSP-1', amount_cents: 1780 }] })
})

test('an engineer tells a pile of a web payment by hand', async () => {
  const made = await connected()
  made.pile.onCall('NotifyWebPaymentStarted', {})
  const payload = { evseId: 1, timeout: 60 }
  await server.call(callPile, { station_number: made.station, action: 'NotifyWebPaymentStarted', payload } as never)
  expect(await made.pile.nextCall('NotifyWebPaymentStarted')).toEqual({ evseId: 1, timeout: 60 })
})
