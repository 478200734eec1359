import { afterEach, expect, test, vi } from 'vitest'
import { until } from './gateway-rig.ts'
import { type Made, MINUTE, NumberedRig, tell } from './numbered-rig.ts'

const rig = new NumberedRig()
afterEach(() => vi.useRealTimers())
const begun = () => Date.now() - 30 * MINUTE

/** A session of 1.78 yuan a kWh; the pile takes the limit that it is told. */
async function charging(balance_cents: number, taken = true) {
  const made = await rig.network({ balance_cents, protocols: ['ocpp2.1'] })
  const at = begun()
  const first = await tell(made.pile, 'tx', {
    ...{ type: 'Started', no: 0, at, wh: 0, state: 'Charging', card: made.card, evse: { id: 1, connectorId: 1 } },
  })
  if (taken)
    await tell(made.pile, 'tx', { type: 'Updated', no: 1, at: at + MINUTE, trigger: 'LimitSet', ...limitOf(first) })
  return { ...made, at, first }
}
const limitOf = ({ transactionLimit }: Awaited<ReturnType<typeof tell>>) =>
  transactionLimit ? { limit: transactionLimit } : {}

const stopsAsked = async ({ id }: Made) => {
  const rows = rig.db.selectFrom('command').select('id').where('pile_id', '=', id).where('action', '=', 'stop')
  return (await rows.execute()).length
}

const pay = async ({ customer }: Made, amount_cents: number) => {
  await rig.db.insertInto('ledger_entry').values({ customer_id: customer.id, kind: 'top_up', amount_cents }).execute()
  rig.piles.sessions.balanceChanged(customer.id, await rig.balance(customer.id))
}

test('a pile of 2.1 is told once what its customer can pay, and each time what it costs', async () => {
  const made = await charging(1780)
  expect(made.first).toMatchObject({ totalCost: 0, transactionLimit: { maxCost: 17.8, maxEnergy: 10_000 } })
  const second = await tell(made.pile, 'tx', {
    type: 'Updated',
    no: 2,
    at: made.at + 2 * MINUTE,
    wh: 1000,
    state: 'Charging',
  })
  expect(second).not.toHaveProperty('transactionLimit')
  expect(second.totalCost).toBe(1.78)
  const third = await tell(made.pile, 'tx', {
    type: 'Updated',
    no: 3,
    at: made.at + 3 * MINUTE,
    wh: 2000,
    state: 'Charging',
  })
  expect(third.totalCost).toBe(3.56)
})

test.each<[string, object | undefined]>([
  ['maxEnergy, maxTime', { maxEnergy: 10_000 }],
  ['maxCost', { maxCost: 17.8 }],
  ['maxTime,maxSoC', undefined],
])('one that keeps to %s is told of no other limit', async (value, expected) => {
  const { id, pile, card } = await rig.network({ balance_cents: 1780, protocols: ['ocpp2.1'] })
  const setting = { pile_id: id, key: 'TxCtrlr/SupportedLimits', value, read_only: true }
  await rig.db.insertInto('pile_setting').values(setting).execute()
  const told = { type: 'Started', no: 0, at: begun(), wh: 0, state: 'Charging', card, evse: { id: 1 } } as const
  expect((await tell(pile, 'tx', told)).transactionLimit).toEqual(expected)
})

test('a driver’s own limit of time is no word that the pile keeps to ours', async () => {
  const made = await charging(1780, false)
  const own = { type: 'Updated', no: 1, at: made.at + MINUTE, trigger: 'LimitSet', limit: { maxTime: 3600 } } as const
  await tell(made.pile, 'tx', own)
  await tell(made.pile, 'tx', { type: 'Updated', no: 2, at: made.at + 12 * MINUTE, wh: 10_000 })
  await until(async () => (await stopsAsked(made)) === 1)
})

test('one of 2.0.1 is told of neither, and is asked to stop at the end of the balance', async () => {
  const made = await rig.network({ balance_cents: 1780 })
  const at = begun()
  const evse = { id: 1, connectorId: 1 }
  const first = await tell(made.pile, 'tx', {
    type: 'Started',
    no: 0,
    at,
    wh: 0,
    state: 'Charging',
    card: made.card,
    evse,
  })
  expect(first).toEqual({ idTokenInfo: { status: 'Accepted' } })
  made.pile.onCall('RequestStopTransaction', { status: 'Accepted' })
  await tell(made.pile, 'tx', { type: 'Updated', no: 1, at: at + 20 * MINUTE, wh: 10_000, state: 'Charging' })
  expect(await made.pile.nextCall('RequestStopTransaction')).toEqual({ transactionId: 'tx' })
})

test('a pile that keeps to its limit is not asked to stop at it, and goes on when its customer pays in', async () => {
  const made = await charging(1780)
  const { pile, at } = made
  pile.onCall('TriggerMessage', { status: 'Accepted' })
  await tell(pile, 'tx', {
    ...{
      type: 'Updated',
      no: 2,
      at: at + 20 * MINUTE,
      wh: 10_000,
      state: 'SuspendedEVSE',
      trigger: 'CostLimitReached',
    },
  })
  await rig.piles.sessions.follow(Date.now() + 5 * MINUTE)
  expect(await stopsAsked(made)).toBe(0)
  await pay(made, 1000)
  const asked = await pile.nextCall('TriggerMessage')
  expect(asked).toEqual({ requestedMessage: 'TransactionEvent', evse: { id: 1, connectorId: 1 } })
  const told = await tell(pile, 'tx', { type: 'Updated', no: 3, at: at + 21 * MINUTE, trigger: 'Trigger' })
  expect(told.transactionLimit).toEqual({ maxCost: 27.8, maxEnergy: expect.closeTo(15_618, -1) })
  const end = { at: at + 25 * MINUTE, wh: 15_600, trigger: 'CostLimitReached', state: 'Idle' } as const
  await tell(pile, 'tx', { type: 'Ended', no: 4, ...end })
  const [order] = await rig.orders(made.id)
  expect(order).toMatchObject({ status: 'paid', stop_reason: 'CostLimitReached', total_cents: 2777 })
  expect(order?.events.map(({ event }) => event)).toContain('held_at_limit')
  expect(await rig.balance(made.customer.id)).toBe(3)
})

test('a reading out of its order makes the session anew, and its pile keeps to its limit as before', async () => {
  const made = await charging(1780)
  const updated = (no: number, minutes: number, wh: number) =>
    tell(made.pile, 'tx', { type: 'Updated', no, at: made.at + minutes * MINUTE, wh, state: 'Charging' })
  await updated(2, 10, 5000)
  const session = () => [...rig.piles.sessions.book.sessions()].find(({ facts }) => facts.pile_id === made.id)
  const before = session()
  await updated(3, 5, 2500)
  await until(() => session() !== before)
  expect(await updated(4, 11, 5500)).not.toHaveProperty('transactionLimit')
  await updated(5, 20, 10_000)
  expect(await stopsAsked(made)).toBe(0)
})

test('a pile that comes to another beginning of its session keeps to its limit as before', async () => {
  const made = await rig.network({ balance_cents: 1780, protocols: ['ocpp2.1'] })
  const at = begun()
  const first = { type: 'Started', no: 0, at, state: 'Charging', card: made.card } as const
  const told = await tell(made.pile, 'tx', { ...first, evse: { id: 1, connectorId: 1 } })
  expect(told.transactionLimit).toMatchObject({ maxCost: 17.8 })
  await tell(made.pile, 'tx', { type: 'Updated', no: 1, at: at + MINUTE, trigger: 'LimitSet', ...limitOf(told) })
  // Its register was not known before.
  const next = await tell(made.pile, 'tx', { type: 'Updated', no: 2, at: at + 2 * MINUTE, wh: 7000, state: 'Charging' })
  expect(next).not.toHaveProperty('transactionLimit')
  await tell(made.pile, 'tx', { type: 'Updated', no: 3, at: at + 20 * MINUTE, wh: 17_000, state: 'Charging' })
  expect(await stopsAsked(made)).toBe(0)
})

test('what is held a few cents short of the limit ends after a while as well', async () => {
  const made = await charging(1780)
  made.pile.onCall('RequestStopTransaction', { status: 'Accepted' })
  const trigger = 'EnergyLimitReached'
  const held = { at: made.at + 20 * MINUTE, wh: 9_950, state: 'SuspendedEVSE', trigger } as const
  await tell(made.pile, 'tx', { type: 'Updated', no: 2, ...held })
  await rig.piles.sessions.follow(Date.now())
  await rig.piles.sessions.follow(Date.now() + 9 * MINUTE)
  expect(await stopsAsked(made)).toBe(0)
  await rig.piles.sessions.follow(Date.now() + 11 * MINUTE)
  await until(async () => (await stopsAsked(made)) === 1)
})

test('what still draws near its limit has all its time to reach it', async () => {
  const made = await charging(1780)
  const near = (no: number, minutes: number, wh: number) =>
    tell(made.pile, 'tx', { type: 'Updated', no, at: made.at + minutes * MINUTE, wh, state: 'Charging' })
  await near(2, 18, 9_920)
  await rig.piles.sessions.follow(Date.now() + 9 * MINUTE)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * MINUTE })
  await near(3, 19, 9_960)
  await rig.piles.sessions.follow(Date.now() + 9 * MINUTE)
  expect(await stopsAsked(made)).toBe(0)
})

test('what is held and not paid for ends after a while', async () => {
  const made = await charging(1780)
  made.pile.onCall('RequestStopTransaction', { status: 'Accepted' })
  await tell(made.pile, 'tx', {
    ...{
      type: 'Updated',
      no: 2,
      at: made.at + 20 * MINUTE,
      wh: 10_000,
      state: 'SuspendedEVSE',
      trigger: 'EnergyLimitReached',
    },
  })
  await rig.piles.sessions.follow(Date.now() + 9 * MINUTE)
  expect(await stopsAsked(made)).toBe(0)
  await rig.piles.sessions.follow(Date.now() + 11 * MINUTE)
  await until(async () => (await stopsAsked(made)) === 1)
})

test('a pile that does not say that it keeps to its limit is asked to stop, as any other', async () => {
  const made = await charging(1780, false)
  made.pile.onCall('RequestStopTransaction', { status: 'Accepted' })
  await tell(made.pile, 'tx', { type: 'Updated', no: 1, at: made.at + 20 * MINUTE, wh: 10_000, state: 'Charging' })
  await until(async () => (await stopsAsked(made)) === 1)
})
