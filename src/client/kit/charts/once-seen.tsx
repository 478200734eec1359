import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Skeleton } from '../ui/states.tsx'

/** A chart's library is large: it comes shortly before its chart is scrolled into sight. */
const AHEAD = '300px'

/** Holds the place of a lazy chart, `height` in px, until it is near the part of the page that shows, and loads it then. */
export function OnceSeen({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    // Where the browser cannot tell, as in tests, everything counts as seen.
    if (!element || typeof IntersectionObserver === 'undefined') return setSeen(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={{ minHeight: height }}>
      {isSeen && <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>}
    </div>
  )
}
