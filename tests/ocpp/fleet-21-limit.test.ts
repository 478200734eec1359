import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { until } from './gateway-rig.ts'
import { type Made, MINUTE, NumberedRig } from './numbered-rig.ts'
import { gun, sedan } from './rig.ts'

const rig = new NumberedRig()
const piles: Pile[] = []
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})

/** A virtual pile of 2.1 at the real server, where a car begins to charge at 1.78 yuan a kWh. */
async function charging(balance_cents: number) {
  const made = await rig.network({ balance_cents, protocols: ['ocpp2.1'] })
  made.pile.drop()
  const clock = new ManualClock(Date.now() - 60 * MINUTE)
  const model = pileModels.dc120
  const pile = virtualPile({
    ...{ url: rig.url, station: made.station, version: '2.1', model, clock },
    memory: newMemory(model.firmware, [700, 0]),
    backoff: { firstMs: 20, maxMs: 50 },
  })
  piles.push(pile)
  pile.start()
  await until(() => pile.online)
  const pass = (minutes: number) => clock.advance(minutes * MINUTE, () => pile.settled())
  gun(pile).plugIn(sedan(0.2))
  expect(await gun(pile).swipe(made.card)).toBe('started')
  await pass(12)
  return { made, pile, pass }
}

const orderOf = async ({ id }: Made) => (await rig.orders(id))[0]
const charged_wh = (pile: Pile) => gun(pile).register_wh - 700

test('a virtual pile holds at the balance by itself, goes on when its customer pays in, and the order is paid to the cent', async () => {
  const { made, pile, pass } = await charging(1780)
  expect([charged_wh(pile), gun(pile).status]).toEqual([10_000, 'SuspendedEVSE'])
  const asked = () =>
    rig.db.selectFrom('command').select('id').where('pile_id', '=', made.id).where('action', '=', 'stop')
  expect(await asked().execute()).toEqual([])
  await rig.db
    .insertInto('ledger_entry')
    .values({ customer_id: made.customer.id, kind: 'top_up', amount_cents: 890 })
    .execute()
  rig.piles.sessions.balanceChanged(made.customer.id, await rig.balance(made.customer.id))
  await until(() => gun(pile).status === 'Charging')
  await pass(10)
  expect([charged_wh(pile), gun(pile).status]).toEqual([15_000, 'SuspendedEVSE'])
  await gun(pile).swipe(made.card)
  await pile.settled()
  await until(async () => (await orderOf(made))?.status === 'paid')
  const order = await orderOf(made)
  expect(order).toMatchObject({ energy_wh: 15_000, total_cents: 2670, missing_events: 0, abnormal: null })
  expect(order?.events.map(({ event }) => event).filter((event) => event === 'held_at_limit')).toHaveLength(2)
  expect(await rig.balance(made.customer.id)).toBe(0)
  expect(await asked().execute()).toEqual([])
})
