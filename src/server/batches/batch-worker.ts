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
  #failures = 0

  constructor(ports: Ports) {
    this.#ports = ports
  }

  wake = (): Promise<void> => this.#loop.wake()
  stop = (): Promise<void> => this.#loop.stop()

  async #step(): Promise<boolean> {
    const { db, changed } = this.#ports
    try {
      const id = await makeSome(db)
      this.#failures = 0
      if (id === null) return false
      changed('batch_task', id)
      changed('pile', NO_PILE)
      return true
    } catch (error) {
      if (++this.#failures >= PATIENCE) await this.#setAside(error as Error)
      throw error
    }
  }

  /** A database that is away comes back, but a task that cannot be done must not hold up the others. */
  async #setAside(error: Error): Promise<void> {
    const { db, changed } = this.#ports
    const { rows } = await sql<{ id: number }>`
      update batch_task set state = 'failed', problem = ${error.message.slice(0, 200)}, updated_at = now(),
        version = version + 1
      where id = (select id from batch_task where state in ('waiting', 'running')
        order by worked_at nulls first, id limit 1 for update skip locked) returning id`.execute(db)
    this.#failures = 0
    for (const { id } of rows) changed('batch_task', id)
  }
}
