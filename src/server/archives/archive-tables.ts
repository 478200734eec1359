import { rm } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { onOneLine } from '../kit/database/on-one-line.ts'
import { quickly, type Retired, retiredTables, whereNothingReadsAll } from '../kit/database/partitions.ts'
import { type HashedFile, hashedFile } from '../kit/hashed-file.ts'

/** Where archives go, and a folder for what is not whole yet. */
export interface ArchivePlace {
  /** Resolves when it is durable. */
  put(name: string, content: { path: string; type: string; sha256: string }, signal?: AbortSignal): Promise<void>
  incoming: string
  /** What has waited as a part of these tables; of all where nothing is said. */
  of?: readonly string[]
}

/** How what was a part of a table is called in the list of archives. */
const KINDS: Readonly<Record<string, string>> = {
  reading: 'readings',
  sign_in_entry: 'sign_ins',
  refused_entry: 'refused_access',
  security_event: 'security_events',
}

/**
 * Writes each table that waits for it into the file store as a csv that is packed, notes it and drops it; gives how many. Nobody writes to such a table
 * any more. It goes only in the transaction that notes its archive, and that begins when the archive is durable and no backup is written: what is
 * interrupted, or put off, is written anew. Throws where one was not kept; it waits, and so do those after it.
 */
export async function archiveTables(pool: pg.Pool, place: ArchivePlace, signal?: AbortSignal): Promise<number> {
  const waiting = (await retiredTables(pool)).filter(
    ({ parent, to_archive }) => to_archive && (place.of?.includes(parent) ?? true),
  )
  let archived = 0
  for (const table of waiting) {
    signal?.throwIfAborted()
    // What could not be dropped afterwards is not worth to be written.
    if (!(await whereNothingReadsAll(pool, async () => true))) break
    const isEmpty = (await pool.query(`select from ${table.name} limit 1`)).rowCount === 0
    const done = isEmpty ? await drop(pool, table.name) : await archive({ pool, place, signal }, table)
    if (!done) break
    if (!isEmpty) archived++
  }
  return archived
}

/** With what else is one with it; false: a backup is written just now, and needs it. */
const drop = async (pool: pg.Pool, table: string, before: readonly pg.QueryConfig[] = []): Promise<boolean> =>
  (await whereNothingReadsAll(pool, () => quickly(pool, [...before, `drop table ${table}`]))) ?? false

interface Given {
  pool: pg.Pool
  place: ArchivePlace
  signal: AbortSignal | undefined
}

/**
 * By what it holds: another installation in the same bucket, or what a restore brought back and is less, never takes its place, and one that is written
 * again is the same file. What holds a reading a minute of what another holds whole lies apart, so that nothing is read twice.
 */
const nameOf = (table: Retired, sha256: string): string =>
  `archive/${kindOf(table).replace('_', '-')}/${table.name}_${sha256.slice(0, 16)}.csv.gz`

function kindOf({ name, parent }: Retired): string {
  const kind = KINDS[parent]
  if (!kind) throw new Error(`what was a part of ${parent} has no kind of archive`)
  if (parent !== 'reading') return kind
  const rest = name.slice(parent.length + 1)
  if (rest.endsWith('_minutes')) return 'reading_minutes'
  return rest.startsWith('strays_') ? 'reading_strays' : kind
}

/** What breaks off leaves no archive; a file that a server left as it died is cleared away as uploads are. */
async function archive(given: Given, table: Retired): Promise<boolean> {
  const { pool, place, signal } = given
  const { path, ...written } = await write(given, table.name)
  try {
    const name = nameOf(table, written.sha256)
    const of = { ...written, ...(await spanOf(given, table)) }
    await place.put(name, { path, type: 'application/gzip', sha256: written.sha256 }, signal)
    return await drop(pool, table.name, [noted(name, kindOf(table), of)])
  } finally {
    await rm(path, { force: true })
  }
}

const write = ({ pool, place, signal }: Given, table: string): Promise<HashedFile & { rows: number }> =>
  onOneLine(pool, signal, async (client) => {
    // From the table's beginning, wherever another reader of it is: the same rows make the same file.
    await client.query('begin read only; set local synchronize_seqscans = off')
    const copy = client.query(copyTo(`copy ${table} to stdout with (format csv, header)`))
    const file = await hashedFile(place.incoming, copy, { through: [createGzip()], signal })
    await client.query('commit')
    return { ...file, rows: copy.rowCount }
  })

interface Span {
  starts_at: string | null
  ends_at: string | null
}

/** By the moment that its table is in partitions by. */
const spanOf = ({ pool, signal }: Given, { name, parent }: Retired): Promise<Span> =>
  onOneLine(pool, signal, async (client) => {
    const { rows: keys } = await client.query<{ by: string }>(
      `select quote_ident(attname) as by from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
        where partrelid = $1::regclass`,
      [parent],
    )
    const by = keys[0]?.by
    if (!by) throw new Error(`${parent} is in no partitions`)
    const { rows } = await client.query<Span>(
      `select min(${by})::timestamptz as starts_at, max(${by})::timestamptz as ends_at from ${name}`,
    )
    return rows[0] ?? { starts_at: null, ends_at: null }
  })

type Written = Omit<HashedFile, 'path'> & Span & { rows: number }

/** The very same may be there already: a restore brought back what had gone. */
const noted = (name: string, kind: string, written: Written): pg.QueryConfig => ({
  text: `insert into archive (name, kind, rows, size_bytes, sha256, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (name) do nothing`,
  values: [...[name, kind, written.rows, written.size, written.sha256], ...[written.starts_at, written.ends_at]],
})
