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
  /** No job begins any more; resolves when those at work are done. */
  stop(): Promise<void>
}

type Job = () => Promise<unknown>

export function createPeriodicJobs(
  log: Logger,
  failed: (error: unknown, job: string) => void,
  leadership: Leadership,
): PeriodicJobs {
  const timers: NodeJS.Timeout[] = []
  const atWork = new Set<Promise<void>>()
  let stopped = false
  const start = (name: string, job: Job) => {
    const run = job().then(
      () => {},
      (error) => {
        log.error({ err: error, job: name }, 'a periodic job failed')
        failed(error, name)
      },
    )
    atWork.add(run)
    return run.finally(() => atWork.delete(run))
  }
  const begin = (milliseconds: number, turn: () => void) => {
    turn()
    timers.push(setInterval(turn, milliseconds).unref())
  }
  const turnOf = (name: string, job: Job) => {
    let busy = false
    return () => {
      if (busy || stopped) return
      busy = true
      void start(name, job).finally(() => {
        busy = false
      })
    }
  }
  return {
    every: (milliseconds, name, job) => begin(milliseconds, turnOf(name, job)),
    once(milliseconds, name, job) {
      const turn = turnOf(name, job)
      begin(milliseconds, () => leadership.leads() && turn())
      leadership.onLead(turn)
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(atWork)
    },
  }
}
