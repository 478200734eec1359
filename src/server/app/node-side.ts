import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ALONE, type Bus } from '../kit/bus.ts'
import type { Database } from '../kit/database/tables.ts'
import { answersReady, CutOff } from '../nodes/cut-off.ts'
import { NodeBook, type NodeDeps } from '../nodes/node-book.ts'
import { nodeRoutes } from '../nodes/routes.ts'
import { type Disk, storageOf } from './disk.ts'
import type { Metrics } from './metrics.ts'
import type { Leadership, PeriodicJobs } from './periodic-jobs.ts'
import type { Shutdown } from './shutdown.ts'

const BEAT_MS = 2_000
const LOOK_MS = 1_000
const HOUR_MS = 3_600_000
/** The row of a node says something else of what it is to do. */
const TOLD = 'node_told'

interface Parts
  extends Pick<
    NodeDeps,
    | 'name'
    | 'release'
    | 'tokenKey'
    | 'shares'
    | 'differs'
    | 'changed'
    | 'figures'
    | 'takesPiles'
    | 'clockAhead'
    | 'replica'
  > {
  /** Reached by HTTPS, as the others are. */
  tls: boolean
  /** Whether it alone has lost the database. */
  cutOff(isCutOff: boolean): void
  db: Kysely<Database>
  bus: Bus
  shutdown: Shutdown
  /** Of its data folder. */
  disk: Disk | null
}

interface NodeSide {
  /** Whether it does what one node of all does. */
  leadership: Leadership
  /** What people call it. */
  readonly name: string
  /** Its number among all starts; 0 before it has arrived, and when it has left. */
  readonly id: number
  /** Says that this server is there, from now until everything else of it has ended. */
  arrive(app: FastifyInstance): Promise<void>
  /** What ends from here on ends after the others know that this node takes no more work. */
  goFirst(): void
  routes(api: FastifyInstance): void
  jobs(jobs: PeriodicJobs): void
  metrics(metrics: Metrics): void
}

/** This server among the others. Made before what it outlives. */
export function nodeSide({ bus, shutdown, disk, tls, cutOff: tell, ...parts }: Parts): NodeSide {
  let app: FastifyInstance | undefined
  const address = () => {
    const bound = app?.server.address()
    return bound && typeof bound === 'object' ? `${hostname()}:${bound.port}` : hostname()
  }
  const cutOff = new CutOff({ tell, isReady: (at) => answersReady(at, tls) })
  const nodes = new NodeBook({
    ...parts,
    heard: (others, at) => cutOff.heard(others, at),
    alone: bus === ALONE,
    address,
    disk: () => storageOf(disk),
  })
  shutdown.add('node', 1_000, () => nodes.leave())
  const look = (id: number) => {
    // It looks by itself with its next beat.
    if (id === nodes.id) nodes.beat().catch(() => {})
  }
  bus.subscribe(TOLD, (line) => look(Number(line)))
  return {
    leadership: nodes.lead,
    name: nodes.name,
    get id() {
      return nodes.id
    },
    async arrive(made) {
      app = made
      await nodes.arrive()
    },
    routes: (api) =>
      nodeRoutes(api, (id) => {
        look(id)
        bus.publish(TOLD, String(id))
      }),
    goFirst: () => shutdown.add('draining', 500, () => nodes.drain()),
    jobs(jobs) {
      jobs.every(BEAT_MS, 'say that this node is there', () => nodes.beat())
      if (bus !== ALONE) jobs.every(LOOK_MS, 'see whether this node alone lost the database', () => cutOff.look())
      jobs.once(HOUR_MS, 'forget nodes that ended long ago', () => nodes.tidy())
    },
    metrics(metrics) {
      const known = { name: nodes.name, version: parts.release }
      metrics.gauge('node_info', 'This node: always 1', () => [[known, 1]], ['name', 'version'])
      metrics.gauge('draining', 'Whether this node takes no new work', () => Number(nodes.isDraining))
      const busy = busySince()
      metrics.gauge(
        'event_loop_busy_ratio',
        'Share of its time that its one thread worked since it was last asked',
        busy,
      )
      diskMetrics(metrics, disk)
      const ahead = () => (parts.clockAhead?.() ?? 0) / 1_000
      metrics.gauge('clock_ahead_seconds', 'How far the clock of this machine is ahead of the database’s', ahead)
      metrics.gauge('leads', 'Whether this node does what one of all does', () => Number(nodes.lead.leads()))
      metrics.counter('bus_told', 'Lines told to other nodes', () => bus.counters.told)
      metrics.counter('bus_heard', 'Lines heard of other nodes', () => bus.counters.heard)
      metrics.counter('bus_gaps', 'Times that something of other nodes may have been missed', () => bus.counters.gaps)
    },
  }
}

function diskMetrics(metrics: Metrics, disk: Disk | null): void {
  const of = (what: 'free' | 'size' | 'margin') => async () => (await storageOf(disk))?.[what] ?? null
  metrics.gauge('disk_free_bytes', 'Free for us on the disk of DATA_DIR', of('free'))
  metrics.gauge('disk_size_bytes', 'Size of the disk of DATA_DIR', of('size'))
  metrics.gauge('disk_margin_bytes', 'What has to be free there: DISK_MARGIN_MB', of('margin'))
}

function busySince(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
