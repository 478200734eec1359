import { expect, test } from 'vitest'
import { MINUTE, SessionRig, START } from './session-rig.ts'

const rig = new SessionRig()
/** 14:52:03 to 15:52:03 in Shanghai: a dear hour, then a cheap one. */
const rules = [
  { start_hour: 0, end_hour: 15, electricity_fee: 100, service_fee: 0 },
  { start_hour: 15, end_hour: 0, electricity_fee: 10, service_fee: 0 },
]

/** A session whose clock is set by `by` after half of it. */
async function charged(by: number, restarts = false) {
  const { pile, card, customer } = await rig.network({ rules })
  const { transaction_id } = await pile.start(card, START)
  const clock = (minute: number) => START + minute * MINUTE + (minute > 30 ? by : 0)
  for (let minute = 2; minute < 60; minute += 2) {
    const received_at = START + minute * MINUTE + 200
    if (restarts && minute % 20 === 0) {
      rig.restart()
      await pile.connect()
    }
    expect(await pile.meter(transaction_id, clock(minute), minute * 200, { received_at })).toBe(true)
  }
  const liveWh = async () => {
    await rig.sessions.writeFigures()
    return (await rig.order(transaction_id)).energy_wh
  }
  await expect.poll(liveWh).toBe(58 * 200)
  await pile.stop(transaction_id, clock(60), 12_000, {
    received_at: START + 60 * MINUTE + 200,
    reason: 'EVDisconnected',
  })
  return { order: await rig.order(transaction_id), spent: 100_000 - (await rig.balance(customer.id)) }
}

test.each([
  ['four minutes back', -4 * MINUTE, 'pile'],
  ['seconds back', -20_000, 'pile'],
  ['an hour back', -60 * MINUTE, 'server'],
  ['an hour on', 60 * MINUTE, 'server'],
  ['two days back', -48 * 60 * MINUTE, 'server'],
] as const)(
  'a pile’s clock that is set %s in mid-session loses no energy and holds no order',
  async (_, by, timed_by) => {
    const right = await charged(0)
    for (const restarts of [false, true]) {
      const { order, spent } = await charged(by, restarts)
      expect(order).toMatchObject({ status: 'paid', abnormal: null, energy_wh: 12_000, timed_by })
      // 12 kWh an hour: 8 minutes of the dear band cost 160 of 263 cents.
      expect(Math.abs(order.total_cents - right.order.total_cents)).toBeLessThanOrEqual(2)
      expect(spent).toBe(order.total_cents)
      expect(order.events.filter(({ event }) => event === 'timed_by_server')).toHaveLength(
        timed_by === 'server' ? 1 : 0,
      )
    }
  },
)

test('a reading without a transaction is known by its register where the clock was set back', async () => {
  const { pile, card } = await rig.network()
  const { transaction_id } = await pile.start(card, START)
  expect(await pile.meter(null, START - 3 * MINUTE, 500, { received_at: START + MINUTE })).toBe(true)
  expect((await rig.order(transaction_id)).status).toBe('generated')
})
