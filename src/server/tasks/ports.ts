import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '../kit/database/tables.ts'
import type { Task } from './task.ts'

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface TaskPorts {
  db: Kysely<Database>
  pool: pg.Pool
  log: Log
  tasks: readonly Task[]
  /** What people call this server. */
  node: string
  /** Tells browsers. */
  changed(entity: 'task' | 'task_run', id: number): void
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
