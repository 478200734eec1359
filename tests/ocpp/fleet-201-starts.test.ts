import { afterEach, expect, test } from 'vitest'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, sedan, until } from './rig.ts'

const rig = new NumberedFleet()
afterEach(() => rig.expectConforming())

const CARD = '04A2B3C4'
const token = (idToken: string) => ({ idToken, type: 'Central' })
const begunBy = (point: string) => ({
  ...newMemory(pileModels.dc120.firmware, [5_000, 0]),
  configuration: { 'TxCtrlr.TxStartPoint': point, 'TxCtrlr.TxStopPoint': point },
})
const transactions = () => new Set(rig.events.map(({ transactionInfo }) => transactionInfo.transactionId))
const remoteNumbers = () =>
  rig.events.flatMap(({ transactionInfo: { remoteStartId } }) => (remoteStartId === undefined ? [] : [remoteStartId]))

test('shown twice before its cable, a card begins one transaction, and another card none', async () => {
  const pile = await rig.booted({ memory: begunBy('Authorized') })
  expect(await gun(pile).swipe(CARD)).toBe('waiting for cable')
  expect(await gun(pile).swipe(CARD)).toBe('waiting for cable')
  expect(await gun(pile).swipe('CARD-2')).toBe('not usable')
  await gun(pile).plugIn(sedan(0.4))
  await rig.pass(pile, 1)
  await gun(pile).swipe(CARD)
  await gun(pile).unplug()
  await pile.settled()
  expect(transactions().size).toBe(1)
  expect(rig.story.filter((told) => /^(Started|Ended)/.test(told))).toHaveLength(2)
  expect(pile.memory.transactions).toEqual([])
})

test('shown twice while the first answer is on its way, a card begins one transaction', async () => {
  const pile = await rig.booted()
  gun(pile).plugIn(sedan(0.4))
  expect(await Promise.all([gun(pile).swipe(CARD), gun(pile).swipe(CARD)])).toEqual(['started', 'not usable'])
  await pile.settled()
  expect(rig.story.filter((told) => told.includes('Authorized'))).toHaveLength(1)
})

test('tells the number of a remote start once, though its cable comes later (F01.FR.25)', async () => {
  const pile = await rig.booted({ memory: begunBy('Authorized') })
  await rig.ask('RequestStartTransaction', { remoteStartId: 77, evseId: 1, idToken: token(CARD) })
  await until(() => rig.events.length === 1)
  gun(pile).plugIn(sedan(0.4))
  await rig.pass(pile, 1)
  expect(rig.story.slice(0, 2)).toEqual(['Started RemoteStart Idle', 'Updated CablePluggedIn EVConnected'])
  expect(remoteNumbers()).toEqual([77])
})

test('tells the number of a remote start of a card that waits for its cable already', async () => {
  const pile = await rig.booted({ memory: begunBy('Authorized') })
  await gun(pile).swipe(CARD)
  await pile.settled()
  const { transactionId } = rig.events[0]?.transactionInfo ?? {}
  const asked = { remoteStartId: 78, evseId: 1, idToken: token(CARD) }
  expect(await rig.ask('RequestStartTransaction', asked)).toEqual({ status: 'Accepted', transactionId })
  await until(() => rig.events.length === 2)
  expect(rig.story).toEqual(['Started Authorized Idle', 'Updated RemoteStart Idle'])
  expect(remoteNumbers()).toEqual([78])
})

test('answers a remote start of any EVSE with no transaction of another', async () => {
  const pile = await rig.booted()
  gun(pile).plugIn(sedan(0.4))
  await gun(pile).swipe(CARD)
  await pile.settled()
  const answer = await rig.ask('RequestStartTransaction', { remoteStartId: 79, idToken: token('CARD-2') })
  expect(answer).toEqual({ status: 'Accepted' })
})

test('begins none without power', async () => {
  const pile = await rig.booted({ memory: begunBy('EVConnected') })
  await pile.losePower(60_000)
  gun(pile).plugIn(sedan(0.4))
  expect(await gun(pile).swipe(CARD)).toBe('not usable')
  await rig.pass(pile, 2)
  await until(() => pile.online)
  expect(await gun(pile).swipe(CARD)).toBe('started')
  await pile.settled()
  expect(transactions().size).toBe(1)
})
