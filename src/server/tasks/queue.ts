import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Log } from './ports.ts'

const QUEUE = 'task'
// Any fixed number does.
const STARTING = 731_104_204
/** The queue keeps its tables in a schema of its own, beside ours and outside of backups: it is made anew where it is missing. */
export const QUEUE_SCHEMA = 'pgboss'

export interface Job {
  id: string
  task: string
  /** How often it was begun before. */
  tries: number
}

interface Retry {
  /** How often a run is tried again that failed or was lost. */
  limit: number
  /** Before the first; twice as long before each further one, spread a little. */
  delaySeconds: number
}

type Db = Pick<Kysely<unknown>, 'executeQuery'>

/**
 * Runs that wait and runs at work, kept by pg-boss in the database: durable, and each given to one server alone. When a run
 * is due and who may have it is ours; so is the fetching, since its own workers leave a failed answer unheeded.
 */
export class Queue {
  readonly #boss: PgBoss
  readonly #pool: pg.Pool
  readonly #retry: Retry

  constructor(pool: pg.Pool, log: Log, retry: Retry) {
    this.#pool = pool
    this.#retry = retry
    const db = { executeSql: (text: string, values: unknown[]) => execute(pool, text, values) }
    this.#boss = new PgBoss({ db, schema: QUEUE_SCHEMA, schedule: false, deleteAfterDays: 3 })
    this.#boss.on('error', (error) => log.error({ err: error }, 'the queue of tasks could not tidy itself'))
  }

  /** Makes its tables where they are missing; servers that start together take turns at it. */
  async start(): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [STARTING])
      await this.#boss.start()
      // That a run is dead its lock tells, within seconds; the queue's own judgement by the clock only comes behind it.
      if (!(await this.#boss.getQueue(QUEUE)))
        await this.#boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', expireInHours: 23 })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [STARTING]).then(
        () => client.release(),
        (error) => client.release(error),
      )
    }
  }

  stop(): Promise<void> {
    return this.#boss.stop({ graceful: false, close: false })
  }

  /** Puts a task in, in the caller's transaction; null where it waits already. */
  put(trx: Db, task: string): Promise<string | null> {
    const { limit, delaySeconds } = this.#retry
    const retry = { retryLimit: limit, retryDelay: delaySeconds, retryBackoff: delaySeconds > 0 }
    return this.#boss.send(QUEUE, { task }, { singletonKey: task, ...retry, db: within(trx) })
  }

  /**
   * The next run that is due of one of these tasks, from now on this server's; null when there is none. As pg-boss fetches, which cannot
   * leave those of others where they are: a server of another version may have them.
   */
  async take(names: readonly string[]): Promise<Job | null> {
    const { rows } = await this.#pool.query<Job>(TAKE, [QUEUE, names])
    return rows[0] ?? null
  }

  async done(trx: Db, id: string): Promise<void> {
    await this.#boss.complete(QUEUE, id, {}, { db: within(trx) })
  }

  /** It is tried again a while later, unless it was tried often enough. */
  async failed(trx: Db, id: string, why: string): Promise<void> {
    await this.#boss.fail(QUEUE, id, { why }, { db: within(trx) })
  }

  /** It lost its server and is tried again at once; false where that has been often enough. */
  async lost(trx: Db, id: string): Promise<boolean> {
    const db = within(trx)
    const job = await this.#boss.getJobById(QUEUE, id, { db, includeArchive: false })
    if (job?.state !== 'active') return true
    if (job.retryCount >= job.retryLimit) {
      await this.#boss.fail(QUEUE, id, { why: 'its server is gone' }, { db })
      return false
    }
    await this.#boss.cancel(QUEUE, id, { db })
    await this.#boss.resume(QUEUE, id, { db })
    return true
  }

  async cancelled(trx: Db, id: string): Promise<void> {
    await this.#boss.cancel(QUEUE, id, { db: within(trx) })
  }
}

// In a CTE, which is done once: a subquery of the join would be done for each row that it is joined with, and take another run each time.
const TAKE = `
  with next as materialized (
    select id from ${QUEUE_SCHEMA}.job
    where name = $1 and state < 'active' and start_after < now() and singleton_key = any($2::text[])
    order by priority desc, created_on, id limit 1 for update skip locked)
  update ${QUEUE_SCHEMA}.job j set state = 'active', started_on = now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = $1 and j.id = next.id
  returning j.id, j.singleton_key as task, j.retry_count as tries`

const within = (trx: Db) => ({
  executeSql: async (text: string, values: unknown[]) => {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
    return { rows: rows as unknown[] }
  },
})

// What pg-boss sends may be a whole transaction: one that broke in its middle must not go back to the pool open.
async function execute(pool: pg.Pool, text: string, values: unknown[]) {
  const client = await pool.connect()
  try {
    const result = await client.query(text, values)
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    )
    throw error
  }
}
