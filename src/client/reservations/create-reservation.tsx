import { useSearchParams } from 'react-router-dom'
import { reservation } from '../../shared/entities/reservation.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { useTellOutcome } from './use-outcome.ts'

const HOUR_MS = 3_600_000

interface Props {
  /** At this pile; otherwise at the one in the address, if any. */
  pileId?: number
  onClose: () => void
}

/** Reserves a gun, for an hour unless it is said otherwise; what the pile answers is told. */
export function CreateReservation({ pileId, onClose }: Props) {
  const [params] = useSearchParams()
  const tell = useTellOutcome()
  const pile = pileId ?? Number(params.get('pile_id'))
  const initial = {
    expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
    connector_number: 1,
    ...(pile > 0 && { pile_id: pile }),
  }
  return (
    <EntityForm
      entity={reservation}
      row={null}
      initial={initial}
      onSaved={({ id }) => void tell(Number(id))}
      onClose={onClose}
    />
  )
}
