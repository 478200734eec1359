import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RejectedConnection, rejectedConnection } from '../../shared/entities/rejected-connection.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { lazyPart } from '../kit/ui/lazy-part.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import type { AdoptProps } from './adopt-dialog.tsx'

const AdoptDialog = lazyPart<AdoptProps>(() =>
  import('./adopt-dialog.tsx').then((module) => ({ default: module.AdoptDialog })),
)

/** What can be done with one here; what is to be done with the others is said. */
const STEPS: Partial<Record<RejectedConnection['reason'], { word: 'adopt' | 'replace'; permissions: string[] }>> = {
  unknown_station: { word: 'adopt', permissions: ['pile.create'] },
  wrong_password: { word: 'replace', permissions: ['pile.create', 'pile.update'] },
  no_password: { word: 'replace', permissions: ['pile.create', 'pile.update'] },
}

/** Piles that knocked and were not let in, why, and the way in. */
export function RejectedConnectionList() {
  const { t } = useTranslation(['rejected_connections', 'piles'])
  const wide = useWide()
  const may = useMay()
  const [adopting, setAdopting] = useState<RejectedConnection | null>(null)
  const stepOf = ({ reason }: RejectedConnection) => {
    const step = STEPS[reason]
    return step?.permissions.every((permission) => may(permission)) ? step : undefined
  }
  /** A password that is not good enough is not taken: a new one is made. */
  const wordOf = ({ offered }: RejectedConnection, word: 'adopt' | 'replace') =>
    t(word === 'replace' && offered !== 'good' ? 'replace_fresh' : word)
  const rowActions = (row: RejectedConnection): Action[] => {
    const step = stepOf(row)
    return step ? [{ key: 'adopt', label: wordOf(row, step.word), onPress: () => setAdopting(row) }] : []
  }
  const foot = (row: RejectedConnection) => {
    const step = stepOf(row)
    const hint = <small>{t(`hint.${row.reason}`)}</small>
    if (!step) return hint
    return (
      <>
        {step.word === 'replace' && hint}
        <span className="row">
          <Button look={step.word === 'adopt' ? 'primary' : 'quiet'} className="grow" onClick={() => setAdopting(row)}>
            {wordOf(row, step.word)}
          </Button>
        </span>
      </>
    )
  }
  const toDo = {
    key: 'to_do',
    label: t('to_do'),
    after: 'reason',
    // What one comes to this list for stays longest.
    rank: 5,
    cell: (row: RejectedConnection) =>
      row.reason === 'unknown_station' && stepOf(row) ? t('adopt') : <small>{t(`hint.${row.reason}`)}</small>,
  }
  return (
    <>
      <RecordList
        entity={rejectedConnection}
        title={t('piles:see_rejected')}
        chips="reason"
        back="/me"
        {...(wide ? { rowActions, extra: [toDo] } : { cardFoot: foot })}
      />
      {adopting && (
        <Suspense fallback={null}>
          <AdoptDialog rejected={adopting} onClose={() => setAdopting(null)} />
        </Suspense>
      )}
    </>
  )
}
