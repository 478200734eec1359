import { describe, expect, test } from 'vitest'
import { makeCard, makePileType, makeSite } from '../make.ts'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const hour = 60 * MINUTE

describe('a session', () => {
  test('is priced by the rules that were in force when it began, and paid from the balance', async () => {
    const { pile, card, customer, rules } = await rig.network({ rules: [{ electricity_fee: 80, service_fee: 40 }] })
    const { transaction_id, status } = await pile.start(card, START, { meter: 5000 })
    expect(status).toBe('Accepted')
    await rig.db
      .updateTable('billing_rule')
      .set({ electricity_fee: 999 })
      .where('id', '=', rules[0]?.id as number)
      .execute()
    expect(await pile.meter(transaction_id, START + 30 * MINUTE, 10_000)).toBe(true)
    await pile.stop(transaction_id, START + hour, 15_000, { reason: 'EVDisconnected' })

    expect(await rig.order(transaction_id)).toMatchObject({
      number: expect.stringMatching(/^26\d{11}$/),
      status: 'paid',
      abnormal: null,
      type: 'device',
      customer_id: customer.id,
      card_number: card,
      energy_wh: 10_000,
      duration_seconds: 3600,
      electricity_cents: 800,
      service_cents: 400,
      occupation_cents: 0,
      total_cents: 1200,
      paid_cents: 1200,
      pay_type: 'card',
      close_method: 'device',
      stop_reason: 'EVDisconnected',
      meter_start_wh: 5000,
      meter_stop_wh: 15_000,
    })
    expect(await rig.balance(customer.id)).toBe(98_800)
    expect(await rig.ledger(customer.id)).toEqual([
      ['top_up', 100_000],
      ['charge', -1200],
    ])
  })

  test('keeps the type that its pile was of when it began', async () => {
    const { pile, card } = await rig.network()
    const { pile_type_id } = await rig.db
      .selectFrom('pile')
      .select('pile_type_id')
      .where('id', '=', pile.pile.id)
      .executeTakeFirstOrThrow()
    const { transaction_id } = await pile.start(card, START)
    const later = await makePileType(rig.db)
    await rig.db.updateTable('pile').set({ pile_type_id: later.id }).where('id', '=', pile.pile.id).execute()
    await pile.stop(transaction_id, START + hour, 15_000)
    expect((await rig.order(transaction_id)).pile_type_id).toBe(pile_type_id)
  })

  test('tells what happened, with its figures', async () => {
    const { pile, card } = await rig.network()
    const { transaction_id } = await pile.start(card, START, { meter: 18_204_310 })
    await pile.status('Charging', START)
    await pile.status('SuspendedEVSE', START + MINUTE)
    await pile.status('Charging', START + 2 * MINUTE)
    await pile.stop(transaction_id, START + hour, 18_235_270, { reason: 'EVDisconnected' })
    const { events } = await rig.order(transaction_id)
    expect(events.map(({ event }) => event)).toEqual([
      'authorized',
      'started',
      'suspended_pile',
      'resumed',
      'stopped',
      'unplugged',
      'paid',
    ])
    expect(events[1]).toEqual({ at: '2026-11-20T06:52:03.000Z', event: 'started', figures: { meter_wh: 18_204_310 } })
    expect(events[4]?.figures).toEqual({ reason: 'EVDisconnected', meter_wh: 18_235_270 })
  })

  test('whose start is repeated is one order with one transaction', async () => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, START)
    expect(await pile.start(card, START)).toEqual(first)
    expect(await pile.start(card.toLowerCase(), START)).toEqual(first)
    await pile.stop(first.transaction_id, START + hour, 5000, { reason: 'EVDisconnected' })
    expect((await pile.start(card, START)).transaction_id).toBe(first.transaction_id)
    const orders = await rig.db.selectFrom('orders').select('id').where('pile_id', '=', pile.pile.id).execute()
    expect(orders).toHaveLength(1)
  })

  test('whose start comes twice at once is one order', async () => {
    const { pile, card } = await rig.network()
    const answers = await Promise.all([pile.start(card, START), pile.start(card, START), pile.start(card, START)])
    expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1)
  })

  test('whose stop is repeated is billed once', async () => {
    const { pile, card, customer } = await rig.network()
    const { transaction_id } = await pile.start(card, START)
    const stop = () => pile.stop(transaction_id, START + hour, 5000, { reason: 'EVDisconnected', card })
    expect(await stop()).toEqual({ status: 'Accepted' })
    expect(await stop()).toEqual({ status: 'Accepted' })
    await Promise.all([stop(), stop()])
    expect(await rig.ledger(customer.id)).toHaveLength(2)
    expect(await rig.setAside(pile.pile.id)).toEqual([])
  })

  test('that was over is not changed by a stop that says something else', async () => {
    const { pile, card, customer } = await rig.network()
    const transaction_id = await pile.session(card, START, 5000)
    await pile.stop(transaction_id, START + hour, 9000)
    await pile.stop(transaction_id, START + 2 * hour, 5000)
    expect((await rig.order(transaction_id)).energy_wh).toBe(5000)
    expect(await rig.balance(customer.id)).toBe(100_000 - 600)
    const reasons = (await rig.setAside(pile.pile.id)).map(({ reason }) => reason)
    expect(reasons).toEqual(['already_closed', 'already_closed'])
  })

  test('that took nothing costs nothing and is paid', async () => {
    const { pile, card, customer } = await rig.network()
    const transaction_id = await pile.session(card, START, 0)
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'paid', total_cents: 0, lines: [] })
    expect(await rig.ledger(customer.id)).toHaveLength(1)
  })
})

describe('a report without an order', () => {
  test.each([[-1], [0], [999_999], [2 ** 40], [1.5]])(
    'of transaction %d is kept once and closes nothing',
    async (transaction_id) => {
      const { pile, card } = await rig.network()
      const open = await pile.start(card, START)
      expect(await pile.stop(transaction_id, START + hour, 9000)).toEqual({ status: null })
      await pile.stop(transaction_id, START + hour, 9000)
      expect(await rig.order(open.transaction_id)).toMatchObject({ status: 'generated' })
      expect(await rig.setAside(pile.pile.id)).toMatchObject([
        { reason: 'unknown_transaction', payload: { meter_stop_wh: 9000 } },
      ])
    },
  )

  test('but with another pile’s transaction ends nothing there', async () => {
    const one = await rig.network()
    const two = await rig.network()
    const { transaction_id } = await one.pile.start(one.card, START)
    await two.pile.stop(transaction_id, START + hour, 9000)
    expect(await two.pile.meter(transaction_id, START + MINUTE, 100)).toBe(false)
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated', pile_id: one.pile.pile.id })
    expect(await rig.setAside(two.pile.pile.id)).toHaveLength(1)
  })

  test.each([
    ['of another connector', { connector: 2 }, undefined],
    ['of an unknown transaction', {}, 123_456],
    ['of transaction -1', {}, -1],
  ])('%s gives its reading to none', async (_, where, transaction) => {
    const { pile, card } = await rig.network({ connectors: 2 })
    const { transaction_id } = await pile.start(card, START)
    expect(await pile.meter(transaction ?? transaction_id, START + MINUTE, 100, where)).toBe(false)
  })

  test('that names no transaction belongs to the session that runs at its connector', async () => {
    const { pile, card } = await rig.network({ connectors: 2 })
    const { transaction_id } = await pile.start(card, START)
    expect(await pile.meter(null, START + MINUTE, 100)).toBe(true)
    expect(await pile.meter(null, START + MINUTE, 100, { connector: 2 })).toBe(false)
    expect(await pile.meter(null, START - hour, 100)).toBe(false)
    await pile.stop(transaction_id, START + hour, 5000)
    expect(await pile.meter(null, START + hour + MINUTE, 5100)).toBe(false)
  })
})

describe('what an offline pile kept', () => {
  test('is billed days later by the pile’s own times', async () => {
    const night = { start_hour: 22, end_hour: 6, electricity_fee: 40, service_fee: 0 }
    const day = { start_hour: 6, end_hour: 22, electricity_fee: 100, service_fee: 0 }
    const { pile, card, customer } = await rig.network({ rules: [night, day] })
    pile.late = 3 * 24 * hour
    const begin = Date.parse('2026-11-20T21:00:00+08:00')
    const { transaction_id } = await pile.start(card, begin)
    await pile.meter(transaction_id, begin + hour, 4000)
    await pile.status('Available', begin + 3 * 24 * hour, { received_at: begin + 3 * 24 * hour })
    await pile.stop(transaction_id, begin + 2 * hour, 8000)
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'paid',
      abnormal: null,
      started_at: '2026-11-20T13:00:00.000Z',
      ended_at: '2026-11-20T15:00:00.000Z',
      total_cents: 400 + 160,
    })
    expect(await rig.balance(customer.id)).toBe(100_000 - 560)
  })

  test('ends nothing that began after it', async () => {
    const { pile, card, customer } = await rig.network()
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const now = await pile.start(card, START)
    const old = await pile.start(other.number, START - 48 * hour, { received_at: START + MINUTE })
    expect(await rig.order(now.transaction_id)).toMatchObject({ status: 'generated' })
    await pile.stop(old.transaction_id, START - 47 * hour, 7000, { received_at: START + 2 * MINUTE })
    expect(await rig.order(old.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 7000 })
    expect(await pile.meter(now.transaction_id, START + MINUTE, 100)).toBe(true)
    await pile.stop(now.transaction_id, START + hour, 5000, { reason: 'EVDisconnected' })
    expect(await rig.order(now.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 5000 })
  })
})

describe('a start where another session is open', () => {
  test('holds the one whose stop was lost, and bills nothing of it', async () => {
    const { pile, card, customer } = await rig.network()
    const lost = await pile.start(card, START)
    await pile.meter(lost.transaction_id, START + 10 * MINUTE, 2000)
    const next = await pile.start(card, START + hour, { meter: 6000 })
    expect(next.status).toBe('Accepted')
    expect(await rig.order(lost.transaction_id)).toMatchObject({
      status: 'completed',
      abnormal: 'no_stop',
      energy_wh: 2000,
      total_cents: 0,
      ended_at: new Date(START + 10 * MINUTE).toISOString(),
      close_method: null,
    })
    expect(await rig.balance(customer.id)).toBe(100_000)
    expect(await rig.order(next.transaction_id)).toMatchObject({ status: 'generated' })
  })

  test('is followed by the lost stop after all, and that one is billed', async () => {
    const { pile, card, customer } = await rig.network()
    const lost = await pile.start(card, START)
    await pile.start(card, START + hour, { meter: 6000 })
    await pile.stop(lost.transaction_id, START + 50 * MINUTE, 5000, { received_at: START + 61 * MINUTE })
    expect(await rig.order(lost.transaction_id)).toMatchObject({
      status: 'paid',
      abnormal: null,
      energy_wh: 5000,
      total_cents: 600,
    })
    expect(await rig.balance(customer.id)).toBe(100_000 - 600)
  })

  test('at another connector touches nothing', async () => {
    const { pile, card, customer } = await rig.network({ connectors: 2 })
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const one = await pile.start(card, START, { connector: 1, meter: 1000 })
    const two = await pile.start(other.number, START + MINUTE, { connector: 2, meter: 9000 })
    await pile.meter(one.transaction_id, START + 5 * MINUTE, 2000, { connector: 1 })
    await pile.meter(two.transaction_id, START + 5 * MINUTE, 9500, { connector: 2 })
    await Promise.all([
      pile.stop(one.transaction_id, START + hour, 6000, { reason: 'EVDisconnected' }),
      pile.stop(two.transaction_id, START + hour, 12_000, { reason: 'EVDisconnected' }),
    ])
    expect(await rig.order(one.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 5000, total_cents: 600 })
    expect(await rig.order(two.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 3000, total_cents: 360 })
    expect(await rig.balance(customer.id)).toBe(100_000 - 960)
  })
})

describe('an order is opened and held', () => {
  test('where no price is in force', async () => {
    const { pile, card, customer } = await rig.network({ site: { strategy_id: null } })
    const { transaction_id, status } = await pile.start(card, START)
    expect(status).toBe('Accepted')
    await pile.meter(transaction_id, START + 10 * MINUTE, 2000)
    await pile.stop(transaction_id, START + hour, 5000)
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'completed',
      abnormal: 'no_price',
      energy_wh: 5000,
      total_cents: 0,
    })
    expect(await rig.balance(customer.id)).toBe(100_000)
  })

  test('where the strategy leaves hours out', async () => {
    const { pile, card } = await rig.network({ rules: [{ start_hour: 8, end_hour: 20 }] })
    const { transaction_id } = await pile.start(card, START)
    expect(await rig.order(transaction_id)).toMatchObject({ abnormal: 'no_price' })
  })

  test.each([
    ['its meter runs backwards', 'meter_backwards', [[10, 5000]], [60, 4000]],
    [
      'its meter runs backwards on the way',
      'meter_backwards',
      [
        [10, 5000],
        [20, 100],
        [30, 6000],
      ],
      [60, 9000],
    ],
    [
      'its meter jumps',
      'meter_jump',
      [
        [10, 5000],
        [11, 900_000],
      ],
      [60, 905_000],
    ],
    ['its meter jumps at the end', 'meter_jump', [[10, 5000]], [60, 2_000_000_000]],
    ['a reading says 1970', 'clock_past', [[-(START / MINUTE), 100]], [60, 5000]],
    ['a reading says next week', 'clock_future', [[7 * 24 * 60, 3000]], [60, 5000]],
    ['its stop says 1970', 'clock_past', [[10, 3000]], [-(START / MINUTE) + 5, 5000]],
    ['its stop says tomorrow', 'clock_future', [[10, 3000]], [24 * 60, 5000]],
  ] as const)('because %s', async (_, reason, readings, [end, meter]) => {
    const { pile, card, customer } = await rig.network()
    const { transaction_id } = await pile.start(card, START)
    for (const [minutes, wh] of readings)
      await pile.meter(transaction_id, START + minutes * MINUTE, wh, { received_at: START + 30 * MINUTE })
    await pile.stop(transaction_id, START + end * MINUTE, meter, {
      received_at: START + 61 * MINUTE,
      reason: 'EVDisconnected',
    })
    const order = await rig.order(transaction_id)
    expect(order).toMatchObject({ status: 'completed', abnormal: reason, total_cents: 0, paid_cents: 0, lines: [] })
    expect(order.events.at(-1)?.event ?? '').not.toBe('paid')
    expect(order.events.some(({ event, figures }) => event === 'held' && figures.reason === reason)).toBe(true)
    expect(await rig.balance(customer.id)).toBe(100_000)
  })

  test.each([
    ['1970', 0, 'clock_past'],
    ['tomorrow', START + 24 * hour, 'clock_future'],
  ])('because it began in %s, and keeps what the pile said', async (_, at, reason) => {
    const { pile, card } = await rig.network()
    const { transaction_id } = await pile.start(card, at, { received_at: START })
    expect(await rig.order(transaction_id)).toMatchObject({
      abnormal: reason,
      started_at: new Date(at).toISOString(),
      received_at: new Date(START).toISOString(),
    })
  })

  test('and says so while it still charges', async () => {
    const { pile, card } = await rig.network()
    const { transaction_id } = await pile.start(card, START)
    await pile.meter(transaction_id, START + 10 * MINUTE, 5000)
    await pile.meter(transaction_id, START + 11 * MINUTE, 4000)
    await rig.sessions.writeFigures()
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'generated',
      abnormal: 'meter_backwards',
      energy_wh: 5000,
    })
  })
})

/** 7950 Wh before 15:00, 2050 Wh after it. */
const LIVE_CENTS = 795 + 21

async function liveTotal(transaction_id: number) {
  await rig.sessions.writeFigures()
  return (await rig.order(transaction_id)).total_cents
}

test('readings that come out of order price the session like the same ones in order', async () => {
  const rules = [
    { start_hour: 0, end_hour: 15, electricity_fee: 100, service_fee: 0 },
    { start_hour: 15, end_hour: 0, electricity_fee: 10, service_fee: 0 },
  ]
  const ordered = await rig.network({ rules })
  const mixed = await rig.network({ rules })
  const readings: [number, number][] = [
    [4, 4000],
    [8, 8000],
    [20, 9000],
    [40, 10_000],
  ]
  const totals: number[] = []
  for (const [{ pile, card }, order] of [
    [ordered, [0, 1, 2, 3]],
    [mixed, [3, 1, 0, 2]],
  ] as const) {
    const { transaction_id } = await pile.start(card, START)
    for (const index of order) {
      const [minutes, wh] = readings[index] as [number, number]
      await pile.meter(transaction_id, START + minutes * MINUTE, wh, { received_at: START + 45 * MINUTE })
    }
    await expect.poll(() => liveTotal(transaction_id)).toBe(LIVE_CENTS)
    await pile.stop(transaction_id, START + hour, 12_000, { reason: 'EVDisconnected' })
    const { total_cents, energy_wh, abnormal } = await rig.order(transaction_id)
    expect([energy_wh, abnormal]).toEqual([12_000, null])
    totals.push(total_cents)
  }
  expect(totals[0]).toBe(totals[1])
  // 7 min 57 s of the hour before 15:00, read at minute 4 and 8.
  expect(totals[0]).toBeGreaterThan(795 + 4)
})

test('readings that come with the stop are part of the bill', async () => {
  const rules = [
    { start_hour: 0, end_hour: 15, electricity_fee: 100, service_fee: 0 },
    { start_hour: 15, end_hour: 0, electricity_fee: 10, service_fee: 0 },
  ]
  const { pile, card } = await rig.network({ rules })
  const { transaction_id } = await pile.start(card, START)
  const atThree = Date.parse('2026-11-20T07:00:00Z')
  await pile.stop(transaction_id, START + hour, 10_000, {
    reason: 'EVDisconnected',
    readings: [
      [START, 0],
      [atThree, 9000],
    ],
  })
  expect((await rig.order(transaction_id)).lines.map(({ wh }) => wh)).toEqual([9000, 1000])
})

test('a pile that moved to another site is billed by the site where it is when a session begins', async () => {
  const { pile, card } = await rig.network()
  const other = await makeSite(rig.db, { time_zone: 'Europe/Berlin' })
  await rig.db.updateTable('pile').set({ site_id: other.id }).where('id', '=', pile.pile.id).execute()
  const { transaction_id } = await pile.start(card, START)
  expect(await rig.order(transaction_id)).toMatchObject({ site_id: other.id, time_zone: 'Europe/Berlin' })
})

describe('a pile whose socket is replaced in the middle of a message', () => {
  test('goes on with the session that began meanwhile', async () => {
    const { pile, card } = await rig.network()
    const [{ transaction_id }] = await Promise.all([pile.start(card, START), pile.connect()])
    expect(await pile.meter(transaction_id, START + MINUTE, 100)).toBe(true)
  })

  test('does not go on with one that ended meanwhile', async () => {
    const { pile, card, customer } = await rig.network()
    const { transaction_id } = await pile.start(card, START)
    await Promise.all([pile.connect(), pile.stop(transaction_id, START + hour, 5000)])
    expect(await pile.meter(transaction_id, START + hour + MINUTE, 5100)).toBe(false)
    expect(rig.sessions.book.accounts.left(customer.id)).toBeNull()
    expect(rig.sessions.book.accounts.balanceOf(customer.id)).toBe(0)
  })

  test('and that is gone before it was taken in leaves nothing behind', async () => {
    const { pile } = await rig.network()
    const connecting = pile.connect()
    pile.disconnect(START)
    await connecting
    expect(rig.sessions.book.at(pile.pile.id)).toBeUndefined()
  })
})
