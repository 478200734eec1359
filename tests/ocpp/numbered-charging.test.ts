import { expect, test } from 'vitest'
import { until } from './gateway-rig.ts'
import { connectorIs, MINUTE, NumberedRig, tell } from './numbered-rig.ts'

const rig = new NumberedRig()
const evse = { id: 1, connectorId: 1 }
/** What a pile of 2.1 is told besides while a limit holds: what it costs so far (E16.FR.11), and once what it may cost (E16.FR.02). */
const costs = (totalCost: number, transactionLimit?: { maxCost: number; maxEnergy?: number }) =>
  rig.version === 'ocpp2.1' ? { totalCost, ...(transactionLimit && { transactionLimit }) } : {}
/** All of the balance. */
const MOST = { maxCost: 1000, maxEnergy: 561_797 }

test('a pile of 2.0.1 charges a car and its customer pays', async () => {
  const { id, pile, card, customer } = await rig.network()
  const from = Date.now() - 30 * MINUTE
  expect(await pile.call('Authorize', { idToken: { idToken: card, type: 'ISO14443' } })).toEqual({
    idTokenInfo: { status: 'Accepted' },
  })
  await connectorIs(pile, 'Occupied', from)
  expect(await rig.connector(id)).toBe('Preparing')
  expect(await tell(pile, 'a', { type: 'Started', no: 0, at: from, wh: 1000, evse, card })).toEqual({
    idTokenInfo: { status: 'Accepted' },
    ...costs(0, MOST),
  })
  await tell(pile, 'a', { type: 'Updated', no: 1, at: from + MINUTE, state: 'Charging' })
  expect(await rig.connector(id)).toBe('Charging')
  expect(
    await tell(pile, 'a', { type: 'Updated', no: 2, at: from + 10 * MINUTE, wh: 6000, state: 'Charging' }),
  ).toEqual(costs(8.9))
  expect((await rig.orders(id))[0]).toMatchObject({
    status: 'generated',
    station_transaction_id: 'a',
    missing_events: 0,
  })
  const ended = {
    type: 'Ended',
    no: 3,
    at: from + 20 * MINUTE,
    wh: 11_000,
    reason: 'EVDisconnected',
    state: 'Idle',
  } as const
  expect(await tell(pile, 'a', ended)).toEqual({ totalCost: 17.8 })
  expect((await rig.orders(id))[0]).toMatchObject({
    ...{ status: 'paid', energy_wh: 10_000, electricity_cents: 1380, service_cents: 400, total_cents: 1780 },
    ...{ abnormal: null, meter_start_wh: 1000, meter_stop_wh: 11_000, connector_number: 1, customer_id: customer.id },
    ...{ stop_reason: 'EVDisconnected', missing_events: 0 },
  })
  expect(await rig.balance(customer.id)).toBe(100_000 - 1780)
  // Repeated, it is the same one.
  expect(await tell(pile, 'a', ended)).toEqual({ totalCost: 17.8 })
  expect(await rig.orders(id)).toHaveLength(1)
  expect(await rig.balance(customer.id)).toBe(100_000 - 1780)
  const readings = await rig.db
    .selectFrom('reading')
    .select(['energy_wh', 'order_id'])
    .where('pile_id', '=', id)
    .execute()
  expect(readings.map(({ energy_wh }) => energy_wh)).toEqual([1000, 6000, 11_000])
  const kept = await rig.db.selectFrom('transaction_event').select('seq_no').where('pile_id', '=', id).execute()
  expect(kept).toHaveLength(4)
})

test('the cable that stays in is charged as in 1.6, by the same cent', async () => {
  const fees = { occupation_fee: 50, free_minutes: 5 }
  const from = Date.now() - 90 * MINUTE
  const at = (minute: number) => from + minute * MINUTE
  const time = (minute: number) => new Date(at(minute)).toISOString()
  const old = await rig.network({ ...fees, protocols: ['ocpp1.6'] })
  const say = (minute: number, status: string) =>
    old.pile.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: time(minute) })
  const meter = (transactionId: number, minute: number, wh: number) =>
    old.pile.call('MeterValues', {
      ...{ connectorId: 1, transactionId },
      meterValue: [{ timestamp: time(minute), sampledValue: [{ value: String(wh) }] }],
    })
  await say(0, 'Preparing')
  const start = { connectorId: 1, idTag: old.card, meterStart: 500, timestamp: time(0) }
  const { transactionId } = await old.pile.call<{ transactionId: number }>('StartTransaction', start)
  await say(1, 'Charging')
  await meter(transactionId, 20, 4321)
  await say(30, 'SuspendedEV')
  await meter(transactionId, 30, 9876)
  await old.pile.call('StopTransaction', {
    transactionId,
    meterStop: 9876,
    timestamp: time(80),
    reason: 'EVDisconnected',
  })
  await say(80, 'Available')
  await until(async () => (await rig.orders(old.id))[0]?.status === 'paid')

  const made = await rig.network(fees)
  await connectorIs(made.pile, 'Occupied', at(0))
  await tell(made.pile, 'b', { type: 'Started', no: 0, at: at(0), wh: 500, evse, card: made.card })
  await tell(made.pile, 'b', { type: 'Updated', no: 1, at: at(1), state: 'Charging' })
  await tell(made.pile, 'b', { type: 'Updated', no: 2, at: at(20), state: 'Charging', wh: 4321 })
  await tell(made.pile, 'b', { type: 'Updated', no: 3, at: at(30), state: 'SuspendedEV', wh: 9876 })
  await tell(made.pile, 'b', { type: 'Ended', no: 4, at: at(80), wh: 9876, reason: 'EVDisconnected', state: 'Idle' })
  const [first] = await rig.orders(old.id)
  const [second] = await rig.orders(made.id)
  const bill = ['status', 'energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'total_cents'] as const
  const of = (order: typeof first) => Object.fromEntries(bill.map((name) => [name, order?.[name]]))
  expect(of(second)).toEqual(of(first))
  expect(first?.occupation_cents).toBeGreaterThan(0)
})

test('a transaction that ends with the cable in waits for it, and its connector says so', async () => {
  const { id, pile, card } = await rig.network({ occupation_fee: 50, free_minutes: 5 })
  const from = Date.now() - 60_000
  await connectorIs(pile, 'Occupied', from)
  await tell(pile, 'c', { type: 'Started', no: 7, at: from, wh: 0, evse, card, state: 'Charging' })
  await tell(pile, 'c', { type: 'Ended', no: 8, at: from + 30_000, wh: 500, state: 'EVConnected' })
  expect(await rig.connector(id)).toBe('Finishing')
  expect((await rig.orders(id))[0]).toMatchObject({
    status: 'completed',
    abnormal: null,
    plugged_at: expect.any(String),
  })
  await connectorIs(pile, 'Occupied', from + 40_000)
  expect(await rig.connector(id)).toBe('Finishing')
  await connectorIs(pile, 'Available', from + 50_000)
  expect((await rig.orders(id))[0]).toMatchObject({ status: 'paid', energy_wh: 500, missing_events: 0 })
})

test('what comes late of one that is over says nothing of its gun, where another one charges', async () => {
  const { id, pile, card } = await rig.network()
  const from = Date.now() - 30 * MINUTE
  await tell(pile, 'over', { type: 'Started', no: 0, at: from, wh: 1000, state: 'Charging', evse, card })
  await tell(pile, 'over', { type: 'Ended', no: 1, at: from + 10 * MINUTE, wh: 3000, reason: 'EVDisconnected' })
  await tell(pile, 'next', { type: 'Started', no: 0, at: from + 20 * MINUTE, wh: 3000, state: 'Charging', evse, card })
  expect(await rig.connector(id)).toBe('Charging')
  const again = {
    type: 'Ended',
    no: 2,
    at: from + 11 * MINUTE,
    wh: 3000,
    state: 'EVConnected',
    reason: 'Local',
  } as const
  await tell(pile, 'over', again)
  expect(await rig.connector(id)).toBe('Charging')
  expect(await rig.orders(id)).toMatchObject([{ status: 'paid' }, { status: 'generated' }])
})

test('a car that is there before anybody says who pays is charged to the first card that is accepted', async () => {
  const { id, pile, card, customer } = await rig.network()
  const from = Date.now() - 30 * MINUTE
  expect(await tell(pile, 'd', { type: 'Started', no: 0, at: from, state: 'EVConnected', evse })).toEqual({})
  expect((await rig.orders(id))[0]).toMatchObject({ abnormal: null, customer_id: null, card_number: null })
  const refused = await tell(pile, 'd', { type: 'Updated', no: 1, at: from + 1000, card: 'NOSUCHCARD' })
  expect(refused).toEqual({ idTokenInfo: { status: 'Invalid' } })
  expect((await rig.orders(id))[0]).toMatchObject({ refused_as: 'card_invalid', abnormal: 'unauthorized' })
  const accepted = await tell(pile, 'd', { type: 'Updated', no: 2, at: from + 2000, card })
  expect(accepted).toEqual({ idTokenInfo: { status: 'Accepted' }, ...costs(0, MOST) })
  await tell(pile, 'd', { type: 'Updated', no: 3, at: from + 3000, state: 'Charging', wh: 700 })
  await tell(pile, 'd', { type: 'Ended', no: 4, at: from + 20 * MINUTE, wh: 2700, reason: 'EVDisconnected' })
  expect((await rig.orders(id))[0]).toMatchObject({
    ...{
      status: 'paid',
      abnormal: null,
      refused_as: null,
      customer_id: customer.id,
      energy_wh: 2000,
      meter_start_wh: 700,
    },
  })
})

test('without a card it is held for a person at its end, and one who is away cannot be charged', async () => {
  const { id, pile } = await rig.network()
  const from = Date.now() - 30 * MINUTE
  await tell(pile, 'e', { type: 'Started', no: 0, at: from, wh: 0, evse })
  await tell(pile, 'e', { type: 'Ended', no: 1, at: from + MINUTE, wh: 900, reason: 'EVDisconnected' })
  expect((await rig.orders(id))[0]).toMatchObject({ status: 'completed', abnormal: 'unauthorized', total_cents: 0 })
})

test('what is not authorized is stopped by the pile’s own name of it', async () => {
  const { pile } = await rig.network()
  pile.onCall('RequestStopTransaction', { status: 'Accepted' })
  await tell(pile, 'its-own-name', { type: 'Started', no: 0, at: Date.now(), wh: 0, evse, card: 'STRANGER' })
  expect(await pile.nextCall('RequestStopTransaction')).toEqual({ transactionId: 'its-own-name' })
})

test('two piles have a transaction of the same name, and two orders', async () => {
  const [one, two] = [await rig.network(), await rig.network()]
  const from = Date.now() - 30 * MINUTE
  for (const { pile, card } of [one, two])
    await tell(pile, '1', { type: 'Started', no: 0, at: from, wh: 0, evse, card })
  for (const [{ pile }, wh] of [
    [one, 1000],
    [two, 2000],
  ] as const)
    await tell(pile, '1', { type: 'Ended', no: 1, at: from + 10 * MINUTE, wh, reason: 'EVDisconnected' })
  expect((await rig.orders(one.id)).map(({ energy_wh, status }) => [energy_wh, status])).toEqual([[1000, 'paid']])
  expect((await rig.orders(two.id)).map(({ energy_wh, status }) => [energy_wh, status])).toEqual([[2000, 'paid']])
})

test('two starts from the console at once each find their customer, whichever begins first', async () => {
  const made = await rig.network()
  const other = (await rig.network()).customer
  made.pile.onCall('RequestStartTransaction', { status: 'Accepted' })
  const ask = (customer: number, connector_number: number) =>
    rig.piles.commands.ask({
      ...{ pile_id: made.id, connector_number, asked_by: 'Ann' },
      intent: { ask: 'start', connector_number, card_number: `CUSTOMER-${customer}` },
    })
  const [first, second] = [await ask(made.customer.id, 1), await ask(other.id, 1)]
  const calls = [
    await made.pile.nextCall('RequestStartTransaction'),
    await made.pile.nextCall('RequestStartTransaction'),
  ]
  expect(calls).toEqual([
    { evseId: 1, remoteStartId: first.id, idToken: { idToken: `CUSTOMER-${made.customer.id}`, type: 'Central' } },
    { evseId: 1, remoteStartId: second.id, idToken: { idToken: `CUSTOMER-${other.id}`, type: 'Central' } },
  ])
  expect(JSON.parse((await rig.command(first.id)).payload)).toMatchObject({ remoteStartId: first.id })
  const from = Date.now()
  await tell(made.pile, 'y', {
    type: 'Started',
    no: 0,
    at: from,
    wh: 0,
    evse,
    card: `CUSTOMER-${other.id}`,
    remote: second.id,
  })
  await tell(made.pile, 'y', { type: 'Ended', no: 1, at: from + 1000, wh: 0, reason: 'EVDisconnected' })
  await tell(made.pile, 'x', {
    type: 'Started',
    no: 0,
    at: from + 2000,
    wh: 0,
    evse,
    card: `CUSTOMER-${made.customer.id}`,
    remote: first.id,
  })
  const orders = await rig.orders(made.id)
  expect(orders.map(({ customer_id, command_id, type }) => [customer_id, command_id, type])).toEqual([
    [other.id, second.id, 'manual'],
    [made.customer.id, first.id, 'manual'],
  ])
  await until(async () => (await rig.command(first.id)).status === 'done')
  await until(async () => (await rig.command(second.id)).status === 'done')
})

test('readings of no transaction belong to none, whatever runs', async () => {
  const { id, pile, card } = await rig.network()
  await tell(pile, 'f', { type: 'Started', no: 0, at: Date.now() - MINUTE, wh: 0, evse, card })
  const sampledValue = [{ value: 12.5, unitOfMeasure: { unit: 'Wh', multiplier: 3 } }]
  await pile.call('MeterValues', { evseId: 0, meterValue: [{ timestamp: new Date().toISOString(), sampledValue }] })
  await pile.call('MeterValues', { evseId: 1, meterValue: [{ timestamp: new Date().toISOString(), sampledValue }] })
  const rows = await rig.db.selectFrom('reading').selectAll().where('pile_id', '=', id).orderBy('received_at').execute()
  expect(rows.map(({ order_id, connector_number, energy_wh }) => [order_id > 0, connector_number, energy_wh])).toEqual([
    [true, 1, 0],
    [false, 0, 12_500],
    [false, 1, 12_500],
  ])
})

test('an EVSE with two connectors has two guns', async () => {
  const { id, pile, card } = await rig.network()
  await connectorIs(pile, 'Available', Date.now(), 2, 1)
  await connectorIs(pile, 'Available', Date.now(), 2, 2)
  await tell(pile, 'g', {
    type: 'Started',
    no: 0,
    at: Date.now(),
    wh: 0,
    evse: { id: 2, connectorId: 2 },
    card,
    state: 'Charging',
  })
  expect((await rig.orders(id))[0]?.connector_number).toBe(202)
  expect([await rig.connector(id, 2), await rig.connector(id, 202)]).toEqual(['Available', 'Charging'])
})
