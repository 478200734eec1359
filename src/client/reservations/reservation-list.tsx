import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reservation } from '../../shared/entities/reservation.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useHome } from '../kit/session/homes.ts'
import { type Action, Actions } from '../kit/ui/actions.tsx'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { useGunWords, useReservationActions } from './use-reservation.ts'

const Create = lazyDialog(() =>
  import('./create-reservation.tsx').then((module) => ({ default: module.CreateReservation })),
)

interface Props {
  /** Those of one pile, as a part of its page. */
  pileId?: number
}

/** Which guns are kept for whom, and what became of those that were. */
export function ReservationList({ pileId }: Props) {
  const { t } = useTranslation('reservations')
  const format = useFormat()
  const wide = useWide()
  const home = useHome('reservation')
  const actionsOf = useReservationActions()
  const gunOf = useGunWords()
  const [making, setMaking] = useState(false)
  const reserve: Action = {
    key: 'reserve',
    label: t('reserve'),
    icon: 'plus',
    primary: true,
    permission: permissionOf(reservation, 'create'),
    ...(pileId === undefined && home ? { to: `${home}/create` } : { onPress: () => setMaking(true) }),
  }
  return (
    <>
      {/* A list in a page has no heading. */}
      {pileId !== undefined && (
        <div className="row">
          <Actions actions={[reserve]} inline />
        </div>
      )}
      <RecordList
        entity={reservation}
        chips="state"
        back="/me"
        actions={pileId === undefined ? [reserve] : []}
        rowActions={actionsOf}
        open={({ id }) => (home ? `${home}/${id}` : null)}
        cells={{
          connector_number: gunOf,
          // A card has no heading above it.
          expires_at: ({ expires_at: at }) => (wide ? format.moment(at) : t('until', { at: format.moment(at) })),
        }}
        fresh={{ also: ['command'] }}
        {...(pileId !== undefined && { embedded: true, fixed: { pile_id: [pileId] }, without: ['pile_id', 'site_id'] })}
      />
      {making && <Create {...(pileId !== undefined && { pileId })} onClose={() => setMaking(false)} />}
    </>
  )
}
