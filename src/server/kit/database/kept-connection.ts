import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const AGAIN_MS = 1_000

interface Uses {
  /** As the database shows it among its connections. */
  name: string
  /** Called on each new connection, before it counts as open. */
  opened(client: pg.Client): Promise<void>
  /** What it listens for. */
  heard(payload: string): void
  /** A query that takes longer failed. Without it there is no limit. */
  queryMs?: number
}

/**
 * A connection beside the pool, for what a pool cannot do: listen, or hold a lock for long. One that breaks is opened anew until it is
 * closed.
 */
export class KeptConnection {
  readonly #config: pg.ClientConfig
  readonly #uses: Uses
  #client: pg.Client | undefined
  #closed = false

  constructor(connection: string | pg.ClientConfig, uses: Uses) {
    this.#config = {
      ...configOf(connection),
      ...(uses.queryMs && { query_timeout: uses.queryMs }),
      application_name: `chargedeck ${uses.name}`,
      keepAlive: true,
    }
    this.#uses = uses
  }

  /** Undefined while there is none. */
  get client(): pg.Client | undefined {
    return this.#client
  }

  /** Rejects when the database cannot be reached now. */
  async open(): Promise<void> {
    const made = new pg.Client(this.#config)
    made.on('error', () => {}) // its `end` says the same
    made.on('notification', ({ payload }) => this.#uses.heard(payload ?? ''))
    await made.connect()
    try {
      await this.#uses.opened(made)
    } catch (error) {
      void made.end().catch(() => {})
      throw error
    }
    made.once('end', () => {
      this.#client = undefined
      void this.keepOpening()
    })
    this.#client = made
  }

  /** The database was restarted under it, or the network broke. */
  async keepOpening(): Promise<void> {
    while (!this.#closed && !this.#client) {
      const done = await this.open().then(
        () => true,
        () => false,
      )
      if (!done) await sleep(AGAIN_MS, undefined, { ref: false })
    }
    if (this.#closed) await this.#client?.end()
  }

  /** Gives up a connection that does not answer: its end follows at once, whatever the network does. */
  drop(): void {
    const client = this.#client as unknown as { connection?: { stream?: { destroy(): void } } } | undefined
    client?.connection?.stream?.destroy()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }
}

export const configOf = (connection: string | pg.ClientConfig): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection
