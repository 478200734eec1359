import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Migration, migrations } from './migrations.ts'

/** The database and this version of Chargedeck do not fit. The message says what to do. */
export class SchemaMismatch extends Error {}

export interface AppliedMigration {
  id: number
  name: string
  checksum: string
}

// Any fixed number does; it only has to be the same in every version.
const lock = 7_311_042_001

/**
 * Brings the database to this version's schema and returns the names of what was applied.
 * Servers that start together wait for each other. Throws SchemaMismatch and changes nothing
 * when the database is newer, or was made by other migrations than these.
 */
export async function migrate(pool: pg.Pool, all: Migration[] = migrations): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await makeHistory(client)
    const applied = await appliedMigrations(client)
    refuseStrangers(applied, all)
    const missing = all.slice(applied.length)
    for (const migration of missing) await apply(client, migration)
    return missing.map(label)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}

/** The number of the newest migration that this code knows. */
export const schemaVersion = (): number => migrations.at(-1)?.id ?? 0

/** Makes the place where it is written what ran. */
export async function makeHistory(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      id integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

/** What ran on this database, in order. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select id, name, checksum from schema_migrations order by id')
  return rows
}

/** Throws SchemaMismatch unless what was applied is the beginning of what is known here. */
export function refuseStrangers(applied: AppliedMigration[], all: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const known = all[index]
    if (!known)
      throw new SchemaMismatch(
        `The database is newer than this version of Chargedeck: it has migration ${label(row)}, ` +
          `the last one known here is ${all.at(-1)?.id ?? 0}. Start the newer version, or restore a backup made before the upgrade.`,
      )
    if (known.id !== row.id || checksum(known) !== row.checksum)
      throw new SchemaMismatch(
        `Migration ${label(row)} was changed after it ran on this database. ` +
          'Put the file back as it was; a further change is a new migration.',
      )
  }
}

/** Runs one migration in the transaction that the caller has begun. */
export async function applyWithin(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  const { id, name } = migration
  await client.query('insert into schema_migrations (id, name, checksum) values ($1, $2, $3)', [
    id,
    name,
    checksum(migration),
  ])
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await applyWithin(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${label(migration)} failed: ${(error as Error).message}`, { cause: error })
  }
}

const label = ({ id, name }: { id: number; name: string }) => `${String(id).padStart(4, '0')}-${name}`

// A checkout on Windows may have other line ends.
const checksum = ({ sql }: Migration) =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)
