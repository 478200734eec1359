import { useTranslation } from 'react-i18next'
import type { StateCounts } from '../../shared/endpoints/sites.ts'
import { CountedStates } from '../kit/charts/counted-states.tsx'
import { StateBar } from '../kit/charts/state-bar.tsx'
import { gunsOf } from './site-now.ts'

interface Props {
  states: StateCounts
  /** Piles that are worked on as planned. */
  maintenance?: number
}

/** A site's connectors by state in words. */
export function StateWords({ states, maintenance = 0 }: Props) {
  const { t } = useTranslation('sites')
  if (gunsOf(states) === 0) return <small>{t('no_guns')}</small>
  return (
    <>
      <CountedStates counts={states} say={(state, count) => t(`states.${state}`, { count })} />
      {maintenance > 0 && <small>{t('under_maintenance', { count: maintenance })}</small>}
    </>
  )
}

/** The same, with the bar above. */
export const SiteStates = ({ states, maintenance = 0 }: Props) => (
  <div>
    <StateBar counts={states} />
    <StateWords states={states} maintenance={maintenance} />
  </div>
)
