import { useTranslation } from 'react-i18next'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { Pill } from '../kit/ui/pill.tsx'
import type { AlarmDecision } from './decisions.ts'

/** Nobody was told of it while the maintenance went on. */
function During() {
  const words = useWords(alarmEntity)
  return <small> {words.label('during_maintenance')}</small>
}

/** An alarm's state, or what became of this person's answer to it. */
export function AlarmStatus({ alarm, decision }: { alarm: Alarm; decision: AlarmDecision | undefined }) {
  const { t } = useTranslation('offline')
  if (decision?.state === 'waiting') return <Pill tone="waiting">{t('waits')}</Pill>
  if (decision) return <Pill tone="faulted">{t(decision.state)}</Pill>
  return (
    <>
      <StatusPill entity={alarmEntity} value={alarm.status} />
      {alarm.during_maintenance && <During />}
    </>
  )
}
