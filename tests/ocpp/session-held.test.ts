import { describe, expect, test } from 'vitest'
import { makeCard } from '../make.ts'
import { MINUTE, type PortPile, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const hour = 60 * MINUTE
const occupied = { electricity_fee: 100, service_fee: 0, occupation_fee: 1500, free_minutes: 15 }

/** A session whose meter jumped, held with its cable in. */
async function held(pile: PortPile, card: string, from: number, meter: number) {
  const { transaction_id } = await pile.start(card, from, { meter })
  await pile.status('Charging', from)
  await pile.status('Finishing', from + 30 * MINUTE)
  await pile.stop(transaction_id, from + 30 * MINUTE, meter + 900_000_000)
  return transaction_id
}

const kept = async (transaction_id: number) => {
  const { events, plugged_at, unplugged_at, left_at, version } = await rig.order(transaction_id)
  return { events: events.map(({ event }) => event), plugged_at, unplugged_at, left_at, version }
}

/** What the next drivers do there, for hours, with breaks of the connection and of the server. */
async function later(pile: PortPile, card: string, from: number) {
  for (let n = 0; n < 3; n++) {
    const at = from + n * 2 * hour
    await pile.status('Preparing', at)
    const { transaction_id } = await pile.start(card, at, { meter: 2_000_000_000 + n * 5000 })
    await pile.status('Charging', at)
    await pile.status('SuspendedEV', at + 20 * MINUTE)
    await pile.status('Finishing', at + 30 * MINUTE)
    await pile.stop(transaction_id, at + 30 * MINUTE, 2_000_000_000 + n * 5000 + 4000)
    pile.disconnect(at + 40 * MINUTE)
    if (n === 1) rig.restart()
    await pile.connect()
    await rig.sessions.sweep(at + 50 * MINUTE)
    await pile.status('Finishing', at + 50 * MINUTE)
    await pile.status('Available', at + hour)
  }
}

describe('an order that is held for a person is not touched by what comes later', () => {
  test('once its cable is out', async () => {
    const { pile, card, customer } = await rig.network({ rules: [occupied] })
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const order = await held(pile, card, START, 0)
    await pile.status('Available', START + 40 * MINUTE)
    const before = await kept(order)
    expect(before.events.filter((event) => event === 'unplugged')).toHaveLength(1)
    await later(pile, other.number, START + hour)
    expect(await kept(order)).toEqual(before)
  })

  test('once another session began, though nothing said that its cable was out', async () => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    const order = await held(pile, card, START, 0)
    const second = await pile.start(card, START + hour, { meter: 2_000_000_000 })
    const before = await kept(order)
    expect(before.unplugged_at).not.toBe(null)
    await pile.stop(second.transaction_id, START + 2 * hour, 2_000_001_000, { reason: 'EVDisconnected' })
    await later(pile, card, START + 3 * hour)
    expect(await kept(order)).toEqual(before)
  })

  test('where its stop never came', async () => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    const { transaction_id } = await pile.start(card, START)
    await pile.status('Charging', START)
    await pile.meter(transaction_id, START + 10 * MINUTE, 2000)
    await later(pile, card, START + hour)
    const { events, plugged_at, occupation_cents } = await rig.order(transaction_id)
    expect(events.map(({ event }) => event)).toEqual(['authorized', 'started', 'superseded', 'held'])
    expect([plugged_at, occupation_cents]).toEqual([null, 0])
  })

  test('and costs those who come later nothing, however many wait', async () => {
    const { pile, card } = await rig.network({ rules: [occupied] })
    for (let n = 0; n < 12; n++) await held(pile, card, START + n * hour, n * 1_000_000)
    await pile.connect()
    const book = rig.sessions.book.at(pile.pile.id)
    expect(book?.waiting).toHaveLength(1)
    const { rows } = await rig.db.executeQuery<{ open: number }>(
      rig.db
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('pile_id', '=', pile.pile.id)
        .where('status', 'in', ['generated', 'completed'])
        .where('left_at', 'is', null)
        .compile(),
    )
    expect(rows).toEqual([{ open: 1 }])
  })
})

test('a session that is suspended without end keeps its first and its latest events', async () => {
  const { pile, card } = await rig.network()
  const { transaction_id } = await pile.start(card, START)
  await pile.status('Charging', START)
  for (let n = 1; n <= 130; n++) {
    await pile.status('SuspendedEV', START + n * 2000)
    await pile.status('Charging', START + n * 2000 + 1000)
  }
  const { events } = await rig.order(transaction_id)
  expect(events).toHaveLength(200)
  expect(events[0]?.event).toBe('authorized')
  expect(events.at(-1)).toMatchObject({ event: 'resumed', at: new Date(START + 261_000).toISOString() })
})
