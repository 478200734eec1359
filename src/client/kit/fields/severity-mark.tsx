import type { Severity } from '../../../shared/domain/alarm-codes.ts'
import { alarm as alarmEntity } from '../../../shared/entities/alarm.ts'
import { useTones } from '../dictionaries/use-choices.ts'
import { useWords } from '../i18n/use-words.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import css from './severity-mark.module.css'

const ICONS: Record<Severity, IconName> = { critical: 'warning', major: 'bell', minor: 'info' }

interface Props {
  severity: Severity
  /** The icon alone, in a narrow row; it names itself. */
  bare?: boolean
}

/** How much hangs on an alarm: an icon, a word and a hue. */
export function SeverityMark({ severity, bare = false }: Props) {
  const tone = useTones(alarmEntity, 'severity')(severity)
  const word = useWords(alarmEntity).choice('severity', severity)
  const style = { color: `var(--${tone})` }
  if (bare)
    return (
      <span className={css.bare} style={style} role="img" aria-label={word} title={word}>
        <Icon name={ICONS[severity]} size={18} />
      </span>
    )
  return (
    <span className={css.severity} style={style}>
      <Icon name={ICONS[severity]} size={14} />
      {word}
    </span>
  )
}
