import InfiniteScroll from 'antd-mobile/es/components/infinite-scroll'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quietly } from '../../api/parts.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { ErrorBox } from '../../ui/states.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { EmptyList } from '../empty-list.tsx'
import { recordTitle } from '../page/record-title.ts'
import { SkeletonCards } from '../skeletons.tsx'
import { asTheyAre, type ListProps } from '../types.ts'
import type { List } from '../use-list.ts'
import type { PhoneRecords } from '../use-phone-records.ts'
import { RecordCard } from './card.tsx'
import css from './cards.module.css'
import { useLongPress } from './use-long-press.ts'

type Swipe = ComponentType<{ list: ListProps; row: AnyRow; children: ReactNode }>

/** Swiping brings a spring engine along: it comes when the list has shown, or when there is a network. Until then the menu has the actions. */
function useSwipe(wanted: boolean): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null)
  useEffect(() => {
    if (!wanted) return
    let over = false
    const bring = async () => {
      const part = await quietly(() => import('./swipe-card.tsx'))
      if (part && !over) setSwipe(() => part.SwipeCard)
    }
    const timer = setTimeout(bring, 1_000)
    addEventListener('online', bring)
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('online', bring)
    }
  }, [wanted])
  return swipe
}

interface CardProps {
  list: ListProps
  row: AnyRow
  page: readonly AnyRow[]
  selection: Selection | null
  swipe: Swipe | null
}

/** While some are selected a press on a card selects it as well; holding one begins. */
function Card({ list, row, page, selection, swipe: Swipe }: CardProps) {
  const { t } = useTranslation('common')
  const selecting = selection !== null && selection.rows.length > 0
  const press = useLongPress(selection && !selecting ? () => selection.toggle(row, page) : null)
  const begin = selection ? () => selection.toggle(row, page) : undefined
  if (selecting) {
    const title = recordTitle(list.entity, row) ?? String(row.id)
    return (
      <div className={css.selectable}>
        <span className={css.selectBox}>
          <Checkbox
            label=""
            aria-label={t('selection.row', { title })}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row, page)}
          />
        </span>
        <RecordCard list={list} row={row} />
      </div>
    )
  }
  const card = <RecordCard list={list} row={row} {...(begin && { onSelect: begin })} />
  return <div {...press}>{Swipe ? <Swipe {...{ list, row }}>{card}</Swipe> : card}</div>
}

interface Props {
  list: ListProps
  state: List
  shown: PhoneRecords
  selection: Selection | null
}

/** The list's cards, without end. */
export function PhoneCards({ list, state, shown, selection }: Props) {
  const { t } = useTranslation('common')
  const { query, ahead } = shown
  const { useTogether = asTheyAre } = list
  const rows = useTogether(shown.rows, shown.page?.total ?? 0)
  const swipe = useSwipe(Boolean(list.rowActions) && rows !== null)
  // What was asked again in vain changes nothing of the cards that stand there.
  if (query.isLoadingError && !rows) return <ErrorBox error={query.error} onRetry={query.refetch} />
  if (!rows) return <SkeletonCards />
  if (rows.length === 0 && !ahead) return <EmptyList list={list} state={state} />
  return (
    <>
      <div className={css.cards}>
        {rows.map((row) => (
          <Card key={row.id} list={list} row={row} page={rows} selection={selection} swipe={swipe} />
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
