import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RejectedConnection, rejectedConnection } from '../../shared/entities/rejected-connection.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { AdoptDialog } from './adopt-dialog.tsx'

/** Only a pile that nobody knows can be taken in; the others are in the list already. */
const adoptable = ({ reason }: RejectedConnection) => reason === 'unknown_station'

/** Piles that knocked and were not let in, why, and the way in. */
export function RejectedConnectionList() {
  const { t } = useTranslation('piles')
  const wide = useWide()
  const may = useMay()
  const [adopting, setAdopting] = useState<RejectedConnection | null>(null)
  const rowActions = (row: RejectedConnection): Action[] =>
    adoptable(row)
      ? [{ key: 'adopt', label: t('rejected.adopt'), permission: 'pile.create', onPress: () => setAdopting(row) }]
      : []
  const foot = (row: RejectedConnection) =>
    adoptable(row) && may('pile.create') ? (
      <span className="row">
        <Button look="primary" className="grow" onClick={() => setAdopting(row)}>
          {t('rejected.adopt')}
        </Button>
      </span>
    ) : (
      <small>{t(`rejected.hint.${row.reason}`)}</small>
    )
  const toDo = {
    key: 'to_do',
    label: t('rejected.to_do'),
    after: 'reason',
    cell: (row: RejectedConnection) =>
      adoptable(row) ? t('rejected.adopt') : <small>{t(`rejected.hint.${row.reason}`)}</small>,
  }
  return (
    <>
      <RecordList
        entity={rejectedConnection}
        title={t('see_rejected')}
        chips="reason"
        back="/me"
        {...(wide ? { rowActions, extra: [toDo] } : { cardFoot: foot })}
      />
      {adopting && <AdoptDialog rejected={adopting} onClose={() => setAdopting(null)} />}
    </>
  )
}
