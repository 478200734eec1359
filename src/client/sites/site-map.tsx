import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteNow } from '../../shared/endpoints/sites.ts'
import { PointMap } from '../kit/map/lazy-maps.tsx'
import type { MapPoint } from '../kit/map/map-point.ts'
import { Page } from '../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './site-map.module.css'
import { conditionOf, gunsOf } from './site-now.ts'
import { SitePanel } from './site-panel.tsx'
import { useMoodTones } from './use-mood-tones.ts'
import { useSitesNow } from './use-sites-now.ts'

/** Sites as pins: how many guns are free of how many, and the words for anyone who sees no colour. */
function usePoints(sites: readonly SiteNow[]): MapPoint[] {
  const { t } = useTranslation('sites')
  const toneOf = useMoodTones()
  return useMemo(
    () =>
      sites.flatMap(({ id, name, longitude, latitude, states }) => {
        if (longitude === null || latitude === null) return []
        const mood = conditionOf(states)
        const [free, guns] = [states.available ?? 0, gunsOf(states)]
        const text = mood === 'faulted' ? `! ${free}/${guns}` : `${free}/${guns}`
        const label = t('pin', { name, mood: t(`moods.${mood}`), free, guns })
        return [{ id, longitude, latitude, tone: toneOf(mood), faulted: Number(mood === 'faulted'), text, label }]
      }),
    [sites, t, toneOf],
  )
}

/** Every site on a map, and in a list beside it for anyone who cannot use a map. */
export function SiteMap() {
  const { t } = useTranslation('sites')
  const wide = useWide()
  const sites = useSitesNow()
  const [chosen, setChosen] = useState<number | null>(null)
  const points = usePoints(sites.found)
  return (
    <Page title={t('map')} caption={sites.query.data && t('sites', { count: sites.all.length })} back="/me" fills>
      <Loaded query={sites.query} skeleton={<Skeleton height={320} />}>
        {() => (
          <div className={wide ? css.wide : css.phone}>
            <div className={css.map}>
              <PointMap
                label={t('map')}
                points={points}
                chosen={chosen}
                onChoose={setChosen}
                cluster={(count, faulted) => t(faulted ? 'cluster_faulted' : 'cluster', { count, faulted })}
              />
            </div>
            <SitePanel sites={sites} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
