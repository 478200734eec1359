import { X509Certificate } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { certificatesIn } from '../kit/pem.ts'
import type { Metrics } from './metrics.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'
import { sharedAnswer } from './shared-answer.ts'

/** What the database says of tasks changes by the minute. */
const TASKS_MS = 15_000

interface Watched {
  db: Kysely<Database>
  jobs: PeriodicJobs
  /** Backups are made by themselves. */
  backsUp: boolean
  /** In PEM; each with its chain behind it. */
  certificates: Readonly<Record<'console' | 'piles' | 'pile_authority', string | null | undefined>>
}

interface TaskTold {
  name: string
  /** In seconds; null where it never did what it should. */
  done_at: number | null
  failed: boolean
}

/** What goes on behind requests and piles, and what comes to its end. */
export function watchMetrics(metrics: Metrics, { db, jobs, backsUp, certificates }: Watched): void {
  const chores = (read: (told: PeriodicJobs['kept'][number]) => number) => () =>
    jobs.kept.filter(({ last_at }) => last_at > 0).map((told) => [{ chore: told.name }, read(told)] as const)
  const label = ['chore']
  metrics.counter(
    'chore_runs',
    'Runs of what is done by itself every few seconds',
    chores(({ runs }) => runs),
    label,
  )
  metrics.counter(
    'chore_failures',
    'Runs of these that failed',
    chores(({ failures }) => failures),
    label,
  )
  metrics.counter(
    'chore_seconds',
    'Seconds that these took',
    chores(({ seconds }) => seconds),
    label,
  )
  metrics.gauge(
    'chore_every_seconds',
    'How often each has its turn',
    chores(({ every }) => every),
    label,
  )
  metrics.gauge(
    'chore_last_success_timestamp_seconds',
    'When each last did what it should at this node',
    chores(({ last_at }) => last_at / 1_000),
    label,
  )
  taskMetrics(metrics, db, backsUp)
  const ends = Object.entries(certificates).flatMap(([use, pem]) => (pem ? [[{ use }, firstEnd(pem)] as const] : []))
  metrics.gauge('certificate_end_timestamp_seconds', 'When a certificate ends', () => ends, ['use'])
}

function taskMetrics(metrics: Metrics, db: Kysely<Database>, backsUp: boolean): void {
  const tasks = sharedAnswer(TASKS_MS, () => tasksTold(db))
  const failed = async () => (await tasks()).map((told) => [{ task: told.name }, Number(told.failed)] as const)
  metrics.gauge('task_failed', 'Whether the last run of a scheduled task failed', failed, ['task'])
  const done = async () =>
    (await tasks()).flatMap(({ name, done_at }) => (done_at === null ? [] : [[{ task: name }, done_at] as const]))
  const help = 'When a scheduled task last did what it should, at whichever node'
  metrics.gauge('task_last_success_timestamp_seconds', help, done, ['task'])
  const backup = async () => (backsUp && (await tasks()).find(({ name }) => name === 'backup')?.done_at) || null
  metrics.gauge('backup_last_timestamp_seconds', 'When a backup was last made by itself', backup)
}

async function tasksTold(db: Kysely<Database>): Promise<TaskTold[]> {
  const { rows } = await sql<TaskTold>`
    select t.name, t.state = 'failed' and t.enabled as failed, extract(epoch from done.ended_at)::float8 as done_at
    from task t
    left join lateral (
      select ended_at from task_run where task_id = t.id and state = 'done' order by id desc limit 1) done on true
    order by t.id`.execute(db)
  return rows.map((row) => ({ ...row, failed: row.failed ?? false }))
}

/** Of the first of them to end; in a chain the server's own comes first, and ends first. */
const firstEnd = (pem: string): number =>
  Math.min(...certificatesIn(pem).map((each) => Date.parse(new X509Certificate(each).validTo) / 1_000))
