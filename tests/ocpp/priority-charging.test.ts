import { afterEach, describe, expect, test, vi } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { pressPriority } from '../../src/fleet/v21/priority.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import type { SentProfile } from '../../src/shared/domain/charging-profiles/profile.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'
import { until } from './gateway-rig.ts'
import { type Made, MINUTE, NumberedRig, tell } from './numbered-rig.ts'
import { gun, sedan } from './rig.ts'

/** Sessions that charge with priority (OCPP 2.1, K21 and K22), at a real server on real sockets. */

const rig = new NumberedRig()
const T = 'tx-1'

async function charging() {
  const made = await rig.network({ protocols: ['ocpp2.1'] })
  const at = Date.now() - MINUTE
  await tell(made.pile, T, { type: 'Started', no: 0, at, wh: 0, state: 'Charging', card: made.card, evse: { id: 1 } })
  return made
}
const orderOf = async ({ id }: Made) => {
  const [order] = await rig.orders(id)
  if (!order) throw new Error('no order')
  return order
}
const told = async (made: Made) =>
  (await orderOf(made)).events
    .filter(({ event }) => event.startsWith('priority'))
    .map(({ event, figures }) => [event, figures])
const notify = ({ pile }: Made, activated: boolean, transactionId = T) =>
  pile.call('NotifyPriorityCharging', { transactionId, activated })

async function ask(made: Made, on: boolean, asked_by = 'Ann') {
  const { transaction_id } = await orderOf(made)
  const intent: Intent = { ask: 'priority', transaction_id: String(transaction_id), on }
  return await rig.piles.commands.ask({ pile_id: made.id, connector_number: 1, intent, asked_by })
}
const becomes = (id: number, status: string) =>
  vi.waitFor(async () => expect((await rig.command(id)).status).toBe(status))

describe('asked for from the console', () => {
  test('the pile is asked by its own name of the session, and what it tells is the effect', async () => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
    const { id } = await ask(made, true)
    expect(await made.pile.nextCall('UsePriorityCharging')).toEqual({ transactionId: T, activate: true })
    expect((await rig.command(id)).status).toBe('accepted')
    // Not before the pile says so.
    expect((await orderOf(made)).priority_since).toBeNull()
    expect(await notify(made, true)).toEqual({})
    await becomes(id, 'done')
    expect(await orderOf(made)).toMatchObject({ priority_by: 'Ann', priority_since: expect.any(String) })
    expect(await told(made)).toEqual([['priority_on', { by: 'Ann' }]])
    const { id: off } = await ask(made, false, 'Bo')
    await notify(made, false)
    await becomes(off, 'done')
    expect(await orderOf(made)).toMatchObject({ priority_by: null, priority_since: null })
    expect(await told(made)).toEqual([
      ['priority_on', { by: 'Ann' }],
      ['priority_off', { by: 'Bo' }],
    ])
  })

  test('to end what is not there is done with the answer (K21.FR.06), and to begin it again as well', async () => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
    await becomes((await ask(made, false)).id, 'done')
    await notify(made, true)
    await becomes((await ask(made, true)).id, 'done')
  })

  test('another session’s priority, and an end of it, are no effect of it', async () => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
    const at = Date.now() - MINUTE
    await tell(made.pile, 'tx-2', { type: 'Started', no: 0, at, wh: 0, state: 'Charging', evse: { id: 2 } })
    const { id } = await ask(made, true)
    const [, second] = await rig.orders(made.id)
    const intent: Intent = { ask: 'priority', transaction_id: String(second?.transaction_id), on: true }
    const other = await rig.piles.commands.ask({ pile_id: made.id, connector_number: 2, intent, asked_by: 'Bo' })
    await notify(made, true, 'nobody-knows')
    await notify(made, false)
    await notify(made, true, 'tx-2')
    await becomes(other.id, 'done')
    expect((await rig.command(id)).status).toBe('accepted')
    expect((await orderOf(made)).priority_since).toBeNull()
  })

  test.each(['NoProfile', 'Rejected'])('%s is a refusal', async (status) => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', { status })
    const { id } = await ask(made, true)
    expect(await rig.command(id)).toMatchObject({ status: 'refused', answer: expect.stringContaining(status) })
    expect((await orderOf(made)).priority_since).toBeNull()
  })

  test('what a pile told while no answer came stands for it', async () => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', () => new Promise(() => {}))
    const asked = ask(made, true)
    await made.pile.nextCall('UsePriorityCharging')
    await notify(made, true)
    await becomes((await asked).id, 'done')
    expect((await orderOf(made)).priority_by).toBe('Ann')
  })

  test('after a restart what the order says shows that it was done', async () => {
    const made = await charging()
    made.pile.onCall('UsePriorityCharging', { status: 'Accepted' })
    const { id } = await ask(made, true)
    await notify(made, true)
    await becomes(id, 'done')
    await rig.db.updateTable('command').set({ status: 'timed_out' }).where('id', '=', id).execute()
    await rig.restart()
    await becomes(id, 'done')
  })
})

describe('told by the pile', () => {
  test('a person at the pile began it: said again it is no news', async () => {
    const made = await charging()
    expect(await notify(made, true)).toEqual({})
    const before = await orderOf(made)
    expect(await notify(made, true)).toEqual({})
    expect(await orderOf(made)).toMatchObject({ priority_since: before.priority_since, priority_by: null })
    await notify(made, false)
    expect(await told(made)).toEqual([
      ['priority_on_at_pile', {}],
      ['priority_off_at_pile', {}],
    ])
  })

  test('of a session that does not run here it is answered all the same, and noted', async () => {
    const made = await charging()
    const other = await charging()
    expect(await notify(made, true, 'nobody-knows')).toEqual({})
    // Names are a pile's own (E01.FR.08).
    await tell(made.pile, T, { type: 'Ended', no: 1, at: Date.now(), wh: 500, state: 'EVConnected', reason: 'Local' })
    expect(await notify(made, true)).toEqual({})
    const flags = () =>
      rig.db
        .selectFrom('pile_flag')
        .select('subject')
        .where('pile_id', '=', made.id)
        .where('flag', '=', 'unknown_priority')
    await vi.waitFor(async () =>
      expect((await flags().execute()).map(({ subject }) => subject).sort()).toEqual(['nobody-knows', T]),
    )
    expect((await orderOf(made)).priority_since).toBeNull()
    expect((await orderOf(other)).priority_since).toBeNull()
  })
})

describe('a virtual pile of 2.1', () => {
  const piles: Pile[] = []
  afterEach(async () => {
    for (const pile of piles.splice(0)) await pile.stop()
  })

  async function virtual() {
    const made = await rig.network({ protocols: ['ocpp2.1'] })
    made.pile.drop()
    const clock = new ManualClock(Date.now() - 60 * MINUTE)
    const model = pileModels.dc120
    const pile = virtualPile({
      ...{
        url: rig.url,
        station: made.station,
        version: '2.1',
        model,
        clock,
        memory: newMemory(model.firmware, [0, 0]),
      },
      backoff: { firstMs: 20, maxMs: 50 },
    })
    piles.push(pile)
    pile.start()
    await until(() => pile.online)
    gun(pile).plugIn(sedan(0.2))
    await gun(pile).swipe(made.card)
    const set = (profile: Partial<SentProfile>, connector_number = 0) =>
      rig.piles.commands.askOurs(made.id, { ask: 'set_profile', connector_number, profile: { ...PLAIN, ...profile } })
    const pass = (minutes: number) => clock.advance(minutes * MINUTE, () => pile.settled())
    await pass(1)
    return { made, pile, set, pass }
  }
  const PLAIN: SentProfile = {
    ...{ id: 1, transaction_id: null, stack_level: 0, charging_profile_purpose: 'session_default' },
    ...{ charging_profile_kind: 'relative', recurrency_kind: null, valid_from: null, valid_to: null, duration: null },
    ...{ start_schedule: null, charging_rate_unit: 'W', min_charging_rate: null },
    periods: [{ start: 0, limit: 10_000, phases: null }],
  }
  const PRIORITY: Partial<SentProfile> = {
    ...{ id: 2, charging_profile_purpose: 'priority' },
    periods: [{ start: 0, limit: 40_000, phases: null }],
  }

  test('charges by the profile of priority while it is asked to, within the limit of the whole pile', async () => {
    const { made, pile, set, pass } = await virtual()
    await set({})
    await pass(2)
    expect(gun(pile).power_w).toBe(10_000)
    // K21.FR.01.
    expect((await ask(made, true)).answer).toMatchObject({ status: 'NoProfile' })
    expect(await set(PRIORITY)).toMatchObject({ isYes: true })
    const { id } = await ask(made, true)
    await becomes(id, 'done')
    await pass(2)
    expect(gun(pile).power_w).toBe(40_000)
    expect(await orderOf(made)).toMatchObject({ priority_by: 'Ann' })
    await set({
      id: 3,
      charging_profile_purpose: 'pile_max',
      charging_profile_kind: 'absolute',
      start_schedule: '2026-01-01T00:00:00Z',
      periods: [{ start: 0, limit: 25_000, phases: null }],
    })
    await pass(1)
    expect(gun(pile).power_w).toBe(25_000)
    await becomes((await ask(made, false)).id, 'done')
    await pass(1)
    expect([gun(pile).power_w, (await orderOf(made)).priority_since]).toEqual([10_000, null])
  })

  test('its button does the same, and says that it cannot without such a profile (K22.FR.01)', async () => {
    const { made, pile, set } = await virtual()
    expect(await pressPriority(pile, gun(pile), true)).toBe(false)
    await set(PRIORITY)
    expect(await pressPriority(pile, gun(pile), true)).toBe(true)
    await until(async () => (await orderOf(made)).priority_since !== null)
    expect((await orderOf(made)).priority_by).toBeNull()
    expect(await told(made)).toEqual([['priority_on_at_pile', {}]])
  })

  test('what was pressed while the network was gone is told when it is back (K22)', async () => {
    const { made, pile, set, pass } = await virtual()
    await set(PRIORITY)
    pile.goOffline(10 * MINUTE)
    await until(() => !pile.online)
    void pressPriority(pile, gun(pile), true)
    expect((await orderOf(made)).priority_since).toBeNull()
    await pass(11)
    await until(() => pile.online)
    await until(async () => (await orderOf(made)).priority_since !== null)
  })

  test.each(['Rejected', 'NoProfile'])('a pile that says %s to all is refused', async (word) => {
    const { made, pile, set } = await virtual()
    await set(PRIORITY)
    pile.wrong.answers.set('UsePriorityCharging', word)
    expect((await rig.command((await ask(made, true)).id)).status).toBe('refused')
  })

  test('a pile of 2.0.1 takes no such profile, and cannot be asked', async () => {
    const made = await rig.network({ protocols: ['ocpp2.0.1'] })
    const profile = { ...PLAIN, ...PRIORITY } as SentProfile
    const asked = await rig.piles.commands.askOurs(made.id, { ask: 'set_profile', connector_number: 0, profile })
    expect(asked?.isYes ?? false).toBe(false)
    expect(rig.piles.canAsk(made.id)).not.toContain('priority')
  })
})
