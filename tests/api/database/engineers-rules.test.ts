import { afterAll, beforeAll, expect, test } from 'vitest'
import { beforeGoingOver } from '../../../src/server/certificates/raise-profile.ts'
import { settle } from '../../../src/server/reservations/settle.ts'
import { makeCertificate, makeOrder, makePile } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
})
afterAll(() => database.drop())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a reservation is used by a session at its own pile alone, whatever number another one names', async () => {
  const { db } = database
  const [own, other] = [await makePile(db), await makePile(db)]
  const { id } = await db
    .insertInto('reservation')
    .values({ pile_id: own.id, connector_number: 1, card_number: 'A1', expires_at: inDays(1), state: 'accepted' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stateNow = async () => {
    await settle(db, { obstacleIn: () => null, connected: () => true })
    const row = await db.selectFrom('reservation').select(['state', 'order_id']).where('id', '=', id).executeTakeFirst()
    return [row?.state, row?.order_id]
  }
  await makeOrder(db, { pile_id: other.id, reservation_id: id })
  expect(await stateNow()).toEqual(['accepted', null])
  const order = await makeOrder(db, { pile_id: own.id, reservation_id: id })
  expect(await stateNow()).toEqual(['used', order.id])
})

test.each([
  ['of which the time is over', { valid_to: inDays(-1) }],
  ['that the pile has not taken', { state: 'issued' as const }],
  ['of another pile', { pile_id: 0 }],
])('a pile with a certificate %s is not sent to the profile that needs one', async (_, given) => {
  const { db } = database
  const { id } = await makePile(db)
  const holder = 'pile_id' in given ? (await makePile(db)).id : id
  await makeCertificate(db, { ...given, pile_id: holder })
  await db.insertInto('pile_root_reading').values({ pile_id: id, use: 'central' }).execute()
  const root = { algorithm: 'SHA256', issuer_name_hash: 'a', issuer_key_hash: 'b', serial_number: '01' } as const
  await db
    .insertInto('pile_root')
    .values({ pile_id: id, use: 'central', ...root })
    .execute()
  const goes = () => beforeGoingOver(db, { id: 1, pile_id: id }, 3, { serves: null, signs: false })
  expect(await goes()).toEqual({ impossible: 'no_certificate' })
  await makeCertificate(db, { pile_id: id })
  expect(await goes()).toBeNull()
})
