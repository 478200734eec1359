import { afterEach, expect, test, vi } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile, makePileType } from '../make.ts'
import { answersForVariables, inventoryOf } from '../setup/variables.ts'
import { until } from './gateway-rig.ts'
import { NumberedRig } from './numbered-rig.ts'

const rig = new NumberedRig()
afterEach(() => {
  rig.whichWait = 'never'
  vi.useRealTimers()
})

const boot = (pile: ScriptedPile, firmwareVersion = '1.0') =>
  pile.call<{ status: string; interval: number }>('BootNotification', {
    reason: 'PowerUp',
    chargingStation: { vendorName: 'Volta', model: 'V2', firmwareVersion },
  })

/** A pile that does as it is told: when it is to start its sign-on again, it does. */
async function newPile(which: typeof rig.whichWait, expected: { key: string; value: string }[] = []) {
  rig.whichWait = which
  const type = await makePileType(rig.db)
  if (expected.length > 0)
    await rig.db
      .insertInto('configuration_template')
      .values({
        ...{ name: type.name, pile_type_id: type.id },
        expected: JSON.stringify(expected.map((one) => ({ ...one, tolerance: null, also: [] }))),
      })
      .execute()
  const { id, station_number: number } = await makePile(rig.db, { pile_type_id: type.id })
  const pile = await rig.connect(number)
  const booted: string[] = []
  pile.onCall('TriggerMessage', ({ requestedMessage }) => {
    if (requestedMessage === 'BootNotification') setImmediate(async () => booted.push((await boot(pile)).status))
    return { status: 'Accepted' }
  })
  return { id, number, pile, booted }
}

const kept = async (id: number) =>
  rig.db
    .selectFrom('pile')
    .select(['vendor', 'booted_at', 'configuration_read_at'])
    .where('id', '=', id)
    .executeTakeFirst()

test('a new pile tells what it has, is given its template, and is let in then', async () => {
  const key = 'OCPPCommCtrlr/HeartbeatInterval'
  const { id, pile, booted } = await newPile('new', [{ key, value: '77' }])
  answersForVariables(pile, inventoryOf(400))
  expect(await boot(pile)).toMatchObject({ status: 'Pending', interval: 60 })
  await until(() => booted.length === 1)
  expect(booted).toEqual(['Accepted'])
  const settings = await rig.db.selectFrom('pile_setting').select(['key', 'value']).where('pile_id', '=', id).execute()
  expect(settings.length).toBe(400)
  expect(settings.find((one) => one.key === key)?.value).toBe('77')
  expect(await kept(id)).toMatchObject({ booted_at: expect.any(String), configuration_read_at: expect.any(String) })
  expect(await pile.call('Heartbeat')).toEqual({ currentTime: expect.any(String) })
  expect((await boot(pile)).status).toBe('Accepted')
})

test('while it waits nothing else is heard of it, whatever it says', async () => {
  const { id, number, pile } = await newPile('new')
  pile.onCall('GetBaseReport', { status: 'Accepted' })
  expect((await boot(pile)).status).toBe('Pending')
  expect(await kept(id)).toMatchObject({ vendor: 'Volta', booted_at: null })
  const { requestId } = await pile.nextCall('GetBaseReport')
  for (const [action, payload] of [
    ['Heartbeat', {}],
    ['StatusNotification', { no: 1 }],
    ['TransactionEvent', {}],
    ['Nonsense', {}],
  ] as const)
    await expect(pile.call(action, payload)).rejects.toMatchObject({ code: 'SecurityError' })
  const part = { requestId, generatedAt: new Date().toISOString(), seqNo: 0, tbc: true }
  expect(await pile.call('NotifyReport', part)).toEqual({})
  // It may not ask its way in.
  expect((await boot(pile)).status).toBe('Pending')
  // Nor by another socket.
  const again = await rig.connect(number)
  await expect(again.call('Heartbeat')).rejects.toMatchObject({ code: 'SecurityError' })
})

test('one that cannot tell is let in all the same', async () => {
  const { pile, booted } = await newPile('new')
  pile.onCall('GetBaseReport', { status: 'NotSupported' })
  expect((await boot(pile)).status).toBe('Pending')
  await until(() => booted.length === 1)
  expect(booted).toEqual(['Accepted'])
})

test('one that never ends its report waits no longer than ten minutes', async () => {
  const { pile } = await newPile('new')
  pile.onCall('GetBaseReport', { status: 'Accepted' })
  expect((await boot(pile)).status).toBe('Pending')
  await pile.nextCall('GetBaseReport')
  const later = Date.now() + 11 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  expect((await boot(pile)).status).toBe('Accepted')
})

test('a known pile is asked where it runs another firmware and the operator says so', async () => {
  const { pile, number } = await newPile('never')
  expect((await boot(pile)).status).toBe('Accepted')
  rig.whichWait = 'new'
  expect((await boot(pile, '2.0')).status).toBe('Accepted')
  rig.whichWait = 'new_or_updated'
  expect((await boot(pile, '2.0')).status).toBe('Accepted')
  pile.onCall('GetBaseReport', { status: 'Accepted' })
  expect((await boot(pile, '3.0')).status).toBe('Pending')
  await expect(pile.call('Heartbeat')).rejects.toMatchObject({ code: 'SecurityError' })
  // Nor is it heard by another socket.
  const again = await rig.connect(number)
  await expect(again.call('Heartbeat')).rejects.toMatchObject({ code: 'SecurityError' })
})

test('no pile is asked at its start where nobody says so', async () => {
  const { pile } = await newPile('never')
  let asked = 0
  pile.onCall('GetBaseReport', () => {
    asked++
    return { status: 'Accepted' }
  })
  expect((await boot(pile)).status).toBe('Accepted')
  await pile.call('Heartbeat')
  expect(asked).toBe(0)
})

test('what it is asked for while it waits is heard, and no more than that', async () => {
  const { id, pile } = await newPile('new')
  pile.onCall('GetBaseReport', { status: 'Accepted' })
  expect((await boot(pile)).status).toBe('Pending')
  const timestamp = new Date().toISOString()
  const status = () =>
    pile.call('StatusNotification', { timestamp, connectorStatus: 'Available', evseId: 1, connectorId: 1 })
  const certificate = () => pile.call('SignCertificate', { csr: 'none' })
  for (const say of [status, certificate]) await expect(say()).rejects.toMatchObject({ code: 'SecurityError' })
  const ask = (message: string) =>
    rig.piles.commands.ask({
      ...{ pile_id: id, connector_number: 1, asked_by: 'Ann' },
      intent: { ask: 'trigger', message, connector_number: 1 },
    } as never)
  await ask('connector')
  expect(await status()).toEqual({})
  expect(await rig.connector(id)).toBe('Available')
  await expect(certificate()).rejects.toMatchObject({ code: 'SecurityError' })
  await ask('certificate')
  expect(await certificate()).toEqual({ status: 'Rejected' })
  await expect(pile.call('Heartbeat')).rejects.toMatchObject({ code: 'SecurityError' })
})
