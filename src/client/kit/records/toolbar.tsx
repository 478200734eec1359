import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keyword } from '../fields/keyword.tsx'
import { ReferenceFilter } from '../fields/reference-filter.tsx'
import { useWords } from '../i18n/use-words.ts'
import { SheetMenu } from '../sheets/sheet-menu.tsx'
import { Button } from '../ui/button.tsx'
import { lazy } from '../ui/lazy.ts'
import { filterable } from './filters/filterable.ts'
import { StatusChips } from './filters/status-chips.tsx'
import type { Columns } from './table/use-columns.ts'
import css from './toolbar.module.css'
import type { ListProps } from './types.ts'
import { type List, queryOf } from './use-list.ts'

const InlinePeriod = lazy(() =>
  import('./filters/inline-period.tsx').then((module) => ({ default: module.InlinePeriod })),
)
const FilterPanel = lazy(() => import('./filters/filters.tsx').then((module) => ({ default: module.FilterPanel })))
const ColumnPanel = lazy(() => import('./table/column-panel.tsx').then((module) => ({ default: module.ColumnPanel })))

interface Props {
  list: ListProps
  state: List
  columns: Columns
  summary: Record<string, number> | undefined
  onTyped: (keyword: string) => void
}

/** Filters that stand beside the search; all of them are under the filter button. */
function InlineFilters({ list, state }: Pick<Props, 'list' | 'state'>) {
  const words = useWords(list.entity)
  return (list.filters ?? []).map((name) => {
    const field = list.entity.fields[name]
    const label = words.label(name)
    if (field?.kind === 'day')
      return (
        <Suspense key={name} fallback={null}>
          <InlinePeriod name={name} list={list} state={state} />
        </Suspense>
      )
    return (
      field && (
        <div key={name} className={css.inline}>
          <ReferenceFilter
            field={field}
            label={label}
            placeholder={label}
            value={state.state.filters[name]}
            onChange={(value) => state.filter(name, value)}
          />
        </div>
      )
    )
  })
}

/** What narrows the list and arranges it. */
export function Toolbar({ list, state, columns, summary, onTyped }: Props) {
  const { t } = useTranslation('common')
  const filterButton = useRef<HTMLButtonElement>(null)
  const columnButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'filters' | 'columns' | null>(null)
  const { entity, fixed = {} } = list
  const active = Object.keys(state.state.filters).length > 0
  const close = () => setOpen(null)
  return (
    <div className={css.toolbar}>
      <div className={css.chips}>
        {list.chips && <StatusChips entity={entity} field={list.chips} list={state} summary={summary} />}
      </div>
      <div className={css.tools}>
        <InlineFilters list={list} state={state} />
        <Keyword
          className={css.keyword}
          entity={entity}
          value={state.state.keyword}
          onTyped={onTyped}
          onSettled={(keyword) => state.change({ keyword })}
        />
        {filterable(entity, fixed).length > 0 && (
          <Button
            ref={filterButton}
            icon="filter"
            label={t('list.filters')}
            className={active ? css.active : undefined}
            aria-expanded={open === 'filters'}
            onClick={() => setOpen('filters')}
          />
        )}
        <Button
          ref={columnButton}
          icon="columns"
          label={t('columns.title')}
          aria-expanded={open === 'columns'}
          onClick={() => setOpen('columns')}
        />
        <SheetMenu
          entity={entity}
          query={queryOf(state.state, fixed)}
          columns={columns.shown.map(({ key }) => key)}
          beside={list.without ?? []}
          list={list.name ?? entity.name}
          embedded={list.embedded ?? false}
        />
      </div>
      <Suspense fallback={null}>
        {open === 'filters' && (
          <FilterPanel entity={entity} list={state} fixed={fixed} anchor={filterButton} onClose={close} />
        )}
        {open === 'columns' && <ColumnPanel columns={columns} anchor={columnButton} onClose={close} />}
      </Suspense>
    </div>
  )
}
