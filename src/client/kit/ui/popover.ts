import { type RefObject, useLayoutEffect } from 'react'
import { useClosedByBack } from './way-back.ts'

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

/** Shows an element of `popover="auto"` beside its anchor in the top layer; Esc and a press elsewhere close it. */
export function usePopover(box: RefObject<HTMLElement | null>, { open, anchor, align = 'start', onClose }: Opened) {
  useClosedByBack(open, onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed when it opens; it closes when the page moves
  useLayoutEffect(() => {
    const shown = box.current
    if (!open || !shown) return
    shown.showPopover?.()
    const rect = rectOf(anchor)
    if (rect) place(rect, shown, align)
    const toggled = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose()
    const scrolled = (event: Event) => !shown.contains(event.target as Node) && onClose()
    shown.addEventListener('toggle', toggled)
    addEventListener('scroll', scrolled, true)
    addEventListener('resize', onClose)
    return () => {
      shown.removeEventListener('toggle', toggled)
      removeEventListener('scroll', scrolled, true)
      removeEventListener('resize', onClose)
    }
  }, [open])
}
