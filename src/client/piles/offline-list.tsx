import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { offlineRecord } from '../../shared/entities/offline-record.ts'
import { pile } from '../../shared/entities/pile.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { RecordLink } from '../kit/fields/record-link.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { OfflineByDevice } from './offline-by-device.tsx'

function At({ at }: { at: string | null }) {
  const format = useFormat()
  return at ? (
    <time dateTime={at} title={format.full(at)}>
      {format.moment(at)}
    </time>
  ) : (
    EMPTY
  )
}

/** From when till when which pile had no socket, and where it stands. */
export function OfflineSpells() {
  const { t } = useTranslation('piles')
  const words = useWords(pile)
  const wide = useWide()
  const siteOf = (row: object) => (row as { site?: Titled | null }).site
  return (
    <EntityList
      entity={offlineRecord}
      actions={[{ key: 'devices', label: t('offline_spells.by_device'), icon: 'plug', to: '?by=device' }]}
      cells={{
        offline_at: ({ offline_at }) => <At at={offline_at} />,
        online_at: ({ online_at }) => <At at={online_at} />,
      }}
      extra={[
        {
          key: 'site',
          label: words.label('site_id'),
          // A phone's card leads to its record as a whole.
          cell: (row) => (wide ? <RecordLink entity="site" to={siteOf(row)} /> : siteOf(row)?.title),
          after: 'pile_id',
          rank: 3,
          inLine: true,
        },
      ]}
    />
  )
}

/** By device as one comes; each spell where the address says more: a filter, or that all of them are wanted. */
export function OfflineList() {
  const [params] = useSearchParams()
  const bySpell = params.size > 0 && params.get('by') !== 'device'
  return bySpell ? <OfflineSpells /> : <OfflineByDevice />
}
