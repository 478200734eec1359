import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { OPEN_RESERVATION } from '../../shared/domain/reservation.ts'
import { type Reservation, reservation } from '../../shared/entities/reservation.ts'
import { permissionOf, type Titled, titleOf } from '../../shared/kit/entity.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import css from './gun-reservation.module.css'

interface Props {
  pileId: number
  connectorNumber: number
}

/** More than one pile has guns. */
const MOST = 20

function Kept({ pileId, connectorNumber }: Props) {
  const { t } = useTranslation('reservations')
  const format = useFormat()
  const path = useRecordPath()
  const open = { state: [...OPEN_RESERVATION], prop: 'expires_at', order: 'asc' as const }
  const query = useRecords(reservation, { pile_id: [pileId], ...open, page_num: 1, page_size: MOST })
  const rows = (query.data?.rows ?? []) as unknown as Reservation[]
  const kept = [connectorNumber, 0].map((at) => rows.find((row) => row.connector_number === at)).find(Boolean)
  if (!kept) return null
  const customer = (kept as unknown as Record<string, Titled | null>)[titleOf('customer_id')]?.title
  const whom = [customer, kept.card_number && t('card', { number: kept.card_number })].filter(Boolean).join(' · ')
  const to = path('reservation', kept.id)
  const words = t('kept', { whom, until: format.moment(kept.expires_at) })
  return <p className={css.kept}>{to ? <Link to={to}>{words}</Link> : words}</p>
}

/** For whom a gun is kept, and until when. */
export function GunReservation(props: Props) {
  return useMay()(permissionOf(reservation, 'list')) && <Kept {...props} />
}
