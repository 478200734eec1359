import { test } from 'vitest'
import { expectAllPaid, KillRig } from './kill-rig.ts'
import { READINGS, SESSIONS, StubbornPile, work, work201 } from './stubborn-pile.ts'

const PILES = 6
const KILLS = 3

const rig = new KillRig()

/** `stored`: readings of a session beside those between its start and its end. */
const ways = [
  { protocol: 'ocpp1.6', charge: work, stored: 0 },
  { protocol: 'ocpp2.0.1', charge: work201, stored: 2 },
]

test.each(ways)(
  'a server that is killed again and again loses no order, no Wh and no cent of $protocol, and doubles none',
  async (way) => {
    const { protocol, charge, stored } = way
    const network = await rig.network(PILES)
    const { piles } = network
    let acknowledged = 0
    await rig.serve()
    const stubborn = piles.map(({ station_number }) => new StubbornPile([rig.url], station_number, protocol))
    const all = Promise.all(stubborn.map((pile, index) => charge(pile, piles[index]?.card ?? '', () => acknowledged++)))
    const total = PILES * SESSIONS * (READINGS + 1)
    for (let kill = 1; kill <= KILLS; kill++) {
      while (acknowledged < (total * kill) / (KILLS + 1)) await new Promise((resolve) => setTimeout(resolve, 1))
      await rig.kill()
    }
    await all
    await Promise.all(stubborn.map((pile) => pile.close()))
    await rig.stop('SIGTERM')

    await expectAllPaid(rig, network, stored)
  },
  480_000,
)
