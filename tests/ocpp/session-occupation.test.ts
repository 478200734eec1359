import { describe, expect, test } from 'vitest'
import { summer } from '../rules/rules.ts'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const occupied = { electricity_fee: 100, service_fee: 0, occupation_fee: 1500, free_minutes: 15 }
const SECOND = 1000

/** The times of the design's order, in Shanghai. */
const at = (time: string) => Date.parse(`2026-11-20T${time}+08:00`)

/** A session of 10 kWh that ended 30 minutes after its start, at a connector in this state. */
async function ended({ status = 'Finishing' as string | null, rules = [occupied], reason = 'Local', late = 0 } = {}) {
  const { pile, card, customer } = await rig.network({ rules })
  pile.late = late
  const { transaction_id } = await pile.start(card, START)
  if (status) await pile.status('Charging', START)
  const end = START + 30 * MINUTE
  if (status && status !== 'Charging') await pile.status(status, end)
  await pile.stop(transaction_id, end, 10_000, { reason })
  return { pile, card, customer, transaction_id, end, order: () => rig.order(transaction_id) }
}

test('the order of the design comes out to the cent, with all that happened', async () => {
  const rules = summer.map(({ id: _, name: __, ...rule }) => rule)
  const { pile, card, customer } = await rig.network({ rules, balance_cents: 1205 })
  const { transaction_id } = await pile.start(card, at('14:52:03'), { meter: 18_204_310 })
  await pile.status('Charging', at('14:52:04'))
  await pile.meter(transaction_id, at('15:00:00'), 18_210_430)
  await pile.meter(transaction_id, at('15:30:00'), 18_230_000)
  await pile.status('Finishing', at('15:50:20'))
  await pile.stop(transaction_id, at('15:50:21'), 18_235_270)
  expect(await rig.order(transaction_id)).toMatchObject({
    status: 'completed',
    total_cents: 1236 + 4422,
    paid_cents: 0,
  })
  await pile.status('Available', at('16:08:21'))

  const order = await rig.order(transaction_id)
  expect(order).toMatchObject({
    status: 'unpaid',
    energy_wh: 30_960,
    duration_seconds: 3498,
    occupation_cents: 75,
    total_cents: 5733,
    paid_cents: 1205,
    charge_ended_at: new Date(at('15:50:21')).toISOString(),
    unplugged_at: new Date(at('16:08:21')).toISOString(),
  })
  expect(
    order.lines.map(({ kind, wh, seconds, electricity_cents, service_cents, occupation_cents }) => [
      kind,
      wh,
      seconds,
      electricity_cents + service_cents + occupation_cents,
    ]),
  ).toEqual([
    ['energy', 6120, 477, 1236],
    ['energy', 24_840, 3021, 4422],
    ['occupation', 0, 180, 75],
  ])
  expect(order.events.map(({ at, event, figures }) => [at.slice(11, 19), event, figures])).toEqual([
    ['06:52:03', 'authorized', { card }],
    ['06:52:03', 'started', { meter_wh: 18_204_310 }],
    ['07:50:21', 'stopped', { reason: 'Local', meter_wh: 18_235_270 }],
    ['07:50:21', 'free_interval', { minutes: 15 }],
    ['08:05:21', 'occupation_began', { fee_cents: 1500 }],
    ['08:08:21', 'unplugged', {}],
    ['08:08:21', 'paid', { paid_cents: 1205 }],
    ['08:08:21', 'short', { short_cents: 4528 }],
  ])
  expect(await rig.balance(customer.id)).toBe(0)
})

describe('an ended order is settled at once', () => {
  test.each([
    ['when the cable was pulled to end it', { reason: 'EVDisconnected', status: 'Charging' }],
    ['when the connector is free already', { status: 'Available' }],
    ['when the connector is out of service', { status: 'Unavailable' }],
    ['when the pile never reports a state', { status: null }],
    ['when no rule asks for occupation', { rules: [{ ...occupied, occupation_fee: 0 }] }],
    ['when the stop was kept by an offline pile', { late: 60 * MINUTE }],
  ])('%s', async (_, how) => {
    const { order } = await ended(how)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 0, total_cents: 1000, paid_cents: 1000 })
  })
})

describe('a cable that stays in', () => {
  test('costs nothing within the free interval', async () => {
    const { pile, end, order } = await ended()
    expect(await order()).toMatchObject({ status: 'completed', total_cents: 1000 })
    await pile.status('Available', end + 15 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 0 })
  })

  test.each([['Available'], ['Reserved'], ['Unavailable'], ['Preparing'], ['Faulted']])(
    'is out when the pile says %s',
    async (status) => {
      const { pile, end, order } = await ended()
      await pile.status(status, end + 75 * MINUTE)
      expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 1500, total_cents: 2500 })
    },
  )

  test('is charged by the second, however often the pile repeats that it is in', async () => {
    const { pile, end, order } = await ended()
    for (const minute of [1, 5, 20, 40]) await pile.status('Finishing', end + minute * MINUTE)
    await pile.status('SuspendedEV', end + 41 * MINUTE)
    await pile.status('Available', end + 15 * MINUTE + 30 * MINUTE + 7 * SECOND + 999)
    // 1807 s at 1500 cents an hour
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 753 })
    await pile.status('Available', end + 90 * MINUTE)
    expect(await order()).toMatchObject({ occupation_cents: 753 })
  })

  test('is charged from when the car was full, though the session ran on', async () => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    const { transaction_id } = await pile.start(card, START)
    await pile.status('Charging', START)
    await pile.status('SuspendedEV', START + 30 * MINUTE)
    await pile.status('Finishing', START + 60 * MINUTE)
    await pile.stop(transaction_id, START + 60 * MINUTE, 10_000)
    await pile.status('Available', START + 75 * MINUTE)
    // 45 minutes, 15 of them free
    expect(await rig.order(transaction_id)).toMatchObject({ occupation_cents: 750, status: 'paid' })
  })

  test('of a car that took energy again is charged from the session’s end', async () => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    const { transaction_id } = await pile.start(card, START)
    await pile.status('Charging', START)
    await pile.status('SuspendedEV', START + 10 * MINUTE)
    await pile.status('Charging', START + 20 * MINUTE)
    await pile.status('SuspendedEVSE', START + 50 * MINUTE)
    await pile.stop(transaction_id, START + 60 * MINUTE, 10_000)
    await pile.status('Available', START + 75 * MINUTE)
    expect(await rig.order(transaction_id)).toMatchObject({ occupation_cents: 0, status: 'paid' })
  })

  test.each([
    ['a word that nobody knows', 'Unknown'],
    ['a fault', 'Faulted'],
  ])('of a car that took energy again after %s is charged from the session’s end', async (_, between) => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    const { transaction_id } = await pile.start(card, START)
    await pile.status('SuspendedEV', START + 10 * MINUTE)
    await pile.status(between, START + 15 * MINUTE)
    await pile.status('Charging', START + 20 * MINUTE)
    await pile.stop(transaction_id, START + 60 * MINUTE, 10_000)
    await pile.status('Available', START + 75 * MINUTE)
    expect(await rig.order(transaction_id)).toMatchObject({ occupation_cents: 0, status: 'paid' })
  })

  test('goes on through a word that nobody knows', async () => {
    const { pile, end, order } = await ended()
    await pile.status('Unknown', end + 20 * MINUTE)
    expect(await order()).toMatchObject({ status: 'completed', plugged_at: new Date(end).toISOString() })
    await pile.status('Available', end + 45 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 750 })
  })

  test('is charged until the pile was lost, if that stays away', async () => {
    const { pile, end, order } = await ended()
    pile.disconnect(end + 45 * MINUTE)
    await expect.poll(async () => (await order()).plugged_at).toBe(new Date(end + 45 * MINUTE).toISOString())
    await rig.sessions.sweep(end + 50 * MINUTE)
    expect(await order()).toMatchObject({ status: 'completed' })
    await rig.sessions.sweep(Date.now() + 24 * 60 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 750 })
  })

  test('and was pulled while the pile was away is charged until the pile went', async () => {
    const { pile, end, order } = await ended()
    pile.disconnect(end + 45 * MINUTE)
    await expect.poll(async () => (await order()).plugged_at).toBe(new Date(end + 45 * MINUTE).toISOString())
    await pile.connect()
    // So soon after it came back nothing is known of the cable.
    await rig.sessions.follow(Date.now() + MINUTE / 2)
    await rig.sessions.sweep(Date.now() + MINUTE / 2)
    await pile.status('Available', end + 75 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 750 })
  })

  test('and is still in when the pile comes back was in all the time', async () => {
    const { pile, end, order } = await ended()
    pile.disconnect(end + 45 * MINUTE)
    await expect.poll(async () => (await order()).plugged_at).toBe(new Date(end + 45 * MINUTE).toISOString())
    await pile.connect()
    await pile.status('Finishing', end + 60 * MINUTE)
    await pile.status('Available', end + 75 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 1500 })
  })

  test('is in all the time when the pile comes back and tells of no change', async () => {
    const { pile, end, order } = await ended()
    pile.disconnect(end + 45 * MINUTE)
    await expect.poll(async () => (await order()).plugged_at).toBe(new Date(end + 45 * MINUTE).toISOString())
    await pile.connect()
    await rig.sessions.follow(Date.now() + 2 * MINUTE)
    await pile.status('Available', end + 75 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 1500 })
  })

  test('survives a kill of the server', async () => {
    const { pile, end, order } = await ended()
    await rig.sessions.follow(end + 74 * MINUTE)
    rig.restart()
    await pile.connect()
    await pile.status('Available', end + 75 * MINUTE)
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 1500 })
  })

  test('is over when the next session begins', async () => {
    const { pile, card, end, order } = await ended()
    await rig.sessions.follow(end + 75 * MINUTE)
    await pile.start(card, end + 75 * MINUTE, { meter: 10_000 })
    expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 1500 })
  })
})

test('a pile that gives no sign of the cable has its order settled half a minute later', async () => {
  const { end, order } = await ended({ status: 'Charging' })
  await rig.sessions.sweep(end + 29 * SECOND)
  expect(await order()).toMatchObject({ status: 'completed' })
  await rig.sessions.sweep(end + 31 * SECOND)
  expect(await order()).toMatchObject({ status: 'paid', occupation_cents: 0, unplugged_at: null })
})

test('an order waits on across a kill of the server until its time is over', async () => {
  const { end, order } = await ended({ status: 'Charging' })
  rig.restart()
  await rig.sessions.sweep(end + 31 * SECOND)
  expect(await order()).toMatchObject({ status: 'paid' })
})

test('occupation that runs over a band is priced by the hour in which it runs', async () => {
  const rules = [
    { ...occupied, start_hour: 0, end_hour: 16, occupation_fee: 600 },
    { ...occupied, start_hour: 16, end_hour: 0, occupation_fee: 1200 },
  ]
  const { pile, order } = await ended({ rules })
  // Charging ended 15:22:03, the fee runs from 15:37:03: 22:57 of it before 16:00 and 30:00 after.
  await pile.status('Available', at('16:30:00'))
  const { lines, occupation_cents } = await order()
  expect(lines.slice(1).map(({ seconds, occupation_cents }) => [seconds, occupation_cents])).toEqual([
    [1377, 230],
    [1800, 600],
  ])
  expect(occupation_cents).toBe(830)
})

test('the cable of a held order is noted for anyone who settles it', async () => {
  const { pile, card } = await rig.network({ rules: [occupied] })
  const { transaction_id } = await pile.start(card, START)
  await pile.meter(transaction_id, START + 10 * MINUTE, 50_000_000)
  await pile.status('Finishing', START + 30 * MINUTE)
  await pile.stop(transaction_id, START + 30 * MINUTE, 10_000)
  await pile.status('Available', START + 60 * MINUTE)
  expect(await rig.order(transaction_id)).toMatchObject({
    status: 'completed',
    abnormal: 'meter_jump',
    unplugged_at: new Date(START + 60 * MINUTE).toISOString(),
    total_cents: 0,
  })
})

test('an order that lost its stop is held once its connector has long been free', async () => {
  const { pile, card } = await rig.network()
  const { transaction_id } = await pile.start(card, START)
  await pile.meter(transaction_id, START + 5 * MINUTE, 1000)
  await pile.status('Available', START + 10 * MINUTE)
  await rig.sessions.sweepForgotten(START + 20 * MINUTE)
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated' })
  const later = Date.now() + 60 * MINUTE
  await rig.sessions.sweepForgotten(later)
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 1000 })
})
