import { useTranslation } from 'react-i18next'
import { ownWork } from '../../shared/endpoints/work-orders.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { useCall } from '../kit/api/queries.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Dot } from '../kit/ui/pill.tsx'
import css from './list-card.module.css'
import { ListCard, ListRow, useMostRows } from './list-card.tsx'

/** The work that is this person's own to do, the most pressing first; a round with how far it is. */
export function OwnWorkWidget() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const toneOf = useTones(workOrder, 'state')
  const pathOf = useRecordPath()
  const most = useMostRows()
  const home = useHome('work_order')
  const query = useCall(ownWork, {}, { entities: ['work_order'], everyMs: 5_000, offline: true })
  return (
    <ListCard
      title={t('widgets.own_work')}
      query={query}
      all={home && `${home}?state=planned,under_way`}
      none={t('own_work.none')}
      count={({ rows }) => rows.length}
    >
      {({ rows, total }) => (
        <>
          {rows.slice(0, most).map(({ id, work, state, place, due_on, overdue, piles, piles_done }) => (
            <ListRow key={id} to={pathOf('work_order', id)}>
              <Dot tone={overdue ? 'faulted' : toneOf(state)} />
              <div className="grow">
                <b>{work}</b>
                <small className={css.under}>
                  {[place, piles !== null && t('own_work.piles', { done: piles_done ?? 0, all: piles })]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              {due_on && <span>{t(overdue ? 'own_work.overdue' : 'own_work.due', { day: format.day(due_on) })}</span>}
            </ListRow>
          ))}
          {total > Math.min(most, rows.length) && (
            <ListRow to={home && `${home}?state=planned,under_way`}>
              <small>{t('own_work.more', { count: total - Math.min(most, rows.length) })}</small>
            </ListRow>
          )}
        </>
      )}
    </ListCard>
  )
}
