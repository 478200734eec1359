import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { GatheringBus } from './gathering-bus.ts'

/** Servers of NATS and who we are there. */
export interface NatsSettings {
  /** `host:port` of each. */
  servers: string[]
  user?: string
  password?: string
  token?: string
  /** Only over TLS, by a certificate that this machine trusts. */
  tls: boolean
}

/** A start waits for it so long and goes on without it. */
const START_MS = 3_000
const CONNECT_MS = 3_000
const AGAIN_MS = 1_000
/** One that is silent for twice as long is given up. */
const ASK_EVERY_MS = 5_000
const ANSWER_MS = 5_000
/** Consoles of other nodes are told of changes by the bus alone: while it is away they read anew so often. */
const DEAF_MS = 15_000
/** A server takes a megabyte unless it is told otherwise. */
const MOST_BYTES = 65_536

/**
 * The bus by NATS, for more nodes than one database should wake. It carries what NOTIFY would, and may lose as much: nothing is stored there.
 * Which server answers and when is nothing that another part waits for.
 */
export class NatsBus extends GatheringBus {
  readonly #settings: NatsSettings
  readonly #subject: string
  readonly #log: Logger
  #connection: NatsConnection | undefined
  #deaf: NodeJS.Timeout | undefined
  /** Called when the connection ends before what was told last is answered. */
  #unanswered: (() => void) | undefined
  #saidAway = false
  #ended = false

  /** `node` tells its own lines from those of others; `network` is a secret of all nodes at one database, which are alone in hearing each other. */
  constructor(settings: NatsSettings, node: string, network: Buffer, log: Logger) {
    super(node, log)
    this.#settings = settings
    this.#log = log
    this.#subject = `chargedeck.${createHash('sha256').update('bus').update(network).digest('hex').slice(0, 16)}`
  }

  /** Begins to listen, however long it takes: it is waited for a moment. */
  async start(): Promise<void> {
    this.#deaf = setInterval(() => !this.isOpen && this.missed(), DEAF_MS).unref()
    const first = new Promise<void>((resolve) => void this.#keepOpening(resolve))
    await Promise.race([first, sleep(START_MS, undefined, { ref: false })])
  }

  protected get isOpen() {
    return this.#connection !== undefined
  }

  protected get mostBytes() {
    return Math.min(MOST_BYTES, this.#connection?.info?.max_payload ?? MOST_BYTES)
  }

  /** Waits until the server has them: who tells faster than it takes gathers more. */
  protected carry(texts: string[]) {
    const connection = this.#connection
    if (!connection) return Promise.resolve()
    return new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => void connection.close(), ANSWER_MS).unref()
      this.#unanswered = () => {
        clearTimeout(late)
        reject(new Error('it hung up'))
      }
      for (const text of texts) connection.publish(this.#subject, text)
      const told = () => {
        clearTimeout(late)
        resolve()
      }
      connection.flush().then(told, this.#unanswered)
    })
  }

  protected async hangUp() {
    this.#ended = true
    clearInterval(this.#deaf)
    await this.#connection?.close()
  }

  /** Calls `tried` after the first try. */
  async #keepOpening(tried: () => void): Promise<void> {
    while (!this.#ended) {
      try {
        const connection = await this.#open()
        tried()
        const reason = await connection.closed()
        this.#connection = undefined
        this.#unanswered?.()
        this.#sayAway(reason)
      } catch (error) {
        this.#connection = undefined
        this.#unanswered?.()
        this.#sayAway(error)
        tried()
        await sleep(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  async #open(): Promise<NatsConnection> {
    const { servers, user, password, token, tls } = this.#settings
    const connection = await connect({
      ...{ servers, name: 'chargedeck', timeout: CONNECT_MS, pingInterval: ASK_EVERY_MS, maxPingOut: 2 },
      // We open anew ourselves: it would give up where it is refused, and keep for later what is worth nothing then.
      ...{ reconnect: false, noEcho: true },
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(token !== undefined && { token }),
      ...(tls && { tls: {} }),
    })
    const heard = (error: Error | null, message: Msg) => {
      if (!error) this.heard(message.string())
    }
    connection.subscribe(this.#subject, { callback: heard })
    void this.#watch(connection)
    // It listens before others learn that it is there.
    const reason = await Promise.race([connection.flush(), connection.closed()])
    if (this.#ended) await connection.close()
    if (connection.isClosed()) throw reason ?? new Error('it hung up')
    this.#connection = connection
    for (const text of this.opened()) connection.publish(this.#subject, text)
    if (this.#saidAway) this.#log.info('NATS is there again')
    this.#saidAway = false
    return connection
  }

  /** What the server refuses while it goes on, such as a subject that we may not use. */
  async #watch(connection: NatsConnection) {
    for await (const status of connection.status())
      if (status.type === 'error') this.#log.warn({ reason: status.error.message }, 'NATS refuses something')
  }

  /** Once for each time that it is away. */
  #sayAway(reason: unknown): void {
    if (this.#saidAway || this.#ended) return
    this.#saidAway = true
    const { message = 'it hung up' } = (reason ?? {}) as Error
    this.#log.warn({ reason: message }, 'NATS is away: other nodes learn of changes by looking')
  }
}
