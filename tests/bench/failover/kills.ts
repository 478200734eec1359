import type { ClusterOfNodes } from '../../../src/cluster/cluster.ts'
import { pause } from '../load.ts'

export const VICTIMS = ['node', 'nats', 'primary'] as const
export type Victim = (typeof VICTIMS)[number]

const PATIENCE_MS = 180_000
const LOOK_MS = 50

/** Kills each kind in turn, with `kill -9`; the next one as soon as the last is there again and piles were answered since. */
export async function killInTurns(
  cluster: ClusterOfNodes,
  kills: number,
  acknowledged: () => number,
  say: (line: string) => void,
): Promise<Record<Victim, number>> {
  const done: Record<Victim, number> = { node: 0, nats: 0, primary: 0 }
  for (let at = 0; at < kills; at++) {
    const victim = VICTIMS[at % VICTIMS.length] as Victim
    const from = performance.now()
    const before = acknowledged()
    await KILLS[victim](cluster, Math.floor(at / VICTIMS.length))
    done[victim]++
    await until(() => acknowledged() > before + 100, 'piles are answered again')
    say(`${at + 1} of ${kills}: ${victim}, whole again in ${((performance.now() - from) / 1_000).toFixed(1)} s`)
    await pause(Math.random() * 1_000)
  }
  return done
}

const KILLS: Record<Victim, (cluster: ClusterOfNodes, turn: number) => Promise<void>> = {
  async node(cluster, turn) {
    const node = cluster.nodes[turn % cluster.nodes.length]
    if (!node) throw new Error('there is no node')
    const { pid } = node.program
    await node.program.signal('SIGKILL')
    await until(
      () => node.program.pid !== pid && node.program.said.includes('Ctrl-C stops it'),
      `${node.name} is there again`,
    )
  },
  async nats(cluster) {
    const pid = cluster.natsPid
    if (!pid) throw new Error('there is no NATS')
    process.kill(pid, 'SIGKILL')
    await until(() => cluster.natsPid !== pid, 'NATS is there again')
  },
  async primary({ databases }) {
    await until(() => databases.inSync, 'the standby has all')
    const before = databases.failOvers
    databases.killPrimary()
    await until(() => databases.failOvers > before, 'the standby took over')
    await until(() => databases.inSync, 'the one that died has all again')
  },
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const from = performance.now()
  while (!holds()) {
    if (performance.now() - from > PATIENCE_MS) throw new Error(`not in ${PATIENCE_MS / 1_000} s: ${what}`)
    await pause(LOOK_MS)
  }
}
