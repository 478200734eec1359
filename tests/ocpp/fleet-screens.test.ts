import { afterEach, expect, test } from 'vitest'
import { ManualClock } from '../../src/fleet/clock.ts'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { shownMessages } from '../../src/fleet/v201/screen.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import type { ScreenMessage } from '../../src/shared/domain/screen/message.ts'
import { makePile } from '../make.ts'
import { until } from './gateway-rig.ts'
import { MINUTE, NumberedRig } from './numbered-rig.ts'

/** Virtual piles with screens at the real server, in both versions. */

const rig = new NumberedRig()
const piles: Pile[] = []
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
})

async function started(version: '2.0.1' | '2.1') {
  const { id, station_number: station } = await makePile(rig.db)
  const clock = new ManualClock(Date.now())
  const model = pileModels.ac7
  const pile = virtualPile({
    ...{ url: rig.url, station, version, model, clock, memory: newMemory(model.firmware, [0]) },
    backoff: { firstMs: 20, maxMs: 50 },
  })
  piles.push(pile)
  pile.start()
  await until(() => pile.online)
  return { pile, id, clock }
}

const at = (clock: ManualClock, minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString()
async function show(pile_id: number, number: number, more: Partial<ScreenMessage> = {}) {
  const message: ScreenMessage = {
    ...{ number, format: 'utf8', priority: 'normal', shown_while: null, starts_at: null, ends_at: null },
    ...{ transaction_id: null, texts: [{ language: null, text: `text ${number}` }], ...more },
  }
  const asked = {
    pile_id,
    connector_number: null,
    intent: { ask: 'show_message', ...message },
    asked_by: 'Ann',
  } as const
  const { id } = await rig.piles.commands.ask(asked)
  return (await rig.command(id)).status
}
const read = (pile_id: number) =>
  rig.piles.commands.ask({ pile_id, connector_number: null, intent: { ask: 'read_messages' }, asked_by: 'Ann' })
const kept = async (pile_id: number) => {
  const rows = await rig.db
    .selectFrom('shown_message')
    .select(['number', 'missing', 'told_at'])
    .where('pile_id', '=', pile_id)
    .orderBy('number')
    .execute()
  return rows.map(({ number, missing, told_at }) => [number, missing ? 'missing' : told_at === null ? 'given' : 'told'])
}

test.each(['2.0.1', '2.1'] as const)(
  '%s: keeps them, tells them in parts, and drops them at their end',
  async (version) => {
    const { pile, id, clock } = await started(version)
    for (const number of [1, 2, 3, 4, 5]) expect(await show(id, number)).toBe('done')
    await show(id, 6, { priority: 'in_front', starts_at: at(clock, 10), ends_at: at(clock, 20) })
    expect(shownMessages(pile, 'Idle').map(({ id: number }) => number)).toEqual([1, 2, 3, 4, 5])
    await read(id)
    const all = [1, 2, 3, 4, 5, 6]
    await expect.poll(() => kept(id)).toEqual(all.map((number) => [number, 'told']))
    await clock.advance(15 * MINUTE, () => pile.settled())
    expect(shownMessages(pile, 'Idle')[0]).toMatchObject({ id: 6 })
    await clock.advance(10 * MINUTE, () => pile.settled())
    expect(shownMessages(pile, 'Idle').map(({ id: number }) => number)).toEqual([1, 2, 3, 4, 5])
  },
)

test('shows what is always in front alone, and the newest of them', async () => {
  const { pile, id } = await started('2.1')
  await show(id, 1)
  await show(id, 2, { priority: 'always_front' })
  await show(id, 3, { priority: 'always_front', shown_while: 'suspended' })
  expect(shownMessages(pile, 'Idle').map(({ id: number }) => number)).toEqual([1])
  expect(shownMessages(pile, 'Suspended').map(({ id: number }) => number)).toEqual([3])
})

test('refuses what its screen does not take, in the words of its version', async () => {
  const { id } = await started('2.0.1')
  expect(await show(id, 1, { format: 'html' })).toBe('refused')
  const newer = await started('2.1')
  expect(await show(newer.id, 1, { texts: [{ language: 'fr', text: 'Bonjour' }] })).toBe('refused')
  expect(
    await show(newer.id, 1, { format: 'qr_code', texts: [{ language: 'en-GB', text: 'https://a.example' }] }),
  ).toBe('done')
})

test('one that forgot them over a start is given them again, what is over aside; what it refuses now is missing', async () => {
  const { pile, id } = await started('2.0.1')
  for (const number of [1, 2, 3]) await show(id, number)
  await rig.db.updateTable('shown_message').set({ sent_version: 4 }).where('pile_id', '=', id).execute()
  await pile.stop()
  pile.memory.messages = []
  pile.wrong.screenRoom = 1
  const over = { ends_at: '2020-01-01T00:00:00Z' }
  await rig.db.updateTable('shown_message').set(over).where('pile_id', '=', id).where('number', '=', 2).execute()
  pile.start()
  await expect
    .poll(() => kept(id))
    .toEqual([
      [1, 'given'],
      [2, 'given'],
      [3, 'missing'],
    ])
  expect(shownMessages(pile, 'Idle').map(({ id: number }) => number)).toEqual([1])
  const row = rig.db.selectFrom('shown_message').select('sent_version').where('pile_id', '=', id)
  await expect.poll(() => row.where('number', '=', 1).executeTakeFirst()).toEqual({ sent_version: 4 })
})

test('a pile that holds something is asked what by itself, and again once it was given more', async () => {
  const { id } = await started('2.1')
  await show(id, 1)
  await rig.piles.screenKeeper.sweep()
  await expect.poll(() => kept(id)).toEqual([[1, 'told']])
  await rig.piles.screenKeeper.sweep()
  const asked = rig.db
    .selectFrom('command')
    .select('id')
    .where('pile_id', '=', id)
    .where('action', '=', 'read_messages')
  expect(await asked.execute()).toHaveLength(1)
  await show(id, 2)
  await rig.piles.screenKeeper.sweep()
  await expect
    .poll(() => kept(id))
    .toEqual([
      [1, 'told'],
      [2, 'told'],
    ])
})

test('full, it takes no more; what it lost is missing once it is asked', async () => {
  const { pile, id } = await started('2.0.1')
  pile.wrong.screenRoom = 1
  expect([await show(id, 1), await show(id, 2), await show(id, 1)]).toEqual(['done', 'refused', 'done'])
  await read(id)
  await expect.poll(() => kept(id)).toEqual([[1, 'told']])
  pile.memory.messages = []
  await read(id)
  await expect.poll(() => kept(id)).toEqual([[1, 'missing']])
})
