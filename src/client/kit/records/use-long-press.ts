import { type PointerEvent, useRef } from 'react'

const HELD_MS = 500
/** A finger that moves farther scrolls or swipes. */
const STILL_PX = 10

/** A finger that stays on something for half a second means it, and not the link under it. */
export function useLongPress(onHeld: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number } | null>(null)
  const held = useRef(false)
  if (!onHeld) return {}
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown(event: PointerEvent) {
      held.current = false
      if (event.pointerType === 'mouse') return
      start.current = { x: event.clientX, y: event.clientY }
      stop()
      timer.current = setTimeout(() => {
        held.current = true
        onHeld()
      }, HELD_MS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = start.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The phone's own menu of the link would come over it.
    onContextMenu: (event: { preventDefault: () => void }) => held.current && event.preventDefault(),
    onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
      if (!held.current) return
      held.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
