import { declareTasks, keepTasks, putDue } from './due.ts'
import { endLostRuns } from './lost-runs.ts'
import { perform } from './perform.ts'
import { type TaskPorts, TIMING, type Timing } from './ports.ts'
import { type Job, Queue } from './queue.ts'
import { RunLock } from './run-lock.ts'
import type { Task } from './task.ts'

/** So many at once on a server: a long one leaves room for others. */
const AT_ONCE = 3
const LOCK_PATIENCE_MS = 3_000
const DECLARE_MS = 3_600_000

/** Runs tasks when they are due or asked for, each on one server at a time. */
export class Tasks {
  readonly queue: Queue
  readonly #ports: TaskPorts
  readonly #timing: Timing
  readonly #stopping = new AbortController()
  readonly #atWork = new Set<Promise<void>>()
  #ids: ReadonlyMap<string, number> = new Map()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #soughtLost = 0
  #declared = performance.now()

  constructor(ports: TaskPorts) {
    this.#ports = ports
    this.#timing = { ...TIMING, ...ports.timing }
    const { retries, retrySeconds } = this.#timing
    this.queue = new Queue(ports.pool, ports.log, { limit: retries, delaySeconds: retrySeconds })
  }

  named(name: string): Task | undefined {
    return this.#ports.tasks.find((task) => task.name === name)
  }

  async start(): Promise<void> {
    await this.queue.start()
    this.#ids = await keepTasks(this.#ports.db, this.#ports.tasks)
    this.#timer = setInterval(() => this.look(), this.#timing.lookMs)
    this.look()
  }

  /** Nothing begins any more, and what runs is told to leave; resolves when it has. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#looking
    await Promise.all(this.#atWork)
    await this.queue.stop()
  }

  /** Looks at once whether there is something to run. */
  look(): void {
    if (this.#stopping.signal.aborted) return
    this.#looking ??= this.#look()
      .catch((error) => this.#ports.log.error({ err: error }, 'tasks could not be looked after'))
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #look(): Promise<void> {
    const { db, pool, changed, log, tasks } = this.#ports
    const names = tasks.map(({ name }) => name)
    if (performance.now() - this.#declared >= DECLARE_MS) {
      this.#declared = performance.now()
      await declareTasks(db, names)
    }
    if (Date.now() - this.#soughtLost >= this.#timing.lostMs) {
      this.#soughtLost = Date.now()
      for (const id of await endLostRuns({ db, pool, queue: this.queue })) {
        log.warn({ task_id: id }, 'the server of a task was lost in the middle of it')
        changed('task', id)
      }
    }
    for (const id of await putDue(db, this.queue, names)) changed('task', id)
    while (this.#atWork.size < AT_ONCE && !this.#stopping.signal.aborted) {
      const job = await this.queue.take(names)
      if (!job) return
      const work = this.#perform(job)
        .catch((error) => log.error({ err: error, task: job.task }, 'a task could not be brought to its end'))
        .finally(() => {
          this.#atWork.delete(work)
          this.look()
        })
      this.#atWork.add(work)
    }
  }

  async #perform(job: Job): Promise<void> {
    const { db, pool } = this.#ports
    const task = this.named(job.task)
    const task_id = this.#ids.get(job.task)
    // Only such are taken that this one has.
    if (!task || task_id === undefined) return this.queue.failed(db, job.id, 'nobody knows this task')
    const lock = await RunLock.take(pool, task_id, LOCK_PATIENCE_MS)
    if (!lock) return this.queue.failed(db, job.id, 'it runs elsewhere')
    try {
      const given = { ports: this.#ports, queue: this.queue, timing: this.#timing, stopping: this.#stopping.signal }
      await perform({ ...given, job, task, task_id, lock })
    } finally {
      await lock.release()
    }
  }
}
