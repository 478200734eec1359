import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type PileRanking, pileRanking } from '../../shared/entities/pile-ranking.ts'
import { ShareBar } from '../kit/charts/share-bar.tsx'
import type { Period } from '../kit/fields/period.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import type { OfDashboardProps } from './of-dashboard.tsx'
import { useRoom } from './room.ts'
import css from './worst-piles.module.css'

const WORST = 5
/** What is recorded of a month changes little in one. */
const EVERY_MS = 60_000

function Row({ pile }: { pile: PileRanking }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const to = useRecordPath()('pile', pile.id)
  const share = pile.down_share ?? 0
  const facts = [
    pile.site?.title,
    t('worst.facts', { offline: format.duration(pile.offline_seconds), fault: format.duration(pile.fault_seconds) }),
    pile.alarms > 0 && t('worst.alarms', { count: pile.alarms }),
  ].filter(Boolean)
  const body = (
    <>
      <div className="row between">
        <div className={css.title}>{pile.pile.title}</div>
        <span className={css.share}>
          <ShareBar share={share / 10_000} tone="faulted">
            {format.number(share / 100, 2)}
            {'\u00a0'}%
          </ShareBar>
        </span>
      </div>
      <small>{facts.join(' · ')}</small>
    </>
  )
  return to ? (
    <Link className={css.row} to={to}>
      {body}
    </Link>
  ) : (
    <div className={css.row}>{body}</div>
  )
}

/** The piles that were out of service longest in the dashboard's period. */
export function WorstPiles({ data: { from, to } }: Pick<OfDashboardProps, 'data'>) {
  const period: Period = { from, to }
  const { t } = useTranslation('dashboard')
  const home = useHome('pile_ranking')
  const query = { page_num: 1, page_size: WORST, prop: 'down_share', order: 'desc', period }
  const ranked = useRecords(pileRanking, query as never, { also: ['pile'], everyMs: EVERY_MS })
  const all = home && (
    <Link className={css.all} to={`${home}?period=${period.from}..${period.to}`}>
      {t('worst.see_all')}
    </Link>
  )
  return (
    <Card title={t('widgets.worst_piles')} aside={all} className={css.card ?? ''}>
      <Loaded query={ranked} skeleton={<Skeleton height={useRoom(260)} />}>
        {({ rows }) => {
          const worst = (rows as unknown as PileRanking[]).filter(({ down_share }) => (down_share ?? 0) > 0)
          return (
            <div className={css.list} data-rows>
              {worst.length === 0 && <p className={css.nothing}>{t('worst.none')}</p>}
              {worst.map((pile) => (
                <Row key={pile.id} pile={pile} />
              ))}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
