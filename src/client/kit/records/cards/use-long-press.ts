import { type PointerEvent, useEffect, useRef } from 'react'

const HELD_MS = 500
/** A finger that moves farther scrolls or swipes. */
const STILL_PX = 10
/** The press that a browser makes of the finger's leaving comes within this. */
const PRESS_FOLLOWS_MS = 80

/** What a finger that was held lets go of is not pressed, whatever has come to lie under it meanwhile. */
function swallowPress() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const swallowing = new AbortController()
  const { signal } = swallowing
  const end = () => setTimeout(() => swallowing.abort(), PRESS_FOLLOWS_MS)
  document.addEventListener('click', swallow, { capture: true, once: true, signal })
  document.addEventListener('pointerup', end, { once: true, signal })
  document.addEventListener('pointercancel', end, { once: true, signal })
}

/** A finger that stays on something for half a second means it, and not the link under it. */
export function useLongPress(onHeld: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!onHeld) return {}
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      if (pointerType === 'mouse') return
      start.current = { x: clientX, y: clientY }
      stop()
      timer.current = setTimeout(() => {
        swallowPress()
        onHeld()
      }, HELD_MS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = start.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The phone's own menu of the link would come over it, before the half second on some.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}
