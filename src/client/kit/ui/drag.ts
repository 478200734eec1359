import type { PointerEvent } from 'react'

/** Follows the pointer that took something until it is let go; what was taken may vanish meanwhile. */
export function drag(event: PointerEvent, move: (at: { clientX: number; clientY: number }) => void) {
  if (event.button !== 0) return
  const release = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', release)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', release)
}
