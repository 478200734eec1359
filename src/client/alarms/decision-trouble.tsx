import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { drop, sendAgain } from '../offline/sending.ts'
import css from './alarms.module.css'
import cases from './case.module.css'
import { type AlarmDecision, alarmOf, isAnswer, kindOf, textOf, wordOf } from './decisions.ts'

/** What the two said, beside each other: both stay in the history. */
function Both({ decision, alarm }: { decision: AlarmDecision; alarm: Alarm }) {
  const { t } = useTranslation(['alarms', 'offline', 'alarm_cases'])
  const format = useFormat()
  const sides = [
    { key: 'you', who: t('case.you'), at: decision.decided_at, kind: kindOf(decision), text: textOf(decision) },
    {
      ...{ key: 'other', who: alarm.handled_by ?? '', at: alarm.handled_at ?? decision.decided_at },
      ...{ kind: alarm.status, text: alarm.remark },
    },
  ]
  return (
    <div className={cases.both}>
      {sides.map(({ key, who, at, kind, text }) => (
        <div key={key}>
          <div className="row between">
            <b>{who}</b>
            <small>{format.moment(at)}</small>
          </div>
          <span>{t(`said.${kind}`)}</span>
          {text && <p className={cases.said}>{t('offline:outbox.words', { text })}</p>}
        </div>
      ))}
    </div>
  )
}

/** A decision that was not taken: someone was faster, or the server said no. It stays until the person has seen it. */
export function DecisionTrouble({ decision }: { decision: AlarmDecision }) {
  const { t } = useTranslation(['alarms', 'offline', 'alarm_cases'])
  const format = useFormat()
  const { state, body, decided_at, message, label } = decision
  const alarm = alarmOf(decision)
  const path = useRecordPath()('alarm', body.id)
  const both = state === 'conflict' && isAnswer(decision) && alarm?.handled_at
  const why =
    alarm && (alarm.status === 'processed' || alarm.status === 'confirmed')
      ? t(`alarm_cases:conflict.${alarm.status}`, {
          by: alarm.handled_by ?? '',
          at: format.moment(alarm.handled_at ?? decided_at),
        })
      : message
  return (
    <li className={css.trouble}>
      <p>
        {both && (
          <>
            <b>{t('alarm_cases:both.title')}</b>
            <br />
          </>
        )}
        <b>{label}</b>
        <br />
        {why} {t('alarm_cases:not_taken', { said: t(`said.${wordOf(decision)}`) })}{' '}
        {state === 'conflict' && textOf(decision) && t('alarm_cases:remark_kept')}
      </p>
      {both && alarm && <Both decision={decision} alarm={alarm} />}
      <div className="row">
        {path && <ButtonLink to={path}>{t('offline:look')}</ButtonLink>}
        {state === 'refused' && <Button onClick={() => void sendAgain(decision)}>{t('offline:retry')}</Button>}
        <Button onClick={() => void drop(decision)}>
          {t(state === 'refused' ? 'offline:discard' : 'offline:understood')}
        </Button>
      </div>
    </li>
  )
}
