import { useTranslation } from 'react-i18next'
import { type StateCounts, siteStates } from '../../shared/endpoints/sites.ts'
import { StateBar } from '../kit/charts/state-bar.tsx'
import css from './sites.module.css'

/** A site's connectors by state in words: 3 free · 2 charging · 1 faulted. */
export function StateWords({ states }: { states: StateCounts }) {
  const { t } = useTranslation('sites')
  const shown = siteStates.filter((state) => (states[state] ?? 0) > 0)
  if (shown.length === 0) return <small>{t('no_guns')}</small>
  return (
    <small className={css.words}>
      {shown.map((state) => (
        <span key={state} className={state === 'faulted' ? css.faulted : undefined}>
          {t(`states.${state}`, { count: states[state] ?? 0 })}
        </span>
      ))}
    </small>
  )
}

/** The same, with the bar above. */
export const SiteStates = ({ states }: { states: StateCounts }) => (
  <div>
    <StateBar counts={states} />
    <StateWords states={states} />
  </div>
)
