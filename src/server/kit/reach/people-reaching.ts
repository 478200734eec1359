import { type Kysely, sql } from 'kysely'
import type { EntityName } from '../../../shared/entities/index.ts'
import { entityNamed } from '../crud/columns.ts'
import type { Database } from '../database/tables.ts'
import { may, narrowed, type Person } from '../person.ts'
import { reached } from './within.ts'

type Db = Kysely<Database>

/** The users with what they may do now, signed in or not; those who may not sign in are left out. */
export type FindPeople = (db: Db, user_ids: readonly number[]) => Promise<Person[]>

/** More than anybody looks through: of a larger company the first by name. */
const MOST_PEOPLE = 200

interface Wanted {
  permission: string
  entity: EntityName
  /** The record that they have to reach by that permission. */
  id: number
}

/** Who may do something with a record, by name. */
export async function peopleReaching(db: Db, find: FindPeople, { permission, entity, id }: Wanted): Promise<Person[]> {
  const able = (await find(db, await idsWith(db, permission))).filter((person) => may(person, permission))
  if (!able.length) return []
  const reaching = able.map((person) => reached(narrowed(person, permission), entity))
  const { rows } = await sql<{ theirs: boolean[] }>`
    select array[${sql.join(reaching)}]::boolean[] as theirs from ${sql.table(entityNamed(entity).table)} t where t.id = ${id}`.execute(
    db,
  )
  return able.filter((_, at) => rows[0]?.theirs[at]).sort((one, other) => one.name.localeCompare(other.name))
}

/** Those who may have the permission by a role or by themselves; whether they have it is asked of what was found. */
export async function idsWith(db: Db, permission: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.status = 'normal' and u.archived_at is null and (
      exists (select from user_role ur join role_grant g on g.role_id = ur.role_id
        where ur.user_id = u.id and g.permissions && ${['*', permission]}::text[])
      or exists (select from user_adjustment a where a.user_id = u.id and ${permission} = any(a.added)))
    order by u.name, u.id limit ${MOST_PEOPLE}`.execute(db)
  return rows.map(({ id }) => id)
}
