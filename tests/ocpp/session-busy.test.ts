import { describe, expect, test } from 'vitest'
import { makeCard, makeCustomer, makePile } from '../make.ts'
import { MINUTE, PortPile, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const hour = 60 * MINUTE

/** A session with 2000 Wh on its register after ten minutes, at a register that began at `meter`. */
async function charging(meter = 50_000, draft: Parameters<SessionRig['network']>[0] = {}) {
  const network = await rig.network(draft)
  const { transaction_id } = await network.pile.start(network.card, START, { meter })
  await network.pile.status('Charging', START)
  await network.pile.meter(transaction_id, START + 10 * MINUTE, meter + 2000)
  return { ...network, first: transaction_id, meter, order: () => rig.order(transaction_id) }
}

const blocked = async () => (await makeCard(rig.db, { status: 'blocked' })).number
const unknown = async () => 'NOBODY'
const penniless = async () =>
  (await makeCard(rig.db, { customer_id: (await makeCustomer(rig.db, { balance_cents: 0 })).id })).number
const inUse = async () => {
  const other = await rig.network()
  await other.pile.start(other.card, START)
  return other.card
}

const readingsOf = (order_id: number) =>
  rig.db.selectFrom('reading').select('energy_wh').where('order_id', '=', order_id).orderBy('at').execute()

describe.each([
  ['blocked', blocked],
  ['unknown', unknown],
  ['without balance', penniless],
  ['in use elsewhere', inUse],
])('a start at a busy connector by a card that is %s', (_, makeOne) => {
  test.each([
    ['the register of the moment', 2000],
    ['a larger one', 2500],
    ['a smaller one', 1000],
    ['the one that the session began with', 0],
    ['one of its own', -50_000],
  ])('that says %s does not end the session', async (_, drawn) => {
    const { pile, first, meter, order, customer } = await charging()
    const stranger = await makeOne()
    const second = await pile.start(stranger, START + 11 * MINUTE, { meter: meter + drawn })
    expect(second.status).not.toBe('Accepted')
    expect(second.transaction_id).not.toBe(first)
    expect(await order()).toMatchObject({ status: 'generated' })
    expect(await pile.meter(first, START + 20 * MINUTE, meter + 4000)).toBe(true)
    expect(await pile.meter(null, START + 30 * MINUTE, meter + 6000)).toBe(true)
    await pile.stop(first, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'paid', abnormal: null, energy_wh: 10_000, total_cents: 1200 })
    expect(await readingsOf((await order()).id)).toHaveLength(3)
    expect(await rig.balance(customer.id)).toBe(100_000 - 1200)
    // What was never charged waits for a person, and blocks its card nowhere.
    await expect.poll(async () => (await rig.order(second.transaction_id)).status).toBe('completed')
    expect(await rig.order(second.transaction_id)).toMatchObject({ abnormal: 'no_stop', energy_wh: 0, total_cents: 0 })
  })
})

describe('the same card starts again where its session goes on', () => {
  test.each([
    ['at once', 10 * MINUTE + 1000, false],
    ['minutes later', 15 * MINUTE, false],
    ['after we restarted', 12 * MINUTE, true],
  ])('with another time, %s: it is the same session', async (_, after, restarts) => {
    const { pile, card, first, meter, order, customer } = await charging()
    if (restarts) {
      await rig.sessions.writeFigures()
      rig.restart()
      await pile.connect()
    }
    const again = await pile.start(card, START + after, { meter })
    expect(again.transaction_id).toBe(first)
    expect(await pile.meter(first, START + 20 * MINUTE, meter + 4000)).toBe(true)
    await pile.stop(first, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'paid', energy_wh: 10_000, total_cents: 1200 })
    expect((await order()).events.filter(({ event }) => event === 'start_repeated')).toHaveLength(1)
    expect(await rig.balance(customer.id)).toBe(100_000 - 1200)
  })

  test('again and again: its story does not grow', async () => {
    const { pile, card, meter, order } = await charging()
    for (let minute = 11; minute < 21; minute++) await pile.start(card, START + minute * MINUTE, { meter })
    const repeated = (await order()).events.filter(({ event }) => event === 'start_repeated')
    expect(repeated.map(({ figures }) => figures.times)).toEqual([10])
  })

  test.each([
    ['the pile booted', async (pile: PortPile) => pile.boot(START + 11 * MINUTE)],
    ['the connector was free', async (pile: PortPile) => pile.status('Available', START + 11 * MINUTE)],
    ['the next driver plugged in', async (pile: PortPile) => pile.status('Preparing', START + 11 * MINUTE)],
  ])('with a meter that counts each session from 0: it is another one when %s', async (_, happen) => {
    const { pile, card, first } = await charging(0)
    await happen(pile)
    const next = await pile.start(card, START + 12 * MINUTE, { meter: 0 })
    expect(next.transaction_id).not.toBe(first)
    await pile.stop(next.transaction_id, START + hour, 3000, { reason: 'EVDisconnected' })
    expect(await rig.order(next.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 3000 })
    expect(await rig.order(first)).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 2000 })
  })
})

describe('a meter that counts each session from 0', () => {
  test.each([
    ['with another time, and its number used', START, true],
    ['with another time, without its number', START, false],
    ['at the same time by a clock that stands still, and its number used', 0, true],
    ['at the same time by a clock that stands still, without its number', 0, false],
  ])('begins another session once the one before has drawn, %s: its stop is still to come', async (_, at, named) => {
    const { pile, card } = await rig.network()
    const time = (minute: number) => (at === 0 ? 0 : START + minute * MINUTE)
    const received = (minute: number) => ({ received_at: START + minute * MINUTE })
    const first = await pile.start(card, time(0), received(0))
    await pile.meter(named ? first.transaction_id : null, time(5), 2000, received(5))
    const second = await pile.start(card, time(9), received(9))
    expect(second.transaction_id).not.toBe(first.transaction_id)
    await pile.stop(second.transaction_id, time(20), 3000, received(20))
    await pile.stop(first.transaction_id, time(8), 2500, received(21))
    const kept = await Promise.all([first, second].map(({ transaction_id }) => rig.order(transaction_id)))
    expect(kept.map(({ meter_stop_wh }) => meter_stop_wh)).toEqual([2500, 3000])
    if (at > 0)
      expect(kept.map(({ energy_wh, abnormal }) => [energy_wh, abnormal])).toEqual([
        [2500, null],
        [3000, null],
      ])
  })

  test('goes on when its pile repeats the start though it had the answer, and is billed once', async () => {
    const { pile, card, first, order } = await charging(0)
    const again = await pile.start(card, START + 11 * MINUTE, { meter: 0 })
    expect(again.transaction_id).not.toBe(first)
    expect(await pile.meter(first, START + 20 * MINUTE, 4000)).toBe(true)
    await pile.stop(first, START + hour, 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'paid', energy_wh: 10_000 })
    expect(await rig.order(again.transaction_id)).toMatchObject({ abnormal: 'no_stop', energy_wh: 0, total_cents: 0 })
  })
})

test('what two orders drew at once is billed to neither, though their pile kept all of it and told it in one moment', async () => {
  const { pile, card } = await rig.network()
  const other = (await makeCard(rig.db)).number
  const received_at = START + hour
  const first = await pile.start(card, START, { meter: 1000, received_at: START })
  const second = await pile.start(other, START + 20 * MINUTE, { meter: 3000, received_at })
  await pile.stop(first.transaction_id, START + 30 * MINUTE, 5000, { received_at })
  await pile.stop(second.transaction_id, START + 40 * MINUTE, 5000, { received_at })
  expect(await rig.order(first.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 4000 })
  expect(await rig.order(second.transaction_id)).toMatchObject({ status: 'completed', abnormal: 'meter_overlap' })
})

describe.each([
  ['the register of the moment', 2000],
  ['a larger one', 2500],
  ['a smaller one', 1000],
])('an accepted start at a busy connector that says %s', (_, drawn) => {
  async function begun() {
    const network = await charging()
    const other = await makeCustomer(rig.db, { balance_cents: 100_000 })
    const { number } = await makeCard(rig.db, { customer_id: other.id })
    const { transaction_id, status } = await network.pile.start(number, START + 11 * MINUTE, {
      meter: network.meter + drawn,
    })
    expect(status).toBe('Accepted')
    return { ...network, second: transaction_id, other, number }
  }

  test('has not begun when readings go on under the first number', async () => {
    const { pile, first, second, meter, order, number, site_id } = await begun()
    expect(await pile.meter(first, START + 20 * MINUTE, meter + 4000)).toBe(true)
    expect(await order()).toMatchObject({ status: 'generated', abnormal: null })
    expect(await rig.order(second)).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 0 })
    const { id, station_number } = await makePile(rig.db, { site_id })
    const elsewhere = new PortPile(rig, { id, station_number, site_id })
    expect((await rig.payers.authorize(elsewhere.pile, number, false))?.status).toBe('Accepted')
    await pile.stop(first, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'paid', energy_wh: 10_000, total_cents: 1200 })
    expect(await readingsOf((await order()).id)).toHaveLength(2)
  })

  test('has not begun when the first is stopped beyond it, and what was read meanwhile is the first’s', async () => {
    const { pile, first, second, meter, order } = await begun()
    expect(await pile.meter(null, START + 20 * MINUTE, meter + 4000)).toBe(true)
    await pile.stop(first, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'paid', energy_wh: 10_000, total_cents: 1200 })
    expect(await readingsOf((await order()).id)).toHaveLength(2)
    expect(await rig.order(second)).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 0 })
    // Its stop may come after all.
    await pile.stop(second, START + hour, meter + drawn, { reason: 'DeAuthorized', received_at: START + 61 * MINUTE })
    expect(await rig.order(second)).toMatchObject({ status: 'paid', energy_wh: 0, total_cents: 0 })
  })

  test('goes on when readings name it, and the first waits for a person', async () => {
    const { pile, first, second, meter, order } = await begun()
    expect(await pile.meter(second, START + 20 * MINUTE, meter + 4000)).toBe(true)
    await pile.stop(second, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    expect(await order()).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 2000, total_cents: 0 })
    const energy_wh = 10_000 - drawn
    // Where both drew the same stretch, neither is billed without a person.
    if (drawn < 2000) expect(await rig.order(second)).toMatchObject({ abnormal: 'meter_overlap', energy_wh })
    else expect(await rig.order(second)).toMatchObject({ status: 'paid', energy_wh })
    expect((await rig.order(first)).close_method).toBe(null)
  })

  test('never shares a Wh with the first, when a pile goes on with both', async () => {
    const { pile, first, second, meter } = await begun()
    for (const minute of [20, 30, 40])
      for (const number of [first, second])
        expect(await pile.meter(number, START + minute * MINUTE, meter + minute * 200)).toBe(true)
    await rig.sessions.writeFigures()
    for (const number of [first, second])
      await pile.stop(number, START + hour, meter + 10_000, { reason: 'EVDisconnected' })
    const orders = [await rig.order(first), await rig.order(second)]
    expect(orders.map(({ abnormal }) => abnormal)).toEqual(['meter_overlap', 'meter_overlap'])
    expect(orders.every(({ events }) => events.length < 12)).toBe(true)
  })
})

test('a refused start that charges all the same ends the session that it found there', async () => {
  const { pile, first, meter, order } = await charging()
  const { transaction_id } = await pile.start(await blocked(), START + 11 * MINUTE, { meter: meter + 2000 })
  await pile.meter(transaction_id, START + 20 * MINUTE, meter + 4000)
  await pile.stop(transaction_id, START + hour, meter + 9000, { reason: 'EVDisconnected' })
  expect(await rig.order(transaction_id)).toMatchObject({ energy_wh: 7000 })
  expect(await order()).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 2000, total_cents: 0 })
  expect(await pile.meter(first, START + 2 * hour, meter + 9000, { received_at: START + 2 * hour })).toBe(true)
})

test('readings of a session that was ended for a pile’s absence go on with it', async () => {
  const { pile, first, meter, order } = await charging()
  pile.disconnect(START + 11 * MINUTE)
  const away = { state: 'offline', disconnected_at: new Date(START + 11 * MINUTE).toISOString() } as const
  await rig.db.updateTable('pile').set(away).where('id', '=', pile.pile.id).execute()
  expect(await rig.sessions.sweepStale(START + hour)).toBe(1)
  await pile.connect()
  expect(await pile.meter(first, START + 25 * hour, meter + 5000)).toBe(true)
  expect(await order()).toMatchObject({ status: 'generated' })
  await pile.stop(first, START + 26 * hour, meter + 6000)
  expect(await order()).toMatchObject({ energy_wh: 6000, abnormal: null })
})
