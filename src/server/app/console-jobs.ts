import type { Kysely } from 'kysely'
import type pg from 'pg'
import { entities } from '../../shared/entities/index.ts'
import type { Auth } from '../auth/auth.ts'
import { readOwnChoices } from '../dictionaries/items.ts'
import { addUpRowCounts } from '../kit/crud/pages.ts'
import { spellingNames } from '../kit/crud/spell-names.ts'
import { addUpTallies } from '../kit/crud/tally.ts'
import type { Database } from '../kit/database/tables.ts'
import type { LiveChannel } from '../live/channel.ts'
import type { Metrics } from './metrics.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'

const MINUTE_MS = 60_000
/** A million names take some minutes. */
const SPELLING_MS = 3_000

/** What goes on by itself behind lists and signing in. */
export function consoleJobs(jobs: PeriodicJobs, db: Kysely<Database>, auth: Auth): void {
  jobs.once(MINUTE_MS, 'forget what expired of signing in', () => auth.tidy())
  jobs.once(MINUTE_MS, 'add up row counts', () => addUpRowCounts(db))
  jobs.once(SPELLING_MS, 'spell names', spellingNames(db))
  jobs.every(1_000, 'read what dictionaries say', () => readOwnChoices(db))
  jobs.once(10_000, 'add up tallies', () => addUpTallies(db, Object.values(entities)))
}

export function consoleMetrics(metrics: Metrics, live: LiveChannel, pool: pg.Pool): void {
  metrics.gauge('live_viewers', 'Browsers that are signed in to the live channel', () => live.viewers)
  metrics.counter('live_messages', 'Changes told to browsers', () => live.counters.messages)
  metrics.counter('live_dropped', 'Browsers dropped for reading too slowly', () => live.counters.dropped)
  metrics.gauge('database_connections', 'Connections of the pool', () => pool.totalCount)
  metrics.gauge('database_idle', 'Connections of the pool that nobody uses', () => pool.idleCount)
  metrics.gauge('database_connections_max', 'Connections that the pool may have', () => pool.options.max)
  metrics.gauge('database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
}
