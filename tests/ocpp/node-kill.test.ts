import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectAllPaid, KillRig } from './kill-rig.ts'
import { READINGS, SESSIONS, StubbornPile, work, work201 } from './stubborn-pile.ts'

/** Two nodes in processes of their own, piles that go to the other one when theirs does not answer. */

const PILES = 6
const NODES = 2
const rig = new KillRig()

/** What happens to a node in the middle of its work. */
const faults = {
  'killed and started anew': async (node: number) => {
    await rig.signalNode(node, 'SIGKILL')
    await rig.startNode(node)
  },
  // Its piles went to the other one by then; it was not yet known to be lost.
  'frozen for a moment': async (node: number) => {
    await rig.signalNode(node, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 7_000))
    await rig.signalNode(node, 'SIGCONT')
  },
  'frozen until the other one took over': async (node: number) => {
    await rig.signalNode(node, 'SIGSTOP')
    const isLost = async () =>
      (await sql`select from node where state = 'lost' and name = ${`node ${node}`}`.execute(rig.database.db)).rows
        .length
    await expect.poll(isLost).toBeGreaterThan(0)
    await rig.signalNode(node, 'SIGCONT')
  },
  'asked to stop and started anew': async (node: number) => {
    await rig.signalNode(node, 'SIGTERM')
    await rig.startNode(node)
  },
}

const plans = [
  { protocol: 'ocpp1.6', charge: work, stored: 0, plan: ['killed and started anew', 'frozen for a moment'] },
  {
    ...{ protocol: 'ocpp2.0.1', charge: work201, stored: 2 },
    plan: ['asked to stop and started anew', 'frozen until the other one took over', 'killed and started anew'],
  },
] as const

test.each(plans)(
  'of two nodes that fail in turns none loses or doubles an order, a Wh or a cent of $protocol: $plan',
  async ({ protocol, charge, stored, plan }) => {
    const network = await rig.network(PILES)
    const { piles } = network
    const urls: string[] = []
    for (let node = 0; node < NODES; node++) urls.push(await rig.addNode())
    let acknowledged = 0
    const stubborn = piles.map(({ station_number }, index) => new StubbornPile(urls, station_number, protocol, index))
    const all = Promise.all(stubborn.map((pile, index) => charge(pile, piles[index]?.card ?? '', () => acknowledged++)))
    const total = PILES * SESSIONS * (READINGS + 1)
    for (const [index, fault] of plan.entries()) {
      while (acknowledged < (total * (index + 1)) / (plan.length + 1))
        await new Promise((resolve) => setTimeout(resolve, 1))
      await faults[fault](index % NODES)
    }
    await all
    await expectAllPaid(rig, network, stored)
    const away = sql`select from offline_record where online_at is null`
    expect((await away.execute(rig.database.db)).rows).toEqual([])
    await Promise.all(stubborn.map((pile) => pile.close()))
    for (let node = 0; node < NODES; node++) await rig.signalNode(node, 'SIGTERM')
    const connected = sql`select from pile_session where connected`
    expect((await connected.execute(rig.database.db)).rows).toEqual([])
    expect((await away.execute(rig.database.db)).rows).toHaveLength(PILES)
  },
  480_000,
)
