import { type Kysely, type Selectable, sql } from 'kysely'
import type { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { saidAt } from '../kit/said-at.ts'

export type Kept = Selectable<Database['alarm']>
export type Entry = Selectable<Database['alarm_entry']>
export type Answer = Data<typeof handleAlarm>

/** What a person says, and when by their own clock. */
interface Said {
  id: number
  at: string | undefined
}

/** The alarm that is meant, locked, with all that was said of it. */
export interface Meant {
  alarm: Kept
  /** By the server's clock. */
  said_at: string
  entries: Entry[]
}

/** All times of a case that an alarm belongs to: its first one, and what continued it. */
export const ofCase = ({ id, first_id }: Pick<Kept, 'id' | 'first_id'>) => {
  const first = first_id ?? id
  return sql<boolean>`(alarm.id = ${first} or alarm.first_id = ${first})`
}

/**
 * Finds what is meant and locks it. Who spoke without a network may speak of a fault that was over and came again meanwhile: their
 * words go to the time that had begun when they spoke.
 */
export async function findMeant({ id, at }: Said, context: Context): Promise<Meant> {
  const { db } = context
  const named = await lock(db, id)
  if (!named) throw notFound()
  const said_at = saidAt(at, context, Date.parse(named.raised_at))
  const newest = await db
    .selectFrom('alarm')
    .select('id')
    .where(ofCase(named))
    .where('raised_at', '<=', said_at)
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const alarm = (newest && (await lock(db, newest.id))) ?? named
  const entries = await db
    .selectFrom('alarm_entry')
    .selectAll()
    .where('alarm_id', '=', alarm.id)
    .orderBy('id')
    .execute()
  return { alarm, said_at, entries }
}

const lock = (db: Kysely<Database>, id: number) =>
  db.selectFrom('alarm').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export type NewEntry = Pick<Entry, 'kind' | 'text' | 'phone_at' | 'taken'> &
  Partial<Pick<Entry, 'assignee_name' | 'until'>>

export async function writeEntry({ db, person }: Context, { alarm, said_at }: Meant, entry: NewEntry): Promise<void> {
  await db
    .insertInto('alarm_entry')
    .values({ ...entry, alarm_id: alarm.id, user_id: person.id, user_name: person.name, said_at })
    .execute()
}

export type Change = Partial<Omit<Kept, 'id' | 'version'>>

export async function changeAlarm(db: Kysely<Database>, id: number, change: Change): Promise<void> {
  await db
    .updateTable('alarm')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date().toISOString() }))
    .where('id', '=', id)
    .execute()
}

export async function answerOf({ db }: Context, { alarm }: Meant, taken: boolean): Promise<Answer> {
  return { alarm: (await rowsOf(db, alarmEntity, [alarm.id]))[0] as unknown as Alarm, taken }
}

/** After what was said is durable: who was slower is told, with the alarm as it is. */
export async function refuseLate(answer: Answer): Promise<Answer> {
  if (answer.taken) return answer
  const { alarm } = answer
  const { key, by } = whyNot(alarm)
  throw new Refusal(409, key, { figures: { by: by ?? '' }, data: { alarm } })
}

function whyNot({ status, assignee_name, handled_by }: Alarm) {
  if (status === 'open') return { key: 'refusals:alarm_taken', by: assignee_name }
  if (status === 'recovered') return { key: 'refusals:alarm_recovered', by: null }
  return { key: 'refusals:alarm_handled', by: handled_by }
}
