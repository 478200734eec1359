import type { Logger } from 'pino'

export interface Chores {
  /** Does a chore now and then every so often, never twice at once. A failure is logged and it is tried again in its turn. */
  every(milliseconds: number, name: string, chore: () => Promise<unknown>): void
  /** No chore begins any more; resolves when those at work are done. */
  stop(): Promise<void>
}

export function createChores(log: Logger, failed: (error: unknown, chore: string) => void): Chores {
  const timers: NodeJS.Timeout[] = []
  const atWork = new Set<Promise<void>>()
  const start = (name: string, chore: () => Promise<unknown>) => {
    const run = chore().then(
      () => {},
      (error) => {
        log.error({ err: error, chore: name }, 'a chore failed')
        failed(error, name)
      },
    )
    atWork.add(run)
    return run.finally(() => atWork.delete(run))
  }
  return {
    every(milliseconds, name, chore) {
      let busy = false
      const turn = () => {
        if (busy) return
        busy = true
        void start(name, chore).finally(() => {
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
