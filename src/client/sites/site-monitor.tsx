import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SiteNow } from '../../shared/endpoints/sites.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { LoadAsScrolled } from './load-as-scrolled.tsx'
import { conditionOf, gunsOf } from './site-now.ts'
import { SiteSearch } from './site-search.tsx'
import { SiteStates } from './site-states.tsx'
import css from './sites.module.css'
import { useMoodTones } from './use-mood-tones.ts'
import { type SitesNow, useSitesNow } from './use-sites-now.ts'

const STEP = 60

function SiteCard({ site }: { site: SiteNow }) {
  const { t } = useTranslation('sites')
  const to = useRecordPath()('site', site.id)
  const toneOf = useMoodTones()
  const mood = conditionOf(site.states)
  const body = (
    <>
      <div className="row between">
        <b className={css.name}>{site.name}</b>
        <Pill tone={toneOf(mood)}>{t(`moods.${mood}`)}</Pill>
      </div>
      <small className={css.address}>
        {[t('guns', { count: gunsOf(site.states) }), site.address].filter(Boolean).join(' · ')}
      </small>
      <SiteStates states={site.states} maintenance={site.maintenance} />
    </>
  )
  return to ? (
    <Link className={css.card} to={to}>
      {body}
    </Link>
  ) : (
    <div className={css.card}>{body}</div>
  )
}

function Nothing({ sites }: { sites: SitesNow }) {
  const { t } = useTranslation('sites')
  const may = useMay()
  const home = useHome('site')
  if (sites.narrowed) return <Empty icon="search" text={t('none_match')} />
  return (
    <Empty icon="pin" text={t('none')}>
      {home && may('site.create') && <ButtonLink to={`${home}/create`}>{t('add')}</ButtonLink>}
    </Empty>
  )
}

/** Every site live, those that need a person first. */
export function SiteMonitor() {
  const { t } = useTranslation('sites')
  const sites = useSitesNow()
  return (
    <Page title={t('monitor')} caption={sites.query.data && t('sites', { count: sites.all.length })} back="/me">
      <SiteSearch sites={sites} />
      <Loaded query={sites.query} skeleton={<Skeleton height={240} />}>
        {() =>
          sites.found.length === 0 ? (
            <Nothing sites={sites} />
          ) : (
            <div className={css.grid}>
              <LoadAsScrolled items={sites.found} step={STEP}>
                {(site) => <SiteCard key={site.id} site={site} />}
              </LoadAsScrolled>
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
