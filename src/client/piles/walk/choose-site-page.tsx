import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { distanceM, placeOf } from '../../../shared/domain/distance.ts'
import { type SiteNow, sitesNow } from '../../../shared/endpoints/sites.ts'
import { useCall } from '../../kit/api/queries.ts'
import { CountedStates } from '../../kit/charts/counted-states.tsx'
import { StateBar } from '../../kit/charts/state-bar.tsx'
import { type Here, useAway, useHereIfAllowed } from '../../kit/map/here.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { likeliestFirst } from '../../offline/last-sites.ts'
import css from './walk.module.css'

/** As many as one looks over; the search of the console finds the others. */
const MOST = 60

function SiteLink({ site, here }: { site: SiteNow; here: Here | null }) {
  const { t } = useTranslation('sites')
  const awayOf = useAway()
  const place = placeOf(site)
  const away = here && place && awayOf(distanceM(here, place))
  return (
    <Link className={css.site} to={`/walk/${site.id}`}>
      <span className="row between">
        <b>{site.name}</b>
        <Icon name="right" size={18} />
      </span>
      <small>{[away, site.address].filter(Boolean).join(' · ')}</small>
      <StateBar counts={site.states} />
      <CountedStates counts={site.states} say={(state, count) => t(`states.${state}`, { count })} />
    </Link>
  )
}

/** Where to walk: the site where one is first. Who looks after one alone is there at once. */
export function ChooseSitePage() {
  const { t } = useTranslation('walk')
  const query = useCall(sitesNow, {}, { entities: ['site', 'pile', 'maintenance'], everyMs: 3_000, offline: true })
  const { here, ask } = useHereIfAllowed()
  return (
    <Page title={t('title')} caption={t('choose')} back="/me">
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {(sites) => {
          const [only, another] = sites
          if (only && !another) return <Navigate to={`/walk/${only.id}`} replace />
          if (!only) return <Empty icon="pin" text={t('no_sites')} />
          return (
            <>
              {ask && (
                <Button icon="target" onClick={ask}>
                  {t('nearest_first')}
                </Button>
              )}
              <div className={css.cards}>
                {likeliestFirst(sites, here)
                  .slice(0, MOST)
                  .map((site) => (
                    <Suspense key={site.id} fallback={<Skeleton height={120} />}>
                      <SiteLink site={site} here={here} />
                    </Suspense>
                  ))}
              </div>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
