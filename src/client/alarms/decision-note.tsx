import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import { withWords } from '../kit/i18n/with-words.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { lazyPart } from '../kit/ui/lazy-part.tsx'
import css from './alarms.module.css'
import { type AlarmDecision, textOf, wordOf } from './decisions.ts'

interface Told {
  decision: AlarmDecision
}

const DecisionTrouble = lazyPart<Told>(() =>
  withWords('alarm_cases', () =>
    import('./decision-trouble.tsx').then((module) => ({ default: module.DecisionTrouble })),
  ),
)

/** A person's decision that waits for the network. */
export function WaitingNote({ decision }: Told) {
  const { t } = useTranslation(['alarms', 'offline'])
  const format = useFormat()
  return (
    <p className={css.waits}>
      <Icon name="refresh" size={14} />
      {t(`by_you.${wordOf(decision)}`, { at: format.moment(decision.decided_at) })}
      {textOf(decision) && ` · ${t('offline:outbox.words', { text: textOf(decision) ?? '' })}`}
    </p>
  )
}

/** The decisions that were not taken, above the list: what they are about may have left it. */
export function UnsentDecisions({ decisions }: { decisions: AlarmDecision[] }) {
  const { t } = useTranslation('offline')
  const troubles = decisions.filter(({ state }) => state !== 'waiting')
  if (troubles.length === 0) return null
  return (
    <ul className={css.troubles} aria-label={t('trouble', { count: troubles.length })}>
      {troubles.map((decision) => (
        <DecisionTrouble key={decision.key} decision={decision} />
      ))}
    </ul>
  )
}
