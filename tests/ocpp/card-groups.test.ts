import { describe, expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { noteExpired } from '../../src/server/cards/lists/compare-lists.ts'
import { makeCard, makeCardGroup, makePile } from '../make.ts'
import { MINUTE, NumberedRig, payloadOf, type Told } from './numbered-rig.ts'

const rig = new NumberedRig()

const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

type Group = Parameters<typeof makeCardGroup>[1]
const group = (given: Group = {}) => makeCardGroup(rig.db, given)

/** What a pile of 1.6, and one of 2.x, is told of a card. */
async function askedBy(pile: ScriptedPile, card: string): Promise<Record<string, unknown>> {
  const { idTokenInfo } = (await pile.call('Authorize', { idToken: { idToken: card, type: 'ISO14443' } })) as {
    idTokenInfo: Record<string, unknown>
  }
  return idTokenInfo
}
async function pileOf16() {
  const { station_number } = await makePile(rig.db)
  const pile = await rig.connect(station_number, ['ocpp1.6'])
  const ask = async (idTag: string) =>
    ((await pile.call('Authorize', { idTag })) as { idTagInfo: Record<string, unknown> }).idTagInfo
  return { pile, ask }
}
const say = async (pile: ScriptedPile, transaction: string, told: Told) =>
  (await pile.call('TransactionEvent', payloadOf(transaction, told))) as { idTokenInfo?: Record<string, unknown> }
const orderOf = (card: string) =>
  rig.db.selectFrom('orders').selectAll().where('card_number', '=', card.toUpperCase()).execute()
const GUN = { evse: { id: 1, connectorId: 1 } }

describe('a card of a group', () => {
  test('is told with its group and its time, in the words of each version', async () => {
    const { number, id: group_id } = await group()
    const valid_until = iso(Math.floor(Date.now() / 1000) * 1000 + HOUR)
    const { pile, customer } = await rig.network()
    const { number: card } = await makeCard(rig.db, { customer_id: customer.id, group_id, valid_until })
    const told = await askedBy(pile, card.toLowerCase())
    expect(told).toMatchObject({ status: 'Accepted', groupIdToken: { idToken: number, type: 'Central' } })
    expect(Date.parse(String(told.cacheExpiryDateTime))).toBe(Date.parse(valid_until))
    const { ask } = await pileOf16()
    const told16 = await ask(card)
    expect(told16).toMatchObject({ status: 'Accepted', parentIdTag: number })
    expect(Date.parse(String(told16.expiryDate))).toBe(Date.parse(valid_until))
    // One without has none of it.
    expect(await ask((await makeCard(rig.db)).number)).toEqual({ status: 'Accepted' })
    expect(await ask('NOBODYS')).toEqual({ status: 'Invalid' })
  })

  test('ends a session of another one, which its own customer pays', async () => {
    const { number, id: group_id } = await group()
    const { pile, card, customer } = await rig.network()
    await rig.db.updateTable('card').set({ group_id }).where('number', '=', card).execute()
    const { number: other } = await makeCard(rig.db, { group_id })
    const at = Date.now() - HOUR
    const info = { status: 'Accepted', groupIdToken: { idToken: number } }
    const began = { type: 'Started', no: 0, at, wh: 0, state: 'Charging', card, ...GUN } as const
    expect(await say(pile, 'T-1', began)).toMatchObject({ idTokenInfo: info })
    const ends = { type: 'Ended', no: 1, at: at + HOUR / 2, wh: 5_000, card: other, trigger: 'StopAuthorized' } as const
    expect(await say(pile, 'T-1', ends)).toMatchObject({ idTokenInfo: info })
    expect(await orderOf(card)).toMatchObject([{ customer_id: customer.id, energy_wh: 5_000, refused_as: null }])
    expect(await orderOf(other)).toEqual([])
  })

  test('starts and stops in 1.6 with its group in each answer', async () => {
    const { number, id: group_id } = await group()
    const { number: card } = await makeCard(rig.db, { group_id })
    const { number: other } = await makeCard(rig.db, { group_id })
    const { pile } = await pileOf16()
    const at = Date.now() - HOUR
    const began = await pile.call('StartTransaction', {
      ...{ connectorId: 1, idTag: card, meterStart: 0, timestamp: iso(at) },
    })
    expect(began).toMatchObject({ idTagInfo: { status: 'Accepted', parentIdTag: number } })
    const { transactionId } = began as { transactionId: number }
    const stop = { transactionId, idTag: other, meterStop: 1_000, timestamp: iso(at + MINUTE) }
    expect(await pile.call('StopTransaction', stop)).toEqual({ idTagInfo: { status: 'Accepted', parentIdTag: number } })
  })
})

describe('a card whose time is over', () => {
  test('is Expired, and what it starts all the same is nobody’s debt', async () => {
    const { pile, card } = await rig.network()
    await rig.db
      .updateTable('card')
      .set({ valid_until: iso(Date.now() - 1) })
      .where('number', '=', card)
      .execute()
    expect(await askedBy(pile, card)).toMatchObject({ status: 'Expired' })
    const began = { type: 'Started', no: 0, at: Date.now(), wh: 0, state: 'Charging', card, ...GUN } as const
    expect(await say(pile, 'T-2', began)).toMatchObject({ idTokenInfo: { status: 'Expired' } })
    expect(await orderOf(card)).toMatchObject([{ refused_as: 'card_expired' }])
    await rig.db.updateTable('card').set({ valid_until: null }).where('number', '=', card).execute()
    expect(await askedBy(pile, card)).toMatchObject({ status: 'Accepted' })
  })

  test('is noted as such when its time comes, once, and piles that may know it are to forget it', async () => {
    const { pile, card, id } = await rig.network()
    const at = Date.now() - HOUR
    await say(pile, 'T-3', { type: 'Started', no: 0, at, wh: 0, state: 'Charging', card, ...GUN })
    await say(pile, 'T-3', { type: 'Ended', no: 1, at: at + MINUTE, wh: 10 })
    const expired = async () =>
      (await rig.db.selectFrom('card').select('expired').where('number', '=', card).executeTakeFirstOrThrow()).expired
    const stale = () => rig.db.selectFrom('stale_cache').select('tags').where('pile_id', '=', id).execute()
    await rig.db
      .updateTable('card')
      .set({ valid_until: iso(Date.now() + HOUR) })
      .where('number', '=', card)
      .execute()
    await noteExpired(rig.db)
    expect([await expired(), await stale()]).toEqual([false, []])
    // As if that hour had gone by.
    await rig.db.connection().execute(async (db) => {
      await db
        .updateTable('card')
        .set({ valid_until: iso(Date.now() + 50) })
        .where('number', '=', card)
        .execute()
      await new Promise((resolve) => setTimeout(resolve, 60))
      await noteExpired(db)
    })
    expect(await expired()).toBe(true)
    expect(await stale()).toEqual([{ tags: [card.toUpperCase()] }])
    await rig.db
      .updateTable('card')
      .set({ valid_until: iso(Date.now() + HOUR) })
      .where('number', '=', card)
      .execute()
    expect(await expired()).toBe(false)
  })
})

describe('so many sessions at once', () => {
  const begin = async (card: string, name: string) => {
    const { station_number } = await makePile(rig.db)
    const pile = await rig.connect(station_number, ['ocpp1.6'])
    await pile.call('StartTransaction', { connectorId: 1, idTag: card, meterStart: 0, timestamp: iso(Date.now()) })
    return { pile, name }
  }

  test('as the card may, and no more', async () => {
    const { number: card } = await makeCard(rig.db, { at_once: 2 })
    const { ask } = await pileOf16()
    await begin(card, 'first')
    expect(await ask(card)).toEqual({ status: 'Accepted' })
    await begin(card, 'second')
    expect(await ask(card)).toEqual({ status: 'ConcurrentTx' })
    await begin(card, 'third')
    const orders = await orderOf(card)
    expect(orders.map(({ refused_as }) => refused_as).sort()).toEqual(['card_in_use', null, null])
  })

  test('as its group may, all its cards together', async () => {
    const { id: group_id } = await group({ at_once: 2 })
    const cards = await Promise.all([1, 2, 3].map(() => makeCard(rig.db, { group_id, at_once: 9 })))
    const [first = '', second = '', third = ''] = cards.map(({ number }) => number)
    const { ask } = await pileOf16()
    await begin(first, 'first')
    expect(await ask(third)).toMatchObject({ status: 'Accepted' })
    await begin(second, 'second')
    expect(await ask(third)).toMatchObject({ status: 'ConcurrentTx' })
    expect(await ask((await makeCard(rig.db)).number)).toEqual({ status: 'Accepted' })
  })

  test('one that began while its pile was away is billed, counts for the next, and says that it was one too many', async () => {
    const { id: group_id } = await group({ at_once: 1 })
    const cards = await Promise.all([1, 2, 3].map(() => makeCard(rig.db, { group_id })))
    const [first, late, next] = cards.map(({ number }) => number) as [string, string, string]
    await begin(first, 'first')
    const { station_number } = await makePile(rig.db)
    const pile = await rig.connect(station_number, ['ocpp1.6'])
    const kept = { connectorId: 1, idTag: late, meterStart: 0 }
    // Before the first of its group: not too many.
    await pile.call('StartTransaction', { ...kept, connectorId: 2, timestamp: iso(Date.now() - HOUR) })
    await rig.db
      .updateTable('orders')
      .set({ started_at: iso(Date.now() - 2 * HOUR) })
      .where('card_number', '=', first)
      .execute()
    await rig.db
      .updateTable('orders')
      .set({ ended_at: iso(Date.now() - 50 * MINUTE), status: 'completed' })
      .where('card_number', '=', late)
      .execute()
    await pile.call('StartTransaction', { ...kept, timestamp: iso(Date.now() - 30 * MINUTE) })
    const [before, order] = (await orderOf(late)).toSorted((one, other) => one.id - other.id)
    expect(before?.events.some(({ event }) => event === 'over_group_limit')).toBe(false)
    expect(order).toMatchObject({ refused_as: null, abnormal: null, customer_id: cards[1]?.customer_id })
    expect(order?.events).toContainEqual(
      expect.objectContaining({ event: 'over_group_limit', figures: { most: 1, others: 1 } }),
    )
    // The first one ends: the late one alone leaves no room.
    await rig.db
      .updateTable('orders')
      .set({ ended_at: iso(Date.now()), status: 'completed' })
      .where('card_number', '=', first)
      .execute()
    expect(await (await pileOf16()).ask(next)).toMatchObject({ status: 'ConcurrentTx' })
  })
})

describe('a master pass', () => {
  const master = async (more: Partial<Parameters<typeof makeCard>[1]> = {}) => {
    const { number, id: group_id } = await group({ kind: 'master_pass' })
    return { number, card: (await makeCard(rig.db, { group_id, customer_id: null, ...more })).number }
  }

  test('is known to piles that have such cards, and to others as no card at all', async () => {
    const { number, card } = await master()
    const { pile } = await rig.network()
    expect(await askedBy(pile, card)).toMatchObject({ status: 'Accepted', groupIdToken: { idToken: number } })
    expect(await (await pileOf16()).ask(card)).toEqual({ status: 'Invalid' })
    const blocked = await master({ status: 'blocked' })
    expect(await askedBy(pile, blocked.card)).toMatchObject({ status: 'Blocked' })
  })

  test('starts nothing', async () => {
    const { card } = await master()
    const { pile } = await rig.network()
    const began = { type: 'Started', no: 0, at: Date.now(), wh: 0, state: 'Charging', card, ...GUN } as const
    expect(await say(pile, 'T-4', began)).toMatchObject({ idTokenInfo: { status: 'Invalid' } })
    expect(await orderOf(card)).toMatchObject([{ refused_as: 'card_invalid', customer_id: null }])
  })

  test('ends a session of anybody, who pays it', async () => {
    const { number, card: pass } = await master()
    const { pile, card, customer } = await rig.network()
    const at = Date.now() - HOUR
    await say(pile, 'T-5', { type: 'Started', no: 0, at, wh: 0, state: 'Charging', card, ...GUN })
    const stop = { type: 'Updated', no: 1, at: at + MINUTE, wh: 100, card: pass, trigger: 'StopAuthorized' } as const
    const info = { status: 'Accepted', groupIdToken: { idToken: number } }
    expect(await say(pile, 'T-5', stop)).toMatchObject({ idTokenInfo: info })
    const ends = { type: 'Ended', no: 2, at: at + MINUTE, wh: 100, reason: 'MasterPass' } as const
    await say(pile, 'T-5', ends)
    expect(await orderOf(card)).toMatchObject([{ customer_id: customer.id, energy_wh: 100, refused_as: null }])
    expect(await orderOf(pass)).toEqual([])
  })
})
