import type { Severity } from '../../shared/domain/alarm-codes.ts'
import { alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import css from './alarms.module.css'

const ICONS: Record<Severity, IconName> = { critical: 'warning', major: 'bell', minor: 'info' }

/** How much hangs on an alarm: an icon, a word and a hue. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const tone = useTones(alarmEntity, 'severity')(severity)
  return (
    <span className={css.severity} style={{ color: `var(--${tone})` }}>
      <Icon name={ICONS[severity]} size={14} />
      {useWords(alarmEntity).choice('severity', severity)}
    </span>
  )
}
