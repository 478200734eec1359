import { type Kysely, sql } from 'kysely'
import { differencesOf, type ScreenMessage } from '../../shared/domain/screen/message.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

/** The pile took it: what it held under its number, or always in front, gave way (O01.FR.16, O06). */
export async function keepSent(db: Db, pile_id: number, message: ScreenMessage): Promise<void> {
  if (message.priority === 'always_front')
    await sql`
      delete from shown_message where pile_id = ${pile_id} and number <> ${message.number}
        and coalesce(told, sent) ->> 'priority' = 'always_front'`.execute(db)
  const sent = JSON.stringify(message)
  await sql`
    insert into shown_message (pile_id, number, sent, ends_at, transaction_id, sent_at)
    values (${pile_id}, ${message.number}, ${sent}, ${message.ends_at}, ${message.transaction_id}, clock_timestamp())
    on conflict (pile_id, number) do update set sent = excluded.sent, told = null, missing = false, ends_at = excluded.ends_at,
      transaction_id = excluded.transaction_id, sent_at = excluded.sent_at, told_at = null, sent_version = null, differs = false`.execute(
    db,
  )
}

/** The pile let go of it, or never had it. */
export const forgetShown = (db: Db, pile_id: number, number: number) =>
  db.deleteFrom('shown_message').where('pile_id', '=', pile_id).where('number', '=', number).execute()

/** The pile holds nothing: what it was given is missing, all else is gone. */
export async function keepNone(db: Db, pile_id: number): Promise<void> {
  await sql`delete from shown_message where pile_id = ${pile_id} and sent is null`.execute(db)
  await sql`update shown_message set told = null, missing = true, differs = false where pile_id = ${pile_id}`.execute(
    db,
  )
}

/** No screen holds more. */
const MOST = 1_000

/** What a pile says that it holds. */
export async function keepTold(db: Db, pile_id: number, told: readonly ScreenMessage[]): Promise<void> {
  if (told.length === 0) return
  const rows = [...new Map(told.map((one) => [one.number, one])).values()]
  await sql`
    insert into shown_message (pile_id, number, told, ends_at, told_at)
    select ${pile_id}, (said ->> 'number')::bigint, said, (said ->> 'ends_at')::timestamptz, clock_timestamp()
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) said
    where (select count(*) from shown_message m where m.pile_id = ${pile_id}) < ${MOST}
      or exists (select from shown_message m where m.pile_id = ${pile_id} and m.number = (said ->> 'number')::bigint)
    on conflict (pile_id, number) do update set told = excluded.told, missing = false, told_at = excluded.told_at,
      ends_at = case when shown_message.sent is null then excluded.ends_at else shown_message.ends_at end`.execute(db)
  await judge(db, pile_id, rows)
}

/** Whether it tells otherwise than it was given. */
async function judge(db: Db, pile_id: number, told: readonly ScreenMessage[]): Promise<void> {
  const given = await db
    .selectFrom('shown_message')
    .select(['number', 'sent'])
    .where('pile_id', '=', pile_id)
    .where(
      'number',
      'in',
      told.map(({ number }) => number),
    )
    .where('sent', 'is not', null)
    .execute()
  const differing = given.flatMap(({ number, sent }) => {
    const now = told.find((one) => one.number === number)
    return sent && now && differencesOf(sent, now).length > 0 ? [number] : []
  })
  await sql`
    update shown_message set differs = number = any(${differing}::bigint[])
    where pile_id = ${pile_id} and number = any(${given.map(({ number }) => number)}::bigint[])`.execute(db)
}

/** A report is whole: what it did not name since it was asked for, its pile does not hold. What it was given since then was not in it. */
export async function keepUntold(db: Db, pile_id: number, request: number): Promise<void> {
  const untold = sql`
    from command c where m.pile_id = ${pile_id} and c.id = ${request} and c.pile_id = ${pile_id} and c.action = 'read_messages'
      and coalesce(m.told_at, '-infinity') < c.created_at and coalesce(m.sent_at, '-infinity') < c.created_at`
  await sql`delete from shown_message where (pile_id, number) in (select m.pile_id, m.number from shown_message m, lateral (
    select 1 ${untold}) asked where m.sent is null)`.execute(db)
  await sql`update shown_message m set told = null, missing = true, differs = false ${untold}`.execute(db)
}

/** Those whose time or session is over: their piles took them away by themselves (O01.FR.07, O02.FR.02). Tells which they were. */
export async function forgetEnded(db: Db): Promise<{ pile_id: number; number: number }[]> {
  const { rows } = await sql<{ pile_id: number; number: number }>`
    delete from shown_message m where m.ends_at <= now() or (m.transaction_id is not null and not exists (
      select from orders o where o.pile_id = m.pile_id and o.transaction_id::text = m.transaction_id and o.status = 'generated'))
    returning m.pile_id, m.number`.execute(db)
  return rows
}
