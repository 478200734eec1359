import type { TaskOutput } from './task-output.ts'

/** What the server does by itself at set times. Its words are in the namespace `tasks`, under `names` and `about`. */
export interface Task {
  name: string
  /** When it runs until someone says otherwise: five fields. */
  cron: string
  /** It is stopped when it takes longer; an hour unless it says more. */
  minutes?: number
  /** It heeds `signal`, so that a person can stop it. */
  cancels?: true
  /** Does it. It may be begun again after a kill in its middle: what is done twice must do no harm. */
  run(context: TaskContext): Promise<TaskOutput>
}

export interface TaskContext {
  /** Aborted when a person cancels, its time is over or the server stops. */
  signal: AbortSignal
  /** For those who watch. */
  progress(done: number, total: number): void
}
