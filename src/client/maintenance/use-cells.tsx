import { useTranslation } from 'react-i18next'
import type { Maintenance } from '../../shared/entities/maintenance.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { isOwnClock, zoneName } from '../kit/moments/zones.ts'

/** The list's rows bear the clock of their site. */
const zoneOf = (row: Maintenance) => (row as Maintenance & { time_zone?: string }).time_zone

/** A moment by the site's clock, which is named where it is another than this device's. */
function Moment({ row, at }: { row: Maintenance; at: string | null }) {
  const format = useFormat()
  const zone = zoneOf(row)
  if (!at) return EMPTY
  const own = !zone || isOwnClock(zone)
  return (
    <time dateTime={at} title={format.full(at, zone)}>
      {own ? format.moment(at) : `${format.moment(at, zone)} ${zoneName(zone, Date.parse(at))}`}
    </time>
  )
}

/** What the kit's cells would not say; `whole` on a record's own page. */
export function useCells() {
  const { t } = useTranslation('maintenance')
  return {
    starts_at: (row: Maintenance) => <Moment row={row} at={row.starts_at} />,
    ends_at: (row: Maintenance) => <Moment row={row} at={row.ends_at} />,
    ended_at: (row: Maintenance) => <Moment row={row} at={row.ended_at} />,
    pile_ids: ({ pile_ids }: Maintenance) =>
      pile_ids?.length ? t('piles', { count: pile_ids.length }) : t('whole_site'),
  }
}
