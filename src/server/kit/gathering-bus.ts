import type { Logger } from 'pino'
import { type Bus, busState } from './bus.ts'

/** So often lines are told at most: what comes sooner goes together. The first one after a calm goes at once, and what is awaited always. */
const GATHER_MS = 25
/** A node that has so much to tell is told of by one word: look at everything. */
const MOST_LINES = 20_000
/** All nodes come back one after the other when what carries their lines does: that is one gap. */
const GAP_MS = 1_500
/** Its name is no topic. */
const GAP = '*'

/** What every bus does with its lines, whatever carries them. */
export abstract class GatheringBus implements Bus {
  readonly #node: string
  readonly #log: Logger | undefined
  readonly #listeners = new Map<string, ((line: string) => void)[]>()
  readonly #gapListeners: (() => void)[] = []
  /** The same line once. */
  #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  /** What waits goes as soon as what is being told is told. */
  #isNext = false
  #gap: NodeJS.Timeout | undefined
  #telling: Promise<void> | null = null
  #toldAt = Number.NEGATIVE_INFINITY
  #wasOpen = false
  /** Topics of which a line was not understood, each said once. */
  readonly #strange = new Set<string>()
  #closed = false
  readonly state = busState(() => this.#waiting.size)
  readonly counters = { told: 0, heard: 0, gaps: 0 }

  /** `node` tells its own lines from those of others. */
  constructor(node: string, log?: Logger) {
    this.#node = node
    this.#log = log
  }

  /** Whether something told now would be carried. */
  protected abstract get isOpen(): boolean
  /** The bytes that one text may have. */
  protected abstract get mostBytes(): number
  /** Carries texts to every other node. A rejection means that they may be lost: what carries them is given up and opened anew. */
  protected abstract carry(texts: string[]): Promise<unknown>
  protected abstract hangUp(): Promise<void>

  publish(topic: string, line: string, { isAwaited = false } = {}): void {
    if (this.#closed) return
    if (this.#waiting.size < MOST_LINES) this.#waiting.add(`${topic} ${line}`)
    else this.#waiting = new Set([GAP])
    this.#soon(isAwaited)
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
    clearTimeout(this.#timer)
    clearTimeout(this.#gap)
    await this.#telling
    if (this.#waiting.size) await this.#tell()
    await this.hangUp()
  }

  /** Called each time that it can be told and heard again; the result is what the others are to be told first. */
  protected opened(): string[] {
    if (!this.#wasOpen) {
      this.#wasOpen = true
      if (this.#waiting.size) this.#soon()
      return []
    }
    // It was deaf, and what it had to tell meanwhile is gone: both sides look for themselves.
    this.#waiting.clear()
    this.missed()
    return [`${this.#node}\n${GAP}`]
  }

  protected heard(text: string): void {
    const [node, ...lines] = text.split('\n')
    if (node === this.#node) return
    for (const line of lines) {
      this.counters.heard++
      if (line === GAP) this.missed()
      const space = line.indexOf(' ')
      this.#hear(line.slice(0, space), line.slice(space + 1))
    }
  }

  /** A line that is not as expected is nobody's reason to stop: this runs where nothing else would catch it. */
  #hear(topic: string, line: string): void {
    for (const hear of this.#listeners.get(topic) ?? [])
      try {
        hear(line)
      } catch (error) {
        if (!this.#strange.has(topic))
          this.#log?.warn({ topic, reason: (error as Error).message }, 'a line of another node is not understood')
        this.#strange.add(topic)
      }
  }

  /** What is looked at afterwards has all that was missed until then. */
  protected missed(): void {
    if (this.#closed) return
    this.#gap ??= setTimeout(() => {
      this.#gap = undefined
      this.counters.gaps++
      for (const look of this.#gapListeners) look()
    }, GAP_MS).unref()
  }

  #soon(isAwaited = false): void {
    if (this.#isNext || (this.#timer && !isAwaited)) return
    clearTimeout(this.#timer)
    this.#isNext = isAwaited
    const left = isAwaited ? 0 : this.#toldAt + GATHER_MS - performance.now()
    this.#timer = setTimeout(() => void this.#tell(), Math.max(0, left))
  }

  /** One at a time: what comes meanwhile is told the next time. */
  async #tell(): Promise<void> {
    this.#isNext = true
    await this.#telling
    this.#timer = undefined
    this.#isNext = false
    if (!this.isOpen) return
    this.#toldAt = performance.now()
    const lines = [...this.#waiting]
    this.#waiting.clear()
    this.#telling = this.carry(partsOf(lines, `${this.#node}\n`, this.mostBytes))
      .then(
        () => {
          this.counters.told += lines.length
        },
        () => {},
      )
      .finally(() => {
        this.#telling = null
      })
    await this.#telling
  }
}

/** As few texts as can be, each short enough. */
function partsOf(lines: readonly string[], head: string, most: number): string[] {
  const parts: string[] = []
  let part = head
  for (const line of lines) {
    if (part !== head && Buffer.byteLength(part) + Buffer.byteLength(line) + 1 > most) {
      parts.push(part)
      part = head
    }
    part += part === head ? line : `\n${line}`
  }
  return [...parts, part]
}
