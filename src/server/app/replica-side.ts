import type { Bus } from '../kit/bus.ts'
import type { Passed, ReadReplica } from '../kit/database/read-replica.ts'
import { told } from '../kit/process-state.ts'
import type { Metrics } from './metrics.ts'

const TOPIC = 'wrote'

/** What a person wrote at one node they are shown at the others too, whether or not their program says what it wrote last. */
export function tellWrites(replica: ReadReplica | undefined, bus: Bus): void {
  bus.subscribe(TOPIC, (line) => {
    const [person, written] = line.split(' ').map(Number)
    if (person && written) replica?.heard(person, written)
  })
  replica?.tellOthers((person, written) => bus.publish(TOPIC, `${person} ${written}`))
}

export const replicaState = (replica: ReadReplica | undefined) => told('writes_not_shown', () => replica?.waiting ?? 0)

const REASONS: Passed[] = ['behind', 'own_write', 'away', 'full', 'failed']

/** Left out where there is no replica. */
export function replicaMetrics(metrics: Metrics, replica: ReadReplica | undefined): void {
  const used = () => (replica ? Number(replica.state === 'used') : null)
  metrics.gauge('read_replica_used', 'Whether the read replica answers what may lag', used)
  const lag = () => replica?.lagSeconds ?? null
  metrics.gauge('read_replica_lag_seconds', 'How far the read replica is behind the primary', lag)
  metrics.counter('read_replica_answers', 'Calls that the read replica answered', () => replica?.counters.answered ?? 0)
  const passed = () => REASONS.map((why) => [{ why }, replica?.counters.passed[why] ?? 0] as const)
  metrics.counter('read_replica_passed', 'Calls that it might have answered and the primary did', passed, ['why'])
}
