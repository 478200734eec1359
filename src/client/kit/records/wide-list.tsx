import { Suspense, useState } from 'react'
import { matching, useRecords } from '../fields/use-records.ts'
import { useWords } from '../i18n/use-words.ts'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { ErrorBox } from '../ui/states.tsx'
import { Selected, useSeveral } from './bulk/several.tsx'
import { Tiles } from './cards/tiles.tsx'
import { EmptyList } from './empty-list.tsx'
import { FiltersInForce } from './filters/filters-in-force.tsx'
import { SkeletonCards } from './skeletons.tsx'
import { SortNote } from './sort-note.tsx'
import { RecordTable } from './table/record-table.tsx'
import { useListColumns } from './table/use-list-columns.ts'
import { Toolbar } from './toolbar.tsx'
import { asTheyAre, type ListProps } from './types.ts'
import { type List, queryOf, useList } from './use-list.ts'
import { contentOf } from './views/save-view.ts'
import { useViews } from './views/use-views.ts'
import { ViewMenu } from './views/view-menu.tsx'
import frame from './wide-list.module.css'

/** The rows that show: those of the last answer, narrowed by what was typed until the next one comes. */
function useShown(list: ListProps, state: List, pending: boolean) {
  const [typed, setTyped] = useState(state.state.keyword)
  const query = useRecords(list.entity, queryOf(state.state, list.fixed ?? {}), { ...list.fresh, early: pending })
  const ahead = typed.trim() !== state.state.keyword || query.isPlaceholderData
  const page = pending ? undefined : query.data
  const rows = page ? (ahead ? matching(list.entity, page.rows, typed) : page.rows) : null
  return { query, page, rows, setTyped, ahead }
}

type Shown = ReturnType<typeof useShown>

interface PartProps {
  list: ListProps
  state: List
  shown: Shown
}

function Frame(props: PartProps & { columns: ReturnType<typeof useListColumns> }) {
  const { list, state, shown, columns } = props
  const words = useWords(list.entity)
  const several = useSeveral(list)
  const { query, page, ahead } = shown
  const { useTogether = asTheyAre } = list
  const rows = useTogether(shown.rows, page?.total ?? 0)
  const empty = page && page.total === 0 && !ahead
  return (
    <section
      className={list.embedded ? frame.embedded : frame.frame}
      aria-label={list.title ?? words.heading}
      aria-busy={query.isFetching}
    >
      {query.isError && !page ? (
        <ErrorBox error={query.error} onRetry={query.refetch} />
      ) : empty ? (
        <EmptyList list={list} state={state} />
      ) : (
        <Suspense fallback={<SkeletonCards />}>
          {list.tile ? (
            <Tiles rows={rows} tile={list.tile} open={list.open} />
          ) : (
            <RecordTable
              list={list}
              columns={columns}
              rows={rows}
              sort={state.state.sort}
              onSort={(sort) => state.change({ sort })}
              {...(several.selection && { selection: several.selection })}
            />
          )}
        </Suspense>
      )}
      <Selected list={list} state={state} total={shown.page?.total ?? 0} several={several} />
      {page && page.total > 0 && (
        <Pager
          total={page.total}
          more={Boolean(page.summary.more)}
          page={state.state.page}
          size={state.state.size}
          onPage={(next) => state.change({ page: next })}
          onSize={(size) => state.change({ size })}
        />
      )}
    </section>
  )
}

/** A list as a table, with its views, filters, columns and pages. */
export function WideList(list: ListProps) {
  const words = useWords(list.entity)
  const state = useList(list.entity, list.embedded ?? false)
  const views = useViews(list.entity, state, list.embedded ?? false)
  const columns = useListColumns(list, views)
  const shown = useShown(list, state, views.pending)
  const { page } = shown
  const elsewhere = [...(list.chips ? [list.chips] : []), ...(list.filters ?? [])]
  const body = (
    <>
      {list.above}
      <Toolbar list={list} state={state} columns={columns} summary={page?.summary} onTyped={shown.setTyped} />
      <FiltersInForce entity={list.entity} list={state} elsewhere={elsewhere} />
      <SortNote list={list} state={state} />
      <Frame list={list} state={state} shown={shown} columns={columns} />
    </>
  )
  if (list.embedded) return <div className={frame.stack}>{body}</div>
  return (
    <Page
      title={list.title ?? words.heading}
      badge={
        <ViewMenu list={list.entity.name} views={views} content={contentOf(state.state, columns.all)} narrow={false} />
      }
      caption={page && list.caption?.(page as never)}
      actions={list.actions ?? []}
      fills
    >
      {body}
    </Page>
  )
}
