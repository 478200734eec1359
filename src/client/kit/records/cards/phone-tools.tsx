import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../../../shared/kit/entity.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../ui/lazy.ts'
import { LazySheet } from '../../ui/lazy-sheet.tsx'
import { filterable } from '../filters/filterable.ts'
import type { ListProps } from '../types.ts'
import type { List } from '../use-list.ts'
import css from './cards.module.css'

const FilterForm = lazy(() => import('../filters/filters.tsx').then((module) => ({ default: module.FilterForm })))

interface Props {
  list: ListProps
  state: List
  searching: boolean
  onSearch: (searching: boolean) => void
  /** How many records the filters find; unknown while they are counted. */
  total: number | undefined
}

type Filtering = Pick<Props, 'list' | 'state' | 'total'>

/** All filters, each in force as soon as it is set; the button says how many records there are then. Nothing of it is drawn before it is opened. */
function Filters({ list, state, total, onClose }: Filtering & { onClose: () => void }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  return (
    <>
      <Suspense fallback={null}>
        <FilterForm entity={list.entity} list={state} fixed={list.fixed ?? {}} />
      </Suspense>
      <span className={css.sheetFoot}>
        <Button size="large" onClick={() => state.change({ filters: {} })}>
          {t('list.clear_filters')}
        </Button>
        <Button className="grow" size="large" look="primary" busy={total === undefined} onClick={onClose}>
          {t('list.show_results', { count: total ?? 0, n: format.number(total ?? 0) })}
        </Button>
      </span>
    </>
  )
}

/** Search and filters in a phone's bar; the filter button says how many are in force. */
export function PhoneTools({ list, state, searching, onSearch, total }: Props) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const [filtering, setFiltering] = useState(false)
  const { entity, fixed = {} } = list
  const searched = fieldsOf(entity).some(([, field]) => field.search)
  const active = Object.keys(state.state.filters).length
  const close = () => setFiltering(false)
  return (
    <>
      {searched && (
        <Button
          look="quiet"
          icon="search"
          label={t('action.search')}
          aria-expanded={searching}
          onClick={() => onSearch(!searching)}
        />
      )}
      {filterable(entity, fixed).length > 0 && (
        <span className={css.counted}>
          <Button
            look="quiet"
            icon="filter"
            label={active > 0 ? t('list.filters_active', { n: format.number(active) }) : t('list.filters')}
            onClick={() => setFiltering(true)}
          />
          {active > 0 && (
            <span className={css.count} aria-hidden="true">
              {format.number(active)}
            </span>
          )}
        </span>
      )}
      <LazySheet title={t('list.filters')} open={filtering} onClose={close}>
        <Filters {...{ list, state, total }} onClose={close} />
      </LazySheet>
    </>
  )
}
