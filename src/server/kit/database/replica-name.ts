import type pg from 'pg'

/** A copy of another database, or another one of the same server, has other rows. */
const DATABASE = `select concat_ws(' ', (select system_identifier from pg_control_system()), oid, datname) from pg_database where datname = current_database()`
const WHO = `select pg_is_in_recovery() as standby, extract(epoch from pg_postmaster_start_time())::text || ' ' || coalesce(inet_server_port()::text, '') as server, (${DATABASE}) as database`

/** Its address leads to another server than the one that was looked at. */
export class Elsewhere extends Error {}

interface Who {
  standby: boolean
  /** Which process, and which of the databases: one that was made anew under the same address is another. */
  server: string
  database: string
}

export async function whoIs(client: pg.ClientBase): Promise<Who> {
  const { rows } = await client.query<Who>(WHO)
  const { standby = false, server = '', database = '' } = rows[0] ?? {}
  return { standby, server: `${server} ${database}`, database }
}

/** As `Who.database` of its standbys. */
export async function databaseOf(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ database: string }>(`select (${DATABASE}) as database`)
  return rows[0]?.database ?? ''
}
