import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TaskFailed, type TaskOutput } from '../tasks/task-output.ts'

/** Bytes that are free for us on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The data folder, with the embedded database in it, and what has to be free there. */
export interface Disk {
  folder: string
  /** Bytes. */
  margin: number
  free?: FreeBytes
}

const MIB = 1024 * 1024
/** So many times the margin before it is reached, people are told. */
const NEARLY = 4

/** What keeps us from writing to it; null when nothing does. */
export async function diskTrouble({ folder, margin, free = freeBytes }: Disk): Promise<string | null> {
  try {
    const left = await free(folder)
    if (left < margin) return `the disk of DATA_DIR has ${mib(left)} MB left, less than DISK_MARGIN_MB`
    // Quotas, and a disk that turned read-only, show nowhere else.
    const probe = join(folder, `.probe-${process.pid}`)
    await writeFile(probe, 'probe')
    await rm(probe, { force: true })
    return null
  } catch (error) {
    return `DATA_DIR cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`
  }
}

/** How much is free and how much there is, in bytes; null where no disk is watched. */
export async function storageOf(disk: Disk | null) {
  if (disk === null) return null
  const { blocks, bsize } = await statfs(disk.folder)
  return { free: await (disk.free ?? freeBytes)(disk.folder), size: blocks * bsize, margin: disk.margin }
}

/** Fails when the disk is nearly full, so that someone is told while there is time. */
export async function checkDisk(disk: Disk | null): Promise<TaskOutput> {
  if (disk === null) return { said: 'no_disk' }
  const left = await (disk.free ?? freeBytes)(disk.folder)
  const figures = { left: mib(left), margin: mib(disk.margin) }
  if (left < disk.margin) throw new TaskFailed({ said: 'disk_full', figures })
  if (left < disk.margin * NEARLY) throw new TaskFailed({ said: 'disk_nearly_full', figures })
  return { said: 'disk', figures }
}

const mib = (bytes: number) => Math.floor(bytes / MIB)
