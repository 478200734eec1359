import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from '../../fields/cell.tsx'
import { CARD_PX, type Drawn, GAP_PX } from './drawn.ts'

/** Cards beyond the part of the page that shows, above and below: a finger that flings sees none missing. */
const BEYOND = 6

/** How tall the cards of the last pages were, and how wide, for the way back to them. */
const measured = new Map<string, { width: number; items: VirtualItem[] }>()
const MOST_PAGES = 8

function keep(page: string, items: VirtualItem[]) {
  measured.delete(page)
  measured.set(page, { width: innerWidth, items })
  for (const oldest of [...measured.keys()].slice(0, -MOST_PAGES)) measured.delete(oldest)
}

interface Props {
  /** Holds the cards, one child each. */
  cards: RefObject<HTMLElement | null>
  /** Is told of each card that comes. */
  measuring: RefObject<((card: HTMLElement | null) => void) | null>
  /** Whose cards they are. */
  page: string
  rows: readonly AnyRow[]
  onDrawn: (drawn: Drawn) => void
}

/** Says which of the cards are drawn as the page scrolls. It draws nothing itself, so that those which stay stay untouched. */
export function CardWindow({ cards, measuring, page, rows, onDrawn }: Props) {
  const [top, setTop] = useState(() => topOf(cards.current))
  const [before] = useState(() => heightsOf(page, cards.current, rows))
  const [tall] = useState(() => usual(before))
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    // With another one all cards are counted anew.
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    estimateSize: () => tall,
    gap: GAP_PX,
    overscan: BEYOND,
    scrollMargin: top,
    initialMeasurementsCache: before,
    useFlushSync: false,
  })
  // Asked for seldom: it has the browser lay the page out. A banner that came meanwhile is less than what is drawn beyond.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above changes mostly with the rows
  useLayoutEffect(() => {
    setTop(topOf(cards.current))
  }, [cards, rows])
  // What comes above the first card that shows moves the page as far as that card.
  const place = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const before = place.current
    const at = before ? rows.findIndex(({ id }) => id === before.id) : -1
    if (!before || at < 0) return
    virtualizer.getTotalSize()
    const start = virtualizer.measurementsCache[at]?.start ?? before.start
    if (start !== before.start) scrollBy(0, start - before.start)
  }, [rows, virtualizer])
  useLayoutEffect(() => {
    const items = virtualizer.getVirtualItems()
    place.current = placeIn(items, virtualizer.scrollOffset ?? 0)
    const [first, last] = [items[0], items.at(-1)]
    if (!first || !last) return
    onDrawn({
      from: first.index,
      to: last.index + 1,
      above: first.start - virtualizer.options.scrollMargin,
      below: virtualizer.getTotalSize() + virtualizer.options.scrollMargin - last.end,
    })
  })
  useLayoutEffect(() => {
    measuring.current = virtualizer.measureElement
    for (const card of cards.current?.querySelectorAll<HTMLElement>(':scope > [data-index]') ?? [])
      virtualizer.measureElement(card)
    return () => {
      measuring.current = null
    }
  }, [cards, measuring, virtualizer])
  useLayoutEffect(() => () => keep(page, virtualizer.takeSnapshot()), [page, virtualizer])
  return null
}

interface Place {
  id: number
  start: number
}

/** None while the first card of all shows: what comes above it is to be seen. */
function placeIn(items: readonly VirtualItem[], scrolled: number): Place | null {
  const first = items.find(({ end }) => end > scrolled)
  return first && first.index > 0 ? { id: Number(first.key), start: first.start } : null
}

const topOf = (cards: HTMLElement | null) => Math.round((cards?.getBoundingClientRect().top ?? 0) + scrollY)

/** Of the cards that stand there already, or stood there when the page was left. */
function heightsOf(page: string, cards: HTMLElement | null, rows: readonly AnyRow[]): VirtualItem[] {
  const kept = measured.get(page)
  if (kept?.width === innerWidth) return kept.items
  const heights = [...(cards?.children ?? [])].map((card) => (card as HTMLElement).offsetHeight)
  let start = 0
  return heights.map((size, index) => {
    const item = { key: rows[index]?.id ?? index, index, start, end: start + size, size, lane: 0 }
    start += size + GAP_PX
    return item
  })
}

/** Those that were not drawn yet are mostly as tall as the others. */
const usual = (items: readonly VirtualItem[]) =>
  items.length > 0 ? Math.round(items.reduce((sum, { size }) => sum + size, 0) / items.length) : CARD_PX
