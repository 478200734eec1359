import { type RefObject, useLayoutEffect } from 'react'
import { useClosedByBack } from './navigation-blocker.ts'

const GAP = 4
const EDGE = 8

/** Where it fits: below the anchor, else above; aligned with its start or end, kept inside the window. */
function place(anchor: DOMRect, box: HTMLElement, align: 'start' | 'end') {
  const { offsetWidth: width, offsetHeight: height } = box
  const left = align === 'start' ? anchor.left : anchor.right - width
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - height
  const top = below + height > innerHeight - EDGE && above > EDGE ? above : below
  box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  box.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`
}

interface Opened {
  open: boolean
  anchor: RefObject<HTMLElement | null> | { x: number; y: number }
  align?: 'start' | 'end'
  onClose: () => void
}

const rectOf = (anchor: Opened['anchor']) =>
  'current' in anchor ? anchor.current?.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0)

/** Keeps it placed while the anchor moves, as by a part above that loads, and while it grows, as by options that arrive. */
function follow(anchor: Opened['anchor'], box: HTMLElement, align: 'start' | 'end') {
  let last = ''
  let frame = 0
  const look = () => {
    const rect = rectOf(anchor)
    const now =
      rect && `${rect.left} ${rect.bottom} ${rect.width} ${box.offsetWidth} ${box.offsetHeight} ${innerHeight}`
    if (rect && now !== last) place(rect, box, align)
    last = now ?? ''
    frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}

/** Whether what moved has carried the anchor out of sight. */
function isGone({ top, bottom }: DOMRect, moved: EventTarget | null) {
  const view = moved instanceof Element ? moved.getBoundingClientRect() : { top: 0, bottom: innerHeight }
  return bottom < view.top || top > view.bottom
}

/**
 * Shows an element of `popover="auto"` beside its anchor in the top layer; Esc and a press elsewhere close it. It goes where its
 * anchor goes: a browser scrolls to a field that someone begins to type in, and what opened for it must not close by that.
 */
export function usePopover(box: RefObject<HTMLElement | null>, { open, anchor, align = 'start', onClose }: Opened) {
  useClosedByBack(open, onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens: it follows what moves
  useLayoutEffect(() => {
    const shown = box.current
    if (!open || !shown) return
    shown.showPopover?.()
    const stop = follow(anchor, shown, align)
    const toggled = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose()
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && shown.contains(target)) return
      const held = 'current' in anchor ? anchor.current : null
      const gone = !held || isGone(held.getBoundingClientRect(), target)
      // Nothing that is typed into the anchor is lost when it is out of sight for a while.
      if (gone && !held?.contains(document.activeElement)) return onClose()
      shown.style.visibility = gone ? 'hidden' : ''
    }
    shown.addEventListener('toggle', toggled)
    addEventListener('scroll', scrolled, true)
    return () => {
      stop()
      shown.removeEventListener('toggle', toggled)
      removeEventListener('scroll', scrolled, true)
    }
  }, [open])
}
