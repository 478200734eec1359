import type { Kysely } from 'kysely'
import type pg from 'pg'
import { forgetOldSessions } from '../auth/sessions.ts'
import { forgetOldPlates } from '../berths/plates.ts'
import { backupContents } from '../files/backup-contents.ts'
import { clearAwayFiles } from '../files/file-place.ts'
import type { Files } from '../files/routes.ts'
import type { Database } from '../kit/database/tables.ts'
import { catchUp, rebuild } from '../kit/figures/keep.ts'
import { forgetOldAnswers } from '../kit/idempotency.ts'
import { forgetOldLogs } from '../logs/retention.ts'
import { send } from '../messages/port.ts'
import { keepFramePartitions } from '../ocpp/frame-partitions.ts'
import { forgetOldEvents } from '../orders/forget-events.ts'
import type { Sessions } from '../orders/sessions.ts'
import { deliverStatements } from '../statements/deliver.ts'
import type { Task } from '../tasks/task.ts'
import { checkAudit } from './audit-task.ts'
import { type BackupPlace, keepBackups } from './backup-task.ts'
import { checkCertificate } from './certificate-task.ts'
import { checkDisk, type Disk } from './disk.ts'
import { keepLogs, keepReadings } from './kept-tables.ts'
import type { Settings } from './settings.ts'

const HOUR_MS = 3_600_000
/** A pile that comes back within a day still brings its stops itself. */
const STALE_HOURS = 24

export interface SystemTaskDeps {
  db: Kysely<Database>
  pool: pg.Pool
  settings: Pick<Settings, 'frameDays' | 'tls' | 'files' | 'publicUrl'>
  files: Files
  sessions: Pick<Sessions, 'sweepStale'>
  /** The data folder's; nothing where only the database holds anything. */
  disk?: Disk | null
  /** Nothing for a database of the operator's own, and its backups. */
  backups?: BackupPlace | null | undefined
}

/** What has outlived its use, each with how much of it was removed. */
type Retention = Readonly<Record<string, () => Promise<number>>>

/**
 * All that is done at set times. What must be done within seconds, or by every server for itself, is a periodic job (`periodic-jobs.ts`)
 * instead: a task is done by one server, may be minutes late and can be paused.
 */
export function systemTasks(deps: SystemTaskDeps): Task[] {
  const { db, pool, files, sessions, disk = null, backups = null } = deps
  const { frameDays, tls, files: kept, publicUrl } = deps.settings
  return [
    {
      name: 'frame_log',
      cron: '5 * * * *',
      run: async () => ({
        said: 'frame_log',
        figures: { ...(await keepFramePartitions(pool, frameDays)), days: frameDays },
      }),
    },
    {
      name: 'readings',
      cron: '40 * * * *',
      minutes: 180,
      cancels: true,
      run: ({ signal }) => keepReadings(pool, files, signal),
    },
    {
      name: 'logs',
      cron: '45 * * * *',
      minutes: 60,
      cancels: true,
      run: ({ signal }) => keepLogs(pool, files, signal),
    },
    {
      name: 'stale_orders',
      cron: '*/30 * * * *',
      async run() {
        const orders = await sessions.sweepStale(Date.now() - STALE_HOURS * HOUR_MS)
        return { said: orders ? 'stale_orders' : 'no_stale_orders', figures: { orders, hours: STALE_HOURS } }
      },
    },
    {
      name: 'retention',
      cron: '20 * * * *',
      run: () =>
        removeOld({
          answers: () => forgetOldAnswers(db),
          sessions: () => forgetOldSessions(db),
          logs: () => forgetOldLogs(db),
          plates: () => forgetOldPlates(db),
          events: () => forgetOldEvents(db),
        }),
    },
    {
      name: 'files',
      cron: '*/30 * * * *',
      run: async () => ({ said: 'files', figures: { ...(await clearAwayFiles(db, files)) } }),
    },
    {
      name: 'figures',
      cron: '*/5 * * * *',
      minutes: 180,
      cancels: true,
      run: async (context) => ({ said: 'figures', figures: await catchUp(db, context) }),
    },
    {
      // Nothing needs it; should anything ever be wrong, it is not for longer than a month.
      name: 'figures_rebuild',
      cron: '50 2 1 * *',
      minutes: 180,
      cancels: true,
      run: async (context) => ({ said: 'figures_rebuild', figures: { days: await rebuild(db, context) } }),
    },
    {
      name: 'backup',
      cron: '30 3 * * *',
      minutes: 180,
      cancels: true,
      // A bucket has copies of its own.
      run: (context) => keepBackups(backups, kept.s3 ? null : backupContents(files), context),
    },
    {
      name: 'statements',
      cron: '0 9 * * *',
      async run() {
        const sent = await deliverStatements(db, { send, publicUrl: publicUrl ?? null })
        return { said: sent ? 'statements' : 'no_statements', figures: { sent } }
      },
    },
    { name: 'disk', cron: '*/5 * * * *', run: () => checkDisk(disk) },
    { name: 'audit_check', cron: '15 4 * * *', run: () => checkAudit(db) },
    { name: 'certificate', cron: '0 8 * * *', run: async () => checkCertificate(tls?.cert ?? null) },
  ]
}

async function removeOld(retention: Retention) {
  const figures: Record<string, number> = {}
  for (const [kind, remove] of Object.entries(retention)) figures[kind] = await remove()
  return { said: 'outlived', figures }
}
