import { type Kysely, type Selectable, sql } from 'kysely'
import { DOES_WORK, timesOf, type WorkOrderField, WRITTEN_FIELDS } from '../../shared/domain/work-order.ts'
import type { saveWorkOrder, WorkOrderSet } from '../../shared/endpoints/work-orders.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import { type FindPeople, peopleReaching } from '../kit/reach/people-reaching.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'

type Said = Parsed<typeof saveWorkOrder>
type Saved = Data<typeof saveWorkOrder>
type Db = Kysely<Database>
export type Kept = Selectable<Database['work_order']>
type Entry = Selectable<Database['work_order_entry']>

/** Makes the work order if it is not there, and writes what was said of it. Two calls about one work order take their turns. */
export const save =
  (people: FindPeople) =>
  async (said: Said, context: Context): Promise<Saved> => {
    const { db, person } = context
    const { kept, isNew } = await findOrMake(said, context)
    const said_at = saidAt(said.said_at, context)
    const entries = await entriesOf(db, kept.id)
    const again = entries.find((entry) => isSame(entry, said, person.id))
    if (again) return answerOf(db, kept.id, again.late)
    const assignee_name = await assigneeOf(said, kept, { db, people })
    const late = isNew ? [] : lateFields(said.set, entries, { user_id: person.id, said_at })
    await db
      .insertInto('work_order_entry')
      .values({
        ...{ work_order_id: kept.id, user_id: person.id, user_name: person.name, note: said.note || null },
        set: JSON.stringify({ ...said.set, ...(assignee_name && { assignee_name }) }),
        ...{ late, phone_at: said.said_at ?? null, said_at },
      })
      .execute()
    const change = changeOf(said.set, { kept, late, said_at, assignee_name })
    await db
      .updateTable('work_order')
      .set((eb) => ({
        ...change,
        // Making it was its first version.
        version: eb('version', '+', isNew ? 0 : 1),
        updated_at: new Date().toISOString(),
      }))
      .where('id', '=', kept.id)
      .execute()
    return answerOf(db, kept.id, late)
  }

async function findOrMake({ id, order_key, pile_id = null, alarm_id, set }: Said, { db, person }: Context) {
  const { rows } = await sql<{ id: number }>`
    insert into work_order (order_key, work, pile_id, site_id, alarm_id, made_by)
    select ${order_key}, ${set.work ?? ''}, p.id, p.site_id, ${alarm_id ?? null}::bigint, ${person.name} from pile p
    where p.id = ${pile_id} on conflict (order_key) do nothing returning id`.execute(db)
  const kept = await locked(db, order_key)
  // Who knows the key of one at another pile does not reach it by naming theirs.
  if (!kept || kept.pile_id !== pile_id || (id !== undefined && kept.id !== id)) throw notFound()
  // A round is made by its plan alone, and known by its id.
  if (pile_id === null && id === undefined) throw wrongField('pile_id', 'required')
  const isNew = rows.length > 0
  if (isNew && !set.work) throw wrongField('work', 'required')
  if (isNew && alarm_id) await holdAlarm(db, alarm_id, kept.pile_id)
  return { kept, isNew }
}

async function holdAlarm(db: Db, alarm_id: number, pile_id: number | null): Promise<void> {
  const found = await db.selectFrom('alarm').select('pile_id').where('id', '=', alarm_id).executeTakeFirst()
  if (found?.pile_id !== pile_id) throw wrongField('alarm_id', 'unknown_reference')
}

export const locked = (db: Db, order_key: string): Promise<Kept | undefined> =>
  db.selectFrom('work_order').selectAll().where('order_key', '=', order_key).forUpdate().executeTakeFirst()

const entriesOf = (db: Db, id: number): Promise<Entry[]> =>
  db.selectFrom('work_order_entry').selectAll().where('work_order_id', '=', id).orderBy('id').execute()

/** By the server's clock; what a phone's clock puts after now was said now. */
function saidAt(said: string | undefined, { clientTime }: Context): string {
  const ahead = clientTime === null ? 0 : clientTime - Date.now()
  return iso(Math.min(said ? Date.parse(said) - ahead : Date.now(), Date.now()))
}

/** The same words, sent under another key by a second tab or after the first was lost. */
const isSame = (entry: Entry, { said_at, note }: Said, user_id: number) =>
  entry.user_id === user_id &&
  said_at !== undefined &&
  entry.phone_at !== null &&
  Date.parse(entry.phone_at) === Date.parse(said_at) &&
  entry.note === (note || null)

const isWritten = (set: object, field: WorkOrderField) => (set as Record<string, unknown>)[field] !== undefined

/** Fields of which another person wrote later than this was said: their words hold, whichever came first. */
function lateFields(set: WorkOrderSet, entries: readonly Entry[], mine: Pick<Entry, 'user_id' | 'said_at'>) {
  const newer = entries.filter(({ user_id, said_at }) => user_id !== mine.user_id && said_at > mine.said_at)
  return WRITTEN_FIELDS.filter(
    (field) =>
      isWritten(set, field) && newer.some((entry) => isWritten(entry.set, field) && !entry.late.includes(field)),
  )
}

interface Change {
  kept: Kept
  late: readonly WorkOrderField[]
  said_at: string
  assignee_name: string | null
}

function changeOf(set: WorkOrderSet, { kept, late, said_at, assignee_name }: Change) {
  const taken = WRITTEN_FIELDS.filter((field) => isWritten(set, field) && !late.includes(field))
  const change = Object.fromEntries(taken.map((field) => [field, set[field] === '' ? null : set[field]]))
  const state = taken.includes('state') ? set.state : undefined
  return {
    ...change,
    ...(taken.includes('assignee_id') && { assignee_name }),
    ...(state && timesOf(state, said_at, kept)),
  }
}

/** Where it is: at a pile, or at the site of a round. */
export const placeOf = (pile_id: number | null, site_id: number | null) =>
  pile_id === null ? ({ entity: 'site', id: site_id ?? 0 } as const) : ({ entity: 'pile', id: pile_id } as const)

async function assigneeOf({ set }: Said, { pile_id, site_id }: Kept, { db, people }: { db: Db; people: FindPeople }) {
  if (!set.assignee_id) return null
  const able = await peopleReaching(db, people, { permission: DOES_WORK, ...placeOf(pile_id, site_id) })
  const found = able.find(({ id }) => id === set.assignee_id)
  if (!found) throw wrongField('assignee_id', 'unknown_reference')
  return found.name
}

async function answerOf(db: Db, id: number, late: readonly string[]): Promise<Saved> {
  const [row] = await rowsOf(db, workOrder, [id])
  return { id, work_order: row as unknown as Saved['work_order'], late: late as Saved['late'] }
}

/** After what was said is durable: who was slower is told, with the work order as it is. */
export async function refuseLate(saved: Saved): Promise<Saved> {
  if (saved.late.length === 0) return saved
  throw new Refusal(409, 'refusals:work_order_late', { data: { work_order: saved.work_order, late: saved.late } })
}
