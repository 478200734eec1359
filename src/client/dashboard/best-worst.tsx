import { useTranslation } from 'react-i18next'
import { type PileRanking, pileRanking } from '../../shared/entities/pile-ranking.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import css from './list-card.module.css'
import { ListCard, ListRow } from './list-card.tsx'
import { useDashboard } from './use-dashboard.ts'
import type { WidgetProps } from './widget-props.ts'

const EACH = 3
/** What is recorded of a month changes little in one. */
const EVERY_MS = 60_000

type By = 'sessions' | 'down_share'
/** More sessions are better, more time out of service is worse. */
const BEST_FIRST = { sessions: 'desc', down_share: 'asc' } as const
const WORDS = { sessions: ['most_sessions', 'fewest_sessions'], down_share: ['least_down', 'most_down'] } as const

function useRanked(by: By, order: 'asc' | 'desc') {
  const query = useDashboard()
  const { from, to } = query.data ?? {}
  const asked = { page_num: 1, page_size: 10, prop: by, order, ...(from && { period: { from, to } }) }
  const ranked = useRecords(pileRanking, asked as never, { also: ['pile'], everyMs: EVERY_MS }, from !== undefined)
  return { ...ranked, rows: (ranked.data?.rows ?? []).slice(0, EACH) as unknown as PileRanking[] }
}

function Row({ pile, by }: { pile: PileRanking; by: By }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const to = useRecordPath()('pile', pile.id)
  return (
    <ListRow to={to}>
      <div className="grow">
        <b>{pile.pile.title}</b>
        {pile.site && <small className={css.under}>{pile.site.title}</small>}
      </div>
      <span>
        {by === 'sessions'
          ? t('best_worst.sessions', { count: pile.sessions })
          : pile.down_share === null
            ? EMPTY
            : `${format.number(pile.down_share / 100, 2)}\u00a0%`}
      </span>
    </ListRow>
  )
}

/** The three piles that did best in the dashboard's period and the three that did worst; none is both. */
export function BestWorstWidget({ settings }: WidgetProps) {
  const { t } = useTranslation('dashboard')
  const home = useHome('pile_ranking')
  const by: By = settings.by === 'down_share' ? 'down_share' : 'sessions'
  const best = useRanked(by, BEST_FIRST[by])
  const worst = useRanked(by, BEST_FIRST[by] === 'desc' ? 'asc' : 'desc')
  const bottom = worst.rows.filter(({ id }) => !best.rows.some((one) => one.id === id))
  const [first, last] = WORDS[by]
  return (
    <ListCard
      title={t('widgets.best_worst')}
      query={worst.isPending ? worst : best}
      all={home}
      none={t('best_worst.none')}
      count={() => best.rows.length}
    >
      {() => (
        <>
          <h3 className={css.half}>{t(`best_worst.${first}`)}</h3>
          {best.rows.map((pile) => (
            <Row key={pile.id} pile={pile} by={by} />
          ))}
          {bottom.length > 0 && <h3 className={css.half}>{t(`best_worst.${last}`)}</h3>}
          {bottom.map((pile) => (
            <Row key={pile.id} pile={pile} by={by} />
          ))}
        </>
      )}
    </ListCard>
  )
}
