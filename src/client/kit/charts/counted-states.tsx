import { useTranslation } from 'react-i18next'
import { type SiteState, type StateCounts, siteStates } from '../../../shared/endpoints/sites.ts'
import { pile } from '../../../shared/entities/pile.ts'
import { useRenamed } from '../dictionaries/use-renamed.ts'
import { useStateTones } from '../dictionaries/use-state-tones.ts'
import css from './state-bar.module.css'

interface Props {
  counts: StateCounts
  /** Says how many there are of a state. */
  say: (state: SiteState, count: number) => string
}

/** Connectors by state in words: 3 free · 2 charging · 1 faulted. What is faulted stands out. */
export function CountedStates({ counts, say }: Props) {
  const { t } = useTranslation('common')
  const toneOf = useStateTones()
  const renamed = useRenamed(pile, 'state')
  return (
    <small className={css.words}>
      {siteStates.map((state) => {
        const count = counts[state] ?? 0
        if (count === 0) return null
        const what = renamed(state)
        const standsOut = state === 'faulted' && { className: css.matters, style: { color: `var(--${toneOf(state)})` } }
        return (
          <span key={state} {...standsOut}>
            {what ? t('counted', { count, what }) : say(state, count)}
          </span>
        )
      })}
    </small>
  )
}
