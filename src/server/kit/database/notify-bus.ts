import type pg from 'pg'
import { type Bus, busState } from '../bus.ts'
import { KeptConnection } from './kept-connection.ts'

const CHANNEL = 'chargedeck_bus'
/** What is told within this time goes together. */
const GATHER_MS = 25
/** PostgreSQL takes less than 8,000 bytes; all lines are ASCII but for names. */
const MOST_BYTES = 7_900
/** A node that has so much to tell is told of by one word: look at everything. */
const MOST_LINES = 20_000
/** A connection that says nothing for so long is asked whether it is there. */
const ASK_EVERY_MS = 10_000
const ANSWER_MS = 5_000
/** All nodes come back one after the other when the database does: that is one gap. */
const GAP_MS = 1_500
/** Its name is no topic. */
const GAP = '*'

/**
 * The bus by NOTIFY on a connection of its own, outside of every transaction that stores something: within one it would make all of them
 * wait for each other at their commit.
 */
export class NotifyBus implements Bus {
  readonly #connection: KeptConnection
  readonly #node: string
  readonly #listeners = new Map<string, ((line: string) => void)[]>()
  readonly #gapListeners: (() => void)[] = []
  /** The same line once. */
  #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #asking: NodeJS.Timeout | undefined
  #gap: NodeJS.Timeout | undefined
  #telling: Promise<void> | null = null
  #wasOpen = false
  #closed = false
  readonly state = busState(() => this.#waiting.size)
  readonly counters = { told: 0, heard: 0, gaps: 0 }

  /** `node` tells its own lines from those of others. */
  constructor(connection: string | pg.ClientConfig, node: string) {
    this.#node = node
    this.#connection = new KeptConnection(connection, {
      name: 'bus',
      queryMs: ANSWER_MS,
      opened: (client) => this.#opened(client),
      heard: (payload) => this.#heard(payload),
    })
  }

  /** Begins to listen. A database that is away just now is waited for. */
  async start(): Promise<void> {
    await this.#connection.open().catch(() => void this.#connection.keepOpening())
    this.#asking = setInterval(() => void this.#ask(), ASK_EVERY_MS).unref()
  }

  publish(topic: string, line: string): void {
    if (this.#closed) return
    if (this.#waiting.size < MOST_LINES) this.#waiting.add(`${topic} ${line}`)
    else this.#waiting = new Set([GAP])
    this.#soon()
  }

  subscribe(topic: string, hear: (line: string) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), hear])
  }

  onGap(look: () => void): void {
    this.#gapListeners.push(look)
  }

  /** Tells what waits, then hangs up. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#asking)
    clearTimeout(this.#timer)
    clearTimeout(this.#gap)
    await this.#telling
    if (this.#waiting.size) await this.#tell()
    await this.#connection.close()
  }

  async #opened(client: pg.Client): Promise<void> {
    await client.query(`listen ${CHANNEL}`)
    if (!this.#wasOpen) {
      this.#wasOpen = true
      if (this.#waiting.size) this.#soon()
      return
    }
    // It was deaf, and what it had to tell meanwhile is gone: both sides look for themselves.
    this.#waiting.clear()
    this.#missed()
    await client.query('select pg_notify($1, $2)', [CHANNEL, `${this.#node}\n${GAP}`])
  }

  #heard(payload: string): void {
    const [node, ...lines] = payload.split('\n')
    if (node === this.#node) return
    for (const line of lines) {
      this.counters.heard++
      if (line === GAP) this.#missed()
      const space = line.indexOf(' ')
      for (const hear of this.#listeners.get(line.slice(0, space)) ?? []) hear(line.slice(space + 1))
    }
  }

  /** What is looked at afterwards has all that was missed until then. */
  #missed(): void {
    this.#gap ??= setTimeout(() => {
      this.#gap = undefined
      this.counters.gaps++
      for (const look of this.#gapListeners) look()
    }, GAP_MS).unref()
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => void this.#tell(), GATHER_MS)
  }

  /** One at a time: what comes meanwhile is told the next time. */
  async #tell(): Promise<void> {
    await this.#telling
    this.#timer = undefined
    const { client } = this.#connection
    if (!client) return
    const lines = [...this.#waiting]
    this.#waiting.clear()
    this.#telling = client
      .query('select pg_notify($1, part) from unnest($2::text[]) part', [CHANNEL, partsOf(lines, `${this.#node}\n`)])
      .then(
        () => {
          this.counters.told += lines.length
        },
        () => this.#connection.drop(),
      )
      .finally(() => {
        this.#telling = null
      })
    await this.#telling
  }

  async #ask(): Promise<void> {
    const { client } = this.#connection
    await client?.query('select').catch(() => this.#connection.drop())
  }
}

/** As few texts as can be, each short enough for one notification. */
function partsOf(lines: readonly string[], head: string): string[] {
  const parts: string[] = []
  let part = head
  for (const line of lines) {
    if (part !== head && Buffer.byteLength(part) + Buffer.byteLength(line) + 1 > MOST_BYTES) {
      parts.push(part)
      part = head
    }
    part += part === head ? line : `\n${line}`
  }
  return [...parts, part]
}
