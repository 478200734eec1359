import { type Kysely, sql } from 'kysely'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import type { Database } from '../kit/database/tables.ts'
import { narrowed, type Person } from '../kit/person.ts'
import { idsWith, peopleReaching } from '../kit/reach/people-reaching.ts'
import { reached } from '../kit/reach/within.ts'
import type { AlarmPorts } from './ports.ts'

/** Who may handle alarms and reaches this one, by name. */
export const peopleFor = (
  { people }: AlarmPorts,
  { id }: { id: number },
  { db }: { db: Kysely<Database> },
): Promise<Person[]> => peopleReaching(db, people, { permission: handleAlarm.permission, entity: 'alarm', id })

/** Those who may have the permission by a role or by themselves; whether they have it is asked of what was found. */
export const handlerIds = (db: Kysely<Database>): Promise<number[]> => idsWith(db, handleAlarm.permission)

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
