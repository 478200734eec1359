import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { asFailure } from '../kit/api/failure.ts'
import { usePhrases } from '../kit/dictionaries/use-phrases.ts'
import { useKept } from '../kit/forms/use-kept.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { NotKept } from '../offline/sending.ts'
import { useMatterWords } from './alarm-cells.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { type Handling, handle } from './decisions.ts'
import { OtherAlarms } from './other-alarms.tsx'

interface Props {
  alarm: Shown
  handling: Handling
  onClose: () => void
}

/** The pile still reports it: it takes back what is over. */
const isReported = ({ kind, cleared_at }: Alarm) => kind === 'fault' && cleared_at === null

/** Handles an alarm and all that show as one with it, with a remark if there is something to say. */
export function HandleDialog({ alarm, handling, onClose }: Props) {
  const { t } = useTranslation(['alarms', 'offline'])
  const words = useAlarmWords()
  const matter = useMatterWords()
  const phrases = usePhrases(alarmEntity, 'remark')
  const [remark, setRemark, forgetRemark] = useKept(`alarm/${alarm.id}/${handling}`, '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  // Until it is kept or sent, what was written stays in sight.
  const decide = async () => {
    setBusy(true)
    try {
      for (const each of allOf(alarm))
        await handle(each.id, `${words.title(each)} · ${words.place(each)}`, handling, remark)
      forgetRemark()
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
        <b>{matter.title(alarm)}</b> · {matter.place(alarm)}
      </p>
      <OtherAlarms shown={alarm} />
      {handling === 'processed' && allOf(alarm).some(isReported) && (
        <Banner tone="waiting" icon="warning">
          {t('still_reported')}
        </Banner>
      )}
      <p>
        <small>{t(`handle_hint.${handling}`)}</small>
      </p>
      <Remark label={t('remark')} hint={t('remark_hint')} value={remark} onChange={setRemark} phrases={phrases} />
    </DecisionDialog>
  )
}
