import type { Result } from '../result.ts'
import type { BenchServer } from '../server.ts'
import { byteResults } from './bytes.ts'
import { lighthouseResults } from './lighthouse.ts'
import { movingResults } from './moving.ts'
import { insertAlarms } from './seed.ts'
import { startResults } from './starts.ts'

/** What the console is on a phone of the middle class over slow 4G. */
export async function phoneResults(server: BenchServer): Promise<Result[]> {
  await insertAlarms(server.pool)
  return [
    ...(await startResults(server)),
    ...(await byteResults(server)),
    ...(await movingResults(server)),
    ...(await lighthouseResults(server)),
  ]
}
