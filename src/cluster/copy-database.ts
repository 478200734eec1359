import { chmod, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Folders whose content a copy makes anew, and files that are of the running server. */
const EMPTY = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|standby\.signal|backup_label(\.old)?|backup_manifest|pgsql_tmp.*|postgres\.log)$/

/**
 * Copies a running database as `pg_basebackup` does, which the embedded PostgreSQL comes without. What changes meanwhile the copy gets by
 * streaming. Nothing waits for it: who asks meanwhile which one is the primary gets an answer.
 */
export async function copyDatabase(client: pg.Client, from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await client.query("select pg_backup_start('a standby', true)")
  await copyFolder(from, to)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  await mkdir(join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (LEFT_OUT.test(entry.name)) continue
    if (entry.isDirectory() && EMPTY.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await copyOne(source, target)
  }
}

/** One that goes meanwhile is not wanted: what made it go is streamed. */
async function copyOne(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target)
    await chmod(target, (await stat(source)).mode & 0o777)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
