import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { asFailure } from '../kit/api/failure.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { toast } from '../kit/ui/toast.ts'
import { NotKept } from '../offline/sending.ts'
import { useAlarmWords } from './alarm-words.ts'
import type { Asked, CaseDoings } from './case-doings.ts'
import { act, type Doing } from './decisions.ts'
import { HandleDialog } from './handle-dialog.tsx'

const HandOverDialog = lazy(() =>
  import('./hand-over-dialog.tsx').then((module) => ({ default: module.HandOverDialog })),
)
const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx').then((module) => ({ default: module.SnoozeDialog })))

export function useCaseDoings(alarm: Alarm | undefined): { doings: CaseDoings; dialogs: ReactNode } {
  const { t } = useTranslation('offline')
  const words = useAlarmWords()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function doing(what: Doing): Promise<boolean> {
    if (!alarm) return false
    setBusy(true)
    setError('')
    try {
      await act(alarm.id, `${words.title(alarm)} · ${words.place(alarm)}`, what)
      return true
    } catch (failure) {
      const why = failure instanceof NotKept ? t('not_kept') : asFailure(failure).message
      setError(why)
      if (!asked) toast(why, { tone: 'error' })
      return false
    } finally {
      setBusy(false)
    }
  }
  const ask = (what: Asked) => {
    setError('')
    setAsked(what)
  }
  const doings: CaseDoings = { busy, error, act: doing, ask }
  const close = () => setAsked(null)
  const dialogs = alarm && asked && (
    <Suspense fallback={null}>
      {asked === 'assign' && <HandOverDialog alarm={alarm} doings={doings} onClose={close} />}
      {asked === 'snooze' && <SnoozeDialog doings={doings} onClose={close} />}
      {(asked === 'processed' || asked === 'confirmed') && (
        <HandleDialog alarm={alarm} handling={asked} onClose={close} />
      )}
    </Suspense>
  )
  return { doings, dialogs }
}
