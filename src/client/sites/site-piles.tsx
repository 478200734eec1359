import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import { Cell } from '../kit/fields/cell.tsx'
import { pilesOfSite, useRecords } from '../kit/fields/use-records.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './site-page.module.css'

interface Props {
  siteId: number
  Connectors: ComponentType<{ connectors: ConnectorNow[] }>
}

const EVERY_MS = 1_000

function PileCard({ pile, Connectors }: { pile: Pile; Connectors: Props['Connectors'] }) {
  const format = useFormat()
  const to = useRecordPath()('pile', pile.id)
  const { connectors = [] } = pile as Pile & { connectors?: ConnectorNow[] }
  const name = <b className={css.name}>{pile.station_number}</b>
  return (
    <article className={css.pile}>
      <div className="row between">
        {to ? (
          <Link className={css.open} to={to}>
            {name}
          </Link>
        ) : (
          name
        )}
        <Cell entity={pileEntity} name="state" row={pile as never} />
      </div>
      <div className="row between">
        <Suspense fallback={<Skeleton width={60} height={22} />}>
          <Connectors connectors={connectors} />
        </Suspense>
        <small>{pile.power_w > 0 ? format.power(pile.power_w) : pile.pile_type?.title}</small>
      </div>
    </article>
  )
}

/** A site's piles, live. */
export function SitePiles({ siteId, Connectors }: Props) {
  const { t } = useTranslation('sites')
  const may = useMay()
  const home = useHome('pile')
  const query = useRecords(pileEntity, pilesOfSite(siteId), { everyMs: EVERY_MS, offline: true })
  const total = query.data?.total ?? 0
  const all = home && total > 0 && <Link to={`${home}?site_id=${siteId}`}>{t('all_piles', { count: total })}</Link>
  return (
    <Card title={t('piles')} aside={all}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty icon="plug" text={t('no_piles')}>
              {home && may('pile.create') && (
                <ButtonLink to={`${home}/create?site_id=${siteId}`}>{t('add_pile')}</ButtonLink>
              )}
            </Empty>
          ) : (
            <div className={css.piles}>
              {(rows as unknown as Pile[]).map((pile) => (
                <PileCard key={pile.id} pile={pile} Connectors={Connectors} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}
