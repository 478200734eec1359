import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Retired, retiredTables } from '../kit/database/partitions.ts'

/** Where archives go, and a folder for what is not whole yet. */
export interface ArchivePlace {
  /** Resolves when it is durable. */
  put(name: string, content: { path: string; type: string; sha256: string }): Promise<void>
  incoming: string
}

/**
 * Writes each table that waits for it into the file store as a csv that is packed, notes it and drops it; gives how many. Nobody writes to such a table
 * any more. It goes only in the transaction that notes its archive, and that begins when the archive is durable: what a kill interrupts is written anew under the
 * same name. Throws where one was not kept; it waits, and so do those after it.
 */
export async function archiveTables(pool: pg.Pool, place: ArchivePlace): Promise<number> {
  const waiting = (await retiredTables(pool)).filter(({ to_archive }) => to_archive)
  let archived = 0
  for (const table of waiting) {
    if (await isEmpty(pool, table)) {
      await pool.query(`drop table ${table.name}`)
      continue
    }
    await archive(pool, table, place)
    archived++
  }
  return archived
}

const isEmpty = async (pool: pg.Pool, { name }: Retired) =>
  (await pool.query(`select from ${name} limit 1`)).rowCount === 0

const nameOf = (table: string) => `archive/${table}.csv.gz`

async function archive(
  pool: pg.Pool,
  { name: table, parent }: Retired,
  { put, incoming }: ArchivePlace,
): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  // One that broke off is begun again in its place.
  const path = join(incoming, `${table}.csv.gz`)
  try {
    const written = await write(pool, table, path)
    await put(nameOf(table), { path, type: 'application/gzip', sha256: written.sha256 })
    await note(pool, { table, parent, ...written })
  } finally {
    await rm(path, { force: true })
  }
}

interface Written {
  rows: number
  size_bytes: number
  sha256: string
  starts_at: string | null
  ends_at: string | null
}

async function write(pool: pg.Pool, table: string, path: string): Promise<Written> {
  const client = await pool.connect()
  try {
    const copy = client.query(copyTo(`copy ${table} to stdout with (format csv, header)`))
    const hash = createHash('sha256')
    let size_bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        size_bytes += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(copy, createGzip(), counted, createWriteStream(path, { mode: 0o600 }))
    const { rows } = await client.query(`select min(at) as starts_at, max(at) as ends_at from ${table}`)
    return { rows: copy.rowCount, size_bytes, sha256: hash.digest('hex'), ...rows[0] }
  } finally {
    client.release()
  }
}

async function note(pool: pg.Pool, { table, parent, ...written }: Written & { table: string; parent: string }) {
  const { rows, size_bytes, sha256, starts_at, ends_at } = written
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into archive (name, kind, rows, size_bytes, sha256, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (name) do update set rows = excluded.rows, size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
          version = archive.version + 1, updated_at = now()`,
      [nameOf(table), parent, rows, size_bytes, sha256, starts_at, ends_at],
    )
    await client.query(`drop table ${table}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
