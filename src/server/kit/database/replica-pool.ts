import type pg from 'pg'
import { type Opened, openDatabase } from './pool.ts'
import { Elsewhere, whoIs } from './replica-name.ts'

const CONNECTIONS = 10

/** The connections by which calls read at the standby: opened when the first one asks, and all of one server. */
export class ReplicaPool {
  readonly #url: string
  readonly #connectMs: number
  readonly #clients = new Set<pg.PoolClient>()
  #opened: Opened | undefined
  #server: string | undefined

  constructor(url: string, connectMs: number) {
    this.#url = url
    this.#connectMs = connectMs
  }

  /** The server that was looked at, from here on. What reads at another one is broken off; true where there was another one. */
  leadsTo(server: string): boolean {
    const isOther = server !== this.#server
    if (isOther) this.drop()
    this.#server = server
    return isOther
  }

  get db(): Opened['db'] {
    this.#opened ??= this.#open()
    return this.#opened.db
  }

  /** Someone waits for a connection already: the primary is sooner. */
  get isFull(): boolean {
    const pool = this.#opened?.pool
    return Boolean(pool?.waitingCount && !pool.idleCount)
  }

  /** All who read by it now are broken off. */
  drop(): void {
    this.#server = undefined
    const opened = this.#opened
    this.#opened = undefined
    for (const client of this.#clients) streamOf(client)?.destroy()
    this.#clients.clear()
    void opened?.close().catch(() => {})
  }

  #open(): Opened {
    const server = this.#server
    const opened = openDatabase(this.#url, {
      ...{ max: CONNECTIONS, connectMs: this.#connectMs, onlyReads: true, name: 'chargedeck reads' },
      verify: async (client) => {
        const who = await whoIs(client)
        if (!who.standby || who.server !== server) throw new Elsewhere('it leads to another server')
      },
    })
    opened.pool.on('connect', (client) => this.#clients.add(client))
    opened.pool.on('remove', (client) => this.#clients.delete(client))
    return opened
  }
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream
