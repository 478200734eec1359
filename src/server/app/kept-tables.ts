import type pg from 'pg'
import { type ArchivePlace, archiveTables } from '../archives/archive-tables.ts'
import type { Files } from '../files/routes.ts'
import { type Kept, type KeptForDays, keepForDays, makeAhead } from '../kit/database/kept-for-days.ts'
import { KEPT_LOGS } from '../logs/kept-logs.ts'
import { KEPT_MESSAGES } from '../messages/retention.ts'
import { keepReadingPartitions } from '../orders/reading-partitions.ts'
import type { TaskOutput } from '../tasks/task-output.ts'

/** Tables in partitions by time, each kept for as long as a setting says. */
const KEPT: readonly KeptForDays[] = [...KEPT_LOGS, KEPT_MESSAGES]

/** Makes the partitions of now and of the time ahead. */
export async function makeLogPartitions(pool: pg.Pool): Promise<void> {
  for (const of of KEPT) await makeAhead(pool, of)
}

/** Those of readings, and what of them waits to be archived; fails where the file store does not keep it. Told to leave, it leaves nothing half done. */
export async function keepReadings(pool: pg.Pool, files: Files, signal: AbortSignal): Promise<TaskOutput> {
  const kept = await keepReadingPartitions(pool, Date.now(), signal)
  const archived = await archive(pool, files, { signal, wanted: 'archive_readings', of: ['reading'] })
  return { said: 'readings_kept', figures: { ...kept, archived } }
}

/** Prepares and drops the partitions of all of them, and archives what waits for it. */
export async function keepLogs(pool: pg.Pool, files: Files, signal: AbortSignal): Promise<TaskOutput> {
  const all: Kept = { made: 0, dropped: 0, removed: 0 }
  for (const of of KEPT) {
    signal.throwIfAborted()
    const { made, dropped, removed } = await keepForDays(pool, of)
    all.made += made
    all.dropped += dropped
    all.removed += removed
  }
  const of = KEPT_LOGS.map(({ table }) => table)
  const archived = await archive(pool, files, { signal, wanted: 'archive_logs', of })
  return { said: 'logs', figures: { ...all, archived } }
}

interface Archiving {
  signal: AbortSignal
  /** The setting that says so. */
  wanted: 'archive_readings' | 'archive_logs'
  /** The tables of which parts wait. */
  of: readonly string[]
}

/** What waits although nobody wants archives any more goes with the partitions, which may have been put off just now. */
async function archive(pool: pg.Pool, { store, incoming }: Files, { signal, wanted, of }: Archiving): Promise<number> {
  const { rows } = await pool.query<{ wanted: boolean }>(`select ${wanted} as wanted from system_setting`)
  const put: ArchivePlace['put'] = (name, content, leave) => store.put(name, content, leave)
  return rows[0]?.wanted === false ? 0 : archiveTables(pool, { put, incoming, of }, signal)
}
