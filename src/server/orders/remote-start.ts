import { sql } from 'kysely'
import type { Ask } from '../../shared/domain/intent.ts'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import { iso, ms } from '../kit/instants.ts'
import type { Start } from '../ocpp/ports.ts'
import type { Trx } from './order-row.ts'

const START: Ask = 'start'
/** A driver has this long to plug in after staff asked a pile to start. */
const WITHIN_MS = 15 * 60_000
const CLOCKS_DIFFER_MS = 5 * 60_000
/** So long a pile waits for the plug where nothing else is known; a start that it made by then may arrive much later. */
const EXPIRES_MS = 3 * 60_000

export interface RemoteStart {
  id: number
  at: number
  by: string
}

/**
 * The call from the console that explains a start: to this pile, for this connector or for any, with this card, accepted by the
 * pile and not over when the start was made. It explains one start: one that another order names is used. The caller holds
 * the card's lock, so two starts cannot take the same one.
 */
export async function remoteStartOf(trx: Trx, pile_id: number, start: Start): Promise<RemoteStart | null> {
  if (start.numbered) return await remoteStartNumbered(trx, pile_id, start.numbered.command_id)
  const card = start.card_number?.toUpperCase()
  if (!card) return null
  const at = checkClock(start.at, start.received_at) ? start.received_at : start.at
  const { rows } = await sql<{ id: number; created_at: string; asked_by: string | null }>`
    select c.id, c.created_at, c.asked_by from command c
    where c.pile_id = ${pile_id} and c.action = ${START}
      and c.created_at between ${iso(at - WITHIN_MS)} and ${iso(at + CLOCKS_DIFFER_MS)}
      and (c.status in ('sent', 'accepted', 'done')
        or c.status = 'no_effect' and coalesce(c.answered_at, c.sent_at) >= ${iso(at - EXPIRES_MS)})
      and upper(c.intent::jsonb ->> 'card_number') = ${card}
      and coalesce(c.connector_number, ${start.connector_number}) = ${start.connector_number}
      and not exists (select from orders o where o.command_id = c.id)
    order by c.id desc limit 1`.execute(trx)
  const [found] = rows
  return found ? { id: found.id, at: ms(found.created_at), by: found.asked_by ?? '' } : null
}

/** The command that a pile says asked for its transaction. It explains one. */
export async function remoteStartNumbered(
  trx: Trx,
  pile_id: number,
  command_id: number | null,
): Promise<(RemoteStart & { card_number: string | null }) | null> {
  if (command_id === null) return null
  const { rows } = await sql<{ created_at: string; asked_by: string | null; card_number: string | null }>`
    select c.created_at, c.asked_by, c.intent::jsonb ->> 'card_number' as card_number from command c
    where c.id = ${command_id} and c.pile_id = ${pile_id} and c.action = ${START}
      and not exists (select from orders o where o.command_id = c.id)`.execute(trx)
  const [found] = rows
  const { created_at, asked_by, card_number } = found ?? {}
  return created_at
    ? { id: command_id, at: ms(created_at), by: asked_by ?? '', card_number: card_number ?? null }
    : null
}
