import { type Kysely, type RawBuilder, sql } from 'kysely'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Refused } from '../../shared/entities/order.ts'
import type { Database } from '../kit/database/tables.ts'
import { iso } from '../kit/instants.ts'
import type { AuthorizationStatus, Start } from '../ocpp/ports.ts'
import { LATE_MS } from './cable.ts'
import type { Trx } from './order-row.ts'
import type { Payer } from './ports.ts'

/**
 * What was not authorized is stopped at once, is nobody's debt until a person decides, and raises an alarm. Not authorized is
 * what we did not answer with Accepted. One exception: a start that the pile kept while it was away was let in by its local list
 * or its cache, as its configuration says. We see it afterwards, so a balance that is used up now tells nothing of then, and
 * neither does a session that the same card began later. A card that is no good is refused however late its start arrives:
 * a pile's word of when it began is no proof, and the order shows a person both times.
 */
export function refusedAs(payer: Payer, isKept: boolean, wasInUse: boolean): Refused | null {
  if (payer.status === 'Accepted') return null
  if (payer.standing !== 'Accepted') return byStanding[payer.standing]
  if (payer.master) return 'card_invalid'
  if (isKept) return wasInUse ? 'card_in_use' : null
  return payer.status === 'ConcurrentTx' ? 'card_in_use' : 'balance_short'
}

const byStanding: Record<Exclude<AuthorizationStatus, 'Accepted'>, Refused> = {
  Blocked: 'card_blocked',
  Expired: 'card_expired',
  Invalid: 'card_invalid',
  ConcurrentTx: 'card_in_use',
  NoCredit: 'balance_short',
}

const answers: Record<Refused, AuthorizationStatus> = {
  card_blocked: 'Blocked',
  card_expired: 'Expired',
  card_invalid: 'Invalid',
  card_in_use: 'ConcurrentTx',
  balance_short: 'NoCredit',
}

type Began = Pick<Start, 'at' | 'received_at' | 'card_number' | 'connector_number'>

/** Why this start is not authorized; see refusedAs. */
export async function refusalOf(trx: Trx, pile_id: number, start: Began, payer: Payer): Promise<Refused | null> {
  if (payer.status === 'Accepted') return null
  const pile = await trx.selectFrom('pile').select('clock_skew_ms').where('id', '=', pile_id).executeTakeFirst()
  const kept = isKept(start, pile?.clock_skew_ms ?? 0)
  return refusedAs(payer, kept, kept && (await wasInUse(trx, pile_id, start)))
}

async function wasInUse(trx: Trx, pile_id: number, { at, card_number, connector_number }: Began): Promise<boolean> {
  const place = { pile_id: sql`${pile_id}`, connector_number: sql`${connector_number}` }
  const { rows } = await ranElsewhere({ ...place, card_number: sql`${card_number}`, at: sql`${iso(at)}` }).execute(trx)
  return rows.length > 0
}

/** A session that begins; each is a column or a value. */
type Beginning = Record<'pile_id' | 'connector_number' | 'card_number' | 'at', RawBuilder<unknown>>

/** As many other sessions of the same card ran elsewhere when this one began as may, as far as is known by now. */
export const ranElsewhere = ({ pile_id, connector_number, card_number, at }: Beginning) => sql`
  select from orders other
  where other.card_number = ${card_number} and other.refused_as is null and ${ranAt(at)}
    and (other.pile_id <> ${pile_id} or other.connector_number <> ${connector_number})
  having count(*) >= coalesce((select s.at_once from card_standing s where s.tag = ${card_number}), 1)`

/**
 * How many cards of its group charged elsewhere when a start began that the pile kept, where that were as many as may: nobody asked us then. It
 * happened, is billed and counts for the next ones; its story says so.
 */
export async function overGroup(
  trx: Trx,
  pile_id: number,
  start: Began,
): Promise<{ most: number; others: number } | null> {
  const { at, card_number, connector_number } = start
  if (card_number === null || !isKept(start, 0)) return null
  const { rows } = await sql<{ most: number; others: number; skew_ms: number }>`
    select s.group_at_once as most, r.others, coalesce(p.clock_skew_ms, 0)::float8 as skew_ms
    from card_standing s join pile p on p.id = ${pile_id} cross join lateral (
      select count(*)::int as others from orders other
      where other.card_number in (select upper(number) from card where group_id = s.group_id and archived_at is null)
        and other.refused_as is null and ${ranAt(sql`${iso(at)}`)}
        and (other.pile_id <> ${pile_id} or other.connector_number <> ${connector_number})) r
    where s.tag = ${card_number} and r.others >= s.group_at_once`.execute(trx)
  const [found] = rows
  return found && isKept(start, found.skew_ms) ? { most: found.most, others: found.others } : null
}

/** The session `other` ran then, as far as is known by now. */
const ranAt = (at: RawBuilder<unknown>) => sql`other.started_at <= ${at}
    and (other.status = 'generated' and (other.idle_at is null or other.idle_at > ${at}) or other.ended_at > ${at})`

/** What the pile is told of an order that was opened before: the same start gets the same answer. */
export async function answerOf(db: Kysely<Database>, order_id: number): Promise<AuthorizationStatus> {
  const order = await db.selectFrom('orders').select('refused_as').where('id', '=', order_id).executeTakeFirst()
  return answerTo(order?.refused_as ?? null)
}

export const answerTo = (refused_as: Refused | null): AuthorizationStatus =>
  refused_as ? answers[refused_as] : 'Accepted'

/** The pile kept this start for a while before it could send it. `skew_ms`: how far its clock is ahead of ours, as known. */
export function isKept({ at, received_at }: Pick<Start, 'at' | 'received_at'>, skew_ms: number): boolean {
  if (checkClock(at, received_at)) return false
  return received_at - at + Math.min(skew_ms, 0) > LATE_MS
}
