import { describe, expect, test } from 'vitest'
import { blockCard, cardHistory, takeBackCard, unblockCard } from '../../src/shared/endpoints/cards.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makeCard, makeCustomer, makeOrder, makePile, makeSite } from '../make.ts'
import { freshDatabase } from '../setup/database.ts'
import { startServer } from '../setup/server.ts'
import { good, Lister, ListRig } from './list-rig.ts'

const rig = new ListRig()
const { send, places, block, alarms } = rig
const kept = (pile_id: number) =>
  rig.server.db.selectFrom('local_list_entry').select(['tag', 'status']).where('pile_id', '=', pile_id).execute()

describe('a card in local lists', () => {
  test('is blocked in each that holds it, whatever its case there, and taken out when it is good again', async () => {
    const card = await makeCard(rig.server.db)
    const [one, two, other] = [await rig.lister(), await rig.lister(), await rig.lister()]
    for (const pile of [one, two, other]) await pile.connect(rig.server)
    await send(one, 'Full', [good(card.number.toLowerCase()), good('ENGINEER-1')], 7)
    await send(two, 'Differential', [good(card.number)])
    await send(other, 'Full', [good('ENGINEER-1')])
    await block(card.id)
    await expect.poll(() => one.entries.get(card.number.toLowerCase())).toBe('Blocked')
    await expect.poll(() => two.entries.get(card.number)).toBe('Blocked')
    expect([one.version, one.entries.get('ENGINEER-1'), other.version]).toEqual([8, 'Accepted', 1])
    await expect
      .poll(() => places(card.id))
      .toEqual([
        { pile_id: one.id, by: 'list', state: 'blocked' },
        { pile_id: two.id, by: 'list', state: 'blocked' },
      ])
    await rig.server.call(unblockCard, { id: card.id, remark: null })
    await expect.poll(() => one.entries.has(card.number.toLowerCase())).toBe(false)
    await expect.poll(() => two.entries.has(card.number)).toBe(false)
    await expect.poll(() => places(card.id)).toMatchObject([{ state: 'removed' }, { state: 'removed' }])
    expect(one.entries.get('ENGINEER-1')).toBe('Accepted')
  })

  test('is blocked in one that was away, once it is back', async () => {
    const card = await makeCard(rig.server.db)
    const pile = await rig.lister()
    const socket = await pile.connect(rig.server)
    await send(pile, 'Full', [good(card.number)])
    socket.drop()
    await rig.server.call(takeBackCard, { id: card.id, remark: null })
    expect(await places(card.id)).toEqual([{ pile_id: pile.id, by: 'list', state: 'waiting' }])
    const again = await pile.connect(rig.server)
    await again.call('Heartbeat', {})
    await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
    await expect.poll(() => places(card.id)).toMatchObject([{ state: 'blocked' }])
  })

  test('that a Full or a removal took out is told of no more, one that a Differential added is', async () => {
    const [gone, removed, added] = [
      await makeCard(rig.server.db),
      await makeCard(rig.server.db),
      await makeCard(rig.server.db),
    ]
    const pile = await rig.lister()
    await pile.connect(rig.server)
    await send(pile, 'Full', [good(gone.number), good(removed.number)])
    await send(pile, 'Full', [good(removed.number)])
    await send(pile, 'Differential', [good(added.number), { idTag: removed.number.toLowerCase() }])
    expect(await kept(pile.id)).toEqual(
      expect.arrayContaining([
        { tag: added.number.toUpperCase(), status: 'Accepted' },
        { tag: removed.number.toUpperCase(), status: null },
      ]),
    )
    for (const { id } of [gone, removed, added]) await block(id)
    await expect.poll(() => pile.entries.get(added.number)).toBe('Blocked')
    expect([pile.version, await places(gone.id), await places(removed.id)]).toEqual([4, [], []])
  })

  test('whose customer becomes invalid is blocked with all that customer’s cards, and by the cache', async () => {
    const customer = await makeCustomer(rig.server.db)
    const cards = [
      await makeCard(rig.server.db, { customer_id: customer.id }),
      await makeCard(rig.server.db, { customer_id: customer.id }),
    ]
    const pile = await rig.lister()
    const socket = await pile.connect(rig.server)
    socket.onCall('ClearCache', { status: 'Accepted' })
    await makeOrder(rig.server.db, {
      ...{ pile_id: pile.id, card_number: cards[0]?.number.toUpperCase() ?? '', started_at: new Date().toISOString() },
    })
    await send(
      pile,
      'Full',
      cards.map(({ number }) => good(number)),
    )
    expect((await rig.server.call('/system/client/update', { id: customer.id, status: 'invalid' })).code).toBe(200)
    await socket.nextCall('ClearCache')
    await expect.poll(() => [...pile.entries.values()]).toEqual(['Blocked', 'Blocked'])
    expect((await rig.server.call('/system/client/update', { id: customer.id, status: 'normal' })).code).toBe(200)
    await expect.poll(() => pile.entries.size).toBe(0)
  })

  test('that is archived or erased is blocked', async () => {
    const [erased, archived] = [await makeCard(rig.server.db, { customer_id: null }), await makeCard(rig.server.db)]
    const pile = await rig.lister()
    await pile.connect(rig.server)
    await makeOrder(rig.server.db, { card_number: archived.number.toUpperCase() })
    const customer = await makeCustomer(rig.server.db)
    await rig.server.db.updateTable('card').set({ customer_id: customer.id }).where('id', '=', erased.id).execute()
    await send(pile, 'Full', [good(erased.number), good(archived.number)])
    for (const { id } of [erased, archived])
      expect((await rig.server.call('/system/device-car/delete', { id })).code).toBe(200)
    await expect.poll(() => [...pile.entries.values()]).toEqual(['Blocked', 'Blocked'])
  })

  test('that is out of use already does not stay in a list that lets it in', async () => {
    const card = await makeCard(rig.server.db)
    await block(card.id)
    const pile = await rig.lister()
    await pile.connect(rig.server)
    await send(pile, 'Full', [good(card.number), good('ENGINEER-2')])
    await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
    expect(pile.entries.get('ENGINEER-2')).toBe('Accepted')
  })

  test('counts as held where the answer to the list was lost', async () => {
    const card = await makeCard(rig.server.db)
    const pile = await rig.lister()
    const socket = await pile.connect(rig.server)
    socket.onCall('SendLocalList', (call) => {
      pile.take(call)
      return new Promise(() => {})
    })
    const sent = send(pile, 'Full', [good(card.number)], 4)
    await socket.nextCall('SendLocalList')
    socket.drop()
    await sent
    await block(card.id)
    const again = await pile.connect(rig.server)
    await again.call('Heartbeat', {})
    await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
  })
})

test('a list that someone else changed is flagged, told to a person, and blocked in all the same', async () => {
  const card = await makeCard(rig.server.db)
  const pile = await rig.lister()
  await pile.connect(rig.server)
  await send(pile, 'Full', [good(card.number)])
  pile.version = 40
  await block(card.id)
  await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
  expect(pile.version).toBe(41)
  await expect.poll(() => alarms(pile.id)).toMatchObject([{ code: 'LocalListDiffers', cleared_at: null }])
  const flags = () =>
    rig.server.db
      .selectFrom('pile_flag')
      .select('detail')
      .where('pile_id', '=', pile.id)
      .where('flag', '=', 'list_differs')
      .execute()
  await expect.poll(flags).toEqual([{ detail: 'version 40, known 1' }])
})

test('a pile beyond someone’s reach is counted, not named', async () => {
  const { id: site } = await makeSite(rig.server.db)
  const clerk = await rig.server.signIn({
    permissions: ['card.list', 'pile.list'],
    data_scope: 'sites',
    site_ids: [site],
  })
  const card = await makeCard(rig.server.db)
  await rig.server.db
    .updateTable('card')
    .set({ created_by: clerk.id, customer_id: null })
    .where('id', '=', card.id)
    .execute()
  const pile = await rig.lister()
  await rig.server.db
    .insertInto('local_list_entry')
    .values({
      pile_id: pile.id,
      tag: card.number.toUpperCase(),
      id_tag: card.number,
      status: 'Accepted',
      command_id: 1,
      by_console: false,
      due: 'blocked',
      due_at: new Date().toISOString(),
      refused_as: null,
    })
    .execute()
  const { data } = await rig.server.call(cardHistory, { id: card.id }, { as: clerk })
  expect([data.places, data.elsewhere]).toEqual([[], 1])
})

test('a block outlives the server that was stopped before it could tell', async () => {
  const database = await freshDatabase()
  const first = await startServer({ database })
  const { id, station_number } = await makePile(database.db)
  const pile = new Lister(id, station_number, rig.sockets)
  const card = await makeCard(database.db)
  const socket = await pile.connect(first)
  await first.call(callPile, {
    station_number,
    action: 'SendLocalList',
    payload: { listVersion: 1, updateType: 'Full', localAuthorizationList: [good(card.number)] },
  })
  socket.drop()
  await first.call(blockCard, { id: card.id, reason: 'stolen' })
  await first.stop()
  const second = await startServer({ database })
  try {
    const again = await pile.connect(second)
    await again.call('Heartbeat', {})
    await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
  } finally {
    await second.stop()
    await database.drop()
  }
})
