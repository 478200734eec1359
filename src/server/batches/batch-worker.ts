import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { Loop } from '../kit/loop.ts'
import { makeSome } from './make-piles.ts'

interface Ports {
  db: Kysely<Database>
  changed(entity: string, id: number): void
}

/** Failures in a row after which a task is set aside for a person. */
const PATIENCE = 5
/** No pile has this id: lists are told that there are more, pages of single piles that nothing of theirs changed. */
const NO_PILE = 0

/** Works the batch tasks off, in small transactions, until none is open. */
export class BatchWorker {
  readonly #ports: Ports
  readonly #loop = new Loop(() => this.#step())
  /** The task that failed last, and how often in a row. */
  #failing: { id: number; times: number } | null = null

  constructor(ports: Ports) {
    this.#ports = ports
  }

  wake = (): Promise<void> => this.#loop.wake()
  stop = (): Promise<void> => this.#loop.stop()

  async #step(): Promise<boolean> {
    const { db, changed } = this.#ports
    let inHand: number | null = null
    try {
      const id = await makeSome(db, (task) => {
        inHand = task
      })
      this.#failing = null
      if (id === null) return false
      changed('batch_task', id)
      changed('pile', NO_PILE)
      return true
    } catch (error) {
      if (inHand !== null) await this.#noteFailure(inHand, error as Error)
      throw error
    }
  }

  /**
   * A database that is away comes back, but a task that cannot be done must not hold up the others. Another task may be next by
   * now: what failed is set aside, not what stands first.
   */
  async #noteFailure(id: number, error: Error): Promise<void> {
    const times = (this.#failing?.id === id ? this.#failing.times : 0) + 1
    this.#failing = { id, times }
    if (times < PATIENCE) return
    const { db, changed } = this.#ports
    const { rows } = await sql<{ id: number }>`
      update batch_task set state = 'failed', problem = ${error.message.slice(0, 200)}, updated_at = now(),
        version = version + 1
      where id = ${id} and state in ('waiting', 'running') returning id`.execute(db)
    this.#failing = null
    if (rows.length) changed('batch_task', id)
  }
}
