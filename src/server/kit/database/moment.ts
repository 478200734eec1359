import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { AtOnce } from '../at-once.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

const pools = new WeakMap<Db, pg.Pool>()
const moments = new WeakSet<Db>()

/** Says which connections a database is read by. */
export const readBy = (db: Db, pool: pg.Pool) => void pools.set(db, pool)

/**
 * The same database by so many of its connections at once; who comes then waits for the next. Many questions of one person are answered no
 * sooner by many connections than there are processors, and each connection is slow at first: it learns tables, statements and pages anew.
 */
export function byFew(db: Db, most: number): Db {
  if (db.isTransaction || moments.has(db)) return db
  const pool = poolOf(db)
  const turns = new AtOnce(most)
  const connect = async (): Promise<pg.PoolClient> => {
    await turns.enter()
    const client = await pool.connect().catch((error) => {
      turns.leave()
      throw error
    })
    // The pool gives each client another way back whenever it is taken.
    const { release } = client
    client.release = (error) => {
      release(error)
      turns.leave()
    }
    return client
  }
  const few = { connect, end: async () => {} } as unknown as pg.Pool
  const own = new Kysely<Database>({ dialect: new PostgresDialect({ pool: few }) })
  readBy(own, few)
  return own
}

function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('this database was not opened by openDatabase')
  return pool
}

/**
 * Reads that must agree with each other: all of them see the database as it was at one moment. What is asked together, by
 * `Promise.all`, is sent together and costs one round trip; so does the beginning of the transaction, and nobody waits for its end.
 */
export async function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction || moments.has(db)) return read(db)
  const client = await poolOf(db).connect()
  const reading = new Reading(client)
  try {
    const result = await read(reading.db)
    await reading.begun
    reading.end('commit')
    return result
  } catch (error) {
    reading.end('rollback')
    throw error
  }
}

/** A transaction on a connection that takes the next question before it has answered the last. */
class Reading {
  readonly db: Db
  readonly begun: Promise<unknown>
  readonly #client: pg.PoolClient
  #isOver = false
  #isGathering = false
  #cause: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
    pipelined(client, true)
    this.#sendTogether()
    this.begun = client.query('start transaction isolation level repeatable read read only')
    // Anyone who reads is told first.
    this.begun.catch(() => {})
    const pool = { connect: async () => ({ query: this.#query, release: () => {} }), end: async () => {} }
    this.db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) })
    moments.add(this.db)
  }

  /** What was sent before is answered before; who comes later is refused, for the connection is another's by then. */
  end(by: 'commit' | 'rollback'): void {
    this.#isOver = true
    this.#sendTogether()
    this.#client.query(by).then(
      () => {
        pipelined(this.#client, false)
        this.#client.release()
      },
      (error: Error) => this.#client.release(error),
    )
  }

  /** What is asked in one turn goes out by one write, which costs more than a question does. */
  #sendTogether(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const stream = streamOf(this.#client)
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  #query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (this.#isOver) throw new Error('what was read together is over')
    this.#sendTogether()
    try {
      return await this.#client.query(text, values)
    } catch (error) {
      // All that was sent behind it fails with it, and may be heard of first: what went wrong is told, not what followed.
      this.#cause ??= error
      throw this.#cause
    }
  }
}

/** Parts of pg that its types do not show. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** An option of pg that its types do not know yet; only an idle connection may be switched. */
function pipelined(client: pg.PoolClient, on: boolean): void {
  ;(client as unknown as { pipeline: boolean }).pipeline = on
}
