import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '../kit/database/tables.ts'
import type { Task } from './task.ts'

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** A task whose last try failed: a person has to look. */
export interface FailedTask {
  task_id: number
  /** The task's name, not its title: that depends on who reads. */
  name: string
  run_id: number
  error: string
}

export interface TasksNeeds {
  db: Kysely<Database>
  pool: pg.Pool
  log: Log
  tasks: readonly Task[]
  /** Tells browsers. */
  changed(entity: 'task' | 'task_run', id: number): void
  /** Tells whoever looks after it, in the transaction that notes it. */
  failed(trx: Kysely<Database>, failed: FailedTask): Promise<void>
  timing?: Partial<Timing>
}

export interface Timing {
  /** How often it is looked whether something is due. */
  lookMs: number
  /** How often a run tells how far it is, and hears that it shall stop. */
  beatMs: number
  /** How often runs are sought whose server is gone. */
  lostMs: number
  retries: number
  retrySeconds: number
}

export const TIMING: Timing = { lookMs: 2_000, beatMs: 1_000, lostMs: 10_000, retries: 2, retrySeconds: 15 }
