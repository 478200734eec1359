import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Condition, LEAST_LEVEL, newestWords } from '../../shared/domain/pile-conditions.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'

/** So many things that it watches are remembered of a pile; of more, those that are over longest are forgotten first. */
const MOST = 1_000

/**
 * Keeps the newest word of each thing that a pile watches, and gives those that were news, in their order in time: an older word, or
 * one that was heard before, is none. What only informs is over: nobody has to look at it.
 */
export async function keepConditions(
  db: Kysely<Database>,
  pile_id: number,
  told: readonly Condition[],
): Promise<Condition[]> {
  const levels = await levelsOf(db, pile_id, told)
  const newest = newestWords(
    told.map((each) => ({ ...each, level: each.level ?? levels.get(each.monitor_number) ?? null })),
  ).map((each) => ({
    ...each,
    lasts: each.lasts && (each.level === null || each.level <= LEAST_LEVEL),
  }))
  const { rows } = await sql<{ thing: string; is_new: boolean }>`
    insert into pile_condition (pile_id, thing, code, connector_number, monitor_number, lasts, at, event_id)
    select ${pile_id}, thing, code, connector_number, monitor_number, lasts, at, event_id
    from jsonb_to_recordset(${JSON.stringify(newest.map(rowOf))}::jsonb) as told (thing text, code text, connector_number int,
      monitor_number int, lasts boolean, at timestamptz, event_id bigint)
    on conflict (pile_id, thing) do update set code = excluded.code, connector_number = excluded.connector_number,
      lasts = excluded.lasts, at = excluded.at, event_id = excluded.event_id
    where (pile_condition.at, pile_condition.event_id) < (excluded.at, excluded.event_id)
    returning thing, xmax = 0 as is_new`.execute(db)
  if (rows.some(({ is_new }) => is_new)) await forgetOldest(db, pile_id)
  const news = new Set(rows.map(({ thing }) => thing))
  return newest.filter(({ thing }) => news.has(thing)).sort((one, other) => one.at - other.at)
}

/** Where an event does not say how much hangs on it, its monitor does (OCPP 2.0.1, N07). */
async function levelsOf(
  db: Kysely<Database>,
  pile_id: number,
  told: readonly Condition[],
): Promise<Map<number | null, number>> {
  const numbers = told.flatMap(({ level, monitor_number: number }) =>
    level === null && number !== null ? [number] : [],
  )
  if (numbers.length === 0) return new Map()
  const known = await db
    .selectFrom('pile_monitor')
    .select(['number', 'level'])
    .where('pile_id', '=', pile_id)
    .where('number', 'in', numbers)
    .execute()
  return new Map(known.map(({ number, level }) => [number, level]))
}

const rowOf = ({ thing, code, connector_number, monitor_number, lasts, at, event_id }: Condition) => ({
  ...{ thing, code, connector_number, monitor_number, lasts, event_id },
  at: iso(at),
})

async function forgetOldest(db: Kysely<Database>, pile_id: number): Promise<void> {
  await sql`
    delete from pile_condition where pile_id = ${pile_id} and thing in (
      select thing from pile_condition where pile_id = ${pile_id} order by lasts desc, at desc offset ${MOST})`.execute(
    db,
  )
}

/** What lasted by monitors that a pile has no more is over: no word of theirs will end it (N06). Gives the alarms that hang on it. */
export async function endUnwatched(
  db: Kysely<Database>,
  pile_id: number,
  monitors: readonly number[],
): Promise<Pick<Condition, 'code' | 'connector_number'>[]> {
  return await db
    .updateTable('pile_condition')
    .set({ lasts: false })
    .where('pile_id', '=', pile_id)
    .where('monitor_number', '=', sql<number>`any(${[...monitors]}::int[])`)
    .where('lasts', '=', true)
    .returning(['code', 'connector_number'])
    .execute()
}

/** Whether another part of the same gun has the same still: its alarm is theirs as well. */
export async function lastsElsewhere(
  db: Kysely<Database>,
  pile_id: number,
  { code, connector_number }: Pick<Condition, 'code' | 'connector_number'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('pile_condition')
    .select('thing')
    .where('pile_id', '=', pile_id)
    .where('code', '=', code)
    .where(sql<SqlBool>`connector_number is not distinct from ${connector_number}::int`)
    .where('lasts', '=', true)
    .executeTakeFirst()
  return other !== undefined
}
