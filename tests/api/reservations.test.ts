import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Car, carModels } from '../../src/fleet/car.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { berthPlan } from '../../src/shared/endpoints/berths.ts'
import { blockCard } from '../../src/shared/endpoints/cards.ts'
import { cancelReservation, reservationOutcome } from '../../src/shared/endpoints/reservations.ts'
import { makeBerth, makeCard, makePile, makeSite } from '../make.ts'
import { freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'

let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const until = (check: () => unknown) => vi.waitFor(check)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A connected virtual pile with one gun, at a site with a berth. */
async function standing(at: TestServer = server, connectors = 1) {
  const site = await makeSite(at.db)
  const { id, station_number: station } = await makePile(at.db, { site_id: site.id, connectors })
  for (let connector_number = 1; connector_number <= connectors; connector_number++)
    await makeBerth(at.db, { site_id: site.id, pile_id: id, connector_number, serial: `A-${connector_number}` })
  const pile = startPile(at, { station, model: { ...pileModels.ac7, connectors } })
  const state = () => at.db.selectFrom('connector').select('status').where('pile_id', '=', id).where('number', '=', 1)
  await until(async () => expect((await state().executeTakeFirst())?.status).toBe('Available'))
  return { id, pile, site_id: site.id }
}

/** Its socket is gone, and the server knows. */
async function away(pile: Pile, id: number) {
  await pile.stop()
  await until(async () => {
    const row = await server.db.selectFrom('pile').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.state).toBe('offline')
  })
}

const asksTo = async (pile_id: number, action: 'cancel_reservation') => {
  const rows = server.db.selectFrom('command').select('id').where('pile_id', '=', pile_id).where('action', '=', action)
  return (await rows.execute()).length
}

async function reserve(pile_id: number, given: object) {
  const asked = { pile_id, connector_number: 1, expires_at: inHours(1), ...given }
  return server.call('/system/reservation/add', asked)
}
/** Reserved, and what the pile made of it. */
async function reserved(pile_id: number, given: object) {
  const { data, code } = await reserve(pile_id, given)
  expect(code).toBe(200)
  return (await server.call(reservationOutcome, { id: data.id })).data
}
const rowOf = (id: number, at: TestServer = server) =>
  at.db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const becomes = (id: number, state: string) => until(async () => expect((await rowOf(id)).state).toBe(state))

describe('a reservation', () => {
  test('is kept by the pile, shown at its berth, and used by the session that carries it', async () => {
    const card = await makeCard(server.db)
    const { id, pile, site_id } = await standing()
    const made = await reserved(id, { card_number: card.number })
    expect(made).toMatchObject({ state: 'accepted', reason: null })
    expect(pile.memory.reservations).toMatchObject([{ id: made.id, connector: 1, id_tag: card.number }])
    const { expires_at } = await rowOf(made.id)
    const spots = async () => (await server.call(berthPlan, { site_id })).data
    await until(async () => expect(await spots()).toMatchObject([{ state: 'reserved', reserved_until: expires_at }]))
    const gun = pile.connector(1)
    gun?.plugIn(new Car(carModels[0] as never, 0.3))
    expect(await gun?.swipe('SOMEONE-ELSE')).toBe('not usable')
    expect(await gun?.swipe(card.number)).toBe('started')
    await becomes(made.id, 'used')
    const { order_id } = await rowOf(made.id)
    const order = await server.db
      .selectFrom('orders')
      .select(['reservation_id', 'card_number'])
      .where('id', '=', Number(order_id))
      .executeTakeFirstOrThrow()
    expect(order).toEqual({ reservation_id: made.id, card_number: card.number.toUpperCase() })
    await until(async () => expect(await spots()).toMatchObject([{ state: 'occupied', reserved_until: null }]))
  })

  test('for a customer is told by a good card of theirs', async () => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const made = await reserved(id, { customer_id: card.customer_id })
    expect(pile.memory.reservations).toMatchObject([{ id: made.id, id_tag: card.number }])
  })

  test.each([
    ['Occupied', 'occupied'],
    ['Faulted', 'faulted'],
    ['Unavailable', 'unavailable'],
    ['Rejected', 'rejected'],
  ])('that a pile answers with %s is refused, and says why', async (word, reason) => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    pile.wrong.answers.set('ReserveNow', word)
    expect(await reserved(id, { card_number: card.number })).toMatchObject({ state: 'refused', reason })
  })

  test('at a pile that is away is refused at once', async () => {
    const card = await makeCard(server.db)
    const { id } = await makePile(server.db, { connectors: 1 })
    expect(await reserved(id, { card_number: card.number })).toMatchObject({ state: 'refused', reason: 'not_reached' })
  })

  test('is cancelled at the pile, which lets the gun go', async () => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const made = await reserved(id, { card_number: card.number })
    const { data } = await server.call(cancelReservation, { id: made.id })
    expect(data).toMatchObject({ state: 'cancelled', reason: 'person' })
    await until(() => expect(pile.memory.reservations).toEqual([]))
    expect((await server.call(cancelReservation, { id: made.id })).code).toBe(409)
    expect(await reserved(id, { card_number: card.number })).toMatchObject({ state: 'accepted' })
  })

  test('that the pile forgot counts as cancelled, one that it does not let go of does not', async () => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const made = await reserved(id, { card_number: card.number })
    pile.wrong.answers.set('CancelReservation', 'NoIdea')
    expect((await server.call(cancelReservation, { id: made.id })).data).toMatchObject({ state: 'accepted' })
    pile.wrong.answers.clear()
    pile.memory.reservations.splice(0)
    expect((await server.call(cancelReservation, { id: made.id })).data).toMatchObject({ state: 'cancelled' })
  })

  test.each([
    ['knows it still', (_: Pile) => {}],
    ['forgot it', (pile: Pile) => pile.memory.reservations.splice(0)],
    ['refuses to let it go', (pile: Pile) => pile.wrong.answers.set('CancelReservation', 'Rejected')],
  ])('of a pile that is away is cancelled at once, and told to it when it is back: it %s', async (_, meanwhile) => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const made = await reserved(id, { card_number: card.number })
    await away(pile, id)
    const { data } = await server.call(cancelReservation, { id: made.id })
    expect(data).toMatchObject({ state: 'cancelled', reason: 'person', told_later: true })
    expect(await asksTo(id, 'cancel_reservation')).toBe(0)
    meanwhile(pile)
    pile.start()
    await until(async () => expect((await rowOf(made.id)).cancel_due).toBe(false))
    expect(await asksTo(id, 'cancel_reservation')).toBe(1)
    expect(await rowOf(made.id)).toMatchObject({ state: 'cancelled', reason: 'person' })
    if (pile.wrong.answers.size === 0) expect(pile.memory.reservations).toEqual([])
  })

  test('of any gun shows on the plan: at the gun that the pile chose, else at all when none is left', async () => {
    const card = await makeCard(server.db)
    const { id, pile, site_id } = await standing(server, 2)
    const made = await reserved(id, { card_number: card.number, connector_number: 0 })
    const { expires_at } = await rowOf(made.id)
    const spots = async () =>
      (await server.call(berthPlan, { site_id })).data.map((spot) => [
        ...[spot.state, spot.reserved_until, spot.one_reserved_until],
      ])
    // A virtual pile says which it is.
    await until(async () =>
      expect(await spots()).toEqual([
        ['reserved', expires_at, null],
        ['free', null, null],
      ]),
    )
    const says = (number: number, status: 'Available' | 'Occupied') =>
      server.db
        .updateTable('connector')
        .set({ status: status === 'Occupied' ? 'Charging' : status })
        .where('pile_id', '=', id)
        .where('number', '=', number)
        .execute()
    await away(pile, id)
    await server.db.updateTable('pile').set({ state: 'available' }).where('id', '=', id).execute()
    // Another says nothing of it: either gun may be the one.
    await says(1, 'Available')
    expect(await spots()).toEqual([
      ['free', null, expires_at],
      ['free', null, expires_at],
    ])
    await says(2, 'Occupied')
    expect(await spots()).toEqual([
      ['reserved', expires_at, null],
      ['occupied', null, null],
    ])
  })

  test('that a pile answers late is kept, one in the middle of which it restarts is not known, and can be cancelled', async () => {
    const card = await makeCard(server.db)
    const [slow, restarts] = [await standing(), await standing()]
    slow.pile.wrong.delays.set('ReserveNow', 1_500)
    expect(await reserved(slow.id, { card_number: card.number })).toMatchObject({ state: 'accepted' })
    restarts.pile.wrong.restarts.add('ReserveNow')
    const made = await reserved(restarts.id, { card_number: card.number })
    await becomes(made.id, 'unclear')
    await until(() => expect(restarts.pile.online).toBe(true))
    await server.call(cancelReservation, { id: made.id })
    await becomes(made.id, 'cancelled')
  })

  test('that is used in the moment in which a person cancels it stays used', async () => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const { id: made } = await reserved(id, { card_number: card.number })
    await away(pile, id)
    // Its session is being noted down.
    const session = await server.db.startTransaction().execute()
    await session.updateTable('reservation').set({ state: 'used' }).where('id', '=', made).execute()
    const cancelling = server.call(cancelReservation, { id: made })
    const waiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%reservation%'`
    await until(async () => expect((await waiting.execute(server.db)).rows[0]?.n).toBeGreaterThan(0))
    await session.commit().execute()
    expect((await cancelling).code).toBe(409)
    expect(await rowOf(made)).toMatchObject({ state: 'used', cancel_due: false })
  })

  test('ends with its gun’s fault', async () => {
    const card = await makeCard(server.db)
    const { id, pile } = await standing()
    const made = await reserved(id, { card_number: card.number })
    await pile.connector(1)?.raise({ code: 'GroundFailure' })
    await becomes(made.id, 'cancelled')
    expect((await rowOf(made.id)).reason).toBe('faulted')
  })

  test('expires, also while no server runs', async () => {
    const database = await freshDatabase()
    const first = await startServer({ database })
    const card = await makeCard(database.db)
    const { id } = await makePile(database.db, { connectors: 1 })
    const row = await database.db
      .insertInto('reservation')
      .values({ pile_id: id, connector_number: 1, card_number: card.number, state: 'accepted', expires_at: inHours(1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await first.stop()
    const over = new Date(Date.now() - 1_000).toISOString()
    await database.db.updateTable('reservation').set({ expires_at: over }).where('id', '=', row.id).execute()
    const second = await startServer({ database })
    try {
      await until(async () => expect(await rowOf(row.id, second)).toMatchObject({ state: 'expired', ended_at: over }))
    } finally {
      await second.stop()
      await database.drop()
    }
  })
})

describe('what is refused before a pile is asked', () => {
  test('is told at its field', async () => {
    const [card, blocked] = [await makeCard(server.db), await makeCard(server.db)]
    await server.call(blockCard, { id: blocked.id, reason: 'lost' })
    const { id, pile } = await standing()
    const fieldsOf = async (given: object) => Object.keys((await reserve(id, given)).data.errors).sort()
    expect(await fieldsOf({ card_number: card.number, expires_at: inHours(-1) })).toEqual(['expires_at'])
    expect(await fieldsOf({ card_number: card.number, expires_at: inHours(25) })).toEqual(['expires_at'])
    expect(await fieldsOf({ card_number: blocked.number })).toEqual(['card_number'])
    expect(await fieldsOf({ connector_number: 2 })).toEqual(['connector_number', 'customer_id'])
    await server.db.updateTable('system_setting').set({ reservation_hours: 48 }).execute()
    await until(async () =>
      expect((await reserve(id, { card_number: card.number, expires_at: inHours(25) })).code).toBe(200),
    )
    expect(await fieldsOf({ card_number: card.number })).toEqual(['connector_number'])
    await until(() => expect(pile.memory.reservations).toHaveLength(1))
  })

  test('is one of two that are asked for at once', async () => {
    const card = await makeCard(server.db)
    const { id } = await standing()
    const both = await Promise.all([
      reserve(id, { card_number: card.number }),
      reserve(id, { card_number: card.number }),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 422])
  })
})
