import { afterEach, expect, test } from 'vitest'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, MINUTE, STATION, sedan, until } from './rig.ts'

const rig = new NumberedFleet()
afterEach(() => rig.expectConforming())

const CARD = '04A2B3C4'
const limit = {
  ...{ id: 3, stackLevel: 1, chargingProfilePurpose: 'TxDefaultProfile', chargingProfileKind: 'Relative' },
  chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 7_000 }] }],
}

test('limits each connector of an EVSE by its default, and reports it once (K01, K09)', async () => {
  const two = { ...pileModels.dc120, connectors: 2, evses: [2] }
  const pile = await rig.booted({ model: two, memory: newMemory(two.firmware, [0, 0]) })
  await rig.ask('SetChargingProfile', { evseId: 1, chargingProfile: limit })
  gun(pile, 2).plugIn(sedan(0.3))
  await gun(pile, 2).swipe(CARD)
  await rig.pass(pile, 1)
  expect(gun(pile, 2).power_w).toBe(7_000)
  await rig.ask('GetChargingProfiles', { requestId: 4, chargingProfile: {} })
  await until(() => rig.central.all('ReportChargingProfiles').length === 1)
  expect(rig.central.all('ReportChargingProfiles')).toMatchObject([{ evseId: 1, chargingProfile: [limit] }])
  await rig.ask('ClearChargingProfile', { chargingProfileId: 3 })
  expect(pile.memory.profiles).toEqual([])
})

test('keeps no reservation beyond its time, and one that it kept through a restart neither', async () => {
  const wanted = { id: 9, evseId: 2, idToken: { idToken: CARD, type: 'ISO14443' } }
  const expires_at = rig.clock.now() + 5 * MINUTE
  const first = await rig.booted()
  await rig.ask('ReserveNow', { ...wanted, expiryDateTime: new Date(expires_at).toISOString() })
  await until(() => first.memory.reservations.length === 1)
  await rig.pass(first, 6)
  expect(first.memory.reservations).toEqual([])
  const kept = { id: 10, connector: 1, id_tag: CARD, expires_at: rig.clock.now() + MINUTE }
  const memory = { ...newMemory(pileModels.dc120.firmware, [0, 0]), reservations: [kept] }
  const second = await rig.booted({ station: 'SIM-2', memory })
  expect(gun(second).status).toBe('Reserved')
  await rig.pass(second, 2)
  expect([gun(second).status, memory.reservations]).toEqual(['Available', []])
  const over = rig.central.all('ReservationStatusUpdate').map(({ reservationId }) => reservationId)
  expect(over).toEqual([9, 10])
})

test('tells that a fault has gone when another takes its place (N07)', async () => {
  const pile = await rig.booted()
  await gun(pile).raise({ code: 'GroundFailure' })
  await gun(pile).raise({ code: 'HighTemperature' })
  gun(pile).repair()
  await until(() => rig.central.all('NotifyEvent').length === 4)
  const told = rig.central.all('NotifyEvent').map(({ eventData }) => (eventData as Record<string, unknown>[])[0] ?? {})
  expect(told.map(({ techCode, cleared }) => [techCode, cleared])).toEqual([
    ['GroundFailure', false],
    ['GroundFailure', true],
    ['HighTemperature', false],
    ['HighTemperature', true],
  ])
})

const ASKED_WITHOUT_A_NUMBER: [action: string, payload: Record<string, unknown>][] = [
  ['CustomerInformation', { report: true, clear: false, idToken: { idToken: CARD, type: 'ISO14443' } }],
  ['GetMonitoringReport', {}],
  ['GetBaseReport', { reportBase: 'FullInventory' }],
  ['GetReport', {}],
  ['GetChargingProfiles', { chargingProfile: {} }],
]

test.each(ASKED_WITHOUT_A_NUMBER)('refuses a %s that names no request', async (action, payload) => {
  const pile = await rig.booted()
  pile.memory.monitors = [
    {
      ...{ id: 1, component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'Power' } },
      ...{ type: 'UpperThreshold', value: 1, severity: 4, transaction: false },
    },
  ]
  await rig.ask('SetChargingProfile', { evseId: 1, chargingProfile: limit })
  const answer = await rig.call(action, payload)
  expect(answer).toEqual(['OccurrenceConstraintViolation', 'requestId is missing', {}])
  await pile.settled()
  expect(rig.central.story(STATION).at(-1)).toMatch(/^StatusNotification/)
})
