import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type AppliedMigration, appliedMigrations } from '../migrate.ts'
import { whilePartitionsStay } from '../partitions.ts'
import { type Partition, partitionsOf, sequencesOf, tablesOf } from './catalogue.ts'
import { type Contents, copyContents } from './contents.ts'
import { FrameWriter } from './frames.ts'

export const format = 'chargedeck-backup-1'

export interface Header {
  format: string
  made_at: string
  migrations: AppliedMigration[]
  partitions: Partition[]
}

/**
 * Writes all data, as it is at one instant, and the contents beside it into one file that its owner alone may read.
 * Others go on working meanwhile. Aborted, it leaves nothing behind.
 */
export async function writeBackup(
  connection: string | pg.ClientConfig,
  file: string,
  contents: Contents | null = null,
  signal?: AbortSignal,
): Promise<{ rows: number; contents: number }> {
  signal?.throwIfAborted()
  const client = new pg.Client(connection)
  await client.connect()
  const unfinished = `${file}.unfinished`
  try {
    const zip = createGzip()
    const written = pipeline(zip, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    const copied = copyAll(client, new FrameWriter(zip, signal), contents).finally(() => zip.end())
    const [done] = await Promise.all([copied, written])
    renameSync(unfinished, file)
    return done
  } finally {
    rmSync(unfinished, { force: true })
    await client.end()
  }
}

async function copyAll(client: pg.Client, out: FrameWriter, contents: Contents | null) {
  await whilePartitionsStay(client)
  await client.query('begin isolation level repeatable read read only')
  const header: Header = {
    format,
    made_at: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    partitions: await partitionsOf(client),
  }
  await out.object(header)
  let rows = 0
  for (const table of await tablesOf(client)) {
    await out.object({ table: table.name, columns: table.columns })
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const from = client.escapeIdentifier(table.name)
    const copy = client.query(copyTo(`copy (select ${columns} from ${from}) to stdout`))
    for await (const chunk of copy) await out.bytes(chunk as Buffer)
    await out.bytes(Buffer.alloc(0))
    rows += copy.rowCount
  }
  await out.object({ sequences: await sequencesOf(client) })
  const copied = await copyContents(client, out, contents)
  await client.query('commit')
  return { rows, contents: copied }
}
