import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { drop, sendAgain } from '../offline/sending.ts'
import css from './alarms.module.css'
import { type AlarmDecision, alarmOf } from './decisions.ts'

/** What became of a person's decision so far: it waits, somebody was faster, or the server said no. */
export function DecisionNote({ decision }: { decision: AlarmDecision }) {
  const { t } = useTranslation(['alarms', 'offline'])
  const format = useFormat()
  const { state, body, decided_at, message } = decision
  if (state === 'waiting') {
    return (
      <p className={css.waits}>
        <Icon name="refresh" size={14} />
        {t(`by_you.${body.status}`, { at: format.moment(decided_at) })}
      </p>
    )
  }
  const alarm = alarmOf(decision)
  const theirs =
    alarm && alarm.status !== 'open'
      ? t(`conflict.${alarm.status}`, { by: alarm.handled_by ?? '', at: format.moment(alarm.handled_at ?? decided_at) })
      : message
  return (
    <div className={css.trouble} role="status">
      <p>
        <b>{theirs}</b> {t(`your_answer.${body.status}`)}
      </p>
      <div className="row">
        {state === 'refused' && <Button onClick={() => void sendAgain(decision)}>{t('offline:retry')}</Button>}
        <Button onClick={() => void drop(decision)}>
          {t(state === 'refused' ? 'offline:discard' : 'offline:understood')}
        </Button>
      </div>
    </div>
  )
}
