import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import { CountedStates } from '../kit/charts/counted-states.tsx'
import { StateBar } from '../kit/charts/state-bar.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import type { OfDashboardProps } from './of-dashboard.tsx'
import css from './site-states.module.css'

type Site = Dashboard['sites'][number]

function SiteState({ site }: { site: Site }) {
  const { t } = useTranslation('dashboard')
  const piles = useHome('pile')
  const body = (
    <>
      <div className="row between">
        <b className={css.name}>{site.name}</b>
        <small>{site.connectors > 0 ? t('sites.guns', { count: site.connectors }) : t('sites.no_guns')}</small>
      </div>
      <StateBar counts={site} />
      <CountedStates counts={site} say={(state, count) => t(`sites.${state}`, { count })} />
    </>
  )
  if (!piles) return <div className={css.site}>{body}</div>
  return (
    <Link className={css.site} to={`${piles}?site_id=${site.id}`}>
      {body}
    </Link>
  )
}

/** Every site with its connectors' states as a bar and in words. */
export function SiteStates({ data: { sites } }: Pick<OfDashboardProps, 'data'>) {
  const { t } = useTranslation('dashboard')
  const may = useMay()
  const home = useHome('site')
  const wide = useWide()
  const adds = home && may('site.create')
  const list =
    sites.length > 0 ? (
      sites.map((site) => <SiteState key={site.id} site={site} />)
    ) : (
      <Empty icon="pin" text={t(adds ? 'sites.empty' : 'sites.none_for_you')}>
        {adds && (
          <ButtonLink to={`${home}/create`} state={{ thenOpen: true }}>
            {t('sites.add')}
          </ButtonLink>
        )}
      </Empty>
    )
  if (wide) {
    return (
      <Card title={t('widgets.sites')}>
        <div className={css.grid}>{list}</div>
      </Card>
    )
  }
  return (
    <section className={css.phone}>
      <h2>{t('sites.mine')}</h2>
      {list}
    </section>
  )
}
