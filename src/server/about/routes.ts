import { arch, hostname, release, type } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { about } from '../../shared/endpoints/about.ts'
import { product } from '../../shared/endpoints/ways-in.ts'
import { SETTING_ID } from '../../shared/entities/setting.ts'
import type { Database } from '../kit/database/tables.ts'
import { serve } from '../kit/serve.ts'
import { type Package, packagesOf } from './packages.ts'

interface Running {
  version: string
  /** The database is the server's own, in its data folder. */
  embedded: boolean
  /** The folder of package.json. */
  root: string
}

/** What runs here. */
export function aboutRoutes(app: FastifyInstance, { version, embedded, root }: Running): void {
  const started_at = new Date(Date.now() - process.uptime() * 1000).toISOString()
  let packages: Promise<Package[]> | undefined

  serve(app, product, async (_, { db }) => {
    const { product_name } = await db
      .selectFrom('system_setting')
      .select('product_name')
      .where('id', '=', SETTING_ID)
      .executeTakeFirstOrThrow()
    return { name: product_name }
  })

  serve(app, about, async (_, { db }) => {
    packages ??= packagesOf(root)
    const [known, { files, piles, ...database }] = await Promise.all([packages, databaseOf(db)])
    return {
      ...{ version, license: 'Apache-2.0', node: process.version, started_at, packages: known, files, piles },
      system: `${type()} ${release()} ${arch()}`,
      host: hostname(),
      memory_bytes: process.memoryUsage.rss(),
      database: { ...database, embedded },
    }
  })
}

interface Held {
  version: string
  started_at: string
  size_bytes: number
  connections: number
  migration: string
  files: { count: number; size_bytes: number }
  piles: { online: number; total: number }
}

async function databaseOf(db: Kysely<Database>): Promise<Held> {
  const { rows } = await sql<Held>`
    select current_setting('server_version') as version,
      pg_postmaster_start_time() as started_at,
      pg_database_size(current_database()) as size_bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select lpad(id::text, 4, '0') || '-' || name from schema_migrations order by id desc limit 1) as migration,
      (select jsonb_build_object('count', count(*), 'size_bytes', coalesce(sum(size_bytes), 0)) from file) as files,
      (select jsonb_build_object('online', count(*) filter (where state <> 'offline'), 'total', count(*))
        from pile where archived_at is null) as piles`.execute(db)
  const [held] = rows
  if (!held) throw new Error('the database says nothing of itself')
  return held
}
