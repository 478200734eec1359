import { afterEach, expect, test } from 'vitest'
import { limitFromOutside, releaseFromOutside } from '../../src/fleet/outside-limit.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, sedan, until } from './rig.ts'

const rig = new NumberedFleet()
afterEach(() => rig.expectConforming())

async function charging() {
  const pile = await rig.booted()
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe('04A2B3C4')
  await rig.pass(pile, 1)
  return pile
}

test('keeps to what another system limits it to, tells it, and reports it as a profile of that source (K11, K09)', async () => {
  const pile = await charging()
  const before = gun(pile).read().power_w
  await limitFromOutside(pile, { source: 'SO', watts: 8000, critical: true })
  await rig.pass(pile, 1)
  expect(rig.central.all('NotifyChargingLimit')).toMatchObject([
    {
      ...{ evseId: 0, chargingLimit: { chargingLimitSource: 'SO', isGridCritical: true } },
      chargingSchedule: [{ chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 8000 }] }],
    },
  ])
  expect([before > 8000, gun(pile).read().power_w]).toEqual([true, 8000])
  const criteria = { chargingProfilePurpose: 'ChargingStationExternalConstraints' }
  await rig.ask('GetChargingProfiles', { requestId: 3, chargingProfile: criteria })
  await until(() => rig.central.all('ReportChargingProfiles').length === 1)
  expect(rig.central.all('ReportChargingProfiles')).toMatchObject([
    { requestId: 3, chargingLimitSource: 'SO', evseId: 0, chargingProfile: [{ id: -2, ...criteria }] },
  ])
  const ours = { requestId: 4, chargingProfile: { chargingLimitSource: ['CSO'] } }
  expect(await rig.ask('GetChargingProfiles', ours)).toMatchObject({ status: 'NoProfiles' })
})

test('lets the central system clear none of it, and is free again when the other system says so (K13)', async () => {
  const pile = await charging()
  await limitFromOutside(pile, { source: 'EMS', watts: 8000 })
  const all = { chargingProfileCriteria: { stackLevel: 0 } }
  expect(await rig.ask('ClearChargingProfile', all)).toMatchObject({ status: 'Unknown' })
  await releaseFromOutside(pile, 'EMS')
  await rig.pass(pile, 1)
  expect(rig.central.all('ClearedChargingLimit')).toEqual([{ chargingLimitSource: 'EMS' }])
  expect(gun(pile).read().power_w).toBeGreaterThan(8000)
})

test('tells it again when it starts anew', async () => {
  const pile = await charging()
  await limitFromOutside(pile, { source: 'EMS', watts: 8000 })
  await pile.reset('Hard')
  await rig.pass(pile, 1)
  await until(() => rig.central.all('NotifyChargingLimit').length === 2)
})
