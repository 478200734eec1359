import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePrinted } from './while-printed.ts'

const MARGIN = '800px'

/**
 * What is to be shown by an element: far from the part of the page that shows it stays what it was, so that what changes all the time is
 * drawn where one sees it. Paper shows all as it is.
 */
export function useWhileNear<E extends Element, T>(value: T): [T, RefObject<E | null>] {
  const element = useRef<E>(null)
  const [near, setNear] = useState(true)
  const shown = useRef(value)
  const printed = usePrinted()
  if (near || printed) shown.current = value
  useEffect(() => {
    // Where the browser cannot tell, as in tests, everything counts as near.
    if (!element.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: MARGIN,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [shown.current, element]
}
