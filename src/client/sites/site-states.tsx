import { useTranslation } from 'react-i18next'
import type { StateCounts } from '../../shared/endpoints/sites.ts'
import { CountedStates } from '../kit/charts/counted-states.tsx'
import { StateBar } from '../kit/charts/state-bar.tsx'
import { gunsOf } from './site-now.ts'

/** A site's connectors by state in words. */
export function StateWords({ states }: { states: StateCounts }) {
  const { t } = useTranslation('sites')
  if (gunsOf(states) === 0) return <small>{t('no_guns')}</small>
  return <CountedStates counts={states} say={(state, count) => t(`states.${state}`, { count })} />
}

/** The same, with the bar above. */
export const SiteStates = ({ states }: { states: StateCounts }) => (
  <div>
    <StateBar counts={states} />
    <StateWords states={states} />
  </div>
)
