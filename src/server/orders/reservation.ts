import { sql } from 'kysely'
import type { Ask } from '../../shared/domain/intent.ts'
import type { OrderEvent } from '../../shared/endpoints/orders.ts'
import type { Start } from '../ocpp/ports.ts'
import { happened } from './order-events.ts'
import type { Trx } from './order-row.ts'

const RESERVE: Ask = 'reserve'
const CANCEL: Ask = 'cancel_reservation'

interface Reservation {
  reservation: number
  card: string
  by: string | null
  connector: number
  expires: string | null
}

/**
 * What a start has to do with reservations that the console made: the one that it names, or one
 * of its connector that was another person's.
 */
export async function reservationEvents(trx: Trx, pile_id: number, start: Start): Promise<OrderEvent[]> {
  const { reservation_id, connector_number, at } = start
  const card = start.card_number?.toUpperCase()
  const known = await reservationsAt(trx, pile_id, start)
  if (reservation_id !== null) {
    const made = known.find(({ reservation }) => reservation === reservation_id)
    const by = made?.by ?? ''
    return [happened(at, by ? 'reservation_used_by' : 'reservation_used', { reservation: reservation_id, by })]
  }
  const others = known.find((each) => each.connector === connector_number && each.card !== card)
  return others ? [happened(at, 'reserved_for_other', { reservation: others.reservation, card: others.card })] : []
}

/** Reservations of the pile that it accepted and that were neither cancelled nor over when the start was made. */
async function reservationsAt(trx: Trx, pile_id: number, { at, reservation_id }: Start): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`
    with made as (
      select distinct on (i ->> 'reservation') c.id, (i ->> 'reservation')::numeric::bigint as reservation,
        upper(i ->> 'card_number') as card, c.connector_number as connector, c.asked_by as by, i ->> 'until' as expires
      from command c cross join lateral (select c.intent::jsonb as i) read
      where c.pile_id = ${pile_id} and c.action = ${RESERVE} and c.status = 'done'
      order by i ->> 'reservation', c.id desc
    )
    select reservation, card, connector, by, expires from made where not exists (
      select from command cancelled where cancelled.pile_id = ${pile_id} and cancelled.action = ${CANCEL}
        and cancelled.status = 'done' and cancelled.id > made.id
        and (cancelled.intent::jsonb ->> 'reservation')::numeric = made.reservation)
    order by id desc`.execute(trx)
  // A raw call may have said anything for its end; one that cannot be read is over.
  return rows.filter(({ reservation, expires }) => reservation === reservation_id || Date.parse(expires ?? '') > at)
}
