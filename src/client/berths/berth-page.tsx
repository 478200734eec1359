import { useTranslation } from 'react-i18next'
import type { BerthState } from '../../shared/domain/berth-state.ts'
import { type Berth, berth as berthEntity } from '../../shared/entities/berth.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { PickMap } from '../kit/map/lazy-maps.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { Card } from '../kit/ui/card.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './berth-page.module.css'
import { BerthStatePill } from './berth-state-pill.tsx'

const EVERY_MS = 1_000

/** What its connector says of it now, and where it lies. */
function Now({ id }: { id: number }) {
  const { t } = useTranslation('sites')
  const wide = useWide()
  const query = useRecords(
    berthEntity,
    { id: [id], page_num: 1, page_size: 1 },
    { also: ['pile'], everyMs: EVERY_MS, offline: true },
  )
  const berth = query.data?.rows[0] as (Berth & { state: BerthState }) | undefined
  if (!berth) return null
  const { longitude, latitude, state } = berth
  return (
    <Card title={t('now')} aside={<BerthStatePill state={state} />}>
      <small>{t(berth.pile_id === null ? 'no_pile_tells' : 'pile_tells')}</small>
      {longitude !== null && latitude !== null && (
        <div className={css.map}>
          <PickMap
            label={t('where')}
            value={{ longitude, latitude }}
            start={{ longitude, latitude, zoom: 17 }}
            grip={wide ? 'pinned' : 'still'}
          />
        </div>
      )}
    </Card>
  )
}

/** A berth. */
export const BerthPage = ({ id }: { id: number }) => (
  <EntityPage entity={berthEntity} id={id} above={() => <Now id={id} />} />
)
