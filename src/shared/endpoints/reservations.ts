import * as z from 'zod/mini'
import { REASONS } from '../domain/reservation.ts'
import { type Reservation, reservation } from '../entities/reservation.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

export const CANCEL_RESERVATION = 'reservation.cancel'

const states = Object.keys(reservation.fields.state.tones) as [Reservation['state']]
const outcome = z.object({
  id: z.int(),
  state: z.enum(states),
  reason: z.nullable(z.enum(REASONS)),
  /** It was cancelled while its pile was away, which is told when it is back. */
  told_later: z.boolean(),
})

/** What became of a reservation once its pile has answered, or after eight seconds. */
export const reservationOutcome = endpoint({
  method: 'POST',
  path: '/system/reservation/outcome',
  permission: 'reservation.list',
  reaches: { reservation: 'id' },
  body: z.object({ id: identity }),
  data: outcome,
})

/** Has the pile let the gun go. Answered when the pile has answered; at once where it is away. */
export const cancelReservation = endpoint({
  method: 'POST',
  path: '/system/reservation/cancel',
  permission: CANCEL_RESERVATION,
  reaches: { reservation: 'id' },
  body: z.object({ id: identity }),
  data: outcome,
  repeatable: true,
  changes: 'reservation',
})
