import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseClient } from './client.ts'
import { readBy } from './moment.ts'
import type { Database } from './tables.ts'
import { recordTypes } from './types.ts'

/**
 * A new connection knows no statement: to find who is asking takes 50 ms there at first, and 2 later. Chores come each minute and take
 * several connections at once. If those were ended in between, they would be new each time, and the next person would be given one.
 */
const IDLE_MS = 300_000

/** As the embedded database has it. Compiling a statement took Debian's PostgreSQL ten seconds of each sign-in, which lasts milliseconds without. */
const OWN = '-c timezone=UTC -c jit=off'

export interface Opened {
  db: Kysely<Database>
  pool: pg.Pool
  close(): Promise<void>
}

export interface PoolOptions {
  max?: number
  /** A pooled connection that nobody used broke; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
  /** How long a connection may take to be made. */
  connectMs?: number
  /** Nothing is written by it, whatever it leads to. */
  onlyReads?: boolean
  /** As the database shows its connections. */
  name?: string
  /** Asked of each new connection; one of which it throws is none. */
  verify?: (client: pg.PoolClient) => Promise<void>
}

/** Opens a pool on an address (`postgres://…`) or on the connection of the embedded server. Connects on first use. */
export function openDatabase(address: string | pg.ClientConfig, options: PoolOptions = {}): Opened {
  const target = typeof address === 'string' ? { connectionString: address } : address
  const { verify } = options
  const pool = new pg.Pool({
    Client: DatabaseClient,
    application_name: options.name ?? 'chargedeck',
    connectionTimeoutMillis: options.connectMs ?? 10_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    ...target,
    max: options.max ?? 20,
    types: recordTypes,
    options: `${OWN}${options.onlyReads ? ' -c default_transaction_read_only=on' : ''}`,
    ...(verify && {
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => void verify(client).then(() => done(), done),
    }),
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // One that breaks between two queries of its user tells here too, where silence would end the process: the user's
  // next query fails by it, and the pool does not take it back.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  readBy(db, pool)
  return { db, pool, close: () => pool.end() }
}
