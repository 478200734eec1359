import type pg from 'pg'
import { dropPartitions, makePartitions, type Partitioned, whereNothingReadsAll } from '../kit/database/partitions.ts'

const DAY = 86_400_000
const FRAMES: Partitioned = { table: 'frame', by: 'at', width: 1, ahead: 2 }

/** What became of the frame log's partitions. */
export interface FramePartitions {
  made: number
  dropped: number
}

/** Makes the frame log's partitions of today and the days ahead, and drops those older than `days`. Days are UTC. */
export async function keepFramePartitions(pool: pg.Pool, days: number, now = Date.now()): Promise<FramePartitions> {
  const kept = await whereNothingReadsAll(pool, async () => {
    const made = await makePartitions(pool, FRAMES, now)
    return { made, dropped: await dropPartitions(pool, FRAMES, now - days * DAY) }
  })
  return kept ?? { made: 0, dropped: 0 }
}
