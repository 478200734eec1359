import { type Kysely, sql } from 'kysely'
import { CHARGING_STATES } from '../../shared/domain/charging-states.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'

export interface Place {
  pile_id: number
  /** Null: the pile asks before it knows. */
  connector_number: number | null
}

/** So long an order keeps its card without a word of it, where its connector does not say that it charges. */
const SILENT_MS = 3_600_000

/**
 * Does a session of this card run at another place? Its connector tells: what charges there is in use, what it was given up by
 * is not, though its stop is still to come. Where the connector says neither, the order's last start or reading does, for an
 * hour. Anyone who charges with it without leave takes nothing from its owner.
 */
export async function isInUse(
  db: Kysely<Database>,
  { pile_id, connector_number }: Place,
  card_number: string,
  now: number,
): Promise<boolean> {
  const since = iso(now - SILENT_MS)
  const isHere =
    connector_number === null
      ? sql`o.pile_id = ${pile_id}`
      : sql`o.pile_id = ${pile_id} and o.connector_number = ${connector_number}`
  const { rows } = await sql`
    select from orders o left join connector c on c.pile_id = o.pile_id and c.number = o.connector_number
    where o.card_number = ${card_number} and o.status = 'generated' and o.refused_as is null and not (${isHere})
      and o.idle_at is null
      and (c.status in (${sql.join(CHARGING_STATES)}) or o.received_at > ${since}
        or exists (select from reading r where r.order_id = o.id and r.received_at > ${since}))
    limit 1`.execute(db)
  return rows.length > 0
}
