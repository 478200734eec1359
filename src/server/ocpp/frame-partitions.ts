import type pg from 'pg'

const DAY = 86_400_000
const DAYS_AHEAD = 2

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const partitionOf = (day: string) => `frame_${day.replaceAll('-', '')}`

/** What became of the frame log's partitions. */
export interface FramePartitions {
  made: number
  dropped: number
}

/** Makes the frame log's partitions of today and the days ahead, and drops those older than `days`. Days are UTC. */
export async function keepFramePartitions(pool: pg.Pool, days: number, now = Date.now()): Promise<FramePartitions> {
  const did = { made: 0, dropped: 0 }
  const existing = await partitionDays(pool)
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = dayOf(now + ahead * DAY)
    if (!existing.includes(day) && (await quickly(pool, attachStatements(day)))) did.made++
  }
  const oldest = dayOf(now - days * DAY)
  for (const day of existing)
    if (day < oldest && (await quickly(pool, [`drop table ${partitionOf(day)}`]))) did.dropped++
  return did
}

async function partitionDays(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'frame'::regclass`,
  )
  return rows
    .map(({ name }) => /^frame_(\d{4})(\d{2})(\d{2})$/.exec(name))
    .filter((match) => match !== null)
    .map(([, year, month, day]) => `${year}-${month}-${day}`)
}

// Attached rather than created in place: that leaves the log writable meanwhile. Frames that were caught by the default
// partition, after a leap of the clock, move with it.
function attachStatements(day: string): string[] {
  const name = partitionOf(day)
  const to = dayOf(Date.parse(day) + DAY)
  return [
    `create table ${name} (like frame including defaults)`,
    `with moved as (delete from frame_other where at >= '${day}' and at < '${to}' returning *) insert into ${name} select * from moved`,
    `alter table frame attach partition ${name} for values from ('${day}') to ('${to}')`,
  ]
}

// A lock that has to wait makes every insert wait behind it: better to give up and come back in an hour.
async function quickly(pool: pg.Pool, statements: string[]): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query("begin; set local lock_timeout = '2s'")
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    const { code } = error as { code?: string }
    // Another node was first, or the log is busy: the next round sees.
    if (code !== '42P07' && code !== '55P03') throw error
    return false
  } finally {
    client.release()
  }
}
