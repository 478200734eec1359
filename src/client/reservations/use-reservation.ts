import { useTranslation } from 'react-i18next'
import { OPEN_RESERVATION } from '../../shared/domain/reservation.ts'
import { CANCEL_RESERVATION } from '../../shared/endpoints/reservations.ts'
import type { Reservation } from '../../shared/entities/reservation.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { useCancelling } from './use-outcome.ts'

const OPEN: readonly string[] = OPEN_RESERVATION

/** What can be done with a reservation: on its row and on its page. */
export function useReservationActions() {
  const { t } = useTranslation('reservations')
  const cancel = useCancelling()
  return ({ id, state }: Reservation): Action[] =>
    OPEN.includes(state)
      ? [
          {
            key: 'cancel',
            label: t('cancel.short'),
            icon: 'stop',
            danger: true,
            permission: CANCEL_RESERVATION,
            onPress: () => void cancel(id),
          },
        ]
      : []
}

/** The gun in words: 0 is whichever is free. */
export function useGunWords() {
  const { t } = useTranslation('reservations')
  return ({ connector_number: number }: Reservation) => (number === 0 ? t('any_gun') : t('gun', { number }))
}
