import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quietly } from '../api/parts.ts'
import { Keyword } from '../fields/keyword.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { withWords } from '../i18n/with-words.ts'
import { useSheetActions } from '../sheets/use-sheet-actions.tsx'
import { Page } from '../ui/page.tsx'
import { Selected, useSeveral } from './bulk/several.tsx'
import css from './cards/cards.module.css'
import { PhoneCards } from './cards/phone-cards.tsx'
import { SortMenu } from './cards/phone-sort.tsx'
import { PhoneTools } from './cards/phone-tools.tsx'
import { Pull } from './cards/pull.tsx'
import { later } from './cards/use-later.ts'
import { FiltersInForce } from './filters/filters-in-force.tsx'
import { StatusChips } from './filters/status-chips.tsx'
import { SkeletonCards } from './skeletons.tsx'
import { SortNote } from './sort-note.tsx'
import type { ListProps } from './types.ts'
import { type List, queryOf, useList } from './use-list.ts'
import { type PhoneHead, usePhoneHead, usePhoneRecords } from './use-phone-records.ts'
import { contentOf } from './views/save-view.ts'
import { useViews } from './views/use-views.ts'

/** Nobody looks for another view before there is one. */
const useViewMenu = later(() => quietly(() => withWords('views', () => import('./views/view-menu.tsx'))), 300)

interface PartProps {
  list: ListProps
  state: List
  shown: PhoneHead
}

/** How many there are, and in which order. */
function Counts({ list, state, shown, menu, tools }: PartProps & { menu: ReactNode; tools: ReactNode }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  return (
    <div className={css.bar}>
      {menu}
      <span className="grow">
        {shown.page &&
          (list.caption?.(shown.page as never) ??
            t(shown.page.summary.more ? 'list.total_more' : 'list.total', { n: format.number(shown.page.total) }))}
      </span>
      <span className="row">
        {tools}
        <SortMenu list={list} state={state} />
      </span>
    </div>
  )
}

/** The cards, and while some are selected what can be done with them. */
function Records({ list, state, shown }: PartProps) {
  const several = useSeveral(list)
  const records = usePhoneRecords(list, state, shown)
  return (
    <>
      <Suspense fallback={<SkeletonCards />}>
        <PhoneCards list={list} state={state} shown={records} selection={several.selection ?? null} />
      </Suspense>
      <Selected list={list} state={state} total={shown.page?.total ?? 0} several={several} />
    </>
  )
}

/** A list as cards, without end; pulling it down asks again. */
export function PhoneList(list: ListProps) {
  const words = useWords(list.entity)
  const { entity, embedded = false } = list
  const state = useList(entity, embedded)
  const views = useViews(entity, state, embedded)
  const shown = usePhoneHead(list, state, views.pending)
  const [searching, setSearching] = useState(state.state.keyword !== '')
  const query = queryOf(state.state, list.fixed ?? {})
  const sheets = useSheetActions({ entity, query, list: list.name ?? entity.name, embedded })
  const total = shown.ahead ? undefined : shown.page?.total
  const tools = <PhoneTools {...{ list, state, searching, total }} onSearch={setSearching} />
  const filtered = state.state.keyword !== '' || Object.keys(state.state.filters).length > 0
  // Without a view, and without anything to keep as one, there is nothing to choose.
  const menued = !embedded && (views.all.length > 0 || filtered)
  const viewMenu = useViewMenu(menued && shown.page !== undefined)
  const menu =
    menued &&
    (viewMenu ? (
      <viewMenu.ViewMenu list={entity.name} views={views} content={contentOf(state.state, null)} narrow />
    ) : (
      <span className={css.viewMenu} />
    ))
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
      <FiltersInForce entity={entity} list={state} elsewhere={list.chips ? [list.chips] : []} />
      <Counts list={list} state={state} shown={shown} menu={menu} tools={embedded && tools} />
      <SortNote list={list} state={state} />
      <Records list={list} state={state} shown={shown} />
    </>
  )
  if (embedded) return <div className={css.cards}>{body}</div>
  return (
    <Page
      title={list.title ?? words.heading}
      {...(list.back && { back: list.back })}
      bar={tools}
      actions={[...(list.actions ?? []), ...sheets.actions]}
    >
      <Pull onRefresh={() => shown.refetch()}>
        <div className={css.cards}>{body}</div>
      </Pull>
      {sheets.dialog}
    </Page>
  )
}
