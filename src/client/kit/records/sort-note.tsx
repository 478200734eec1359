import { useTranslation } from 'react-i18next'
import { isOnlyRunning } from '../../../shared/kit/entity.ts'
import css from './sort-note.module.css'
import type { ListProps } from './types.ts'
import { type List, queryOf } from './use-list.ts'

/** Where what still goes on stands, in an order by figures of which it has none that last yet. */
export function SortNote({ list: { entity, fixed = {} }, state: { state } }: { list: ListProps; state: List }) {
  const { t } = useTranslation('common')
  const running = entity.tally?.running
  if (!running?.figures.includes(state.sort.prop) || isOnlyRunning(running, queryOf(state, fixed))) return null
  return (
    <small className={css.note}>{t(state.sort.order === 'asc' ? 'list.running_first' : 'list.running_last')}</small>
  )
}
