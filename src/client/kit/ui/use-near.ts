import { type RefObject, useEffect, useRef } from 'react'

interface Options {
  /** For another one it is looked again whether the element is near: what came may have been too little to push it away. */
  turn?: unknown
  /** There is nothing to call back for. */
  idle?: boolean
  /** In px from the part of the page that shows. */
  ahead?: number
}

/** Calls back when an element is near the part of the page that shows. */
export function useNear<E extends Element>(
  onNear: () => void,
  { turn, idle = false, ahead = 400 }: Options = {},
): RefObject<E | null> {
  const element = useRef<E>(null)
  const now = useRef(onNear)
  now.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn looks again
  useEffect(() => {
    if (!element.current || idle) return
    // Where the browser cannot tell, as in tests, everything counts as near.
    if (typeof IntersectionObserver === 'undefined') return now.current()
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && now.current(), {
      rootMargin: `${ahead}px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [turn, idle, ahead])
  return element
}
