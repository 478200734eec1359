import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Site } from '../../shared/entities/site.ts'
import { PickMap } from '../kit/map/lazy-maps.tsx'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { dialled } from '../kit/ui/dialled.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { MaintenanceMark } from '../kit/ui/maintenance-mark.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { FileImage } from '../kit/upload/file-image.tsx'
import { mapApp } from './map-app.ts'
import css from './site-page.module.css'

/** Where it is and whom to call there. */
export function SiteHead({ site }: { site: Site & { maintenance_until?: string | null } }) {
  const { t } = useTranslation('sites')
  const wide = useWide()
  const may = useMay()
  const { name, region, address, longitude, latitude, contact, phone } = site
  const place = longitude === null || latitude === null ? null : { longitude, latitude, name }
  return (
    <Card className={css.head ?? ''}>
      {site.main_image && (
        <FileImage className={css.image} fileKey={site.main_image} alt={t('picture_of', { name })} small />
      )}
      <div className={css.where}>
        <MaintenanceMark until={site.maintenance_until} />
        <p>{[region?.title, address].filter(Boolean).join(' · ') || t('no_address')}</p>
        <div className={css.ways}>
          {may('pile.list') && (
            <Link className={css.way} to={`/walk/${site.id}`}>
              <Icon name="list" size={16} />
              {t('walk')}
            </Link>
          )}
          {phone && (
            <a className={css.way} href={dialled(phone)}>
              <Icon name="phone" size={16} />
              {contact ? t('call', { contact }) : phone}
            </a>
          )}
          {place && (
            <a className={css.way} href={mapApp(place)}>
              <Icon name="route" size={16} />
              {t('go')}
            </a>
          )}
        </div>
      </div>
      {place && (
        <div className={css.map}>
          <PickMap label={t('where')} value={place} start={{ ...place, zoom: 14 }} grip={wide ? 'pinned' : 'still'} />
        </div>
      )}
    </Card>
  )
}
