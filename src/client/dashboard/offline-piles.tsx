import { useTranslation } from 'react-i18next'
import { offlinePiles } from '../../shared/endpoints/dashboard-parts.ts'
import { useCall } from '../kit/api/queries.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Dot } from '../kit/ui/pill.tsx'
import css from './list-card.module.css'
import { ListCard, ListRow, useMostRows } from './list-card.tsx'

const EVERY_MS = 5_000

/** Which piles are away, the longest first. */
export function OfflinePilesWidget() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  const tone = useStateTones()('offline')
  const pathOf = useRecordPath()
  const most = useMostRows()
  const home = useHome('pile')
  const query = useCall(offlinePiles, {}, { entities: ['pile'], everyMs: EVERY_MS, offline: true })
  return (
    <ListCard
      title={t('widgets.offline_piles')}
      query={query}
      all={home && `${home}?state=offline`}
      none={t('offline_piles.none')}
      count={({ rows }) => rows.length}
    >
      {({ rows, total, more }) => (
        <>
          {rows.slice(0, most).map(({ id, station_number, site, since }) => (
            <ListRow key={id} to={pathOf('pile', id)}>
              <Dot tone={tone} />
              <div className="grow">
                <b>{station_number}</b>
                {site && <small className={css.under}>{site.title}</small>}
              </div>
              <span>
                {t('offline_piles.for', {
                  time: format.duration(Math.max(0, Math.floor((now - Date.parse(since)) / 1000))),
                })}
              </span>
            </ListRow>
          ))}
          {total > Math.min(most, rows.length) && (
            <ListRow to={null}>
              <small>
                {more
                  ? t('offline_piles.many', { count: total })
                  : t('offline_piles.more', { count: total - Math.min(most, rows.length) })}
              </small>
            </ListRow>
          )}
        </>
      )}
    </ListCard>
  )
}
