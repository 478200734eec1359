import type pg from 'pg'

// Any fixed number does; with a task's id it names one lock in the whole database.
const TASKS = 731_104_203
const AGAIN_MS = 50

/**
 * The lock of a task that runs. It belongs to a connection: a server that is killed lets go of it at once, and anyone who gets
 * it knows that nobody else runs the task.
 */
export class RunLock {
  /** Aborted when its connection breaks: from then on another person may have it. */
  readonly lost: AbortSignal
  readonly #client: pg.PoolClient
  readonly #key: readonly [number, number]

  private constructor(client: pg.PoolClient, key: readonly [number, number]) {
    this.#client = client
    this.#key = key
    const lost = new AbortController()
    this.lost = lost.signal
    client.once('end', () => lost.abort())
  }

  /** Null where the task runs, and still does after `patienceMs`: what ended has its lock for a moment longer. */
  static async take(pool: pg.Pool, task_id: number, patienceMs = 0): Promise<RunLock | null> {
    const client = await pool.connect()
    const key = [TASKS, task_id] as const
    const until = Date.now() + patienceMs
    try {
      for (;;) {
        const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [...key])
        if (rows[0].taken) return new RunLock(client, key)
        if (Date.now() >= until) break
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
      client.release()
      return null
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  async release(): Promise<void> {
    await this.#client.query('select pg_advisory_unlock($1, $2)', [...this.#key]).then(
      () => this.#client.release(),
      // A connection that is thrown away takes its locks along.
      (error) => this.#client.release(error),
    )
  }
}
