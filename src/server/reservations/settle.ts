import { type Kysely, sql } from 'kysely'
import { OPEN_RESERVATION, type Reason } from '../../shared/domain/reservation.ts'
import type { Command } from '../../shared/entities/command.ts'
import type { Reservation } from '../../shared/entities/reservation.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ReservationPiles } from './ports.ts'

type Db = Kysely<Database>
type Piles = Pick<ReservationPiles, 'obstacleIn' | 'connected'>

interface Asked {
  id: number
  pile_id: number
  status: Command['status']
  call: string | null
  answer: string | null
}

/**
 * Brings reservations up to what became of the calls about them, of sessions that used them, of their guns and of their time. All of it
 * is read from the database, so that a stop of the server loses nothing. Gives those that changed.
 */
export async function settle(db: Db, piles: Piles): Promise<number[]> {
  const changed = [
    ...(await answered(db, piles)),
    ...(await cancelled(db)),
    ...(await used(db)),
    ...(await brokenOff(db)),
    ...(await expired(db)),
  ]
  return [...new Set(changed)]
}

/** Written out, as the index of open ones has it. */
const isOpen = sql`r.state in (${sql.join(OPEN_RESERVATION.map((state) => sql.lit(state)))})`
const change = sql`version = r.version + 1, updated_at = now()`

/** A late answer still counts. What a pile says is read where it is connected: there it is known how it speaks. */
async function answered(db: Db, piles: Piles): Promise<number[]> {
  const { rows } = await sql<Asked & { state: Reservation['state']; away: boolean }>`
    select r.id, r.pile_id, r.state, c.status, c.call, c.answer, p.state = 'offline' as away
    from reservation r join command c on c.id = r.command_id join pile p on p.id = r.pile_id
    where r.state in ('asked', 'unclear') and c.status not in ('queued', 'sent') order by r.id`.execute(db)
  const changed: number[] = []
  for (const row of rows) {
    if (!row.away && !piles.connected(row.pile_id)) continue
    const { state, reason } = meaningOf(row, piles)
    if (state === row.state) continue
    const { numAffectedRows } = await sql`
      update reservation r set state = ${state}, reason = ${reason}, ${change},
        ended_at = case when ${state === 'refused'} then now() end
      where r.id = ${row.id} and r.state = ${row.state}`.execute(db)
    if (numAffectedRows) changed.push(row.id)
  }
  return changed
}

function meaningOf(asked: Asked, piles: Piles): { state: Reservation['state']; reason: Reason | null } {
  switch (asked.status) {
    case 'done':
    case 'accepted':
      return { state: 'accepted', reason: null }
    case 'not_connected':
    case 'not_sent':
      return { state: 'refused', reason: 'not_reached' }
    case 'refused':
    case 'failed':
      return { state: 'refused', reason: reasonOf(asked, piles) }
    default:
      return { state: 'unclear', reason: null }
  }
}

function reasonOf({ pile_id, call, answer }: Asked, piles: Piles): Reason {
  // It cannot reserve at all.
  if (isError(answer)) return 'not_supported'
  return (call && piles.obstacleIn(pile_id, call, JSON.parse(answer ?? '{}'))) || 'other'
}

/** An error instead of an answer. */
const isError = (answer: string | null) => (JSON.parse(answer ?? '{}') as { code?: unknown }).code !== undefined

/** One that the pile does not know is not kept by it either; where it gave an error, or no answer, it keeps it as before. */
async function cancelled(db: Db): Promise<number[]> {
  const { rows } = await sql<Asked & { cancel_id: number }>`
    select r.id, r.pile_id, r.cancel_id, c.status, c.call, c.answer from reservation r join command c on c.id = r.cancel_id
    where ${isOpen} and c.status not in ('queued', 'sent') order by r.id`.execute(db)
  const changed: number[] = []
  for (const { id, cancel_id, status, answer } of rows) {
    const isGone = status === 'done' || status === 'accepted' || (status === 'refused' && !isError(answer))
    // Of one that was cancelled once more just now the newer call counts.
    const { numAffectedRows } = await sql`
      update reservation r set cancel_id = case when ${isGone} then r.cancel_id end,
        state = case when ${isGone} then 'cancelled' else r.state end, reason = case when ${isGone} then 'person' end,
        ended_at = case when ${isGone} then now() end, ${change}
      where r.id = ${id} and r.cancel_id = ${cancel_id} and ${isOpen}`.execute(db)
    if (numAffectedRows) changed.push(id)
  }
  return changed
}

/** A session says which reservation it is for (OCPP 1.6, 5.13), also when it tells of it after its end. */
async function used(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update reservation r set state = 'used', order_id = o.id, reason = null, ended_at = o.started_at, ${change} from orders o
    where o.reservation_id = r.id and o.pile_id = r.pile_id and r.order_id is null and r.state <> 'used'
      and r.expires_at > now() - interval '30 days'
    returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A gun that is out of order is kept for nobody: the pile ended it by itself (5.13). */
async function brokenOff(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update reservation r set state = 'cancelled', reason = lower(n.status), ended_at = n.status_at, ${change} from connector n
    where n.pile_id = r.pile_id and n.number = r.connector_number and n.number > 0 and r.state = 'accepted'
      and n.status in ('Faulted', 'Unavailable') and n.status_at > r.updated_at
    returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function expired(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update reservation r set state = 'expired', ended_at = r.expires_at, ${change}
    where ${isOpen} and r.expires_at <= now() returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}
