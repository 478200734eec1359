import { useTranslation } from 'react-i18next'
import { cancelReservation, reservationOutcome } from '../../shared/endpoints/reservations.ts'
import { reservation } from '../../shared/entities/reservation.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

type Outcome = Data<typeof reservationOutcome>

/** Asks, and says what came of it. */
const told = (work: () => Promise<Outcome>, say: (outcome: Outcome) => { text: string; good: boolean }) =>
  doAndSay(
    async () => {
      const { text, good } = say(await work())
      toast(text, { tone: good ? 'success' : 'error' })
    },
    { changes: ['reservation'] },
  )

/** Says what the pile answered to a reservation: kept, or why not. */
export function useTellOutcome() {
  const { t } = useTranslation('reservations')
  const words = useWords(reservation)
  return (id: number) =>
    told(
      () => call(reservationOutcome, { id }),
      ({ state, reason }) => ({
        good: state === 'accepted' || state === 'used',
        text: reason
          ? t('outcome.refused', { reason: words.choice('reason', reason) })
          : t(`outcome.${state}`, { defaultValue: words.choice('state', state) }),
      }),
    )
}

/** Has a gun be let go, once the person says so. */
export function useCancelling() {
  const { t } = useTranslation('reservations')
  return async (id: number) => {
    const words = { title: t('cancel.title'), text: t('cancel.text'), yes: t('cancel.yes'), no: t('cancel.no') }
    if (!(await confirm({ ...words, danger: true }))) return
    await told(
      () => call(cancelReservation, { id }),
      ({ state, told_later }) => ({
        good: state === 'cancelled',
        text: t(state !== 'cancelled' ? 'cancel.kept' : told_later ? 'cancel.later' : 'cancel.done'),
      }),
    )
  }
}
