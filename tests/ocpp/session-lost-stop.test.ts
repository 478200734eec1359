import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makePile } from '../make.ts'
import { MINUTE, PortPile, SessionRig } from './session-rig.ts'

const rig = new SessionRig()
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A session that began so long ago, and another pile where its card is tried. */
async function begun(ago: number) {
  const { pile, card, site_id } = await rig.network()
  const at = Date.now() - ago
  const { transaction_id } = await pile.start(card, at)
  const { id, station_number } = await makePile(rig.db, { site_id })
  const other = new PortPile(rig, { id, station_number, site_id })
  const elsewhere = async () => (await rig.payers.authorize(other.pile, card, false))?.status
  return { pile, card, other, at, transaction_id, elsewhere, order: () => rig.order(transaction_id) }
}

describe('a session whose stop was lost', () => {
  test.each([['Available'], ['Reserved'], ['Unavailable']])('frees its card at once by %s', async (status) => {
    const { pile, elsewhere, order } = await begun(10 * MINUTE)
    await pile.status('Charging', Date.now() - 9 * MINUTE)
    expect(await elsewhere()).toBe('ConcurrentTx')
    await pile.status(status, Date.now())
    expect(await elsewhere()).toBe('Accepted')
    expect(await order()).toMatchObject({ status: 'generated' })
  })

  test.each([['Preparing'], ['Finishing']])('frees its card by %s only after it charged', async (status) => {
    const { pile, elsewhere } = await begun(10 * MINUTE)
    await pile.status(status, Date.now() - 9 * MINUTE)
    expect(await elsewhere()).toBe('ConcurrentTx')
    await pile.status('Charging', Date.now() - 8 * MINUTE)
    await pile.status(status, Date.now())
    expect(await elsewhere()).toBe('Accepted')
  })

  test('keeps its card while it charges, and again when it charges once more', async () => {
    const { pile, elsewhere } = await begun(10 * MINUTE)
    await pile.status('Available', Date.now() - 5 * MINUTE)
    expect(await elsewhere()).toBe('Accepted')
    await pile.status('Charging', Date.now())
    expect(await elsewhere()).toBe('ConcurrentTx')
  })

  test('frees its card when the server starts anew as well, and is another one than what starts next', async () => {
    const { pile, card, elsewhere, transaction_id } = await begun(10 * MINUTE)
    await pile.status('Available', Date.now() - 5 * MINUTE)
    rig.restart()
    await pile.connect()
    expect(await elsewhere()).toBe('Accepted')
    const next = await pile.start(card, Date.now())
    expect(next.transaction_id).not.toBe(transaction_id)
  })

  test('does not make a card that starts elsewhere later one in use', async () => {
    const { pile, card, other } = await begun(10 * MINUTE)
    await pile.status('Available', Date.now() - 5 * MINUTE)
    const { transaction_id } = await other.start(card, Date.now())
    expect(await rig.order(transaction_id)).toMatchObject({ refused_as: null })
    // Kept by its pile, which was away: by now the card charges at another one.
    const kept = await pile.start(card, Date.now() - 4 * MINUTE, { connector: 2, received_at: Date.now() })
    expect(await rig.order(kept.transaction_id)).toMatchObject({ refused_as: null })
  })
})

describe('a session of which nothing is heard', () => {
  test('keeps its card for an hour', async () => {
    expect(await (await begun(59 * MINUTE)).elsewhere()).toBe('ConcurrentTx')
    expect(await (await begun(61 * MINUTE)).elsewhere()).toBe('Accepted')
  })

  test('keeps its card longer when a reading came', async () => {
    const { pile, elsewhere, transaction_id } = await begun(3 * HOUR)
    await pile.meter(transaction_id, Date.now() - 59 * MINUTE, 1000)
    expect(await elsewhere()).toBe('ConcurrentTx')
  })

  test.each([['Charging'], ['SuspendedEV'], ['SuspendedEVSE']])('keeps its card while it is %s', async (status) => {
    const { pile, elsewhere } = await begun(3 * HOUR)
    await pile.status(status, Date.now() - 2 * HOUR)
    expect(await elsewhere()).toBe('ConcurrentTx')
  })

  test.each([[null], ['Preparing'], ['Faulted']])('is held after a day where its connector says %s', async (status) => {
    const { pile, order, at } = await begun(2 * HOUR)
    if (status) await pile.status(status, at - MINUTE)
    await rig.sessions.sweepForgotten(at + DAY)
    expect(await order()).toMatchObject({ status: 'generated' })
    await rig.sessions.sweepForgotten(at + DAY + MINUTE)
    expect(await order()).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 0 })
  })

  test('is not held while its connector says that it charges, nor before a day after its last reading', async () => {
    const charging = await begun(2 * HOUR)
    await charging.pile.status('SuspendedEV', charging.at + MINUTE)
    const heard = await begun(2 * HOUR)
    await heard.pile.meter(heard.transaction_id, heard.at + HOUR, 1000)
    await rig.sessions.sweepForgotten(heard.at + DAY + MINUTE)
    for (const { order } of [charging, heard]) expect(await order()).toMatchObject({ status: 'generated' })
    await rig.sessions.sweepForgotten(heard.at + DAY + HOUR + MINUTE)
    expect(await heard.order()).toMatchObject({ status: 'completed', abnormal: 'no_stop', energy_wh: 1000 })
    expect(await charging.order()).toMatchObject({ status: 'generated' })
  })

  test('is billed by its stop, should it come after all', async () => {
    const { pile, at, order, transaction_id } = await begun(2 * HOUR)
    await rig.sessions.sweepForgotten(at + DAY + MINUTE)
    await pile.stop(transaction_id, at + HOUR, 5000, { received_at: at + 2 * DAY })
    expect(await order()).toMatchObject({ status: 'paid', abnormal: null, energy_wh: 5000 })
  })

  test('is held a quarter of an hour after its connector was given up, whatever it is now', async () => {
    const { pile, order } = await begun(2 * HOUR)
    await pile.status('Charging', Date.now() - HOUR)
    await pile.status('Finishing', Date.now() - 50 * MINUTE, { received_at: Date.now() })
    await rig.sessions.sweepForgotten(Date.now() + 14 * MINUTE)
    expect(await order()).toMatchObject({ status: 'generated' })
    await rig.sessions.sweepForgotten(Date.now() + 16 * MINUTE)
    expect(await order()).toMatchObject({ status: 'completed', abnormal: 'no_stop' })
  })
})

test('a stop that comes while its order is about to be held keeps the watch of its cable', async () => {
  const { pile, card } = await rig.network({ rules: [{ occupation_fee: 1000, free_minutes: 0 }] })
  const at = Date.now() - 2 * HOUR
  const { transaction_id } = await pile.start(card, at)
  await pile.status('Charging', at + MINUTE)
  await pile.status('Finishing', at + HOUR)
  const waiting = () =>
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(rig.db)
  const untilWaiting = (count: number) => expect.poll(async () => (await waiting()).rows[0]?.count).toBe(count)
  const holder = await rig.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from orders where transaction_id = $1 for update', [transaction_id])
    const stopped = pile.stop(transaction_id, at + HOUR, 10_000)
    await untilWaiting(1)
    const swept = rig.sessions.sweepForgotten(Date.now() + HOUR)
    await untilWaiting(2)
    await holder.query('commit')
    await Promise.all([stopped, swept])
  } finally {
    holder.release()
  }
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'completed', close_method: 'device' })
  await pile.status('Available', at + HOUR + 30 * MINUTE)
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'paid', occupation_cents: 500 })
})
