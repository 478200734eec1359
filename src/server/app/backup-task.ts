import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Contents } from '../kit/database/backup/contents.ts'
import { writeBackup } from '../kit/database/backup/write.ts'
import type { TaskContext } from '../tasks/task.ts'
import type { TaskOutput } from '../tasks/task-output.ts'
import { backupName, isBackupName } from './backup-name.ts'

/** So many are kept of those that were made by themselves; one that a person named otherwise stays. */
const KEPT = 7

export interface BackupPlace {
  connection: string | pg.ClientConfig
  /** `backups` of the data folder. */
  folder: string
}

/** Makes a backup of the embedded database and keeps the last ones. A database of the operator's own is backed up there. */
export async function keepBackups(
  place: BackupPlace | null,
  contents: Contents | null,
  { signal }: Pick<TaskContext, 'signal'>,
  now = new Date(),
): Promise<TaskOutput> {
  if (!place) return { said: 'backup_elsewhere' }
  const { connection, folder } = place
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, backupName(now))
  const made = await writeBackup(connection, file, contents, signal)
  const { size } = await stat(file)
  const removed = await removeOldest(folder)
  const figures = { name: backupName(now), rows: made.rows, files: made.contents, megabytes: megabytes(size), removed }
  return { said: 'backup', figures }
}

async function removeOldest(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter(isBackupName).sort()
  const old = names.slice(0, -KEPT)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}

const megabytes = (bytes: number) => Math.max(0.1, Math.round(bytes / 100_000) / 10)
