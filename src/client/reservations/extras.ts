import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'

export const reservationExtras: EntityExtras = {
  List: lazy(() => import('./reservation-list.tsx').then((module) => ({ default: module.ReservationList }))),
  Create: lazy(() => import('./create-reservation.tsx').then((module) => ({ default: module.CreateReservation }))),
  Page: lazy(() => import('./reservation-page.tsx').then((module) => ({ default: module.ReservationPage }))),
}
