import { afterEach, expect, test } from 'vitest'
import { newMemory } from '../../src/fleet/memory.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, MINUTE, sedan, until } from './rig.ts'

const rig = new NumberedFleet('2.1')
afterEach(() => rig.expectConforming())

const CARD = '04A2B3C4'
const START_WH = 5_000.7
const YUAN_A_KWH = 2

interface Limit {
  maxCost?: number
  maxEnergy?: number
  maxTime?: number
}

/** A central system that counts two yuan a kWh, and tells each limit once. */
async function limited(first?: Limit): Promise<{ pile: Pile; give(limit: Limit): void }> {
  const pile = await rig.booted({ memory: newMemory(pileModels.dc120.firmware, [START_WH, 0]) })
  let [limit, totalCost] = [first, 0]
  rig.central.answers.TransactionEvent = ({ idToken, meterValue }) => {
    const wh = registerIn(meterValue as Event['meterValue'])
    if (wh !== undefined) totalCost = ((wh - Math.floor(START_WH)) / 1_000) * YUAN_A_KWH
    const told = limit
    limit = undefined
    const info = idToken ? { idTokenInfo: { status: 'Accepted' } } : {}
    return { ...info, totalCost, ...(told && { transactionLimit: told }) }
  }
  gun(pile).plugIn(sedan(0.3))
  await gun(pile).swipe(CARD)
  return {
    pile,
    give(next) {
      limit = next
    },
  }
}

type Event = (typeof rig.events)[number]
function registerIn(values: Event['meterValue']) {
  const all = values?.flatMap(({ sampledValue }) => sampledValue) ?? []
  return all.findLast(({ measurand }) => measurand === 'Energy.Active.Import.Register')?.value
}
const limitsTold = () => rig.events.flatMap(({ transactionInfo: { transactionLimit } }) => transactionLimit ?? [])
const charged_wh = (pile: Pile) => gun(pile).register_wh - Math.floor(START_WH)

test('says that it took the limit, and stops at its very Wh (E16.FR.03, FR.05, FR.19)', async () => {
  const { pile } = await limited({ maxEnergy: 10_000, maxCost: 20 })
  await rig.pass(pile, 15)
  expect(rig.story).toEqual([
    'Started Authorized EVConnected',
    'Updated ChargingStateChanged Charging',
    'Updated LimitSet',
    'Updated EnergyLimitReached SuspendedEVSE',
  ])
  expect(limitsTold()).toEqual([{ maxEnergy: 10_000, maxCost: 20 }])
  expect([charged_wh(pile), gun(pile).power_w]).toEqual([10_000, 0])
  await gun(pile).swipe(CARD)
  await pile.settled()
  expect(rig.story.at(-1)).toBe('Ended StopAuthorized EVConnected Local')
})

test('stops once the central system says that it costs so much, and goes on with more (E16.FR.14, FR.15)', async () => {
  const { pile, give } = await limited({ maxCost: 10 })
  await rig.pass(pile, 10)
  expect(rig.story.at(-1)).toBe('Updated CostLimitReached SuspendedEVSE')
  const held_wh = charged_wh(pile)
  // The price is told with each reading, and power flows meanwhile.
  expect(held_wh).toBeGreaterThanOrEqual(5_000)
  expect(held_wh).toBeLessThan(7_500)
  give({ maxCost: 30 })
  await rig.ask('TriggerMessage', { requestedMessage: 'TransactionEvent', evse: { id: 1 } })
  await until(() => rig.story.at(-1) === 'Updated ChargingStateChanged Charging')
  expect(limitsTold()).toEqual([{ maxCost: 10 }, { maxCost: 30 }])
  await rig.pass(pile, 20)
  expect(rig.story.at(-1)).toBe('Updated CostLimitReached SuspendedEVSE')
  expect(charged_wh(pile)).toBeGreaterThanOrEqual(15_000)
  expect(rig.story.filter((told) => told.includes('CostLimitReached'))).toHaveLength(2)
})

test('stops at once at a limit that is reached already, and speaks of none that it cannot keep (E16.FR.10, FR.13)', async () => {
  const { pile, give } = await limited({ maxTime: 60 })
  await rig.pass(pile, 3)
  expect(limitsTold()).toEqual([])
  expect(gun(pile).power_w).toBeGreaterThan(0)
  give({ maxEnergy: 10, maxTime: 60 })
  await rig.ask('TriggerMessage', { requestedMessage: 'TransactionEvent', evse: { id: 1 } })
  await until(() => rig.story.at(-1) === 'Updated EnergyLimitReached SuspendedEVSE')
  expect(gun(pile).power_w).toBe(0)
  expect(limitsTold()).toEqual([{ maxEnergy: 10 }])
})

test('keeps to its limit through a loss of power', async () => {
  const { pile } = await limited({ maxEnergy: 10_000 })
  pile.wrong.resumes = true
  await rig.pass(pile, 2)
  await pile.losePower(MINUTE)
  await rig.pass(pile, 2)
  await until(() => pile.online)
  await rig.pass(pile, 15)
  expect(rig.story.at(-1)).toBe('Updated EnergyLimitReached SuspendedEVSE')
  expect(charged_wh(pile)).toBe(10_000)
})

test('says which limits it keeps to (E16.FR.12)', async () => {
  await rig.booted()
  const named = { component: { name: 'TxCtrlr' }, variable: { name: 'SupportedLimits' } }
  const { getVariableResult } = await rig.ask('GetVariables', { getVariableData: [named] })
  expect(getVariableResult).toMatchObject([{ attributeStatus: 'Accepted', attributeValue: 'maxCost,maxEnergy' }])
})
