import { reporter } from '../every-version/message.ts'
import type { EndedReservation } from '../ports.ts'

interface ReservationStatusUpdate {
  reservationId: number
  reservationUpdateStatus: string
}

const WHY = new Map<string, EndedReservation['why']>([
  ['Expired', 'expired'],
  ['Removed', 'removed'],
  // Of 2.1 (H03.FR.11).
  ['NoTransaction', 'unused'],
])

/** A pile keeps a gun for nobody any more (H01.FR.16, H01.FR.17, H04.FR.01). */
export const reservationStatusUpdate = reporter<ReservationStatusUpdate>(
  'ReservationStatusUpdate',
  async ({ reservationId: reservation, reservationUpdateStatus }, { events }) => {
    const why = WHY.get(reservationUpdateStatus)
    if (why) await events.reservationEnded({ reservation, why })
    return { answer: {}, sign: { shows: 'other' } }
  },
)
