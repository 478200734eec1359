import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { keepOnce } from '../../keep-once.ts'
import { databaseName } from './cluster.ts'

/** Who the program is in its embedded database: the owner of what it made there, and nothing beyond. */
export const programRole = 'chargedeck_program'

/** Its password, kept beside the cluster. */
export const programPasswordOf = (dataDir: string): string =>
  keepOnce(join(dataDir, 'database.password'), () => randomBytes(24).toString('base64url'))

/**
 * Makes the role that the program connects as, without any right over the server: no files, no programs, no other roles or
 * databases. Anyone who slips a statement in gets no further than its own tables.
 */
export async function ensureProgramRole(administrator: pg.ClientBase, dataDir: string): Promise<void> {
  const { rowCount } = await administrator.query('select from pg_roles where rolname = $1', [programRole])
  if (!rowCount) await administrator.query(`create role ${programRole}`)
  const password = administrator.escapeLiteral(programPasswordOf(dataDir))
  await administrator.query(
    `alter role ${programRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${password}`,
  )
}

/** Makes the database if it is missing; one of before there was such a role is handed over to it. */
export async function ensureDatabase(
  administrator: pg.ClientBase,
  connect: (database: string) => Promise<pg.Client>,
): Promise<void> {
  const { rows } = await administrator.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [databaseName],
  )
  if (rows[0]?.owner === programRole) return
  if (!rows[0]) {
    await administrator.query(`create database ${databaseName} owner ${programRole}`)
    return
  }
  const inside = await connect(databaseName)
  try {
    await inside.query('begin')
    await inside.query(HAND_OVER)
    await inside.query(`alter database ${databaseName} owner to ${programRole}`)
    await inside.query('commit')
  } finally {
    await inside.end()
  }
}

/** Whatever is neither the server's own, nor an extension's, nor goes along with its table. */
const HAND_OVER = `
  do $$
  declare
    statement text;
  begin
    for statement in
      select format('alter schema %I owner to ${programRole}', nspname) from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      union all
      select format('alter %s %s owner to ${programRole}',
          case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
          c.oid::regclass)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
            and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
      union all
      select format('alter routine %s owner to ${programRole}', p.oid::regprocedure)
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
          and not exists (select from pg_depend d
            where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select format('alter type %s owner to ${programRole}', t.oid::regtype)
        from pg_type t join pg_namespace n on n.oid = t.typnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and t.typtype in ('e', 'd')
          and not exists (select from pg_depend d
            where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute statement;
    end loop;
  end $$`
