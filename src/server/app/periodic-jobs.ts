import type { Logger } from 'pino'

/** Whether this process does what one of all processes does. */
export interface Leadership {
  leads(): boolean
  /** Called when it begins to. */
  onLead(begin: () => void): void
}

export interface PeriodicJobs {
  /** Does a job now and then every so often, never twice at once. A failure is logged and it is tried again in its turn. */
  every(milliseconds: number, name: string, job: Job): void
  /**
   * The same, at the one node that leads; at once where another one begins to. For what works on the database alone. Two nodes may be at it
   * for a moment, when one was slow and its time ran out: what would do harm twice is claimed in the database by the job itself.
   */
  once(milliseconds: number, name: string, job: Job): void
  /** How each of them goes, for the metrics. */
  readonly kept: readonly JobTold[]
  /** No job begins any more; resolves when those at work are done. */
  stop(): Promise<void>
}

type Job = () => Promise<unknown>

/** What became of a job at this node since its start. */
export interface JobTold {
  readonly name: string
  /** Seconds between its turns. */
  readonly every: number
  runs: number
  failures: number
  /** That it took, all runs together. */
  seconds: number
  /** When it last did what it should; from its first turn on, so that one that never ends is seen. In milliseconds. */
  last_at: number
}

export function createPeriodicJobs(
  log: Logger,
  failed: (error: unknown, job: string) => void,
  leadership: Leadership,
): PeriodicJobs {
  const timers: NodeJS.Timeout[] = []
  const atWork = new Set<Promise<void>>()
  let stopped = false
  const kept: JobTold[] = []
  const start = (told: JobTold, job: Job) => {
    const began = performance.now()
    const run = job().then(
      () => {
        told.last_at = Date.now()
      },
      (error) => {
        told.failures++
        log.error({ err: error, job: told.name }, 'a periodic job failed')
        failed(error, told.name)
      },
    )
    atWork.add(run)
    return run.finally(() => {
      told.runs++
      told.seconds += (performance.now() - began) / 1_000
      atWork.delete(run)
    })
  }
  const begin = (milliseconds: number, turn: () => void) => {
    turn()
    timers.push(setInterval(turn, milliseconds).unref())
  }
  const turnOf = (milliseconds: number, name: string, job: Job) => {
    const told = { name, every: milliseconds / 1_000, runs: 0, failures: 0, seconds: 0, last_at: 0 }
    kept.push(told)
    let busy = false
    return () => {
      if (busy || stopped) return
      busy = true
      told.last_at ||= Date.now()
      void start(told, job).finally(() => {
        busy = false
      })
    }
  }
  return {
    every: (milliseconds, name, job) => begin(milliseconds, turnOf(milliseconds, name, job)),
    once(milliseconds, name, job) {
      const turn = turnOf(milliseconds, name, job)
      begin(milliseconds, () => leadership.leads() && turn())
      leadership.onLead(turn)
    },
    kept,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(atWork)
    },
  }
}
