import InfiniteScroll from 'antd-mobile/es/components/infinite-scroll'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { sortable } from '../../../shared/kit/columns.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LazySheet } from '../ui/lazy-sheet.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorBox } from '../ui/states.tsx'
import { RecordCard } from './card.tsx'
import css from './cards.module.css'
import { FilterForm, FiltersInForce, filterable } from './filters.tsx'
import { Keyword } from './keyword.tsx'
import { Nothing } from './nothing.tsx'
import { Pull } from './pull.tsx'
import { SkeletonCards } from './skeletons.tsx'
import { StatusChips } from './status-chips.tsx'
import type { ListProps } from './types.ts'
import { type List, queryOf, useList } from './use-list.ts'
import { matching, useEndlessRecords } from './use-records.ts'

/** What a phone sorts by: each field that can be, the moments both ways by their own words. */
function SortMenu({ list, state }: { list: ListProps; state: List }) {
  const { t } = useTranslation('common')
  const words = useWords(list.entity)
  const { sort } = state.state
  const fields = fieldsOf(list.entity).filter(([, field]) => sortable(field))
  if (fields.length === 0) return null
  const items = fields.flatMap(([name]) =>
    (['desc', 'asc'] as const).map((order) => ({
      key: `${name}.${order}`,
      label: `${words.label(name)} ${order === 'asc' ? '↑' : '↓'}`,
      checked: sort.prop === name && sort.order === order,
      onPress: () => state.change({ sort: { prop: name, order } }),
    })),
  )
  const current =
    sort.prop === 'id'
      ? t(sort.order === 'desc' ? 'list.newest' : 'list.oldest')
      : `${words.label(sort.prop)} ${sort.order === 'asc' ? '↑' : '↓'}`
  return (
    <MenuButton look="quiet" label={t('action.sort')} items={items}>
      <small className={css.sort}>
        {current}
        <Icon name="down" size={13} />
      </small>
    </MenuButton>
  )
}

/** A record that moved to the next page while one scrolled stands once. */
function unique(rows: readonly AnyRow[]): AnyRow[] {
  const seen = new Set<number>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

function usePhoneRecords(list: ListProps, state: List) {
  const [typed, setTyped] = useState(state.state.keyword)
  const query = useEndlessRecords(list.entity, queryOf(state.state, list.fixed ?? {}), list.fresh)
  const loaded = query.data ? unique(query.data.pages.flatMap(({ rows }) => rows)) : null
  const ahead = typed.trim() !== state.state.keyword || query.isPlaceholderData
  const rows = loaded && ahead ? matching(list.entity, loaded, typed) : loaded
  return { query, rows, setTyped, ahead, page: query.data?.pages[0] }
}

type Shown = ReturnType<typeof usePhoneRecords>

function Cards({ list, state, shown }: { list: ListProps; state: List; shown: Shown }) {
  const { t } = useTranslation('common')
  const { query, rows, ahead } = shown
  if (query.isError && !rows) return <ErrorBox error={query.error} onRetry={query.refetch} />
  if (!rows) return <SkeletonCards />
  if (rows.length === 0 && !ahead) return <Nothing list={list} state={state} />
  return (
    <>
      <div className={css.cards}>
        {rows.map((row) => (
          <RecordCard key={row.id} list={list} row={row} />
        ))}
      </div>
      <InfiniteScroll
        hasMore={query.hasNextPage}
        loadMore={async () => void (await query.fetchNextPage({ throwOnError: true }))}
      >
        {(hasMore, failed, retry) => (
          <small>
            {failed ? (
              <Button look="link" onClick={retry}>
                {t('list.more_failed')} {t('action.retry')}
              </Button>
            ) : (
              t(hasMore ? 'loading' : 'list.end')
            )}
          </small>
        )}
      </InfiniteScroll>
    </>
  )
}

/** A list as cards, without end; pulling it down asks again. */
export function PhoneList(list: ListProps) {
  const { t } = useTranslation('common')
  const words = useWords(list.entity)
  const format = useFormat()
  const state = useList(list.entity, list.embedded ?? false)
  const shown = usePhoneRecords(list, state)
  const [searching, setSearching] = useState(state.state.keyword !== '')
  const [filtering, setFiltering] = useState(false)
  const { entity, fixed = {} } = list
  const searched = fieldsOf(entity).some(([, field]) => field.search)
  const bar = (
    <>
      {searched && (
        <Button
          look="quiet"
          icon="search"
          label={t('action.search')}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        />
      )}
      {filterable(entity, fixed).length > 0 && (
        <Button look="quiet" icon="filter" label={t('list.filters')} onClick={() => setFiltering(true)} />
      )}
    </>
  )
  const body = (
    <>
      {list.above}
      {searching && (
        <Keyword
          entity={entity}
          value={state.state.keyword}
          autoFocus
          onTyped={shown.setTyped}
          onSettled={(keyword) => state.change({ keyword })}
        />
      )}
      {list.chips && <StatusChips entity={entity} field={list.chips} list={state} summary={shown.page?.summary} />}
      <FiltersInForce entity={entity} list={state} without={list.chips ? [list.chips] : []} />
      <div className={css.bar}>
        <span>
          {shown.page &&
            (list.caption?.(shown.page as never) ?? t('list.total', { n: format.number(shown.page.total) }))}
        </span>
        <span className="row">
          {list.embedded && bar}
          <SortMenu list={list} state={state} />
        </span>
      </div>
      <Cards list={list} state={state} shown={shown} />
      <LazySheet title={t('list.filters')} open={filtering} onClose={() => setFiltering(false)}>
        <FilterForm entity={entity} list={state} fixed={fixed} />
        <span className="row">
          <Button className="grow" onClick={() => state.change({ filters: {} })}>
            {t('list.clear_filters')}
          </Button>
          <Button className="grow" look="primary" onClick={() => setFiltering(false)}>
            {t('action.apply')}
          </Button>
        </span>
      </LazySheet>
    </>
  )
  if (list.embedded) return <div className={css.cards}>{body}</div>
  return (
    <Page
      title={list.title ?? words.heading}
      {...(list.back && { back: list.back })}
      bar={bar}
      actions={list.actions ?? []}
    >
      <Pull onRefresh={() => shown.query.refetch()}>
        <div className={css.cards}>{body}</div>
      </Pull>
    </Page>
  )
}
