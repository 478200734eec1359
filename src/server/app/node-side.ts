import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ALONE, type Bus } from '../kit/bus.ts'
import type { Database } from '../kit/database/tables.ts'
import { NodeBook, type NodeDeps } from '../nodes/node-book.ts'
import { type Disk, storageOf } from './disk.ts'
import type { Metrics } from './metrics.ts'
import type { Leadership, PeriodicJobs } from './periodic-jobs.ts'
import type { Shutdown } from './shutdown.ts'

const BEAT_MS = 2_000
const HOUR_MS = 3_600_000

interface Parts extends Pick<NodeDeps, 'name' | 'release' | 'tokenKey' | 'changed' | 'figures'> {
  db: Kysely<Database>
  bus: Bus
  shutdown: Shutdown
  /** Of its data folder. */
  disk: Disk | null
}

interface NodeSide {
  /** Whether it does what one node of all does. */
  leadership: Leadership
  /** Its number among all starts; 0 before it has arrived, and when it has left. */
  readonly id: number
  /** Says that this server is there, from now until everything else of it has ended. */
  arrive(app: FastifyInstance): Promise<void>
  /** What ends from here on ends after the others know that this node takes no more work. */
  goFirst(): void
  jobs(jobs: PeriodicJobs): void
  metrics(metrics: Metrics): void
}

/** This server among the others. Made before what it outlives. */
export function nodeSide({ bus, shutdown, disk, ...parts }: Parts): NodeSide {
  let app: FastifyInstance | undefined
  const address = () => {
    const bound = app?.server.address()
    return bound && typeof bound === 'object' ? `${hostname()}:${bound.port}` : hostname()
  }
  const nodes = new NodeBook({ ...parts, alone: bus === ALONE, address, disk: () => storageOf(disk) })
  shutdown.add('node', 1_000, () => nodes.leave())
  return {
    leadership: nodes.lead,
    get id() {
      return nodes.id
    },
    async arrive(made) {
      app = made
      await nodes.arrive()
    },
    goFirst: () => shutdown.add('draining', 500, () => nodes.drain()),
    jobs(jobs) {
      jobs.every(BEAT_MS, 'say that this node is there', () => nodes.beat())
      jobs.once(HOUR_MS, 'forget nodes that ended long ago', () => nodes.tidy())
    },
    metrics(metrics) {
      metrics.gauge('leads', 'Whether this node does what one of all does', () => Number(nodes.lead.leads()))
      metrics.counter('bus_told', 'Lines told to other nodes', () => bus.counters.told)
      metrics.counter('bus_heard', 'Lines heard of other nodes', () => bus.counters.heard)
      metrics.counter('bus_gaps', 'Times that something of other nodes may have been missed', () => bus.counters.gaps)
    },
  }
}
