import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SiteNow } from '../../shared/endpoints/sites.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { LoadAsScrolled } from './load-as-scrolled.tsx'
import { mapApp } from './map-app.ts'
import css from './site-map.module.css'
import { conditionOf } from './site-now.ts'
import { SiteSearch } from './site-search.tsx'
import { SiteStates, StateWords } from './site-states.tsx'
import { useMoodTones } from './use-mood-tones.ts'
import type { SitesNow } from './use-sites-now.ts'

const STEP = 100

interface Props {
  sites: SitesNow
  chosen: number | null
  onChoose: (id: number | null) => void
}

/** The chosen site: what one would do with it next. */
function Chosen({ site, onClose }: { site: SiteNow; onClose: () => void }) {
  const { t } = useTranslation('sites')
  const to = useRecordPath()('site', site.id)
  const { name, address, longitude, latitude, states } = site
  return (
    <section className={css.chosen} aria-label={name} aria-live="polite">
      <div className="row between">
        <b>{name}</b>
        <Button look="quiet" icon="close" label={t('unchoose')} onClick={onClose} />
      </div>
      {address && <small>{address}</small>}
      <SiteStates states={states} maintenance={site.maintenance} />
      <div className="row">
        {to && (
          <ButtonLink look="primary" to={to}>
            {t('open')}
          </ButtonLink>
        )}
        {longitude !== null && latitude !== null && (
          <a className={css.go} href={mapApp({ name, longitude, latitude })}>
            <Icon name="route" size={16} /> {t('go')}
          </a>
        )}
      </div>
    </section>
  )
}

function SiteRow({ site, chosen, onChoose }: { site: SiteNow; chosen: boolean; onChoose: (id: number) => void }) {
  const { t } = useTranslation('sites')
  const toneOf = useMoodTones()
  const mood = conditionOf(site.states)
  const nowhere = site.longitude === null || site.latitude === null
  return (
    <button type="button" className={css.row} aria-pressed={chosen} onClick={() => onChoose(site.id)}>
      <span className="row">
        <Dot tone={toneOf(mood)} />
        <b className="grow">{site.name}</b>
        {nowhere && <small>{t('nowhere')}</small>}
      </span>
      <StateWords states={site.states} maintenance={site.maintenance} />
    </button>
  )
}

/** Beside the map, on a phone below it: the search, the chosen site, and all that match. */
export function SitePanel({ sites, chosen, onChoose }: Props) {
  const { t } = useTranslation('sites')
  const wide = useWide()
  const [raised, setRaised] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const site = sites.all.find(({ id }) => id === chosen)
  useEffect(() => {
    if (chosen !== null) top.current?.scrollTo({ top: 0 })
  }, [chosen])
  function choose(id: number) {
    setRaised(false)
    onChoose(id)
  }
  return (
    <div ref={top} className={[css.panel, raised && css.raised].filter(Boolean).join(' ')}>
      {!wide && (
        <button type="button" className={css.grip} aria-expanded={raised} onClick={() => setRaised(!raised)}>
          <Icon name={raised ? 'down' : 'up'} size={18} />
          {t(raised ? 'lower' : 'raise', { count: sites.found.length })}
        </button>
      )}
      <SiteSearch sites={sites} />
      {site && <Chosen site={site} onClose={() => onChoose(null)} />}
      <div className={css.rows}>
        <LoadAsScrolled items={sites.found} step={STEP}>
          {(one) => <SiteRow key={one.id} site={one} chosen={one.id === chosen} onChoose={choose} />}
        </LoadAsScrolled>
        {sites.found.length === 0 && <Empty icon="search" text={t(sites.narrowed ? 'none_match' : 'none')} />}
      </div>
    </div>
  )
}
