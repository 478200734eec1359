import { type Kysely, sql } from 'kysely'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import type { AlarmPorts } from './ports.ts'

/** More than anybody looks through: of a larger company the first by name. */
const MOST_PEOPLE = 200

/** Who may handle alarms and reaches this one, by name. */
export async function peopleFor(
  { people }: AlarmPorts,
  { id }: { id: number },
  { db }: { db: Kysely<Database> },
): Promise<Person[]> {
  const able = (await people(db, await idsOf(db))).filter((person) => may(person, handleAlarm.permission))
  if (!able.length) return []
  const reaching = able.map((person) => reached(narrowed(person, handleAlarm.permission), 'alarm'))
  const { rows } = await sql<{ theirs: boolean[] }>`
    select array[${sql.join(reaching)}]::boolean[] as theirs from alarm t where t.id = ${id}`.execute(db)
  return able.filter((_, at) => rows[0]?.theirs[at]).sort((one, other) => one.name.localeCompare(other.name))
}

/** Those who may have the permission by a role or by themselves; whether they have it is asked of what was found. */
async function idsOf(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.status = 'normal' and u.archived_at is null and (
      exists (select from user_role ur join role_grant g on g.role_id = ur.role_id
        where ur.user_id = u.id and g.permissions && ${['*', handleAlarm.permission]}::text[])
      or exists (select from user_adjustment a where a.user_id = u.id and ${handleAlarm.permission} = any(a.added)))
    order by u.name, u.id limit ${MOST_PEOPLE}`.execute(db)
  return rows.map(({ id }) => id)
}
