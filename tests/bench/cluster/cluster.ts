import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { ClusterOfNodes, type ClusterOptions } from '../../../src/cluster/cluster.ts'
import { openDatabase } from '../../../src/server/kit/database/pool.ts'
import { usedBy, usedWithChildren } from '../processor-time.ts'
import type { Result } from '../result.ts'
import { commandResults } from './commands.ts'
import { lossResults } from './loss.ts'
import { reportResults } from './reports.ts'

/** Nodes that share a database, which has a standby, all as processes of this machine. */
export interface BenchCluster {
  cluster: ClusterOfNodes
  pool: pg.Pool
  /** Of each node, for its piles. */
  piles: string[]
  password: string
}

/** What a report costs on 1, 2 and 4 nodes, what a command through another node takes, and how 10,000 piles outlive the node that had them. */
export async function clusterResults(main: string): Promise<Result[]> {
  return [
    ...(await withCluster(main, 4, reportResults)),
    ...(await withCluster(main, 2, commandResults)),
    ...(await withCluster(main, 3, lossResults)),
  ]
}

/** Those that are killed are left dead, unless it says otherwise. */
export async function withCluster<T>(
  main: string,
  nodes: number,
  run: (cluster: BenchCluster) => Promise<T>,
  more: Pick<ClusterOptions, 'leavesLost' | 'nats' | 'throwaway'> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-bench-'))
  const password = 'bench-password-1'
  const cluster = new ClusterOfNodes({
    ...{ nodes, folder, leavesLost: true, say: (line) => console.log(line), ...more },
    server: main.endsWith('.ts') ? ['--import', 'tsx', main] : [main],
    env: {
      OCPP_AUTH: 'optional',
      CAPTCHA: 'off',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
    },
  })
  const end = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const interrupted = () => void end().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    await cluster.start()
    const database = openDatabase(cluster.databaseUrl, { max: 4 })
    const piles = cluster.nodes.map(({ port }) => `ws://127.0.0.1:${port}/ocpp`)
    return await run({ cluster, pool: database.pool, piles, password }).finally(() => database.close())
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
    await end()
  }
}

/** Milliseconds of processor time so far: of the nodes that run, of primary and standby, and of this process with its piles. */
export interface ClusterTime {
  nodes: number
  databases: number
  bench: number
}

export function clusterTime({ cluster }: BenchCluster): ClusterTime {
  const { databases } = cluster
  const own = process.cpuUsage()
  return {
    nodes: cluster.nodes.reduce((sum, { program }) => sum + usedBy(program.pid), 0),
    databases: databases.members.reduce((sum, _, at) => sum + usedWithChildren(databases.pidOf(at) ?? 0), 0),
    bench: (own.user + own.system) / 1_000,
  }
}

/** What each used between two moments. */
export const timeBetween = (from: ClusterTime, to: ClusterTime): ClusterTime => ({
  nodes: to.nodes - from.nodes,
  databases: to.databases - from.databases,
  bench: to.bench - from.bench,
})
