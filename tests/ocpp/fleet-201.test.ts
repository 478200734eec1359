import { afterEach, expect, test } from 'vitest'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, MINUTE, STATION, sedan, until } from './rig.ts'

const rig = new NumberedFleet()
afterEach(() => rig.expectConforming())

const { firmware } = pileModels.dc120
const CARD = '04A2B3C4'
/** A pile's memory where a transaction begins and ends by these points. */
const pointed = (start: string, stop = start) => ({
  ...newMemory(firmware, [5_000, 0]),
  configuration: { 'TxCtrlr.TxStartPoint': start, 'TxCtrlr.TxStopPoint': stop },
  local_list: { version: 1, tags: { [CARD]: { status: 'Accepted' as const } } },
})

/** A car comes, charges for a minute and leaves. */
async function visit(memory = pointed('PowerPathClosed')) {
  const pile = await rig.booted({ memory })
  const connector = gun(pile)
  connector.plugIn(sedan(0.4))
  await pile.settled()
  await connector.swipe(CARD)
  await rig.pass(pile, 1)
  await connector.swipe(CARD)
  await rig.pass(pile, 1)
  await connector.unplug()
  await pile.settled()
}

const numbers = () => rig.events.map(({ seqNo }) => seqNo)

test('boots and tells the states of its connectors alone, as a whole pile has none', async () => {
  await rig.booted()
  expect(rig.central.all('BootNotification')).toEqual([
    {
      reason: 'PowerUp',
      chargingStation: { vendorName: 'Chargedeck', model: 'CD-D120', serialNumber: STATION, firmwareVersion: firmware },
    },
  ])
  const states = rig.central.all('StatusNotification')
  expect(states).toMatchObject([1, 2].map((evseId) => ({ evseId, connectorId: 1, connectorStatus: 'Available' })))
})

test('begins and ends a transaction with card and cable (E01.FR.05, E06.FR.06)', async () => {
  await visit()
  expect(rig.story).toEqual([
    'Started Authorized EVConnected',
    'Updated ChargingStateChanged Charging',
    'Ended StopAuthorized EVConnected Local',
  ])
})

test('begins with the cable and lasts until it is out (E01.FR.02, E06.FR.02)', async () => {
  await visit(pointed('EVConnected'))
  expect(rig.story).toEqual([
    'Started CablePluggedIn EVConnected',
    'Updated Authorized EVConnected',
    'Updated ChargingStateChanged Charging',
    'Updated StopAuthorized EVConnected',
    'Ended EVCommunicationLost Idle Local',
  ])
  const [started, authorized] = rig.events
  expect(started).toMatchObject({ evse: { id: 1, connectorId: 1 } })
  expect(started?.idToken).toBeUndefined()
  expect(authorized).toMatchObject({ idToken: { idToken: CARD, type: 'ISO14443' } })
  expect(authorized?.evse).toBeUndefined()
})

test('begins with the card, tells the place with the cable, and gives up where none comes (E01.FR.03, E03.FR.05)', async () => {
  const pile = await rig.booted({ memory: pointed('Authorized') })
  await gun(pile).swipe(CARD)
  await pile.settled()
  expect(rig.events[0]?.evse).toBeUndefined()
  gun(pile).plugIn(sedan(0.4))
  await rig.pass(pile, 1)
  expect(rig.events[1]).toMatchObject({ triggerReason: 'CablePluggedIn', evse: { id: 1, connectorId: 1 } })
  expect(rig.events.filter(({ idToken }) => idToken)).toHaveLength(1)
  await gun(pile, 2).swipe(CARD)
  await rig.pass(pile, 3)
  expect(rig.story.filter((told) => told.includes('Timeout'))).toEqual(['Ended EVConnectTimeout Idle Timeout'])
})

test('numbers events from 0 without a gap, and the register goes from begin to end', async () => {
  await visit()
  expect(numbers()).toEqual(rig.events.map((_, index) => index))
  const [first, last] = [rig.events[0], rig.events.at(-1)]
  const begin = first?.meterValue?.[0]?.sampledValue[0]
  expect(begin).toMatchObject({ value: 5_000, context: 'Transaction.Begin' })
  const end = last?.meterValue?.at(-1)?.sampledValue[0]
  expect(end).toMatchObject({ context: 'Transaction.End' })
  expect(end?.value).toBeGreaterThan(5_500)
})

test('answers a remote start with its number in the next event alone (F01.FR.25)', async () => {
  const pile = await rig.booted({ memory: pointed('EVConnected') })
  gun(pile, 2).plugIn(sedan(0.4))
  await pile.settled()
  const asked = { remoteStartId: 77, evseId: 2, idToken: { idToken: CARD, type: 'ISO14443' } }
  const answer = await rig.ask('RequestStartTransaction', asked)
  expect(answer).toEqual({ status: 'Accepted', transactionId: rig.events[0]?.transactionInfo.transactionId })
  await rig.pass(pile, 1)
  expect(rig.events.map(({ transactionInfo }) => transactionInfo.remoteStartId).filter(Boolean)).toEqual([77])
  const stop = { transactionId: answer.transactionId }
  expect(await rig.ask('RequestStopTransaction', stop)).toEqual({ status: 'Accepted' })
  await pile.settled()
  expect(rig.story.at(-1)).toBe('Updated RemoteStop EVConnected')
})

test('says of what it kept while offline that it was, in its order and with its numbers (E04, E11)', async () => {
  const pile = await rig.booted({ memory: pointed('PowerPathClosed') })
  pile.goOffline(30 * MINUTE)
  await until(() => !pile.online)
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe(CARD)
  await rig.pass(pile, 10)
  expect(rig.events).toEqual([])
  await rig.pass(pile, 21)
  await until(() => pile.online && rig.events.length > 40)
  expect(numbers()).toEqual(rig.events.map((_, index) => index))
  expect(rig.events[0]).toMatchObject({ offline: true, idToken: { idToken: CARD } })
  await gun(pile).swipe(CARD)
  await pile.settled()
  expect(rig.events.at(-1)?.offline).toBeUndefined()
})

test('loses, shuffles and repeats events where it is told to, and their numbers show it', async () => {
  const pile = await rig.booted({ memory: pointed('PowerPathClosed') })
  Object.assign(pile.wrong, { losesEvents: 0.3, shufflesEvents: 1, repeatsEvents: 0.3 })
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe(CARD)
  await rig.pass(pile, 1)
  pile.goOffline(20 * MINUTE)
  await until(() => !pile.online)
  await rig.pass(pile, 21)
  await until(() => pile.online && rig.events.length > 20)
  await gun(pile).swipe(CARD)
  await until(() => pile.memory.queue.length === 0)
  const told = numbers()
  const different = new Set(told)
  expect(different.size).toBeLessThan(told.length)
  expect(different.size).toBeLessThan(Math.max(...told) + 1)
  expect(told).not.toEqual(told.toSorted((a, b) => a - b))
  expect([told[0], rig.events.at(-1)?.eventType]).toEqual([0, 'Ended'])
})

test('ends a session whose power fails, or goes on with it', async () => {
  const pile = await rig.booted({ memory: pointed('PowerPathClosed') })
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe(CARD)
  await rig.pass(pile, 1)
  await pile.losePower(5 * MINUTE)
  await rig.pass(pile, 6)
  await until(() => rig.story.length === 3)
  expect(rig.story.at(-1)).toBe('Ended AbnormalCondition EVConnected PowerLoss')
  pile.wrong.resumes = true
  await gun(pile).swipe(CARD)
  await rig.pass(pile, 1)
  const before = rig.events.length
  await pile.losePower(5 * MINUTE)
  await rig.pass(pile, 8)
  await until(() => pile.online && rig.events.length > before)
  await gun(pile).swipe(CARD)
  await pile.settled()
  const second = rig.events.slice(rig.events.findLastIndex(({ eventType }) => eventType === 'Started'))
  expect(new Set(second.map(({ transactionInfo }) => transactionInfo.transactionId)).size).toBe(1)
  expect(second.map(({ seqNo }) => seqNo)).toEqual(second.map((_, index) => index))
  expect(second.at(-1)).toMatchObject({ transactionInfo: { stoppedReason: 'Local' } })
})

test('charges at one connector of an EVSE at a time, and at three EVSEs at once (E01.FR.14)', async () => {
  const two = { ...pileModels.dc120, connectors: 2, evses: [2] }
  const pile = await rig.booted({ model: two, memory: newMemory(firmware, [0, 0]) })
  for (const id of [1, 2]) gun(pile, id).plugIn(sedan(0.4))
  expect(await gun(pile, 2).swipe(CARD)).toBe('started')
  expect(await gun(pile, 1).swipe(CARD)).toBe('not usable')
  await pile.settled()
  expect(rig.events[0]?.evse).toEqual({ id: 1, connectorId: 2 })
  const states = rig.central.all('StatusNotification').slice(0, 2)
  expect(states).toMatchObject([1, 2].map((connectorId) => ({ evseId: 1, connectorId })))
  const three = { ...pileModels.dc120, connectors: 3, evses: [1, 1, 1] }
  const other = await rig.booted({ station: 'SIM-2', model: three, memory: newMemory(firmware, [0, 0, 0]) })
  for (const id of [1, 2, 3]) gun(other, id).plugIn(sedan(0.4))
  for (const id of [1, 2, 3]) expect(await gun(other, id).swipe(`CARD-${id}`)).toBe('started')
})

test('tells a fault and that it has gone as events, once the network is back (N07)', async () => {
  const pile = await rig.booted()
  await gun(pile).raise({ code: 'GroundFailure', info: 'residual current 38 mA' })
  rig.central.cut(STATION)
  await until(() => !pile.online)
  gun(pile).repair()
  await until(() => rig.central.all('NotifyEvent').length === 2)
  const events = rig.central.all('NotifyEvent').map(({ eventData }) => (eventData as object[])[0])
  const part = { component: { name: 'GroundIsolationProtection', evse: { id: 1, connectorId: 1 } } }
  expect(events).toMatchObject([
    { ...part, actualValue: 'true', techCode: 'GroundFailure', cleared: false },
    { ...part, actualValue: 'false', techCode: 'GroundFailure', cleared: true },
  ])
})
