import { useEffect, useRef } from 'react'

/** Of many that do not all fit, the one that shows is in sight; the page below does not move for it. */
export function useInSight<E extends HTMLElement>(shows: boolean, title: string) {
  const element = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a title that comes later makes it larger
  useEffect(() => {
    if (shows) element.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shows, title])
  return element
}
