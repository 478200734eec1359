import type pg from 'pg'
import type { Logger } from 'pino'
import { startEmbedded } from '../kit/database/embedded/embedded.ts'
import { migrate } from '../kit/database/migrate.ts'
import { type Opened, openDatabase } from '../kit/database/pool.ts'
import { ReadReplica } from '../kit/database/read-replica.ts'
import { SharedClock } from '../kit/database/shared-clock.ts'
import type { Settings } from './settings.ts'
import type { Shutdown } from './shutdown.ts'

/** A fault that ends the server; the message is one line for the operator. */
export class CannotStart extends Error {}

interface Ports {
  settings: Settings
  log: Logger
  shutdown: Shutdown
  /** The embedded database was lost for good. */
  onLost(error: Error): void
}

export interface ReadyDatabase extends Opened {
  connection: string | pg.ClientConfig
  /** For the operator: which database it is and where its data lies. */
  description: string
  /** What the time is, where other machines have a say in it. */
  clock?: SharedClock
  /** Answers what may lag. */
  replica?: ReadReplica | undefined
}

const COMPARE_CLOCKS_MS = 5_000

/** Opens the database that the settings name, or our own, at this version's schema. */
export async function readyDatabase({ settings, log, shutdown, onLost }: Ports): Promise<ReadyDatabase> {
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'a database connection broke')
  const { databaseUrl } = settings
  if (databaseUrl) {
    const opened = openDatabase(databaseUrl, { onIdleError })
    shutdown.add('database connections', 2_000, opened.close)
    await reach(opened, databaseUrl)
    const clock = await sharedClock(opened, { log, shutdown })
    await warnOfFewLocks(opened, log)
    await upgrade(opened, log)
    const replica = await readReplica(opened, { settings, log, shutdown })
    return { ...opened, connection: databaseUrl, description: withoutPassword(databaseUrl), clock, replica }
  }
  const embedded = await startEmbedded(settings.dataDir, {
    onLost,
    onRecovered: () => log.warn('the embedded database was lost and runs again'),
  })
  shutdown.add('embedded database', 5_500, embedded.stop, embedded.kill)
  const opened = openDatabase(embedded.connection, { onIdleError })
  shutdown.add('database connections', 1_000, opened.close)
  await upgrade(opened, log)
  return { ...opened, connection: embedded.connection, description: `embedded PostgreSQL in ${embedded.folder}` }
}

async function reach({ pool }: Opened, databaseUrl: string): Promise<void> {
  await pool.query('select 1').catch((error: Error) => {
    throw new CannotStart(`DATABASE_URL ${withoutPassword(databaseUrl)} cannot be reached: ${error.message || error}`)
  })
}

async function readReplica({ pool }: Opened, { settings: { reads }, log, shutdown }: Omit<Ports, 'onLost'>) {
  if (!reads) return undefined
  const replica = new ReadReplica({ ...reads, primary: pool, log })
  shutdown.add('read replica', 1_000, () => replica.close())
  await replica.start()
  return replica
}

/** Before anything else asks what time it is. A database that is away for a moment is asked again. */
async function sharedClock({ pool }: Opened, { log, shutdown }: Pick<Ports, 'log' | 'shutdown'>): Promise<SharedClock> {
  const clock = new SharedClock(pool, log)
  await clock.compare()
  const timer = setInterval(() => void clock.compare().catch(() => {}), COMPARE_CLOCKS_MS).unref()
  shutdown.add('clock', 100, async () => clearInterval(timer))
  return clock
}

/** Readings lie in a table a week, and a statement that names no time locks each of them: about 170. Ours has as many. */
const LOCKS = 256

/** Said at each start, and no reason not to start: most of what a small network does needs fewer. */
async function warnOfFewLocks({ pool }: Opened, log: Logger): Promise<void> {
  const asked = `select current_setting('max_locks_per_transaction')::int as locks`
  const { rows } = await pool.query<{ locks: number }>(asked)
  const { locks = LOCKS } = rows[0] ?? {}
  if (locks >= LOCKS) return
  const words = `the database has max_locks_per_transaction = ${locks}: set it to ${LOCKS} and restart it, or reading old readings may fail`
  log.warn({ max_locks_per_transaction: locks }, words)
}

async function upgrade({ pool }: Opened, log: Logger): Promise<void> {
  const applied = await migrate(pool)
  if (applied.length) log.info({ migrations: applied }, 'the database has this version’s schema')
}

const withoutPassword = (url: string): string => url.replace(/\/\/([^:/@]*):[^@]*@/, '//$1@')
