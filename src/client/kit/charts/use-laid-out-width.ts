import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How wide an element is laid out, in px. A chart that measures itself asks how large it is drawn: on a wall, whose pages are
 * drawn larger than they are laid out, it would grow twice.
 */
export function useLaidOutWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}
