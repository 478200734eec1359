import { useTranslation } from 'react-i18next'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import css from './alarms.module.css'
import { CaseLine } from './case-line.tsx'
import { WaitingNote } from './decision-note.tsx'
import { type AlarmDecision, type Handling, isAnswer } from './decisions.ts'

interface Props {
  alarm: Shown
  /** What this person decided and the server has not taken. */
  decisions: readonly AlarmDecision[]
  onHandle: (handling: Handling) => void
}

/** Under an alarm on a phone: the two answers, or what became of the one that was given. */
export function AlarmFoot({ alarm, decisions, onHandle }: Props) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const may = useMay()
  const count = allOf(alarm).length
  const waiting = decisions.filter(({ state }) => state === 'waiting')
  const notes = waiting.map((decision) => <WaitingNote key={decision.key} decision={decision} />)
  if (waiting.some(isAnswer)) return notes
  if (alarm.status === 'recovered') return <small>{t('case.recovered')}</small>
  if (alarm.status !== 'open') {
    const at = alarm.handled_at && format.moment(alarm.handled_at)
    return (
      <small>
        {[t('handled', { by: alarm.handled_by ?? '', at: at ?? '' }), alarm.remark].filter(Boolean).join(' · ')}
      </small>
    )
  }
  if (!may('alarm.handle')) return notes
  return (
    <div className={css.foot}>
      {notes}
      <CaseLine alarm={alarm} />
      <div className={css.answers}>
        <Button onClick={() => onHandle('confirmed')}>
          {alarm.others ? t('together.confirm', { count }) : t('confirm')}
        </Button>
        <Button look="primary" onClick={() => onHandle('processed')}>
          {alarm.others ? t('together.process', { count }) : t('process')}
        </Button>
      </div>
    </div>
  )
}
