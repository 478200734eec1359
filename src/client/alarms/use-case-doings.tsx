import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { asFailure } from '../kit/api/failure.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'
import { toast } from '../kit/ui/toast.ts'
import { NotKept } from '../offline/sending.ts'
import { useAlarmWords } from './alarm-words.ts'
import type { Asked, CaseDoings } from './case-doings.ts'
import { act, type Doing } from './decisions.ts'
// Not loaded when it is asked for: who loses the network right after the list came answers all the same.
import { HandleDialog } from './handle-dialog.tsx'

const HandOverDialog = lazyDialog(() =>
  import('./hand-over-dialog.tsx').then((module) => ({ default: module.HandOverDialog })),
)
const SnoozeDialog = lazyDialog(() =>
  import('./snooze-dialog.tsx').then((module) => ({ default: module.SnoozeDialog })),
)

/** A note is of the alarm at which it is written. Nobody goes to what another is on the way to. */
function meantBy({ act: kind }: Doing, shown: Shown, me: number | undefined): readonly Alarm[] {
  if (kind === 'note') return [shown]
  if (kind !== 'on_my_way') return allOf(shown)
  const isAnothers = ({ on_my_way_at, assignee_id }: Alarm) => on_my_way_at !== null && assignee_id !== me
  return allOf(shown).filter((alarm) => alarm === shown || !isAnothers(alarm))
}

export function useCaseDoings(shown: Shown | undefined): { doings: CaseDoings; dialogs: ReactNode } {
  const { t } = useTranslation('offline')
  const words = useAlarmWords()
  const me = useAtomValue(personAtom)?.user.userId
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function doing(what: Doing, of = shown): Promise<boolean> {
    if (!of) return false
    setBusy(true)
    setError('')
    try {
      for (const alarm of meantBy(what, of, me))
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
  const dialogs = shown && asked && (
    <Suspense fallback={null}>
      {asked === 'assign' && <HandOverDialog alarm={shown} doings={doings} onClose={close} />}
      {asked === 'snooze' && <SnoozeDialog alarm={shown} doings={doings} onClose={close} />}
      {(asked === 'processed' || asked === 'confirmed') && (
        <HandleDialog alarm={shown} handling={asked} onClose={close} />
      )}
    </Suspense>
  )
  return { doings, dialogs }
}
