import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

/** A session with one reading, whose pile went away after it and was last heard of then. */
async function left() {
  const network = await rig.network()
  const { pile, card } = network
  const { transaction_id } = await pile.start(card, START)
  await pile.meter(transaction_id, START + 5 * MINUTE, 1_500)
  pile.disconnect(START + 6 * MINUTE)
  const away = { state: 'offline', disconnected_at: iso(START + 6 * MINUTE) } as const
  await rig.db.updateTable('pile').set(away).where('id', '=', pile.pile.id).execute()
  await rig.db
    .updateTable('orders')
    .set({ received_at: iso(START) })
    .where('transaction_id', '=', transaction_id)
    .execute()
  return { ...network, transaction_id }
}

test('an order whose pile has been away for a day ends on its last meter value and is held', async () => {
  const { transaction_id, customer } = await left()
  expect(await rig.sessions.sweepStale(START + 5 * MINUTE)).toBe(0)
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated' })
  expect(await rig.sessions.sweepStale(START + HOUR)).toBe(1)
  expect(await rig.order(transaction_id)).toMatchObject({
    status: 'completed',
    abnormal: 'no_stop',
    energy_wh: 1_500,
    ended_at: iso(START + 5 * MINUTE),
    total_cents: 0,
  })
  expect(await rig.balance(customer.id)).toBe(100_000)
  expect(await rig.sessions.sweepStale(START + HOUR)).toBe(0)
})

test('a pile that is there, or came back since, keeps its order', async () => {
  const { pile, transaction_id } = await left()
  await rig.db.updateTable('pile').set({ state: 'charging' }).where('id', '=', pile.pile.id).execute()
  expect(await rig.sessions.sweepStale(START + HOUR)).toBe(0)
  await rig.db.updateTable('pile').set({ state: 'offline' }).where('id', '=', pile.pile.id).execute()
  const since = { at: iso(START + 2 * HOUR), received_at: iso(START + 2 * HOUR) }
  const { id } = await rig.order(transaction_id)
  const reading = { order_id: id, pile_id: pile.pile.id, connector_number: 1, energy_wh: 3_000 }
  const rest = { power_w: null, current_ma: null, voltage_mv: null, soc: null }
  await rig.db
    .insertInto('reading')
    .values({ ...reading, ...rest, ...since })
    .execute()
  expect(await rig.sessions.sweepStale(START + HOUR)).toBe(0)
  expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated' })
})

test('one that cannot be ended holds up no other, and ends once it can', async () => {
  const [stuck, next] = [await left(), await left()]
  await sql`create function refuse_end() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    rig.db,
  )
  await sql`create trigger refuse_end before update on orders for each row when (new.transaction_id = ${sql.lit(stuck.transaction_id)})
    execute function refuse_end()`.execute(rig.db)
  try {
    expect(await rig.sessions.sweepStale(START + HOUR)).toBe(1)
    expect(await rig.order(next.transaction_id)).toMatchObject({ status: 'completed', abnormal: 'no_stop' })
    expect(await rig.order(stuck.transaction_id)).toMatchObject({ status: 'generated' })
  } finally {
    await sql`drop trigger refuse_end on orders`.execute(rig.db)
  }
  expect(await rig.sessions.sweepStale(START + HOUR)).toBe(1)
  const { id } = await rig.order(stuck.transaction_id)
  expect(rig.failures.splice(0)).toMatchObject([{ order: id }])
})

test('the stop that a pile brings when it comes back tells what was really drawn', async () => {
  const { pile, transaction_id } = await left()
  await rig.sessions.sweepStale(START + HOUR)
  await pile.connect()
  pile.late = 26 * HOUR
  await pile.stop(transaction_id, START + 40 * MINUTE, 9_000)
  expect(await rig.order(transaction_id)).toMatchObject({ abnormal: null, energy_wh: 9_000, close_method: 'device' })
})
