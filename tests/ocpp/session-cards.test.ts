import { describe, expect, test } from 'vitest'
import { customerTag } from '../../src/shared/domain/customer-tag.ts'
import { keptCall, makeCard, makeCustomer, makePile } from '../make.ts'
import { MINUTE, PortPile, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()

const authorize = async (pile: PortPile, card: string) =>
  (await rig.payers.authorize(pile.pile, card, false))?.status ?? null
const block = (number: string) =>
  rig.db.updateTable('card').set({ status: 'blocked' }).where('number', '=', number).execute()

async function secondPile(site_id: number) {
  const { id, station_number } = await makePile(rig.db, { site_id })
  const pile = new PortPile(rig, { id, station_number, site_id })
  await pile.connect()
  return pile
}

describe('a card', () => {
  test('is known whatever the case of its letters', async () => {
    const { pile, customer } = await rig.network()
    await makeCard(rig.db, { number: '04A22F1B', customer_id: customer.id })
    expect(await authorize(pile, '04a22f1b')).toBe('Accepted')
  })

  test('that nobody knows is Invalid, and its session has an order all the same, which waits for a person', async () => {
    const { pile } = await rig.network()
    expect(await authorize(pile, 'NOBODY')).toBe('Invalid')
    const { transaction_id, status } = await pile.start('nobody', START)
    expect(status).toBe('Invalid')
    await pile.stop(transaction_id, START + 60 * MINUTE, 5000, { reason: 'DeAuthorized' })
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'completed',
      abnormal: 'unauthorized',
      refused_as: 'card_invalid',
      customer_id: null,
      card_number: 'NOBODY',
      energy_wh: 5000,
      total_cents: 0,
    })
  })

  test('that no customer has is Invalid', async () => {
    const { pile } = await rig.network()
    const { number } = await makeCard(rig.db, { customer_id: null })
    expect(await authorize(pile, number)).toBe('Invalid')
  })

  test('of a customer who is no customer any more is Invalid', async () => {
    const { pile, card, customer } = await rig.network()
    await rig.db.updateTable('customer').set({ status: 'invalid' }).where('id', '=', customer.id).execute()
    expect(await authorize(pile, card)).toBe('Invalid')
  })

  test('that is blocked stops working at once, and what flows all the same is nobody’s debt', async () => {
    const { pile, card, customer } = await rig.network()
    expect(await authorize(pile, card)).toBe('Accepted')
    await block(card)
    expect(await authorize(pile, card)).toBe('Blocked')
    const { transaction_id, status } = await pile.start(card, START)
    expect(status).toBe('Blocked')
    await pile.stop(transaction_id, START + 60 * MINUTE, 5000, { reason: 'EVDisconnected' })
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'completed',
      abnormal: 'unauthorized',
      refused_as: 'card_blocked',
      customer_id: null,
      claimed_customer_id: customer.id,
      total_cents: 0,
    })
    expect(await rig.ledger(customer.id)).toEqual([['top_up', 100_000]])
    expect((await rig.order(transaction_id)).events[0]).toMatchObject({ event: 'card_blocked', figures: { card } })
  })

  test('in use elsewhere is ConcurrentTx there, and still good where it is used', async () => {
    const { pile, card, site_id } = await rig.network({ connectors: 2 })
    const other = await secondPile(site_id)
    const { transaction_id } = await pile.start(card, START)
    await pile.status('Charging', START)
    expect(await authorize(other, card)).toBe('ConcurrentTx')
    expect(await authorize(pile, card)).toBe('Accepted')
    expect((await other.start(card, START + MINUTE)).status).toBe('ConcurrentTx')
    expect((await pile.start(card, START + MINUTE, { connector: 2 })).status).toBe('ConcurrentTx')
    // The same start gets the same answer.
    expect((await pile.start(card, START)).status).toBe('Accepted')
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated' })
  })

  test('that starts at two piles in one moment is accepted at one of them', async () => {
    const { pile, card, site_id } = await rig.network()
    const other = await secondPile(site_id)
    const answers = await Promise.all([pile.start(card, START), other.start(card, START)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['Accepted', 'ConcurrentTx'])
  })

  test('is free again when its session is over', async () => {
    const { pile, card, site_id } = await rig.network()
    const other = await secondPile(site_id)
    await pile.session(card, START, 5000)
    expect(await authorize(other, card)).toBe('Accepted')
  })

  test('without balance is NoCredit', async () => {
    const { pile, card } = await rig.network({ balance_cents: 0 })
    expect(await authorize(pile, card)).toBe('NoCredit')
    expect((await pile.start(card, START)).status).toBe('NoCredit')
  })

  test('of a customer whose other session has used up the balance is NoCredit', async () => {
    const { pile, card, customer, site_id } = await rig.network({ balance_cents: 500 })
    const other = await secondPile(site_id)
    const second = await makeCard(rig.db, { customer_id: customer.id })
    const { transaction_id } = await pile.start(card, START)
    expect(await authorize(other, second.number)).toBe('Accepted')
    await pile.meter(transaction_id, START + 30 * MINUTE, 5000)
    await rig.sessions.writeFigures()
    expect(await authorize(other, second.number)).toBe('NoCredit')
  })

  test('that was accepted at the pile a moment before begins the order’s story', async () => {
    const { pile, card } = await rig.network()
    const before = Date.now()
    await authorize(pile, card)
    const { transaction_id } = await pile.start(card, before + 20_000)
    const { events } = await rig.order(transaction_id)
    expect(events[0]?.event).toBe('authorized')
    expect(Date.parse(events[0]?.at ?? '')).toBeLessThan(before + 15_000)
  })
})

describe('a start from the console', () => {
  const ask = (pile: PortPile, idTag: string) =>
    rig.db
      .insertInto('command')
      .values({
        pile_id: pile.pile.id,
        ...keptCall('RemoteStartTransaction', { connectorId: 1, idTag }),
        status: 'accepted',
        asked_by: 'Chen Yu',
      })
      .execute()

  test('makes the order a manual one and says who asked', async () => {
    const { pile, card } = await rig.network()
    await ask(pile, card)
    const { transaction_id } = await pile.start(card, Date.now())
    const order = await rig.order(transaction_id)
    expect(order.type).toBe('manual')
    expect(order.events.find(({ event }) => event === 'remote_start')?.figures).toEqual({ by: 'Chen Yu' })
  })

  test('works for a customer who has no card', async () => {
    const { pile } = await rig.network()
    const customer = await makeCustomer(rig.db, { balance_cents: 5000 })
    const tag = customerTag(customer.id)
    expect(tag.length).toBeLessThanOrEqual(20)
    expect(await authorize(pile, tag)).toBe('Invalid')
    await ask(pile, tag)
    expect(await authorize(pile, tag.toLowerCase())).toBe('Accepted')
    const now = Date.now()
    const { transaction_id, status } = await pile.start(tag, now)
    expect(status).toBe('Accepted')
    await pile.stop(transaction_id, now + 60 * MINUTE, 5000, { reason: 'EVDisconnected' })
    expect(await rig.order(transaction_id)).toMatchObject({
      status: 'paid',
      customer_id: customer.id,
      pay_type: 'balance',
      type: 'manual',
    })
    expect(await rig.balance(customer.id)).toBe(4400)
  })

  test('for a customer at one pile opens no other pile', async () => {
    const { pile, site_id } = await rig.network()
    const customer = await makeCustomer(rig.db, { balance_cents: 5000 })
    await ask(pile, customerTag(customer.id))
    expect(await authorize(await secondPile(site_id), customerTag(customer.id))).toBe('Invalid')
  })
})

test('a stop says how its card stands', async () => {
  const { pile, card } = await rig.network({ balance_cents: 100 })
  const { transaction_id } = await pile.start(card, START)
  expect(await pile.stop(transaction_id, START + 60 * MINUTE, 5000, { card })).toEqual({ status: 'Accepted' })
  await block(card)
  expect(await pile.stop(transaction_id, START + 60 * MINUTE, 5000, { card })).toEqual({ status: 'Blocked' })
  expect(await pile.stop(transaction_id, START + 60 * MINUTE, 5000)).toEqual({ status: null })
})
