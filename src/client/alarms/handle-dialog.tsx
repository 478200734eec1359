import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { asFailure } from '../kit/api/failure.ts'
import { usePhrases } from '../kit/dictionaries/use-phrases.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { NotKept } from '../offline/sending.ts'
import { useAlarmWords } from './alarm-words.ts'
import { type Handling, handle } from './decisions.ts'

interface Props {
  alarm: Alarm
  handling: Handling
  onClose: () => void
}

/** Handles an alarm, with a remark if there is something to say. */
export function HandleDialog({ alarm, handling, onClose }: Props) {
  const { t } = useTranslation(['alarms', 'offline'])
  const words = useAlarmWords()
  const phrases = usePhrases(alarmEntity, 'remark')
  const [remark, setRemark] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  // Until it is kept or sent, what was written stays in sight.
  const decide = async () => {
    setBusy(true)
    try {
      await handle(alarm.id, `${words.title(alarm)} · ${words.place(alarm)}`, handling, remark)
      onClose()
    } catch (failure) {
      setError(failure instanceof NotKept ? t('offline:not_kept') : asFailure(failure).message)
      setBusy(false)
    }
  }
  return (
    <DecisionDialog
      title={t(`handle_title.${handling}`)}
      action={t(handling === 'processed' ? 'process' : 'confirm')}
      busy={busy}
      error={error}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <p>
        <b>{words.title(alarm)}</b> · {words.place(alarm)}
      </p>
      <p>
        <small>{t(`handle_hint.${handling}`)}</small>
      </p>
      <Remark label={t('remark')} hint={t('remark_hint')} value={remark} onChange={setRemark} phrases={phrases} />
    </DecisionDialog>
  )
}
