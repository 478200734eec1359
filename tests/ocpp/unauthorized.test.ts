import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { blockCard, takeBackCard } from '../../src/shared/endpoints/cards.ts'
import { decideOrder } from '../../src/shared/endpoints/order-decision.ts'
import { closeOrder, orderDetail, settleOrder } from '../../src/shared/endpoints/orders.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
const piles = droppedPiles<ScriptedPile>()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MINUTE = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A pile that says yes to a stop and a card of a customer with ¥ 100. One kWh costs one yuan. */
async function network({ balance_cents = 10_000 } = {}) {
  const rule = await makeRule(server.db, {
    electricity_fee: 100,
    service_fee: 0,
    occupation_fee: 360_000,
    free_minutes: 0,
  })
  const strategy = await makeStrategy(server.db, { rule_ids: [rule.id] })
  const site = await makeSite(server.db, { strategy_id: strategy.id })
  const type = await makePileType(server.db, { rated_power_w: 120_000 })
  const { id, station_number } = await makePile(server.db, { site_id: site.id, pile_type_id: type.id, connectors: 2 })
  const customer = await makeCustomer(server.db, { balance_cents })
  const card = await makeCard(server.db, { customer_id: customer.id })
  return {
    pile_id: id,
    site_id: site.id,
    station_number,
    customer,
    card,
    idTag: card.number,
    pile: await connect(station_number),
  }
}

async function connect(station: string) {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  pile.onCall('RemoteStopTransaction', { status: 'Accepted' })
  piles.push(pile)
  return pile
}

interface Answer {
  transactionId: number
  idTagInfo: { status: string }
}

const start = (pile: ScriptedPile, idTag: string, { connectorId = 1, timestamp = ago(0), meterStart = 0 } = {}) =>
  pile.call<Answer>('StartTransaction', { connectorId, idTag, meterStart, timestamp })
const stop = (pile: ScriptedPile, transactionId: number, meterStop: number, timestamp = ago(0)) =>
  pile.call('StopTransaction', { transactionId, meterStop, timestamp, reason: 'Remote' })
const meter = (pile: ScriptedPile, transactionId: number, wh: number, timestamp = ago(0)) =>
  pile.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp, sampledValue: [{ value: String(wh) }] }],
  })
const block = (id: number, reason = 'stolen', stopped = false) =>
  server.call(blockCard, { id, reason, remark: null, stop: stopped })
const orderOf = (transaction_id: number) =>
  server.db.selectFrom('orders').selectAll().where('transaction_id', '=', transaction_id).executeTakeFirstOrThrow()
const alarms = (pile_id: number) =>
  server.db
    .selectFrom('alarm')
    .select(['code', 'status', 'order_id', 'cleared_at', 'connector_number', 'message'])
    .where('pile_id', '=', pile_id)
    .where('code', '=', 'UnauthorizedCharging')
    .orderBy('id')
    .execute()
const balance = async (id: number) =>
  (await server.db.selectFrom('customer').select('balance_cents').where('id', '=', id).executeTakeFirstOrThrow())
    .balance_cents
const decide = (body: Parameters<typeof server.call<typeof decideOrder>>[1]) => server.call(decideOrder, body)

/** A session with a card that is blocked, from its start to its stop. */
async function stolen() {
  const made = await network()
  await block(made.card.id)
  const { transactionId } = await start(made.pile, made.idTag, { timestamp: ago(20 * MINUTE) })
  await stop(made.pile, transactionId, 4000)
  return { ...made, order: await orderOf(transactionId) }
}

describe('a start that is not authorized', () => {
  const cases: [string, string, (made: Awaited<ReturnType<typeof network>>) => Promise<unknown>, string][] = [
    ['with a stolen card', 'card_blocked', ({ card }) => block(card.id), 'Blocked'],
    ['with a damaged card', 'card_blocked', ({ card }) => block(card.id, 'damaged'), 'Blocked'],
    [
      'with an archived card',
      'card_invalid',
      ({ card }) =>
        server.db
          .updateTable('card')
          .set({ archived_at: ago(0) })
          .where('id', '=', card.id)
          .execute(),
      'Invalid',
    ],
    [
      'with a card of an archived customer',
      'card_invalid',
      ({ customer }) =>
        server.db
          .updateTable('customer')
          .set({ archived_at: ago(0) })
          .where('id', '=', customer.id)
          .execute(),
      'Invalid',
    ],
    [
      'with a card of a customer who is none any more',
      'card_invalid',
      ({ customer }) =>
        server.db.updateTable('customer').set({ status: 'invalid' }).where('id', '=', customer.id).execute(),
      'Invalid',
    ],
    [
      'with a card that was taken back',
      'card_invalid',
      ({ card }) => server.call(takeBackCard, { id: card.id, remark: null }),
      'Invalid',
    ],
  ]
  test.each(cases)('%s is stopped, is nobody’s debt and raises an alarm', async (_, refused_as, spoil, status) => {
    const made = await network()
    await spoil(made)
    const { pile, pile_id, customer } = made
    const answer = await start(pile, made.idTag.toLowerCase())
    expect(answer.idTagInfo.status).toBe(status)
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId: answer.transactionId })
    const order = await orderOf(answer.transactionId)
    expect(order).toMatchObject({ status: 'generated', abnormal: 'unauthorized', refused_as, customer_id: null })
    await vi.waitFor(async () =>
      expect(await alarms(pile_id)).toMatchObject([
        { status: 'open', order_id: order.id, cleared_at: null, connector_number: 1 },
      ]),
    )
    await meter(pile, answer.transactionId, 1500)
    await vi.waitFor(async () =>
      expect(await orderOf(answer.transactionId)).toMatchObject({
        energy_wh: 1500,
        total_cents: 150,
        abnormal: 'unauthorized',
      }),
    )
    await stop(pile, answer.transactionId, 2000)
    expect(await orderOf(answer.transactionId)).toMatchObject({
      status: 'completed',
      abnormal: 'unauthorized',
      energy_wh: 2000,
      total_cents: 0,
      customer_id: null,
    })
    expect(await balance(customer.id)).toBe(10_000)
    await vi.waitFor(async () => expect((await alarms(pile_id))[0]?.cleared_at).not.toBeNull())
  })

  test.each([
    ['an unknown card', 'F00DF00D'],
    ['an empty idTag', ''],
    ['an idTag of blanks', '   '],
    ['a customer’s tag that nobody asked for', 'CD-C-1'],
  ])('of %s is stopped and waits for a person', async (_, idTag) => {
    const { pile } = await network()
    const { transactionId, idTagInfo } = await start(pile, idTag)
    expect(idTagInfo.status).toBe('Invalid')
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    await stop(pile, transactionId, 3000)
    expect(await orderOf(transactionId)).toMatchObject({
      status: 'completed',
      refused_as: 'card_invalid',
      total_cents: 0,
    })
  })

  test('of a balance that is used up is told from a stolen card', async () => {
    const { pile, idTag, customer } = await network({ balance_cents: 0 })
    const { transactionId, idTagInfo } = await start(pile, idTag)
    expect(idTagInfo.status).toBe('Blocked')
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    await stop(pile, transactionId, 3000)
    const order = await orderOf(transactionId)
    expect(order).toMatchObject({ refused_as: 'balance_short', status: 'completed', claimed_customer_id: customer.id })
    expect(order.events.map(({ event }) => event)).toContain('balance_short')
  })

  test('of a card that charges elsewhere takes nothing from its owner, whose own session goes on', async () => {
    const { pile, idTag, site_id, customer } = await network()
    const other = await makePile(server.db, { site_id })
    const second = await connect(other.station_number)
    const own = await start(pile, idTag)
    const copied = await start(second, idTag)
    expect(copied.idTagInfo.status).toBe('ConcurrentTx')
    expect(await second.nextCall('RemoteStopTransaction')).toEqual({ transactionId: copied.transactionId })
    await stop(pile, own.transactionId, 2000)
    expect(await orderOf(own.transactionId)).toMatchObject({
      status: 'paid',
      customer_id: customer.id,
      total_cents: 200,
    })
    // The copy runs on and does not lock its owner out.
    expect(await pile.call('Authorize', { idTag })).toEqual({ idTagInfo: { status: 'Accepted' } })
    await stop(second, copied.transactionId, 50_000)
    expect(await orderOf(copied.transactionId)).toMatchObject({
      status: 'completed',
      refused_as: 'card_in_use',
      customer_id: null,
    })
    expect(await balance(customer.id)).toBe(9800)
  })

  test('is answered the same however often it is sent, and stopped once', async () => {
    const { pile, idTag, card } = await network()
    await block(card.id)
    const timestamp = ago(5_000)
    const first = await start(pile, idTag, { timestamp })
    await server.db.updateTable('card').set({ status: 'normal' }).where('id', '=', card.id).execute()
    expect(await start(pile, idTag, { timestamp })).toEqual(first)
    await pile.nextCall('RemoteStopTransaction')
    await stop(pile, first.transactionId, 10)
    expect(pile.received).toEqual([])
  })

  test('is over by itself where its pile let nothing flow', async () => {
    const { pile, idTag, card, customer } = await network()
    await block(card.id)
    const { transactionId } = await start(pile, idTag, { meterStart: 700 })
    await stop(pile, transactionId, 700)
    const order = await orderOf(transactionId)
    expect(order).toMatchObject({ status: 'paid', abnormal: null, refused_as: 'card_blocked', total_cents: 0 })
    expect(order).toMatchObject({ customer_id: null, paid_cents: 0, occupation_cents: 0 })
    expect(await balance(customer.id)).toBe(10_000)
    expect((await decide({ id: order.id, decision: 'waive', remark: 'nothing' })).code).toBe(409)
  })

  test('is stopped again when its pile is back', async () => {
    const { pile, idTag, card, station_number } = await network()
    await block(card.id)
    const { transactionId } = await start(pile, idTag)
    await pile.nextCall('RemoteStopTransaction')
    pile.drop()
    const again = await connect(station_number)
    await meter(again, transactionId, 100)
    expect(await again.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
  })
})

const order = (id: number) => server.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A session of 3 kWh that arrives when it is over; its times in minutes ago. */
async function kept(pile: ScriptedPile, idTag: string, { from, to }: { from: number; to: number }) {
  const { transactionId } = await start(pile, idTag, { timestamp: ago(from * MINUTE) })
  await stop(pile, transactionId, 3000, ago(to * MINUTE))
  return await orderOf(transactionId)
}

describe('a start that its pile kept while it was away', () => {
  test('is the customer’s debt though the balance is used up by now', async () => {
    const { pile, idTag, customer } = await network({ balance_cents: 0 })
    const { transactionId } = await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    await stop(pile, transactionId, 3000, ago(30 * MINUTE))
    expect(await orderOf(transactionId)).toMatchObject({ status: 'unpaid', customer_id: customer.id, total_cents: 300 })
    expect(pile.received).toEqual([])
  })

  test('with a card that is blocked now waits for a person, who sees whose it was', async () => {
    const { order, customer, pile_id } = await stolen()
    expect(order).toMatchObject({ status: 'completed', abnormal: 'unauthorized', claimed_customer_id: customer.id })
    expect(await balance(customer.id)).toBe(10_000)
    await vi.waitFor(async () => expect(await alarms(pile_id)).toMatchObject([{ order_id: order.id, status: 'open' }]))
  })

  test('while the card charged elsewhere was in use; what began later does not count', async () => {
    const { pile, idTag, site_id } = await network()
    const second = await connect((await makePile(server.db, { site_id })).station_number)
    const own = await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    const later = await start(second, idTag, { timestamp: ago(30 * MINUTE) })
    expect(await orderOf(later.transactionId)).toMatchObject({ refused_as: 'card_in_use' })
    const third = await connect((await makePile(server.db, { site_id })).station_number)
    const earlier = await start(third, idTag, { timestamp: ago(90 * MINUTE) })
    expect(await orderOf(earlier.transactionId)).toMatchObject({ refused_as: null })
    expect(await orderOf(own.transactionId)).toMatchObject({ refused_as: null })
  })

  test('of a card that may charge twice at once is counted as it was then', async () => {
    const { pile, idTag, site_id } = await network()
    await server.db.updateTable('card').set({ at_once: 2 }).where('number', '=', idTag).execute()
    const another = async () => await connect((await makePile(server.db, { site_id })).station_number)
    await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    await start(await another(), idTag, { timestamp: ago(30 * MINUTE) })
    const between = await start(await another(), idTag, { timestamp: ago(45 * MINUTE) })
    expect(await orderOf(between.transactionId)).toMatchObject({ refused_as: null })
    const after = await start(await another(), idTag, { timestamp: ago(20 * MINUTE) })
    expect(await orderOf(after.transactionId)).toMatchObject({ refused_as: 'card_in_use' })
  })

  describe('while the card seemed to charge elsewhere', () => {
    /** A session that seems to go on, and those that its card began meanwhile at other piles. */
    async function seemsToCharge() {
      const made = await network()
      const own = await start(made.pile, made.idTag, { timestamp: ago(90 * MINUTE) })
      const another = async () => await connect((await makePile(server.db, { site_id: made.site_id })).station_number)
      const during = await kept(await another(), made.idTag, { from: 60, to: 55 })
      const after = await kept(await another(), made.idTag, { from: 30, to: 20 })
      expect([during, after]).toMatchObject([{ refused_as: 'card_in_use' }, { refused_as: 'card_in_use' }])
      return { ...made, own, another, during, after }
    }
    const settled = (id: number) =>
      vi.waitFor(async () => expect(await order(id)).toMatchObject({ status: 'paid' }), 15_000)

    test('is the customer’s once the other session is known to have ended before, and only then', async () => {
      const { pile, own, during, after, customer } = await seemsToCharge()
      await stop(pile, own.transactionId, 2000, ago(40 * MINUTE))
      await settled(after.id)
      expect(await order(after.id)).toMatchObject({
        ...{ customer_id: customer.id, total_cents: 300, paid_cents: 300, refused_as: null, abnormal: null },
        ...{ claimed_customer_id: null, occupation_cents: 0 },
      })
      expect((await order(after.id)).events.map(({ event }) => event)).toContain('authorized_after_all')
      expect(await order(during.id)).toMatchObject({ status: 'completed', abnormal: 'unauthorized', customer_id: null })
      expect(await balance(customer.id)).toBe(10_000 - 200 - 300)
    })

    test('waits for a person where the other end is not sure, or the pile was here', async () => {
      const unsure = await seemsToCharge()
      await server.db
        .updateTable('orders')
        .set({ status: 'completed', abnormal: 'no_stop', ended_at: ago(40 * MINUTE) })
        .where('transaction_id', '=', unsure.own.transactionId)
        .execute()
      const here = await seemsToCharge()
      const refused = await start(await here.another(), here.idTag)
      await stop(here.pile, here.own.transactionId, 2000, ago(40 * MINUTE))
      await stop(piles.at(-1) as ScriptedPile, refused.transactionId, 1000)
      const sign = await seemsToCharge()
      await stop(sign.pile, sign.own.transactionId, 2000, ago(40 * MINUTE))
      await settled(sign.after.id)
      const waits = { status: 'completed', refused_as: 'card_in_use', customer_id: null }
      expect(await order(unsure.after.id)).toMatchObject(waits)
      expect(await orderOf(refused.transactionId)).toMatchObject(waits)
    })
  })

  test('is not told by the time of a pile whose clock is always slow', async () => {
    const { pile, idTag, pile_id } = await network({ balance_cents: 0 })
    await server.db
      .updateTable('pile')
      .set({ clock_skew_ms: -4 * MINUTE })
      .where('id', '=', pile_id)
      .execute()
    const { transactionId } = await start(pile, idTag, { timestamp: ago(4 * MINUTE) })
    expect(await orderOf(transactionId)).toMatchObject({ refused_as: 'balance_short' })
  })
})

describe('a card that is blocked while it charges', () => {
  test('as stolen is stopped, and its owner owes nothing until a person says how much', async () => {
    const { pile, idTag, card, customer, pile_id } = await network()
    const { transactionId } = await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    await meter(pile, transactionId, 2000)
    // Nobody ticked the box: what is in the wrong hands is stopped all the same.
    expect((await block(card.id, 'stolen', false)).data).toEqual({ running: 1, stopped: 1 })
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    await vi.waitFor(async () => expect(await alarms(pile_id)).toMatchObject([{ status: 'open', cleared_at: null }]))
    const later = Date.now() + 2 * MINUTE
    await stop(pile, transactionId, 5000, new Date(later).toISOString())
    const order = await orderOf(transactionId)
    expect(order).toMatchObject({
      status: 'completed',
      abnormal: 'unauthorized',
      customer_id: null,
      claimed_customer_id: customer.id,
    })
    expect(await balance(customer.id)).toBe(10_000)
    const { data } = await server.call(orderDetail, { id: order.id })
    expect(data.unauthorized).toMatchObject({ total_cents: 500 })
    const part = data.unauthorized?.part
    expect(part?.energy_wh).toBeGreaterThanOrEqual(2000)
    expect(part?.energy_wh).toBeLessThan(2600)
    expect((await decide({ id: order.id, decision: 'charge_part', remark: 'until it was blocked' })).data.status).toBe(
      'paid',
    )
    expect(await orderOf(transactionId)).toMatchObject({ customer_id: customer.id, total_cents: part?.total_cents })
    expect(await balance(customer.id)).toBe(10_000 - (part?.total_cents ?? 0))
  })

  test('as damaged goes on and is its customer’s, unless it is called stolen later', async () => {
    const { pile, idTag, card, customer } = await network()
    const { transactionId } = await start(pile, idTag)
    await block(card.id, 'damaged')
    expect(await orderOf(transactionId)).toMatchObject({ refused_as: null, customer_id: customer.id })
    await block(card.id, 'lost')
    expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
    expect(await orderOf(transactionId)).toMatchObject({ refused_as: 'card_blocked', customer_id: null })
  })

  test('stays nobody’s when the session’s readings are read anew', async () => {
    const { pile, idTag, card, customer } = await network()
    const { transactionId } = await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    await meter(pile, transactionId, 2000, ago(30 * MINUTE))
    await block(card.id)
    await pile.nextCall('RemoteStopTransaction')
    await meter(pile, transactionId, 1000, ago(40 * MINUTE))
    await meter(pile, transactionId, 3000, ago(MINUTE))
    await vi.waitFor(async () =>
      expect(await orderOf(transactionId)).toMatchObject({ energy_wh: 3000, abnormal: 'unauthorized' }),
    )
    await stop(pile, transactionId, 3000)
    expect(await balance(customer.id)).toBe(10_000)
  })

  test('and its card taken back or its customer gone: what was authorized stays the customer’s', async () => {
    const { pile, idTag, card, customer } = await network()
    const { transactionId } = await start(pile, idTag, { timestamp: ago(60 * MINUTE) })
    await server.call(takeBackCard, { id: card.id, remark: null })
    const next = await makeCustomer(server.db, { balance_cents: 5000 })
    await server.db.updateTable('card').set({ customer_id: next.id }).where('id', '=', card.id).execute()
    await server.db.updateTable('customer').set({ status: 'invalid' }).where('id', '=', customer.id).execute()
    await stop(pile, transactionId, 1000)
    expect(await orderOf(transactionId)).toMatchObject({ customer_id: customer.id, paid_cents: 100 })
    expect(await balance(next.id)).toBe(5000)
  })
})

describe('a person decides', () => {
  test('that its owner pays all of it', async () => {
    const { order, customer } = await stolen()
    const { data } = await decide({ id: order.id, decision: 'charge', remark: 'was the owner' })
    expect(data).toEqual({ status: 'paid', shortfall_cents: 0 })
    expect(await balance(customer.id)).toBe(9600)
    const { data: detail } = await server.call(orderDetail, { id: order.id })
    expect(detail.lines).toMatchObject([{ kind: 'energy', wh: 4000, electricity_cents: 400 }])
    expect(detail.events.at(-2)).toMatchObject({ event: 'decided_claimed' })
    expect((await decide({ id: order.id, decision: 'charge', remark: 'again' })).code).toBe(409)
    expect(await balance(customer.id)).toBe(9600)
  })

  test('that someone else pays', async () => {
    const { order, customer } = await stolen()
    const thief = await makeCustomer(server.db, { balance_cents: 100 })
    const asked = { id: order.id, decision: 'charge', payer: 'other', remark: 'seen on video' } as const
    expect((await decide(asked)).code).toBe(422)
    expect((await decide({ ...asked, customer_id: thief.id })).data).toEqual({ status: 'unpaid', shortfall_cents: 300 })
    expect([await balance(customer.id), await balance(thief.id)]).toEqual([10_000, 0])
  })

  test('that it stays open, to be collected', async () => {
    const { order } = await stolen()
    const { data } = await decide({ id: order.id, decision: 'charge', payer: 'nobody', remark: 'pays in cash' })
    expect(data).toEqual({ status: 'unpaid', shortfall_cents: 400 })
  })

  test('that nobody pays; the energy that flowed stays told', async () => {
    const { order, customer } = await stolen()
    expect((await decide({ id: order.id, decision: 'waive', remark: 'theft' })).data.status).toBe('paid')
    expect(await orderOf(order.transaction_id)).toMatchObject({
      total_cents: 0,
      energy_wh: 4000,
      abnormal: null,
      customer_id: null,
    })
    expect(await balance(customer.id)).toBe(10_000)
  })

  test('only what a person may: with the permission, for a session that ended and was not authorized', async () => {
    const { order, pile, idTag } = await stolen()
    const looker = await server.signIn({ permissions: ['order.list', 'order.collect'] })
    const asked = { id: order.id, decision: 'waive', remark: 'r' } as const
    expect((await server.call(decideOrder, asked, { as: looker })).code).toBe(403)
    expect((await server.call(settleOrder, { id: order.id, energy_wh: 4000, remark: 'r' })).code).toBe(409)
    expect((await server.call(closeOrder, { id: order.id, remark: 'r' })).code).toBe(409)
    expect((await decide({ ...asked, decision: 'charge', energy_wh: 1 })).code).toBe(422)
    expect((await decide({ ...asked, decision: 'charge_part' })).code).toBe(422)
    expect((await decide({ ...asked, remark: ' ' })).code).toBe(422)
    const running = await orderOf((await start(pile, idTag)).transactionId)
    expect((await decide({ ...asked, id: running.id })).code).toBe(409)
    expect(await orderOf(order.transaction_id)).toMatchObject({ status: 'completed', abnormal: 'unauthorized' })
  })

  test('what was drawn, where the meter is not to be believed', async () => {
    const { pile, idTag, card, customer } = await network()
    await block(card.id)
    const { transactionId } = await start(pile, idTag, { timestamp: ago(20 * MINUTE), meterStart: 5000 })
    await meter(pile, transactionId, 6000, ago(10 * MINUTE))
    await stop(pile, transactionId, 1000)
    const { id, abnormal } = await orderOf(transactionId)
    expect(abnormal).toBe('meter_backwards')
    expect((await decide({ id, decision: 'charge', remark: 'r' })).code).toBe(422)
    expect((await decide({ id, decision: 'charge', energy_wh: 2000, remark: 'display' })).data.status).toBe('paid')
    expect(await balance(customer.id)).toBe(9800)
  })
})
