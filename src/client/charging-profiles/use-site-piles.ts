import { pile } from '../../shared/entities/pile.ts'
import { useRecords } from '../kit/fields/use-records.ts'

/** As many piles as a person looks through. */
const MOST = 50

/** A site's piles to choose from. */
export function useSitePiles(site: number) {
  const query = useRecords(pile, {
    ...{ site_id: [site], page_num: 1, page_size: MOST, prop: 'station_number', order: 'asc' },
  })
  return ((query.data?.rows ?? []) as unknown as { id: number; station_number: string }[]).map((row) => ({
    key: row.id,
    label: row.station_number,
  }))
}
