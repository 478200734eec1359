import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnyRow } from '../../fields/cell.tsx'
import { CARD_PX, type Drawn, GAP_PX, nextRange, overlap, type Range, sameRange } from './drawn.ts'

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
  // Asked for seldom, and once the frame is drawn: it has the browser lay the page out. A banner that came meanwhile is less than what is drawn beyond.
  const moves = virtualizer.isScrolling
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above changes mostly with the rows
  useEffect(() => {
    if (!moves) setTop(topOf(cards.current))
  }, [cards, rows, moves])
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
    place.current = placeIn(virtualizer.getVirtualItems(), virtualizer.scrollOffset ?? 0)
  })
  useDrawing(virtualizer, onDrawn)
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

type Cards = Virtualizer<Window, HTMLElement>

/** Draws one card more in each frame until those that are wanted stand there. */
function useDrawing(virtualizer: Cards, onDrawn: (drawn: Drawn) => void) {
  const drawn = useRef<Range | null>(null)
  const frame = useRef(0)
  useLayoutEffect(() => {
    const draw = (range: Range) => {
      drawn.current = range
      onDrawn({ ...range, ...roomAround(virtualizer, range) })
    }
    const step = () => {
      frame.current = 0
      const { wanted, shown } = rangesOf(virtualizer)
      draw(nextRange(drawn.current ?? wanted, wanted, shown))
      if (!sameRange(drawn.current, wanted)) frame.current = requestAnimationFrame(step)
    }
    const { wanted, shown } = rangesOf(virtualizer)
    if (wanted.to === 0) return
    // Those that stand there may have been found taller. One that comes waits for the next frame: this one has its own work.
    draw(!drawn.current ? wanted : overlap(drawn.current, shown) ? drawn.current : shown)
    if (!frame.current && !sameRange(drawn.current, wanted)) frame.current = requestAnimationFrame(step)
  })
  useLayoutEffect(() => () => cancelAnimationFrame(frame.current), [])
}

/** The cards that are to stand there, and those of them that show. */
function rangesOf(virtualizer: Cards): { wanted: Range; shown: Range } {
  const items = virtualizer.getVirtualItems()
  const { range } = virtualizer
  const wanted = { from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? -1) + 1 }
  return { wanted, shown: range ? { from: range.startIndex, to: range.endIndex + 1 } : wanted }
}

/** How tall the cards are that are not drawn. */
function roomAround(virtualizer: Cards, { from, to }: Range) {
  const { measurementsCache: all, options } = virtualizer
  const end = virtualizer.getTotalSize() + options.scrollMargin
  return {
    above: (all[from]?.start ?? options.scrollMargin) - options.scrollMargin,
    below: end - (all[to - 1]?.end ?? end),
  }
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
