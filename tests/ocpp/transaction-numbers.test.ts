import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { skipToldNumbers } from '../../src/server/orders/transaction-numbers.ts'
import { makeCard } from '../make.ts'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
const hour = 60 * MINUTE
const day = 24 * hour

/** The database is brought back to where it stood: by its files, by a snapshot, by tools of its own. */
const bringBack = (last: number) => sql`select setval('transaction_id_seq', ${last})`.execute(rig.db)

test('a server that starts on a database of yesterday gives no number that was told since', async () => {
  const { pile, card } = await rig.network()
  const now = Date.now()
  await skipToldNumbers(rig.database.pool, now - day)
  const told: number[] = []
  const charge = async (at: number) => told.push(await pile.session(card, at, 1000, { meter: told.length * 1000 }))
  await charge(START)
  const [yesterday = 0] = told
  for (let n = 1; n < 4; n++) await charge(START + n * 2 * hour)
  await bringBack(yesterday)
  await skipToldNumbers(rig.database.pool, now)
  await charge(START + day)
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
  expect(told.at(-1)).toBeLessThan(2 ** 31)
  // A second start, or another node, jumps no further.
  await skipToldNumbers(rig.database.pool, now)
  await charge(START + 2 * day)
  expect(told.at(-1)).toBe((told.at(-2) ?? 0) + 1)
})

test('where time has used up all numbers they are given one by one', async () => {
  const before = (await sql<{ last: number }>`select last_value as last from transaction_id_seq`.execute(rig.db)).rows
  await skipToldNumbers(rig.database.pool, Date.UTC(2080, 0, 1))
  expect((await sql<{ last: number }>`select last_value as last from transaction_id_seq`.execute(rig.db)).rows).toEqual(
    before,
  )
})

describe('a stop by a number that is another order’s now', () => {
  test.each([
    ['of a register below that order’s start', { at: START + hour, wh: 4000, card: null }],
    ['of the day before yesterday', { at: START - 2 * day, wh: 60_000, card: null }],
    ['of another card and a register out of reach', { at: START + hour, wh: 900_000_000, card: 'ANOTHER' }],
  ])('%s ends nothing, and is set aside', async (_, { at, wh, card: other }) => {
    const { pile, card, customer } = await rig.network()
    const { transaction_id } = await pile.start(card, START, { meter: 50_000 })
    const stopped = await pile.stop(transaction_id, at, wh, { card: other, received_at: START + hour })
    expect(stopped).toMatchObject({ misfit: true })
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'generated', energy_wh: 0 })
    expect((await rig.setAside(pile.pile.id)).map(({ reason }) => reason)).toEqual(['does_not_fit'])
    await pile.stop(transaction_id, START + 2 * hour, 55_000, { card, reason: 'EVDisconnected' })
    expect(await rig.order(transaction_id)).toMatchObject({ status: 'paid', energy_wh: 5000 })
    expect(await rig.balance(customer.id)).toBe(100_000 - 600)
  })

  test('by a card of the same customer, an hour early by a clock that was set back, is one of this order', async () => {
    const { pile, card, customer } = await rig.network()
    const other = await makeCard(rig.db, { customer_id: customer.id })
    const { transaction_id } = await pile.start(card, START, { meter: 50_000 })
    const said = { card: other.number, received_at: START + hour }
    expect(await pile.stop(transaction_id, START - 5 * MINUTE, 55_000, said)).not.toHaveProperty('misfit')
    expect((await rig.order(transaction_id)).status).not.toBe('generated')
  })
})
