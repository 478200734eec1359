import type pg from 'pg'
import { owned } from '../kit/process-state.ts'
import { repeated } from '../kit/transaction.ts'
import { CommitTimes } from './commit-times.ts'
import { isDataRefused } from './group-commit.ts'
import { anomalyStatements } from './pile-anomalies.ts'
import { type ConnectorPatch, mergePatch, type PilePatch, patchStatement } from './pile-patch.ts'
import type { Live } from './ports.ts'
import { type PresenceChange, writePresence } from './presence.ts'

export interface WriterLog {
  error(facts: object, message: string): void
}

/** Live figures reach the screens within a second of the pile's message: half of it may pass here. */
const BEHIND_MS = 500
const PRESENCE_MS = 50

/**
 * One lane in which everything about piles is written, many piles a commit: what is said while a commit is under way goes
 * into the next. What could not be written because the database is away is kept and tried again.
 */
export class PileWriter {
  readonly #pool: pg.Pool
  readonly #live: Live
  readonly #log: WriterLog
  readonly #node: () => number
  readonly #times: CommitTimes
  #patches = new Map<number, PilePatch>()
  readonly state = owned('pile_writes', () => this.#patches.size)
  #presence: PresenceChange[] = []
  #waiting: ((error: Error | null) => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #writing = false

  /** `node`: this one's number. */
  constructor(pool: pg.Pool, live: Live, log: WriterLog, node: () => number, times = new CommitTimes()) {
    this.#times = times
    this.#pool = pool
    this.#node = node
    this.#live = live
    this.#log = log
  }

  /** What is waiting to be written of a pile; the caller changes it in place. Written within half a second. */
  patch(pile_id: number): PilePatch {
    let patch = this.#patches.get(pile_id)
    if (!patch) {
      patch = {}
      this.#patches.set(pile_id, patch)
    }
    if (!this.#timer) this.#writeIn(BEHIND_MS)
    return patch
  }

  connector(pile_id: number, number: number): ConnectorPatch {
    const patch = this.patch(pile_id)
    patch.connectors ??= new Map()
    let connector = patch.connectors.get(number)
    if (!connector) {
      connector = {}
      patch.connectors.set(number, connector)
    }
    return connector
  }

  presence(change: PresenceChange): void {
    const pending = this.#patches.get(change.pile_id)
    delete pending?.state
    delete pending?.power_w
    this.#presence.push(change)
    this.#writeIn(PRESENCE_MS)
  }

  /** Resolves when everything said so far is in the database; rejects when it could not be written this time. */
  written(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push((error) => (error ? reject(error) : resolve()))
      this.#writeIn(0)
    })
  }

  #writeIn(ms: number): void {
    if (this.#writing) return // it follows at once
    const due = performance.now() + ms
    if (this.#timer && due >= this.#due) return // nobody is put off by those who come later
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => void this.#write(), ms)
  }

  async #write(): Promise<void> {
    this.#timer = undefined
    this.#writing = true
    const waiting = this.#waiting
    this.#waiting = []
    const error = await this.#writeAll()
    for (const done of waiting) done(error)
    this.#writing = false
    if (error) this.#writeIn(BEHIND_MS)
    else if (this.#waiting.length > 0 || this.#presence.length > 0) this.#writeIn(0)
    else if (this.#patches.size > 0) this.#writeIn(BEHIND_MS)
  }

  async #writeAll(): Promise<Error | null> {
    const [presence, patches] = [this.#presence, this.#patches]
    this.#presence = []
    this.#patches = new Map()
    try {
      if (presence.length > 0) await this.#times.timed(() => this.#writePresence(presence))
    } catch (error) {
      return this.#again(presence, patches, error as Error)
    }
    try {
      if (patches.size > 0) await this.#times.timed(() => this.#writePatches(patches))
      return null
    } catch (error) {
      return this.#again([], patches, error as Error)
    }
  }

  /** Browsers are told once it is written: one that reads the pile anew on hearing of it must find it so. */
  async #writePresence(presence: readonly PresenceChange[]): Promise<void> {
    for (const id of await writePresence(this.#pool, this.#node(), presence)) this.#live.changed('offline_record', id)
    for (const { pile_id } of presence) this.#live.changed('pile', pile_id)
  }

  /** What could not be written goes before what came meanwhile. */
  #again(presence: PresenceChange[], patches: Map<number, PilePatch>, error: Error): Error {
    this.#log.error({ err: error }, 'what piles reported of themselves could not be written; it is tried again')
    this.#presence = [...presence, ...this.#presence]
    for (const [id, newer] of this.#patches) patches.set(id, mergePatch(patches.get(id) ?? {}, newer))
    this.#patches = patches
    return error
  }

  // After the rest, so that what is tried again because of them counts none twice.
  async #writeOddities(patches: Map<number, PilePatch>): Promise<void> {
    const noted = new Map(
      [...patches].sort(([a], [b]) => a - b).flatMap(([id, { flags }]) => (flags ? [[id, flags]] : [])),
    )
    const [writing, clearing] = anomalyStatements(noted)
    if (!writing || !clearing) return
    await repeated(() => this.#pool.query(writing))
    // What it leaves is cleared with the next ones.
    await this.#pool.query(clearing).catch((error: unknown) => this.#log.error({ err: error }, 'old anomalies stay'))
  }

  async #writePatches(patches: Map<number, PilePatch>): Promise<void> {
    try {
      await repeated(() => this.#pool.query(patchStatement(patches, this.#node())))
      await this.#writeOddities(patches)
    } catch (error) {
      if (!isDataRefused(error)) throw error
      if (patches.size === 1)
        return this.#log.error({ err: error, patch: [...patches] }, 'a pile reported what cannot be kept')
      for (const entry of patches) await this.#writePatches(new Map([entry]))
    }
    for (const pile_id of patches.keys()) this.#live.changed('pile', pile_id)
  }
}
