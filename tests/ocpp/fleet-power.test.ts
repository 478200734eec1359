import { afterEach, expect, test } from 'vitest'
import { Fleet } from '../../src/fleet/fleet.ts'
import { pileModels } from '../../src/fleet/models.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { seeded } from '../../src/fleet/random.ts'
import { NumberedFleet } from './numbered-fleet.ts'
import { gun, MINUTE, STATION, until } from './rig.ts'

const LONGEST_LOSS = 6 * MINUTE
const rig = new NumberedFleet()
const fleets: Fleet[] = []
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
})

/** A pile whose cars come by themselves, after its power failed while one charged and is back. */
async function afterPowerLoss(resumes: boolean) {
  rig.answer()
  const fleet = new Fleet({
    ...{ url: rig.central.url, clock: rig.clock, faults: { power_hours: 2 } },
    members: [{ station: STATION, model: { ...pileModels.ac7, connectors: 1 }, version: rig.version }],
    drivers: { random: seeded(7), tags: ['CARD-1'], speed: 1, pause_minutes: () => 1 },
  })
  fleets.push(fleet)
  const pile = fleet.piles[0] as Pile
  pile.wrong.resumes = resumes
  fleet.start()
  await until(() => pile.online)
  while (!(await chargedWhenCut(pile))) await isBack(pile)
  await isBack(pile)
  await rig.pass(pile, 2)
  return pile
}

/** Lets time pass until the power fails. */
async function chargedWhenCut(pile: Pile): Promise<boolean> {
  let charged = false
  while (pile.peer.connected) {
    charged = gun(pile).power_w > 0
    await rig.pass(pile, 1)
  }
  return charged
}

async function isBack(pile: Pile) {
  await rig.clock.advance(LONGEST_LOSS)
  await until(() => pile.online)
}

test('a session goes on after a loss of power where its pile does so', async () => {
  const pile = await afterPowerLoss(true)
  const [running] = pile.memory.transactions
  const ofIt = rig.events.filter(({ transactionInfo }) => transactionInfo.transactionId === running?.id)
  expect(ofIt.map(({ seqNo }) => seqNo)).toEqual(ofIt.map((_, index) => index))
  expect(ofIt.map(({ eventType }) => eventType)).toEqual(['Started', ...ofIt.slice(1).map(() => 'Updated')])
  expect(gun(pile).power_w).toBeGreaterThan(0)
})

test('and ends with it where it does not', async () => {
  await afterPowerLoss(false)
  expect(rig.story).toContain('Ended AbnormalCondition EVConnected PowerLoss')
})
