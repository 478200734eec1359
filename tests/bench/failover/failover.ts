import type pg from 'pg'
import type { ClusterOfNodes } from '../../../src/cluster/cluster.ts'
import { type BenchCluster, withCluster } from '../cluster/cluster.ts'
import { pause } from '../load.ts'
import { cardOf, insertPiles, stationOf, WH_A_CENT } from '../network.ts'
import type { Result } from '../result.ts'
import { Commander } from './commander.ts'
import { type Comparison, compare } from './compare.ts'
import { killInTurns, type Victim } from './kills.ts'
import { QueueingPile } from './queueing-pile.ts'

const NODES = 3
const SESSIONS = 300
const READ_EVERY_MS = 3_000
const READINGS = 10
/** So many sockets open at a time as they begin. */
const BEGIN_MS = 10

interface Plan {
  cluster: ClusterOfNodes
  pool: pg.Pool
  password: string
  kills: number
  /** Each charges all the while. */
  piles: number
  everyMs: number
  readings: number
  say(line: string): void
}

export interface Outcome extends Comparison {
  killed: Record<Victim, number>
  commands: Commander['outcome']
  /** What nodes told piles that they could not do, and which the piles said again. */
  errors: string[]
  acknowledged: number
}

/** Nodes, NATS and the primary are killed in turns while piles charge and people ask them for things; then everything is counted. */
export async function killUnderLoad(plan: Plan): Promise<Outcome> {
  const { cluster, pool, password, kills, everyMs, readings, say } = plan
  await insertPiles(pool, plan.piles, WH_A_CENT)
  const [address = ''] = cluster.addresses
  const urls = cluster.addresses.map((each) => `${each.replace('http', 'ws')}/ocpp`)
  const station = () => stationOf(Math.floor(Math.random() * plan.piles))
  const commander = new Commander({ url: address, password, station })
  const piles = Array.from({ length: plan.piles }, (_, index) => {
    const protocol = index % 3 === 2 ? 'ocpp2.0.1' : 'ocpp1.6'
    const own = { urls, protocol, station: stationOf(index), card: cardOf(index) } as const
    return new QueueingPile({ ...own, everyMs, readings, commanded: (id) => commander.came(id) })
  })
  const running: Promise<void>[] = []
  for (const pile of piles) {
    running.push(pile.run())
    await pause(BEGIN_MS)
  }
  const commanding = commander.run()
  const acknowledged = () => piles.reduce((sum, pile) => sum + pile.acknowledged, 0)
  const killed = await killInTurns(cluster, kills, acknowledged, say)
  commander.end()
  await commanding
  for (const pile of piles) pile.end()
  await Promise.all(running)
  const said = new Map(piles.map((pile, index) => [stationOf(index), pile.sessions]))
  const errors = piles.flatMap((pile) => pile.errors.map(String))
  const compared = await compare(pool, said)
  return { ...compared, killed, commands: commander.outcome, errors, acknowledged: acknowledged() }
}

/** `npm run bench -- failover --kills 100` */
export async function failOverResults(main: string, kills: number): Promise<Result[]> {
  const plan = { kills, piles: SESSIONS, everyMs: READ_EVERY_MS, readings: READINGS }
  const run = ({ cluster, pool, password }: BenchCluster) =>
    killUnderLoad({ ...plan, cluster, pool, password, say: (line) => console.log(line) })
  const outcome = await withCluster(main, NODES, run, { leavesLost: false, nats: true, throwaway: true })
  for (const line of outcome.wrong.slice(0, 20)) console.log(line)
  return results(outcome)
}

function results({ said, stored, wrong, unbalanced, killed, commands, errors, acknowledged }: Outcome): Result[] {
  const of = (name: keyof typeof said) => ({
    ...{ item: 'failover', name: `${name} too many or too few`, value: Math.abs(stored[name] - said[name]) },
    ...{ unit: '', limit: 0, note: `${said[name]} said, ${stored[name]} stored` },
  })
  const none = (name: string, value: number, note: string | undefined) => ({
    ...{ item: 'failover', name, value, unit: '', limit: 0, ...(note && { note }) },
  })
  const kills = Object.values(killed).reduce((sum, count) => sum + count, 0)
  return [
    {
      ...{ item: 'failover', name: 'kills in turns', value: kills, unit: '' },
      note: Object.entries(killed)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    },
    of('orders'),
    of('wh'),
    of('cents'),
    of('charges'),
    of('readings'),
    none('sessions that are not what their pile said', wrong.length, `${acknowledged} messages acknowledged`),
    none('customers whose balance is not their ledger', unbalanced, undefined),
    none('commands twice', commands.twice, `${commands.asked} asked, ${commands.done} done`),
    none('commands told as done that no pile had', commands.lost, undefined),
    none('errors told to piles', errors.length, errors[0]),
  ]
}
