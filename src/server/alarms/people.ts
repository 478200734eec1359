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
  const able = (await people(db, await handlerIds(db))).filter((person) => may(person, handleAlarm.permission))
  const theirs = await reachOf(db, {
    alarm_ids: [id],
    people: able.map((person) => [person, handleAlarm.permission]),
  })
  return able.filter((_, at) => theirs.get(id)?.[at]).sort((one, other) => one.name.localeCompare(other.name))
}

/** Those who may have the permission by a role or by themselves; whether they have it is asked of what was found. */
export async function handlerIds(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.status = 'normal' and u.archived_at is null and (
      exists (select from user_role ur join role_grant g on g.role_id = ur.role_id
        where ur.user_id = u.id and g.permissions && ${['*', handleAlarm.permission]}::text[])
      or exists (select from user_adjustment a where a.user_id = u.id and ${handleAlarm.permission} = any(a.added)))
    order by u.name, u.id limit ${MOST_PEOPLE}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Asked {
  alarm_ids: readonly number[]
  /** Each with the permission for which it is asked. */
  people: readonly (readonly [Person, string])[]
}

/** For each alarm, in the people's order, whether they reach it. */
export async function reachOf(db: Kysely<Database>, { alarm_ids, people }: Asked): Promise<Map<number, boolean[]>> {
  if (!people.length) return new Map()
  const reaching = people.map(([person, permission]) => reached(narrowed(person, permission), 'alarm'))
  const { rows } = await sql<{ id: number; theirs: boolean[] }>`
    select t.id, array[${sql.join(reaching)}]::boolean[] as theirs from alarm t where t.id = any(${alarm_ids}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, theirs }) => [id, theirs]))
}
