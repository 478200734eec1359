import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Extensions } from '../kit/crud/every-entity.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Kit } from '../kit/install.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { sealAudit } from '../logs/chain/seal.ts'
import { ErrorBook } from '../logs/error-book.ts'
import { auditExtension, errorExtension, refusedExtension, signInExtension } from '../logs/extensions.ts'
import { RefusedBook } from '../logs/refused-book.ts'
import { logRoutes } from '../logs/routes.ts'
import type { Metrics } from './metrics.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'
import type { Shutdown } from './shutdown.ts'

interface Parts {
  db: Kysely<Database>
  version: string
  shutdown: Shutdown
  changed(entity: string, id: number): void
}

interface LogSide {
  extensions: Pick<Extensions, 'audit_entry' | 'sign_in_entry' | 'error_entry' | 'refused_entry'>
  /** What is told of access that was refused. */
  refused: NonNullable<Kit['refused']>
  /** What is told of a request that failed, and of a periodic job. */
  failed: NonNullable<Kit['failed']>
  jobFailed(error: unknown, job: string): void
  metrics(metrics: Metrics): void
  state: ProcessState[]
  routes(api: FastifyInstance): void
  jobs(jobs: PeriodicJobs): void
}

/** The logs that an administrator reads, and what faults are gathered for them. The shutdown writes the last of these. */
export function logSide({ db, version, shutdown, changed }: Parts): LogSide {
  const errors = new ErrorBook({ db, release: version, changed })
  const refused = new RefusedBook(db)
  const unforeseen = (error: unknown) => errors.noteThrown(error, { source: 'chore', place: 'background' })
  process.on('unhandledRejection', unforeseen)
  process.on('uncaughtExceptionMonitor', unforeseen)
  shutdown.add('faults', 1_000, async () => {
    process.off('unhandledRejection', unforeseen)
    process.off('uncaughtExceptionMonitor', unforeseen)
    await errors.write()
    await refused.write()
  })
  return {
    extensions: {
      audit_entry: auditExtension,
      sign_in_entry: signInExtension,
      error_entry: errorExtension,
      refused_entry: refusedExtension,
    },
    refused: (refusal, request) => refused.note(refusal, request),
    failed: (error, request) => errors.noteThrown(error, { source: 'server', ...request }),
    jobFailed: (error, job) => errors.noteThrown(error, { source: 'chore', place: job }),
    metrics(metrics) {
      const counts = () => Object.entries(refused.counts).map(([kind, count]) => [{ kind }, count] as const)
      metrics.counter('access_refused', 'Requests that were refused for who sent them', counts, ['kind'])
    },
    state: [errors.state, refused.state],
    routes: (api) => logRoutes(api, errors),
    jobs(jobs) {
      jobs.every(2_000, 'write down what went wrong', () => errors.write())
      jobs.every(1_000, 'write down refused access', () => refused.write())
      jobs.every(1_000, 'seal the log of changes', () => sealAudit(db))
    },
  }
}
