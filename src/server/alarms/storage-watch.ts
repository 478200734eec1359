import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { keepStanding, type StandingPorts } from './standing.ts'

/** The disk of the data folder, in bytes. */
export interface Storage {
  free: number
  size: number
  /** With less than that the server stops taking what is to be kept. */
  margin: number
  /** Whose it is, where there are several nodes. */
  node?: string
}

/** What an administrator set. */
export interface StorageLimits {
  free_disk_percent: number
}

const MIB = 1024 * 1024

/** Raises an alarm where the disk is nearly full, and a worse one where it is full. */
export async function watchStorage(
  ports: StandingPorts,
  { free, size, margin, node }: Storage,
  { free_disk_percent }: StorageLimits,
): Promise<void> {
  const nearly = Math.max(margin * 4, (size * free_disk_percent) / 100)
  const message = `${node ? `${node}: ` : ''}${Math.floor(free / MIB)} MB / ${Math.floor(size / MIB)} MB`
  const wrong = [{ pile_id: null, connector_number: null, message, at: Date.now() }]
  const isFull = free < margin
  await keepStanding(ports, { code: 'StorageFull', kind: 'storage' }, isFull ? wrong : [])
  await keepStanding(ports, { code: 'StorageNearlyFull', kind: 'storage' }, !isFull && free < nearly ? wrong : [])
}

/** The one of all running nodes whose disk is in the worst way, as they say it themselves; null where none looks after one. */
export async function worstStorage(db: Kysely<Database>): Promise<Storage | null> {
  const { rows } = await sql<Required<Storage>>`
    select disk_free as free, disk_size as size, disk_margin as margin, name as node from node
    where state in ('running', 'draining') and disk_size > 0
    order by disk_free >= disk_margin, disk_free::float8 / disk_size, id`.execute(db)
  const [worst] = rows
  if (!worst) return null
  const { node, ...storage } = worst
  return rows.length > 1 ? { ...storage, node } : storage
}
