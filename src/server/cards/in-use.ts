import { type Kysely, sql } from 'kysely'
import { CHARGING_STATES } from '../../shared/domain/charging-states.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'

export interface Place {
  pile_id: number
  /** Null: the pile asks before it knows. */
  connector_number: number | null
}

/** How many sessions may run at the same time: of a card, and of its group. */
export interface Limits {
  at_once: number
  group_id: number | null
  /** Null: as many as its cards may. */
  group_at_once: number | null
}

/** So long an order keeps its card without a word of it, where its connector does not say that it charges. */
const SILENT_MS = 3_600_000

/**
 * Do as many sessions of this card, or of its group, run at other places as may? Its connector tells: what charges there is in use, what it was given up by
 * is not, though its stop is still to come. Where the connector says neither, the order's last start or reading does, for an
 * hour. Anyone who charges with it without leave takes nothing from its owner.
 */
export async function isInUse(
  db: Kysely<Database>,
  { pile_id, connector_number }: Place,
  { number, at_once, group_id, group_at_once }: Limits & { number: string },
  now: number,
): Promise<boolean> {
  const since = iso(now - SILENT_MS)
  const isHere =
    connector_number === null
      ? sql`o.pile_id = ${pile_id}`
      : sql`o.pile_id = ${pile_id} and o.connector_number = ${connector_number}`
  const ofGroup =
    group_id === null || group_at_once === null
      ? sql``
      : sql`union select upper(number) from card where group_id = ${group_id} and archived_at is null`
  // Card by card: a plan for several at once reads every session that runs.
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where o.card_number = ${number})::int as own, count(*)::int as all
    from (select ${number}::text as number ${ofGroup}) n cross join lateral (
      select o.id, o.card_number, o.pile_id, o.connector_number, o.received_at from orders o
      where o.card_number = n.number and o.status = 'generated' and o.refused_as is null and o.idle_at is null and not (${isHere}) offset 0) o
      left join connector c on c.pile_id = o.pile_id and c.number = o.connector_number
    where c.status in (${sql.join(CHARGING_STATES)}) or o.received_at > ${since}
      or exists (select from reading r where r.order_id = o.id and r.received_at > ${since})`.execute(db)
  const { own = 0, all = 0 } = rows[0] ?? {}
  return own >= at_once || (group_at_once !== null && all >= group_at_once)
}
