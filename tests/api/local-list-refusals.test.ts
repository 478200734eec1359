import { expect, test } from 'vitest'
import { unblockCard } from '../../src/shared/endpoints/cards.ts'
import { makeCard, makeCustomer, makeOrder } from '../make.ts'
import { type Entry, good, ListRig } from './list-rig.ts'

const rig = new ListRig()
const { send, places, block, alarms } = rig

test.each(['NotSupported', 'Failed'])(
  'a pile that answers %s is shown with an alarm until it takes it',
  async (word) => {
    const card = await makeCard(rig.server.db)
    const pile = await rig.lister()
    const socket = await pile.connect(rig.server)
    await send(pile, 'Full', [good(card.number)])
    pile.answer = word
    await block(card.id)
    await expect.poll(() => places(card.id)).toEqual([{ pile_id: pile.id, by: 'list', state: 'refused' }])
    await expect.poll(() => alarms(pile.id)).toMatchObject([{ code: 'LocalListRefused', cleared_at: null }])
    pile.answer = null
    await socket.call('BootNotification', { chargePointVendor: 'Volt', chargePointModel: 'V1' })
    await expect.poll(() => pile.entries.get(card.number)).toBe('Blocked')
    await expect.poll(() => alarms(pile.id)).toMatchObject([{ cleared_at: expect.any(String) }])
  },
)

test.each([
  ['ten at a time', null, [10, 2]],
  ['as it says that it takes them', 5, [5, 5, 2]],
] as const)('more cards than a pile takes at once are sent %s', async (_, takes, expected) => {
  const customer = await makeCustomer(rig.server.db)
  const cards = await Promise.all(
    Array.from({ length: 12 }, () => makeCard(rig.server.db, { customer_id: customer.id })),
  )
  const pile = await rig.lister()
  const socket = await pile.connect(rig.server)
  await send(
    pile,
    'Full',
    cards.map(({ number }) => good(number)),
  )
  socket.received.splice(0)
  if (takes)
    await rig.server.db
      .insertInto('pile_setting')
      .values({ pile_id: pile.id, key: 'SendLocalListMaxLength', value: String(takes), read_only: true })
      .execute()
  await rig.server.db.updateTable('customer').set({ status: 'invalid' }).where('id', '=', customer.id).execute()
  await expect.poll(() => [...pile.entries.values()]).toEqual(Array(12).fill('Blocked'))
  const sent = socket.received.filter(({ action }) => action === 'SendLocalList')
  const sizes = sent.map(({ payload }) => (payload.localAuthorizationList as Entry[]).length)
  expect(sizes).toEqual(expected)
})

test('a good card that a pile refuses to take out is shown, and is no alarm', async () => {
  const card = await makeCard(rig.server.db)
  const pile = await rig.lister()
  await pile.connect(rig.server)
  await send(pile, 'Full', [good(card.number)])
  await block(card.id)
  await expect.poll(() => places(card.id)).toMatchObject([{ state: 'blocked' }])
  pile.answer = 'Failed'
  await rig.server.call(unblockCard, { id: card.id, remark: null })
  const refused = () =>
    rig.server.db.selectFrom('local_list_entry').select('refused_as').where('pile_id', '=', pile.id).execute()
  await expect.poll(refused).toEqual([{ refused_as: 'Failed' }])
  expect(await alarms(pile.id)).toEqual([])
})

test('a cache that a pile refuses to clear is shown, one that it does not have is not', async () => {
  const card = await makeCard(rig.server.db)
  const [refuses, has_none] = [await rig.lister(), await rig.lister()]
  for (const pile of [refuses, has_none])
    await makeOrder(rig.server.db, {
      ...{ pile_id: pile.id, card_number: card.number.toUpperCase(), started_at: new Date().toISOString() },
    })
  ;(await refuses.connect(rig.server)).onCall('ClearCache', { status: 'Rejected' })
  const none = await has_none.connect(rig.server) // knows no ClearCache: NotImplemented
  await block(card.id)
  await none.nextCall('ClearCache')
  await expect.poll(() => places(card.id)).toEqual([{ pile_id: refuses.id, by: 'cache', state: 'refused' }])
})
