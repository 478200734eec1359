import type { Logger } from 'pino'

export interface PeriodicJobs {
  /** Does a job now and then every so often, never twice at once. A failure is logged and it is tried again in its turn. */
  every(milliseconds: number, name: string, job: () => Promise<unknown>): void
  /** No job begins any more; resolves when those at work are done. */
  stop(): Promise<void>
}

export function createPeriodicJobs(log: Logger, failed: (error: unknown, job: string) => void): PeriodicJobs {
  const timers: NodeJS.Timeout[] = []
  const atWork = new Set<Promise<void>>()
  const start = (name: string, job: () => Promise<unknown>) => {
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
  return {
    every(milliseconds, name, job) {
      let busy = false
      const turn = () => {
        if (busy) return
        busy = true
        void start(name, job).finally(() => {
          busy = false
        })
      }
      turn()
      timers.push(setInterval(turn, milliseconds).unref())
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(atWork)
    },
  }
}
