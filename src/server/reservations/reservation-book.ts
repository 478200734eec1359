import { type Kysely, sql } from 'kysely'
import { OPEN_RESERVATION } from '../../shared/domain/reservation.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ConnectedPile, EndedReservation, Live, ReservationReports } from '../ocpp/ports.ts'

/** Hears of reservations that piles end by themselves. */
export class ReservationBook implements ReservationReports {
  readonly #db: Kysely<Database>
  readonly #live: Live

  constructor(db: Kysely<Database>, live: Live) {
    this.#db = db
    this.#live = live
  }

  /** One that is over stays what it was. A gun that is out of order is why the pile let go (OCPP 2.0.1, H01.FR.16, H01.FR.17). */
  async ended(pile: ConnectedPile, { reservation, why }: EndedReservation): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      update reservation r set state = ${why === 'expired' ? 'expired' : 'cancelled'}, ended_at = now(), cancel_id = null,
        reason = case ${why}::text when 'unused' then 'unused' when 'removed' then case when r.cancel_id is not null then 'person' else coalesce(
          (select lower(n.status) from connector n where n.pile_id = r.pile_id and n.number = r.connector_number and n.number > 0
            and n.status in ('Faulted', 'Unavailable')), 'pile') end end,
        version = r.version + 1, updated_at = now()
      where r.id = ${reservation} and r.pile_id = ${pile.id} and r.state = any(${[...OPEN_RESERVATION]}::text[])
      returning r.id`.execute(this.#db)
    for (const { id } of rows) this.#live.changed('reservation', Number(id))
  }
}
