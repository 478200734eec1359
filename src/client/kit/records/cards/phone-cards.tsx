import {
  type ComponentType,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { quietly } from '../../api/parts.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { ErrorBox } from '../../ui/states.tsx'
import { useNear } from '../../ui/use-near.ts'
import { usePrinted } from '../../ui/while-printed.ts'
import type { Selection } from '../bulk/use-selection.ts'
import { EmptyList } from '../empty-list.tsx'
import { recordTitle } from '../page/record-title.ts'
import { SkeletonCards } from '../skeletons.tsx'
import { asTheyAre, type ListProps } from '../types.ts'
import type { List } from '../use-list.ts'
import type { PhoneRecords } from '../use-phone-records.ts'
import { RecordCard } from './card.tsx'
import css from './cards.module.css'
import { type Drawn, firstDrawn, GAP_PX, MOST_DRAWN, sameDrawn } from './drawn.ts'
import { later } from './use-later.ts'
import { useLongPress } from './use-long-press.ts'

type Swipe = ComponentType<{ list: ListProps; row: AnyRow; children: ReactNode }>

/** Swiping brings a spring engine along. Until it is there the menu has the actions. */
const useSwipe = later(async () => (await quietly(() => import('./swipe-card.tsx')))?.SwipeCard ?? null, 1_000)
/** Until it is there all cards are drawn. */
const useWindow = later(async () => (await quietly(() => import('./card-window.tsx')))?.CardWindow ?? null, 1_000)

interface CardProps {
  list: ListProps
  row: AnyRow
  at: number
  page: () => readonly AnyRow[]
  selection: Selection | null
  swipe: Swipe | null
  measure: (card: HTMLElement | null) => void
}

/** While some are selected a press on a card selects it as well; holding one begins. */
const Card = memo(function Card({ list, row, at, page, selection, swipe, measure }: CardProps) {
  const { t } = useTranslation('common')
  const selecting = selection !== null && selection.rows.length > 0
  const Swipe = useInTurn(swipe, at)
  const press = useLongPress(selection && !selecting ? () => selection.toggle(row, page()) : null)
  const begin = selection ? () => selection.toggle(row, page()) : undefined
  if (selecting) {
    const title = recordTitle(list.entity, row) ?? String(row.id)
    return (
      <div className={css.selectable} ref={measure} data-index={at}>
        <span className={css.selectBox}>
          <Checkbox
            label=""
            aria-label={t('selection.row', { title })}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row, page())}
          />
        </span>
        <RecordCard list={list} row={row} />
      </div>
    )
  }
  const card = <RecordCard list={list} row={row} {...(begin && { onSelect: begin })} />
  return (
    <div {...press} ref={measure} data-index={at}>
      {Swipe ? <Swipe {...{ list, row }}>{card}</Swipe> : card}
    </div>
  )
})

/** Between two cards that take what has come. */
const TURN_MS = 50

/** What comes later than the cards is taken by one after the other: by all at once it would hold up the finger. */
function useInTurn<T>(part: T | null, at: number): T | null {
  const [taken, setTaken] = useState<T | null>(() => part)
  const turn = useRef(at % MOST_DRAWN)
  useEffect(() => {
    if (!part || taken) return
    const timer = setTimeout(() => setTaken(() => part), turn.current * TURN_MS)
    return () => clearTimeout(timer)
  }, [part, taken])
  return taken
}

interface Props {
  list: ListProps
  state: List
  shown: PhoneRecords
  selection: Selection | null
}

/** Which of the cards are drawn: all of a few, and of many those that one sees. */
function useDrawn(list: ListProps, rows: readonly AnyRow[], goesOn: boolean) {
  const { pathname, search } = useLocation()
  const cards = useRef<HTMLDivElement>(null)
  const measuring = useRef<(card: HTMLElement | null) => void>(null)
  // One for good: with another one all cards would be drawn anew.
  const measure = useCallback((card: HTMLElement | null) => measuring.current?.(card), [])
  const Window = useWindow(goesOn || rows.length > MOST_DRAWN)
  const [said, setSaid] = useState<Drawn | null>(null)
  const say = useCallback((next: Drawn) => setSaid((last) => (sameDrawn(last, next) ? last : next)), [])
  const printed = usePrinted()
  const many = Window !== null && rows.length > MOST_DRAWN && !printed
  const page = `${list.entity.name} ${pathname}${search}`
  return {
    cards,
    measure,
    drawn: many ? (said ?? firstDrawn(rows.length)) : null,
    // There before it is needed: to begin with it as a page comes would hold up that page.
    window: Window && <Window {...{ cards, measuring, page, rows }} onDrawn={say} />,
  }
}

/** For the cards that are not drawn. */
const Room = ({ px }: { px: number }) =>
  px > GAP_PX && <div className={css.room} aria-hidden="true" style={{ height: px - GAP_PX }} />

interface ManyProps extends Omit<Props, 'state' | 'shown'> {
  rows: readonly AnyRow[]
  /** More of them follow. */
  goesOn: boolean
}

const Many = memo(function Many({ list, rows, goesOn, selection }: ManyProps) {
  const { cards, measure, drawn, window } = useDrawn(list, rows, goesOn)
  const swipe = useSwipe(Boolean(list.rowActions))
  const now = useRef(rows)
  now.current = rows
  const page = useCallback(() => now.current, [])
  const from = drawn?.from ?? 0
  return (
    <>
      {window}
      <div ref={cards} className={`${css.cards} ${drawn ? css.some : css.all}`}>
        {drawn && <Room px={drawn.above} />}
        {rows.slice(from, drawn?.to).map((row, at) => (
          <Card key={row.id} at={from + at} {...{ list, row, page, selection, swipe, measure }} />
        ))}
        {drawn && <Room px={drawn.below} />}
      </div>
    </>
  )
})

/** A finger that flings is there in half a second. */
const AHEAD_PX = 2_000

/** The next ones come as the page nears their place; the button is for those that did not. */
function More({ query }: Pick<PhoneRecords, 'query'>) {
  const { t } = useTranslation('common')
  const { hasNextPage, isFetchNextPageError: failed, fetchNextPage } = query
  // Asked of the query, the list would be drawn anew for it.
  const under = useRef(false)
  const more = () => {
    if (under.current) return
    under.current = true
    void fetchNextPage().finally(() => {
      under.current = false
    })
  }
  const idle = !hasNextPage || failed
  const end = useNear<HTMLDivElement>(more, { turn: query.data?.pages.length, idle, ahead: AHEAD_PX })
  return (
    <div ref={end} className={css.end}>
      {failed ? (
        <Button look="link" onClick={more}>
          {t('list.more_failed')} {t('action.retry')}
        </Button>
      ) : (
        t(hasNextPage ? 'loading' : 'list.end')
      )}
    </div>
  )
}

/** The list's cards, without end. */
export function PhoneCards({ list, state, shown, selection }: Props) {
  const { query, ahead } = shown
  const { useTogether = asTheyAre } = list
  const known = useTogether(shown.rows, shown.page?.total ?? 0)
  // What piles say all the time is drawn between two touches; the first cards at once.
  const rows = useDeferredValue(known) ?? known
  // What was asked again in vain changes nothing of the cards that stand there.
  if (query.isLoadingError && !rows) return <ErrorBox error={query.error} onRetry={query.refetch} />
  if (!rows) return <SkeletonCards />
  if (rows.length === 0 && !ahead) return <EmptyList list={list} state={state} />
  return (
    <>
      <Many {...{ list, rows, selection }} goesOn={query.hasNextPage} />
      <More query={query} />
    </>
  )
}
