/** Told how its item fared: null when it is in the database. */
export type Done = (error: Error | null) => void

export interface GroupCommitOptions<Item> {
  /** Writes a batch in one commit. A rejection means that none of it was written. */
  write(items: Item[]): Promise<unknown>
  /** Commits under way at once. */
  inFlight: number
  /** Items of one commit, by their weight; one that weighs more has a commit of its own. */
  most: number
  /** 1 for each where it is left out. */
  weightOf?(item: Item): number
  /** Told of each commit when it ended. */
  ended?(commit: CommitTold): void
}

/** How one commit went. */
export interface CommitTold {
  items: number
  /** From its beginning to its end. */
  seconds: number
  failed: boolean
}

interface Waiting<Item> {
  item: Item
  done: Done
}

/**
 * Many callers share one commit: whatever arrives while the allowed commits are under way goes into the next one.
 * Where the database refuses what a batch holds, the batch is halved until the culprit stands alone, so that nobody
 * suffers for a neighbour's report.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>
  #waiting: Waiting<Item>[] = []
  /** Taken when nothing else fills the commit. */
  #later: Waiting<Item>[] = []
  #underWay = 0
  #idle: (() => void)[] = []
  #woken = false
  #gathering: NodeJS.Timeout | undefined

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options
  }

  add(item: Item, done: Done): void {
    this.#waiting.push({ item, done })
    this.#wake()
  }

  /** Waits so long for others to share its commit with, unless one begins before. */
  addSoon(item: Item, withinMs: number, done: Done): void {
    this.#waiting.push({ item, done })
    this.#gathering ??= setTimeout(() => this.#wake(), withinMs)
  }

  /** Behind all that is added: nobody waits for it. */
  addLater(item: Item, done: Done): void {
    this.#later.push({ item, done })
    this.#wake()
  }

  #wake(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    if (this.#woken || this.#underWay >= this.#options.inFlight) return
    // What other sockets bring in this turn of the loop shares the commit.
    this.#woken = true
    setImmediate(() => {
      this.#woken = false
      this.#next()
    })
  }

  /** The same as a promise; `withinMs`: it waits so long for others. */
  put(item: Item, withinMs = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      const done: Done = (error) => (error ? reject(error) : resolve())
      if (withinMs) this.addSoon(item, withinMs, done)
      else this.add(item, done)
    })
  }

  get queued(): number {
    return this.#waiting.length + this.#later.length
  }

  /** Resolves when everything added so far is written or refused. */
  async drain(): Promise<void> {
    if (this.queued === 0 && this.#underWay === 0) return
    this.#wake()
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #next(): void {
    while (this.queued > 0 && this.#underWay < this.#options.inFlight) {
      const batch = this.#batch()
      this.#underWay++
      this.#commit(batch).finally(() => {
        this.#underWay--
        this.#next()
      })
    }
    if (this.queued > 0 || this.#underWay > 0) return
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  #batch(): Waiting<Item>[] {
    const { most, weightOf = () => 1 } = this.#options
    let weight = 0
    const takes = (queue: Waiting<Item>[]) => {
      let count = 0
      for (const { item } of queue) {
        weight += weightOf(item)
        if (weight > most && (count > 0 || batch.length > 0)) break
        count++
      }
      return queue.splice(0, count)
    }
    const batch: Waiting<Item>[] = []
    batch.push(...takes(this.#waiting))
    if (weight <= most) batch.push(...takes(this.#later))
    return batch
  }

  async #commit(batch: Waiting<Item>[]): Promise<void> {
    const began = performance.now()
    const ended = (failed: boolean) =>
      this.#options.ended?.({ items: batch.length, seconds: (performance.now() - began) / 1_000, failed })
    try {
      await this.#options.write(batch.map(({ item }) => item))
      ended(false)
    } catch (error) {
      ended(true)
      if (batch.length > 1 && isDataRefused(error)) return this.#halves(batch)
      for (const { done } of batch) done(error as Error)
      return
    }
    for (const { done } of batch) done(null)
  }

  async #halves(batch: Waiting<Item>[]): Promise<void> {
    const middle = batch.length >> 1
    await this.#commit(batch.slice(0, middle))
    await this.#commit(batch.slice(middle))
  }
}

/** SQLSTATE classes 21, 22 and 23: cardinality, data and constraints. Anything else is not the items' fault. */
export const isDataRefused = (error: unknown): boolean =>
  /^2[123]/.test((error as { code?: string } | null)?.code ?? '')
