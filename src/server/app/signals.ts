import type { Logger } from 'pino'
import type { Shutdown } from './shutdown.ts'

const longestMs = 9_500
/** Beyond that, for handing piles over to other nodes. */
export const DRAIN_SECONDS = 5
/** A Ctrl-C comes twice: from the terminal, and from npm, which passes it on. */
const sameMs = 1_000

/** The first signal stops cleanly, a second one at once; in either case the database stops with us. `drainSeconds`: see DRAIN_SECONDS. */
export function stopOnSignals(shutdown: Shutdown, log: Logger, drainSeconds: number): void {
  let since = 0
  const force = () => {
    shutdown.force()
    process.exit(1)
  }
  const stop = async (signal: NodeJS.Signals | 'fault', code: number) => {
    if (since) return Date.now() - since > sameMs && force()
    since = Date.now()
    setTimeout(force, longestMs + drainSeconds * 1_000).unref()
    log.info({ signal }, 'stopping')
    await shutdown.run()
    log.info('stopped')
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal, 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault of ours')
    void stop('fault', 1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a fault of ours, in the background'))
}
