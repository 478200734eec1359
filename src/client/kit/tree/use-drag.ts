import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Side } from './moves.ts'

export interface DragState {
  id: number
  /** The row that it is over; null when it may not be put there. */
  over: { id: number; side: Side } | null
}

/** The middle of a row takes something in; its edges put it before and behind. */
const EDGE = 0.28
/** So near to the edge of what scrolls it scrolls. */
const NEAR_PX = 48
const SCROLL_PX = 10

function rowUnder({ clientX, clientY }: { clientX: number; clientY: number }) {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-branch]')
  if (!row) return null
  const { top, height } = row.getBoundingClientRect()
  const part = (clientY - top) / height
  const side: Side = part < EDGE ? 'before' : part > 1 - EDGE ? 'after' : 'into'
  return { id: Number(row.dataset.branch), side }
}

function scrollerOf(element: Element | null): Element {
  for (let one = element; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.scrollingElement ?? document.documentElement
}

function scrollNear(scroller: Element, y: number) {
  const root = scroller === document.scrollingElement
  const { top, bottom } = root ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
  if (y < top + NEAR_PX) scroller.scrollTop -= SCROLL_PX
  if (y > bottom - NEAR_PX) scroller.scrollTop += SCROLL_PX
}

interface Dragging {
  /** Whether it may be put there. */
  takes: (id: number, target: number, side: Side) => boolean
  onDrop: (id: number, target: number, side: Side) => void
}

/** A row held by its grip, with a mouse, a pen or a finger, until it is let go over another one; Esc puts it back. */
export function useDrag({ takes, onDrop }: Dragging) {
  const [held, setHeld] = useState<DragState | null>(null)
  const now = useRef<DragState | null>(null)
  const put = (next: DragState | null) => {
    now.current = next
    setHeld(next)
  }
  const holds = held !== null
  useEffect(() => {
    if (!holds) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      now.current = null
      setHeld(null)
    }
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [holds])
  const handlersOf = (id: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      put({ id, over: null })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (now.current?.id !== id) return
      scrollNear(scrollerOf(event.currentTarget), event.clientY)
      const over = rowUnder(event)
      put({ id, over: over && over.id !== id && takes(id, over.id, over.side) ? over : null })
    },
    onPointerUp() {
      const over = now.current?.id === id ? now.current.over : null
      put(null)
      if (over) onDrop(id, over.id, over.side)
    },
    onPointerCancel: () => put(null),
  })
  return { held, handlersOf }
}
