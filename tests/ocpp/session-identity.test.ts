import { describe, expect, test } from 'vitest'
import { MINUTE, type PortPile, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const hour = 60 * MINUTE

const ordersOf = (pile: PortPile) =>
  rig.db.selectFrom('orders').selectAll().where('pile_id', '=', pile.pile.id).orderBy('id').execute()

/** What a pile without a believable clock says at its start, and when its clock begins anew. */
const clocks: [string, number, boolean][] = [
  ['cannot be read', 0, false],
  ['is stuck at 1970', 12_000, false],
  ['says the same seconds after each boot', Date.parse('2024-01-01T00:00:12Z'), true],
  ['stands still at a time that could be', START, false],
  ['begins at the same time of today with each boot', START, true],
]

describe.each(clocks)('a pile whose clock %s', (_, at, boots) => {
  test.each([
    ['and counts its messages anew', '3', '3', '3'],
    ['and numbers its messages through', 'a-message-of-its-own-1', 'a-message-of-its-own-2', 'a-message-of-its-own-3'],
  ])('has three orders for three sessions %s', async (_, ...ids) => {
    const { pile, card } = await rig.network()
    const given: number[] = []
    for (const [index, message_id] of ids.entries()) {
      const now = START + index * MINUTE
      if (boots) await pile.boot(now)
      const received_at = now + 12_000
      const { transaction_id } = await pile.start(card, at, { received_at, message_id })
      given.push(transaction_id)
      await pile.stop(transaction_id, boots ? at + 10_000 : at, 3000 + index, { received_at: received_at + 10_000 })
    }
    expect(new Set(given).size).toBe(3)
    const orders = await ordersOf(pile)
    expect(orders.map(({ meter_stop_wh }) => meter_stop_wh)).toEqual([3000, 3001, 3002])
    expect(orders.map(({ received_at }) => received_at)).toEqual(
      [0, 1, 2].map((index) => new Date(START + index * MINUTE + 12_000).toISOString()),
    )
    expect(await rig.setAside(pile.pile.id)).toEqual([])
  })

  test('has one order for a start that it repeats until it has the answer', async () => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, at, { received_at: START, message_id: '3' })
    expect(await pile.start(card, at, { received_at: START + MINUTE, message_id: '4' })).toEqual(first)
    rig.restart()
    await pile.connect()
    expect(await pile.start(card, at, { received_at: START + 2 * MINUTE, message_id: '5' })).toEqual(first)
    expect(await ordersOf(pile)).toHaveLength(1)
  })
})

describe('a start that is repeated', () => {
  test.each([
    ['after a reboot', START, '4', true],
    ['after a reboot, with the message that it kept', 0, '4d1f8c1e-7a52-4c6f', true],
    ['hours later, from a queue', START - 5 * hour, '9', false],
    ['hours later and after a reboot, from a queue', START - 5 * hour, '9', true],
  ])('%s is one order', async (_, at, message_id, boots) => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, at, { received_at: START, message_id })
    if (boots) await pile.boot(START + MINUTE)
    pile.disconnect(START + MINUTE)
    await pile.connect()
    expect(await pile.start(card, at, { received_at: START + 2 * MINUTE, message_id })).toEqual(first)
    expect(await ordersOf(pile)).toHaveLength(1)
  })

  test('when its order was ended for want of a pile goes on with it', async () => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, START)
    const away = { state: 'offline', disconnected_at: new Date(START).toISOString() } as const
    await rig.db.updateTable('pile').set(away).where('id', '=', pile.pile.id).execute()
    await rig.sessions.sweepStale(START + hour)
    expect((await rig.order(first.transaction_id)).abnormal).toBe('no_stop')
    expect(await pile.start(card, START, { received_at: START + 25 * hour })).toEqual(first)
    expect(await rig.order(first.transaction_id)).toMatchObject({ status: 'generated', abnormal: null })
    expect(await pile.meter(first.transaction_id, START + hour, 1000, { received_at: START + 25 * hour })).toBe(true)
    await pile.stop(first.transaction_id, START + 2 * hour, 2000, { received_at: START + 25 * hour })
    expect(await rig.order(first.transaction_id)).toMatchObject({ status: 'paid', energy_wh: 2000 })
  })

  test('is another session once its pile has used the number of the first, booted, and tells no time', async () => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, 0, { received_at: START })
    await pile.meter(first.transaction_id, START + MINUTE, 500)
    await pile.boot(START + 2 * MINUTE)
    const second = await pile.start(card, 0, { received_at: START + 3 * MINUTE })
    expect(second.transaction_id).not.toBe(first.transaction_id)
    expect(await rig.order(first.transaction_id)).toMatchObject({ status: 'completed', close_method: null })
  })

  test('is another session after a boot that lost the one before, where no clock and no message tells', async () => {
    const { pile, card } = await rig.network()
    const first = await pile.start(card, 0, { received_at: START, message_id: '3' })
    await pile.boot(START + 2 * MINUTE)
    const second = await pile.start(card, 0, { received_at: START + 3 * MINUTE, message_id: '3' })
    expect(second.transaction_id).not.toBe(first.transaction_id)
    expect(await rig.order(first.transaction_id)).toMatchObject({
      ...{ status: 'completed', close_method: null, energy_wh: 0, total_cents: 0 },
    })
  })

  test('twice at once is one order, also where an earlier one said the same', async () => {
    const { pile, card } = await rig.network()
    const { transaction_id } = await pile.start(card, 0, { received_at: START })
    await pile.stop(transaction_id, 0, 100, { received_at: START + MINUTE })
    const again = () => pile.start(card, 0, { received_at: START + 2 * MINUTE })
    const answers = await Promise.all([again(), again(), again()])
    expect(new Set(answers.map((each) => each.transaction_id)).size).toBe(1)
    expect(await ordersOf(pile)).toHaveLength(2)
  })
})

test('reports that say the same are set aside with how often they came, first and last', async () => {
  const { pile } = await rig.network()
  for (const minute of [0, 1, 2]) await pile.stop(4_000_000, 0, 900, { received_at: START + minute * MINUTE })
  await pile.stop(4_000_000, 0, 901, { received_at: START })
  expect((await rig.setAside(pile.pile.id)).map(({ times }) => times)).toEqual([3, 1])
})

test('a start that says another meter is another session, though all else is the same', async () => {
  const { pile, card } = await rig.network()
  const first = await pile.start(card, START, { meter: 1000 })
  await pile.stop(first.transaction_id, START + hour, 5000)
  const received_at = START + hour + MINUTE
  // What an earlier start said is that one, repeated.
  expect((await pile.start(card, START, { meter: 1000, received_at })).transaction_id).toBe(first.transaction_id)
  const second = await pile.start(card, START, { meter: 5000, received_at })
  expect(second.transaction_id).not.toBe(first.transaction_id)
  expect(await rig.order(second.transaction_id)).toMatchObject({ status: 'generated', meter_start_wh: 5000 })
})
