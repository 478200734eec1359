import { keepStanding, type StandingPorts } from './standing.ts'

/** The disk of the data folder, in bytes. */
export interface Storage {
  free: number
  size: number
  /** With less than that the server stops taking what is to be kept. */
  margin: number
}

/** What an administrator set. */
export interface StorageLimits {
  free_disk_percent: number
}

const MIB = 1024 * 1024

/** Raises an alarm where the disk is nearly full, and a worse one where it is full. */
export async function watchStorage(
  ports: StandingPorts,
  { free, size, margin }: Storage,
  { free_disk_percent }: StorageLimits,
): Promise<void> {
  const nearly = Math.max(margin * 4, (size * free_disk_percent) / 100)
  const message = `${Math.floor(free / MIB)} MB / ${Math.floor(size / MIB)} MB`
  const wrong = [{ pile_id: null, connector_number: null, message, at: Date.now() }]
  const isFull = free < margin
  await keepStanding(ports, { code: 'StorageFull', kind: 'storage' }, isFull ? wrong : [])
  await keepStanding(ports, { code: 'StorageNearlyFull', kind: 'storage' }, !isFull && free < nearly ? wrong : [])
}
