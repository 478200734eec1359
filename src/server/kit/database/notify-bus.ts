import type pg from 'pg'
import type { Logger } from 'pino'
import { GatheringBus } from '../gathering-bus.ts'
import { KeptConnection } from './kept-connection.ts'

const CHANNEL = 'chargedeck_bus'
/** A connection that says nothing for so long is asked whether it is there. */
const ASK_EVERY_MS = 10_000
const ANSWER_MS = 5_000

/**
 * The bus by NOTIFY on a connection of its own, outside of every transaction that stores something: within one it would make all of them
 * wait for each other at their commit.
 */
export class NotifyBus extends GatheringBus {
  readonly #connection: KeptConnection
  #asking: NodeJS.Timeout | undefined
  /** PostgreSQL takes less than 8,000; all lines are ASCII but for names. */
  protected readonly mostBytes = 7_900

  /** `node` tells its own lines from those of others. */
  constructor(connection: string | pg.ClientConfig, node: string, log?: Logger) {
    super(node, log)
    this.#connection = new KeptConnection(connection, {
      name: 'bus',
      queryMs: ANSWER_MS,
      opened: async (client) => {
        await client.query(`listen ${CHANNEL}`)
        for (const text of this.opened()) await client.query('select pg_notify($1, $2)', [CHANNEL, text])
      },
      heard: (payload) => this.heard(payload),
    })
  }

  /** Begins to listen. A database that is away just now is waited for. */
  async start(): Promise<void> {
    await this.#connection.open().catch(() => void this.#connection.keepOpening())
    this.#asking = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref()
  }

  protected get isOpen() {
    return this.#connection.client !== undefined
  }

  protected carry(texts: string[]) {
    return this.#query('select pg_notify($1, part) from unnest($2::text[]) part', [CHANNEL, texts])
  }

  protected hangUp() {
    clearInterval(this.#asking)
    return this.#connection.close()
  }

  #ask() {
    return this.#query('select').catch(() => {})
  }

  async #query(text: string, values?: unknown[]): Promise<void> {
    try {
      await this.#connection.client?.query(text, values)
    } catch (error) {
      this.#connection.drop()
      throw error
    }
  }
}
