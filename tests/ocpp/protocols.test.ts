import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { type PileSide, pileSide } from '../../src/server/app/pile-side.ts'
import { NO_PROXIES } from '../../src/server/kit/client-address.ts'
import { Protocols, protocols } from '../../src/server/ocpp/protocols.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { makeCard, makeCustomer, makePile, makePileType, makeRule, makeSite, makeStrategy } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { droppedPiles } from '../setup/dropped-piles.ts'
import { until } from './gateway-rig.ts'
import { toy } from './toy-protocol.ts'

const MINUTE = 60_000
let database: FreshDatabase
let piles: PileSide
let server: Server
let url = ''
const sockets = droppedPiles<ScriptedPile>()

beforeAll(async () => {
  database = await freshDatabase()
  piles = pileSide({
    ...{ db: database.db, pool: database.pool, live: { changed: () => {} }, log: pino({ level: 'silent' }) },
    ...{
      trust: NO_PROXIES,
      fingerprintKey: new Uint8Array(32),
      nodeKey: new Uint8Array(32),
      settings: { ocppAuth: 'optional', frameDays: 30 },
    },
    protocols: new Protocols(protocols.first, toy),
  })
  await piles.start()
  server = createServer().on('upgrade', piles.gateway.upgrade).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`
})
afterAll(async () => {
  await piles.gateway.stop()
  server.close()
  await database.drop()
})

/** A pile with a card whose customer has a balance, at 1.38 + 0.40 yuan a kWh. */
async function network(subprotocol: string) {
  const { db } = database
  const rule = await makeRule(db, { electricity_fee: 138, service_fee: 40, occupation_fee: 0 })
  const strategy = await makeStrategy(db, { rule_ids: [rule.id] })
  const site = await makeSite(db, { strategy_id: strategy.id })
  const type = await makePileType(db, { rated_power_w: 120_000 })
  const { id, station_number: station } = await makePile(db, { site_id: site.id, pile_type_id: type.id })
  const customer = await makeCustomer(db, { balance_cents: 10_000 })
  const card = (await makeCard(db, { customer_id: customer.id })).number
  const pile = await connectPile({ url, station, protocols: [subprotocol], callTimeoutMs: 15_000 })
  sockets.push(pile)
  return { id, pile, customer, card }
}

type Made = Awaited<ReturnType<typeof network>>

const outlet = { evse: 1 }
const plug = ({ pile }: Made, is: string, when = Date.now()) => pile.call('Plug', { outlet, is, when })
const begin = ({ pile }: Made, card: string | undefined, when: number) =>
  pile.call<{ session: string; go: boolean }>('Session', {
    ...{ session: null, no: 0, what: 'begin', outlet, kwh: 1, when },
    ...(card && { card }),
  })
const goOn = ({ pile }: Made, session: string, no: number, what: 'sample' | 'end', kwh: number, when: number) =>
  pile.call('Session', { session, no, what, outlet, kwh, when })

const orders = (pile_id: number) =>
  database.db.selectFrom('orders').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()
const balance = async ({ customer }: Made) =>
  (await database.db.selectFrom('customer').select('balance_cents').where('id', '=', customer.id).executeTakeFirst())
    ?.balance_cents
const command = (id: number) =>
  database.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ask = ({ id }: Made, intent: Intent) =>
  piles.commands.ask({ pile_id: id, connector_number: null, intent, asked_by: 'Ann' })

test('a pile of another protocol charges a car through the same order', async () => {
  const made = await network('toy1.0')
  const from = Date.now() - 30 * MINUTE
  expect(await made.pile.call('Hello', { maker: 'Toys', type: 'T1' })).toMatchObject({ every: expect.any(Number) })
  await plug(made, 'plugged', from)
  const { session, go } = await begin(made, made.card.toLowerCase(), from)
  expect(go).toBe(true)
  await plug(made, 'flowing', from + MINUTE)
  await goOn(made, session, 1, 'sample', 6, from + 10 * MINUTE)
  await goOn(made, session, 2, 'end', 11, from + 20 * MINUTE)
  await plug(made, 'free')
  await until(async () => (await orders(made.id))[0]?.status === 'paid')
  expect((await orders(made.id))[0]).toMatchObject({
    ...{ energy_wh: 10_000, electricity_cents: 1380, service_cents: 400, total_cents: 1780, abnormal: null },
    ...{ meter_start_wh: 1000, meter_stop_wh: 11_000, connector_number: 1, customer_id: made.customer.id },
  })
  expect(session).toBe(`toy-${(await orders(made.id))[0]?.transaction_id}`)
  expect(await balance(made)).toBe(10_000 - 1780)
  const readings = database.db.selectFrom('reading').select('energy_wh').where('pile_id', '=', made.id).execute()
  expect(await readings).toEqual([{ energy_wh: 6000 }])
  const pile = database.db.selectFrom('pile').selectAll().where('id', '=', made.id).executeTakeFirst()
  expect(await pile).toMatchObject({ protocol: 'toy1.0', vendor: 'Toys', model: 'T1' })
})

test('the same session of a pile that speaks 1.6 costs the same, on the same server', async () => {
  const made = await network('ocpp1.6')
  const from = Date.now() - 30 * MINUTE
  const time = (minute: number) => new Date(from + minute * MINUTE).toISOString()
  const start = { connectorId: 1, idTag: made.card, meterStart: 1000, timestamp: time(0) }
  const { transactionId } = await made.pile.call<{ transactionId: number }>('StartTransaction', start)
  await made.pile.call('StopTransaction', { transactionId, meterStop: 11_000, timestamp: time(20) })
  await made.pile.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await until(async () => (await orders(made.id))[0]?.status === 'paid')
  expect((await orders(made.id))[0]).toMatchObject({ energy_wh: 10_000, total_cents: 1780 })
})

test('what staff ask for reaches the pile in its own words, and its effect is seen', async () => {
  const made = await network('toy1.0')
  made.pile.onCall('Begin', { says: 'ok' }).onCall('Finish', { says: 'ok' }).onCall('Restart', { says: 'ok' })
  const { id, reply } = await ask(made, { ask: 'start', connector_number: 1, card_number: made.card })
  expect(await made.pile.nextCall('Begin')).toEqual({ outlet, card: made.card })
  expect(reply).toMatchObject({ meaning: 'yes', word: 'ok' })
  // In our words as any other pile's, and in its own as it was sent; its word stands where every answer has it.
  expect(await command(id)).toMatchObject({
    status: 'accepted',
    action: 'start',
    call: 'Begin',
    payload: JSON.stringify({ outlet, card: made.card }),
    answer: '{"status":"ok","says":"ok"}',
  })
  const { session } = await begin(made, made.card, Date.now())
  await until(async () => (await command(id)).status === 'done')
  const [order] = await orders(made.id)
  expect(order).toMatchObject({ type: 'manual', command_id: id })

  const stopped = await ask(made, { ask: 'stop', transaction_id: String(order?.transaction_id) })
  expect(await made.pile.nextCall('Finish')).toEqual({ session })
  await goOn(made, session, 1, 'end', 2, Date.now())
  await until(async () => (await command(stopped.id)).status === 'done')

  const reset = await ask(made, { ask: 'reset', type: 'Hard' })
  expect(await made.pile.nextCall('Restart')).toEqual({ now: true })
  await made.pile.call('Hello', { maker: 'Toys', type: 'T1' })
  await until(async () => (await command(reset.id)).status === 'done')
})

test('an engineer’s call in the pile’s own words is followed as well', async () => {
  const made = await network('toy1.0')
  made.pile.onCall('Restart', { says: 'ok' })
  expect(await piles.readCall(made.id, { action: 'Restart', payload: {} })).toHaveProperty('facts')
  expect(await piles.readCall(made.id, { action: 'Reset', payload: { type: 'Hard' } })).toEqual({ unknown: true })
  const raw = { pile_id: made.id, connector_number: null, action: 'Restart', payload: { now: false }, asked_by: 'Ann' }
  const { id } = await piles.commands.ask(raw)
  await made.pile.call('Hello', { maker: 'Toys', type: 'T1' })
  await until(async () => (await command(id)).status === 'done')
})

test('a no, an answer that cannot be read, and what the protocol has no words for are told apart', async () => {
  const made = await network('toy1.0')
  made.pile.onCall('Restart', { says: 'never' })
  expect(await command((await ask(made, { ask: 'reset', type: 'Soft' })).id)).toMatchObject({ status: 'refused' })
  made.pile.onCall('Restart', {})
  const unclear = await ask(made, { ask: 'reset', type: 'Soft' })
  expect(unclear.failure).toMatchObject({ status: 'unclear', code: 'TooFewOrMany' })
  const unlocked = await ask(made, { ask: 'unlock', connector_number: 1 })
  expect(unlocked.failure).toMatchObject({ status: 'refused', code: 'NotMine' })
  expect(await command(unlocked.id)).toMatchObject({ status: 'refused' })
})

test('what cannot be read is refused in the protocol’s own names', async () => {
  const made = await network('toy1.0')
  await expect(made.pile.call('Heartbeat')).rejects.toMatchObject({ code: 'WhatIsThat' })
  await expect(made.pile.call('Hello', {})).rejects.toMatchObject({ code: 'TooFewOrMany' })
  const sample = { session: null, no: 1, what: 'sample', outlet, kwh: 1, when: 0 }
  await expect(made.pile.call('Session', sample)).rejects.toMatchObject({ code: 'OddValue' })
})

test('a session that began before anybody said who pays goes on, and is held for a person', async () => {
  const made = await network('toy1.0')
  const from = Date.now() - 30 * MINUTE
  const { session, go } = await begin(made, undefined, from)
  expect(go).toBe(true)
  expect(await begin(made, undefined, from)).toMatchObject({ session })
  await goOn(made, session, 1, 'end', 3, from + 10 * MINUTE)
  await plug(made, 'free')
  const [order, ...others] = await orders(made.id)
  expect(others).toEqual([])
  expect(order).toMatchObject({ status: 'completed', abnormal: 'unauthorized', customer_id: null, card_number: null })
  expect(await balance(made)).toBe(10_000)
})
