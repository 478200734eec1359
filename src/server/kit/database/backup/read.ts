import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyWithin, makeHistory, refuseStrangers } from '../migrate.ts'
import { migrations } from '../migrations.ts'
import { type Retired, retired } from '../partitions.ts'
import { type Table, tablesOf, toldSequences } from './catalogue.ts'
import { type Contents, type Put, putContents } from './contents.ts'
import { BadBackup, FrameReader } from './frames.ts'
import { format, type Header } from './write.ts'

type Part = { table: string; columns: string[] } | { sequences: Record<string, number | null> }

export interface Restored extends Put {
  made_at: string
  /** Contents that the data knows of and the backup does not have, where there is a place for them. */
  missing: number
}

/**
 * Puts a backup in the place of all data, in one transaction: it is done whole or not at all. One of an older
 * version is brought to this one's schema. Throws SchemaMismatch for a newer one, BadBackup for a damaged one.
 */
export async function readBackup(
  client: pg.ClientBase,
  file: string,
  contents: Contents | null = null,
): Promise<Restored> {
  const zip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => zip.destroy(error))
  const frames = new FrameReader(source.pipe(zip))
  try {
    const header = await frames.object<Header>()
    if (header.format !== format) throw new BadBackup('The file is no backup of Chargedeck.')
    refuseStrangers(header.migrations, migrations)
    await client.query('begin')
    await client.query("set local lock_timeout = '20s'")
    const before = await toldSequences(client)
    await emptySchema(client, header)
    await load(client, frames)
    await leaveOutTold(client, before, Date.parse(header.made_at))
    const put = await putContents(frames, contents)
    for (const migration of migrations.slice(header.migrations.length)) await applyWithin(client, migration)
    await client.query('commit')
    const known = contents ? await contents.names(client) : []
    return { made_at: header.made_at, ...put, missing: known.length - put.put }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    source.destroy()
  }
}

/** The schema as it was when the backup was made, without a row. */
async function emptySchema(client: pg.ClientBase, header: Header): Promise<void> {
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await makeHistory(client)
  for (const migration of migrations.slice(0, header.migrations.length)) await applyWithin(client, migration)
  for (const { name, parent, bounds, to_archive = false } of header.partitions) {
    const { rows } = await client.query('select to_regclass($1) as there', [quoted(name)])
    if (rows[0].there) continue
    if (bounds !== null) await client.query(`create table ${quoted(name)} partition of ${parent} ${bounds}`)
    else await makeRetired(client, { name, parent, to_archive })
  }
}

async function makeRetired(client: pg.ClientBase, { name, ...rest }: Retired) {
  await client.query(`create table ${quoted(name)} (like ${rest.parent} including all)`)
  await client.query(retired({ ...rest, name: quoted(name) }))
}

async function load(client: pg.ClientBase, frames: FrameReader): Promise<void> {
  const tables = await tablesOf(client)
  // What the triggers would do is in the data already.
  await forEach(tables, (name) => client.query(`alter table ${name} disable trigger user`))
  if (tables.length) await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (;;) {
    const part = await frames.object<Part>()
    if ('sequences' in part) {
      await setSequences(client, part.sequences)
      break
    }
    const columns = part.columns.map(quoted).join(', ')
    const into = client.query(copyFrom(`copy ${quoted(part.table)} (${columns}) from stdin`))
    await pipeline(Readable.from(frames.rows()), into)
  }
  await forEach(tables, (name) => client.query(`alter table ${name} enable trigger user`))
}

async function forEach(tables: Table[], work: (name: string) => Promise<unknown>): Promise<void> {
  for (const { name } of tables) await work(quoted(name))
}

async function setSequences(client: pg.ClientBase, sequences: Record<string, number | null>): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await client.query('select setval($1, $2)', [quoted(name), last])
}

// More a second than any network gives on average, and what a busy minute gives.
const A_SECOND = 2
const AT_LEAST = 10_000

/**
 * A number that was told since the backup was made is never given again: a pile may still report a transaction by it, and a
 * customer has a receipt. What was given is known where the data are replaced in their place, and else bounded by the time.
 */
async function leaveOutTold(
  client: pg.ClientBase,
  before: Awaited<ReturnType<typeof toldSequences>>,
  made_at: number,
): Promise<void> {
  const since = Math.max(0, Math.ceil((Date.now() - made_at) / 1000))
  for (const [name, { last, most }] of Object.entries(await toldSequences(client))) {
    const next = Math.max(last, before[name]?.last ?? 0) + AT_LEAST + since * A_SECOND
    await client.query('select setval($1, $2)', [quoted(name), Math.min(next, most)])
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
