import { useTranslation } from 'react-i18next'
import { type Reservation, reservation } from '../../shared/entities/reservation.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useGunWords, useReservationActions } from './use-reservation.ts'

const shown = (row: AnyRow) => row as unknown as Reservation

/** What says nothing of this one is left out; a card that is known stands as the record that it is. */
const tells = (field: string, row: AnyRow) => row[field] !== null && !(field === 'card_number' && row.card_id !== null)

/** A gun that is kept for someone, or was. */
export function ReservationPage({ id }: { id: number }) {
  const { t } = useTranslation('reservations')
  const format = useFormat()
  const actionsOf = useReservationActions()
  const gunOf = useGunWords()
  return (
    <EntityPage
      entity={reservation}
      id={id}
      actions={(row) => actionsOf(shown(row))}
      caption={(row) => `${gunOf(shown(row))} · ${t('until', { at: format.full(shown(row).expires_at) })}`}
      tells={tells}
      cells={{ connector_number: (row) => gunOf(shown(row)) }}
    />
  )
}
