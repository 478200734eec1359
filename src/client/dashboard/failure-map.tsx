import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type SiteNow, type SiteState, sitesNow } from '../../shared/endpoints/sites.ts'
import { useCall } from '../kit/api/queries.ts'
import { OnceSeen } from '../kit/charts/once-seen.tsx'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { PointMap } from '../kit/map/lazy-maps.tsx'
import type { MapPoint } from '../kit/map/map-point.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './failure-map.module.css'
import type { OfDashboardProps } from './of-dashboard.tsx'
import { useRoom } from './room.ts'

/** A whole network reports all the time. */
const EVERY_MS = 3_000
const HEIGHT = 300

/** What is wrong at a site: faults before what is out of reach. The text says it to anyone who sees no colour. */
function stateOf({ faulted = 0, offline = 0 }: SiteNow['states']): { state: SiteState; text: string } {
  if (faulted > 0) return { state: 'faulted', text: `! ${faulted}` }
  return offline > 0 ? { state: 'offline', text: `– ${offline}` } : { state: 'available', text: '✓' }
}

/** Sites as pins, in the operator's hues. */
function usePoints(sites: readonly SiteNow[]): MapPoint[] {
  const { t } = useTranslation('dashboard')
  const toneOf = useStateTones()
  return useMemo(
    () =>
      sites.flatMap(({ id, name, longitude, latitude, states, maintenance }) => {
        if (longitude === null || latitude === null) return []
        const { faulted = 0, offline = 0 } = states
        const pin = t('failure_map.pin', { name, faulted, offline })
        const label = maintenance > 0 ? `${pin}, ${t('failure_map.maintenance', { count: maintenance })}` : pin
        const { state, text } = stateOf(states)
        return [{ id, longitude, latitude, tone: toneOf(state), faulted, text, label }]
      }),
    [sites, t, toneOf],
  )
}

function Pins({ sites }: { sites: readonly SiteNow[] }) {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const pathOf = useRecordPath()
  const points = usePoints(sites)
  if (points.length === 0) return <Empty icon="pin" text={t('failure_map.empty')} />
  return (
    <PointMap
      label={t('widgets.failure_map')}
      points={points}
      chosen={null}
      onChoose={(id) => {
        const to = pathOf('site', id)
        if (to) navigate(to)
      }}
      cluster={(count, faulted) => t('failure_map.cluster', { count, faulted })}
      grip="pinned"
      locates={false}
    />
  )
}

/** Asked for once it is seen, and then again and again. */
function Sites({ height }: { height: number }) {
  const sites = useCall(sitesNow, {}, { entities: ['site', 'pile', 'maintenance'], everyMs: EVERY_MS, offline: true })
  return (
    <Loaded query={sites} skeleton={<Skeleton height={height} />}>
      {(all) => <Pins sites={all} />}
    </Loaded>
  )
}

/** Where something is wrong: one press leads to the site. */
export function FailureMap({ data: { faulted, offline, sites_with_piles } }: Pick<OfDashboardProps, 'data'>) {
  const { t } = useTranslation('dashboard')
  const toneOf = useStateTones()
  const height = useRoom(HEIGHT)
  const counts = (
    <span className={css.counts}>
      {faulted > 0 && <Pill tone={toneOf('faulted')}>{t('failure_map.faulted', { count: faulted })}</Pill>}
      {offline > 0 && <Pill tone={toneOf('offline')}>{t('failure_map.offline', { count: offline })}</Pill>}
      {sites_with_piles > 0 && faulted + offline === 0 && (
        <Pill tone={toneOf('available')}>{t('failure_map.well')}</Pill>
      )}
    </span>
  )
  return (
    <Card title={t('widgets.failure_map')} aside={counts}>
      <div className={css.map} style={{ height }}>
        <OnceSeen height={height}>
          <Sites height={height} />
        </OnceSeen>
      </div>
    </Card>
  )
}
