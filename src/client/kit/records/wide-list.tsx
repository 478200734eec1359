import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page as Records } from '../../../shared/kit/endpoint.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { ReferenceFilter } from '../fields/filter-input.tsx'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorBox } from '../ui/states.tsx'
import { ColumnPanel } from './column-panel.tsx'
import { ownColumns } from './columns.ts'
import { FilterPanel, FiltersInForce, filterable } from './filters.tsx'
import { Keyword } from './keyword.tsx'
import { Nothing } from './nothing.tsx'
import { Pager } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import { StatusChips } from './status-chips.tsx'
import css from './toolbar.module.css'
import type { ListProps } from './types.ts'
import { type Columns, useColumns } from './use-columns.ts'
import { type List, queryOf, useList } from './use-list.ts'
import { matching, useRecords } from './use-records.ts'
import frame from './wide-list.module.css'

function useListColumns(list: ListProps): Columns {
  const words = useWords(list.entity)
  const { entity, extra, without } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells are made anew with each render; their keys are not
  const own = useMemo(
    () => ownColumns({ entity, label: words.label, extra: extra ?? [], without: without ?? [] }),
    [entity, words, extra?.map(({ key }) => key).join(), without?.join()],
  )
  const columns = useColumns(list.name ?? entity.name, own)
  // The extra columns' cells are those of this render.
  const fresh = columns.shown.map((column) => ({ ...column, ...extra?.find(({ key }) => key === column.key) }))
  return { ...columns, shown: fresh as Columns['shown'] }
}

interface ToolbarProps {
  list: ListProps
  state: List
  columns: Columns
  summary: Records<AnyRow>['summary'] | undefined
  onTyped: (keyword: string) => void
}

function Toolbar({ list, state, columns, summary, onTyped }: ToolbarProps) {
  const { t } = useTranslation('common')
  const words = useWords(list.entity)
  const filterButton = useRef<HTMLButtonElement>(null)
  const columnButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'filters' | 'columns' | null>(null)
  const { entity, fixed = {}, filters = [] } = list
  const active = Object.keys(state.state.filters).length > 0
  return (
    <div className={css.toolbar}>
      <div className={css.chips}>
        {list.chips && <StatusChips entity={entity} field={list.chips} list={state} summary={summary} />}
      </div>
      {filters.map((name) => {
        const field = entity.fields[name]
        if (!field) return null
        const label = words.label(name)
        return (
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
      })}
      <Keyword
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
      {open === 'filters' && (
        <FilterPanel entity={entity} list={state} fixed={fixed} anchor={filterButton} onClose={() => setOpen(null)} />
      )}
      {open === 'columns' && <ColumnPanel columns={columns} anchor={columnButton} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** The rows that show: those of the last answer, narrowed by what was typed until the next one comes. */
function useShown(list: ListProps, state: List) {
  const [typed, setTyped] = useState(state.state.keyword)
  const query = useRecords(list.entity, queryOf(state.state, list.fixed ?? {}), list.fresh)
  const ahead = typed.trim() !== state.state.keyword || query.isPlaceholderData
  const rows = query.data ? (ahead ? matching(list.entity, query.data.rows, typed) : query.data.rows) : null
  return { query, rows, setTyped, ahead }
}

/** A list as a table, with its filters, columns and pages. */
export function WideList(list: ListProps) {
  const words = useWords(list.entity)
  const state = useList(list.entity, list.embedded ?? false)
  const columns = useListColumns(list)
  const { query, rows, setTyped, ahead } = useShown(list, state)
  const page = query.data
  const elsewhere = [...(list.chips ? [list.chips] : []), ...(list.filters ?? [])]
  const body = (
    <>
      {list.above}
      <Toolbar list={list} state={state} columns={columns} summary={page?.summary} onTyped={setTyped} />
      <FiltersInForce entity={list.entity} list={state} without={elsewhere} />
      <section
        className={list.embedded ? frame.embedded : frame.frame}
        aria-label={list.title ?? words.heading}
        aria-busy={query.isFetching}
      >
        {query.isError && !page ? (
          <ErrorBox error={query.error} onRetry={query.refetch} />
        ) : page && page.total === 0 && !ahead ? (
          <Nothing list={list} state={state} />
        ) : (
          <RecordTable
            list={list}
            columns={columns.shown}
            rows={rows}
            sort={state.state.sort}
            onSort={(sort) => state.change({ sort })}
          />
        )}
        {page && page.total > 0 && (
          <Pager
            total={page.total}
            page={state.state.page}
            size={state.state.size}
            onPage={(next) => state.change({ page: next })}
            onSize={(size) => state.change({ size })}
          />
        )}
      </section>
    </>
  )
  if (list.embedded) return <div className={frame.stack}>{body}</div>
  return (
    <Page
      title={list.title ?? words.heading}
      caption={page && list.caption?.(page as never)}
      actions={list.actions ?? []}
      fills
    >
      {body}
    </Page>
  )
}
